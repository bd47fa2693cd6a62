package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/wire"
)

// A Path leads from a value to one of its parts, at any depth. The outermost step is first.
type Path []Step

// String returns the path in the form that [ParsePath] reads: $["enemies"][4].tags[0]. The text is
// never cut, and two different paths in one value have different texts. Keys other than text and
// numbers are written as constructor text with all digits, as in $[Vector2i(1, 2)]. Keys of your
// own type have different texts only if the type is [Constructible].
func (p Path) String() string {
	b := []byte{'$'}
	for _, s := range p {
		b = append(b, s.String()...)
	}
	return string(b)
}

// Short returns the path in the form that the text of an [Error] contains. Names and keys are cut
// to 64 bytes, floats have the digits that their String method prints, and a path with more than 32
// steps has only its first and last 16 steps. Control characters are escaped, as in \x1b.
func (p Path) Short() string {
	const most, side = 32, 16
	b := []byte{'$'}

	for i, s := range p {
		if len(p) > most && i == side {
			b = append(b, "…"...)
		}
		if len(p) <= most || i < side || i >= len(p)-side {
			b = append(b, s.short()...)
		}
	}

	return printable.Text(string(b))
}

// pathOf converts the steps of a Reader or Writer to the path of an error. The first of these steps
// is the innermost step.
func pathOf(steps []wire.Step) Path {
	return backwards(steps, func(s wire.Step) Step {
		key, _ := s.Key.(Variant)
		return Step{StepKind(s.Kind), s.Index, key, s.Name}
	})
}

// backwards returns the path with the given steps in reverse order. The first of the given steps is
// the innermost step. The function stepOf must set the Index of each step, because [Step.kept]
// needs it.
func backwards[S any](steps []S, stepOf func(S) Step) Path {
	if len(steps) == 0 {
		return nil
	}

	p := make(Path, len(steps))
	for i, s := range steps {
		p[len(p)-1-i] = stepOf(s).kept()
	}

	return p
}

func (s Step) wire() wire.Step {
	return wire.Step{Kind: wire.StepKind(s.Kind), Index: s.Index, Key: s.Key, Name: s.Name}
}

// kept returns the step for the path of an error, which must not keep large keys in memory. A key
// or name of more than 64 bytes becomes a StepPair with the same Index.
func (s Step) kept() Step {
	switch s.Kind {
	case StepKey:
		if s.Index == wire.NoPosition && s.Key != nil {
			return Step{Kind: StepKey, Key: s.Key}
		}
		return keptKey(s.Key, max(s.Index, 0))

	case StepProperty:
		if s.Index != wire.NoPosition && len(s.Name) > maxClip {
			return Step{Kind: StepPair, Index: s.Index}
		}
		return Step{Kind: StepProperty, Name: strings.Clone(s.Name)}

	default:
		return s
	}
}

// keptKey returns the step to the value of pair i, which has this key. The step is a StepPair if
// the key is long or not known.
func keptKey(key Variant, i int) Step {
	long := false

	switch k := key.(type) {
	case nil:
		long = true // the key is not known

	case interface{ kept() (Variant, bool) }: // String and StringName
		var short bool
		key, short = k.kept()
		long = !short

	default:
		text := exactText(k, maxClip+1)
		long = len(text) > maxClip || text == "?"
	}

	if long {
		return Step{Kind: StepPair, Index: i}
	}

	return Step{Kind: StepKey, Key: key}
}

// String returns the text of the step, as [Path.String] writes it.
func (s Step) String() string {
	if s.Kind == StepProperty && (s.Name == "" || strings.ContainsAny(s.Name, ".[")) {
		return "." + strconv.Quote(s.Name)
	}
	if s.Kind == StepKey && s.Key != nil && nilsafe.Name(s.Key) == "float" {
		return "[" + exactText(s.Key, 0) + "]"
	}
	return s.text(func(s string) string { return s }, 0)
}

// short returns the step for [Path.Short]. Names and keys are cut to 64 bytes, and floats have the
// digits that their String method prints. A name with a point or bracket is not quoted.
func (s Step) short() string { return s.text(clip, maxClip) }

// text returns the text of the step. The function cut shortens names and keys. If the argument
// limit is not 0, the caller needs only the first limit bytes of a key's text.
func (s Step) text(cut func(string) string, limit int) string {
	switch s.Kind {
	case StepIndex:
		return "[" + strconv.Itoa(s.Index) + "]"
	case StepPairKey:
		return "[key " + strconv.Itoa(s.Index) + "]"
	case StepPair:
		return "[pair " + strconv.Itoa(s.Index) + "]"
	case StepProperty:
		return "." + bare(cut(s.Name))
	}

	switch k := s.Key.(type) {
	case nil:
		if s.Name != "" {
			return "[" + cut(s.Name) + "]"
		}
		return "[?]"

	case interface { // String, StringName and Float
		stepText(cut func(string) string) string
	}:
		return k.stepText(cut)

	default:
		return "[" + cut(exactText(k, limit)) + "]"
	}
}

// exactText returns a text of v that differs from the texts of all other values. It recovers from a
// panic: a key that cannot be encoded, such as a nil pointer, may panic, and the path of the error
// must still be made.
func exactText(v Variant, limit int) (text string) {
	defer func() {
		if recover() != nil {
			text = "?"
		}
	}()

	text = string(Printer{exact: true, limit: limit}.Append(nil, v))
	if text == "<nil>" {
		return "?"
	}

	return text
}

// bare returns a name without quotes, or with quotes if the name needs escapes.
func bare(name string) string {
	if quoted := strconv.Quote(name); len(quoted) != len(name)+2 {
		return quoted
	}
	return name
}

// maxClip is the number of bytes that clip keeps.
const maxClip = 64

// clip cuts long text for a message.
func clip(s string) string { return printable.Clip(s, maxClip) }
