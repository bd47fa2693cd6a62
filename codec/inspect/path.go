package inspect

import "godotvariant/internal/printable"

// A dumpPath is the text of a path, step by step.
type dumpPath struct {
	text  []byte
	ends  []int  // offsets in the field text at which the steps end; the first step is "$"
	short []byte // buffer for the shortened path that shown returns
}

func (p *dumpPath) reset() { p.text, p.ends = append(p.text[:0], '$'), append(p.ends[:0], 1) }

// push adds the first 80 bytes of a step.
func (p *dumpPath) push(step string) {
	p.text = append(p.text, printable.Clip(step, 80)...)
	p.ends = append(p.ends, len(p.text))
}

// pop removes the last step.
func (p *dumpPath) pop() {
	p.ends = p.ends[:len(p.ends)-1]
	p.text = p.text[:p.ends[len(p.ends)-1]]
}

// shown returns the text of the path, as [variant.Path] prints it. If the path has more than 32
// steps, only the first and the last 16 are returned. If the text has more than 400 bytes, the
// steps before the gap have at most 200 bytes, and the steps after it too. So the output stays in
// proportion to the data.
func (p *dumpPath) shown() []byte {
	const most, long = 32, 400
	steps := len(p.ends) - 1
	if steps <= most && len(p.text) <= long {
		return p.text
	}

	first, last := min(steps, most/2), max(0, steps-most/2)
	for p.ends[first] > long/2 {
		first--
	}

	for len(p.text)-p.ends[last] > long/2 {
		last++
	}

	p.short = append(append(p.short[:0], p.text[:p.ends[first]]...), "…"...)
	p.short = append(p.short, p.text[p.ends[last]:]...)
	return p.short
}
