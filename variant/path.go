package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal"
)

// A Path leads from a value to a value inside it. The outermost step is first.
type Path []Step

// A Step is one step of a [Path]: to an item of an array, a value or a key of a
// dictionary, or a property of an object.
type Step struct {
	Kind  StepKind
	Index int     // StepIndex, StepPairKey: position of the item or pair
	Key   Variant // StepKey: the key
	Name  string  // StepProperty: the property's name
}

// A StepKind is the kind of a [Step].
type StepKind uint8

const (
	StepIndex    StepKind = iota // [4]
	StepKey                      // ["enemies"]
	StepPairKey                  // [key 4]: the key of the pair, not its value
	StepProperty                 // .tags
)

// String returns the path as errors print it: $["enemies"][4].tags[0].
// Paths of more than 32 steps keep their first and last 16.
func (p Path) String() string { return p.text(func(i int) Step { return p[i] }) }

// backwards is String for a path whose innermost step is first.
func (p Path) backwards() string { return p.text(func(i int) Step { return p[len(p)-1-i] }) }

func (p Path) text(step func(i int) Step) string {
	const most, side = 32, 16
	var b strings.Builder
	b.WriteByte('$')
	for i := range p {
		if len(p) > most && i == side {
			b.WriteString("…")
		}
		if len(p) <= most || i < side || i >= len(p)-side {
			b.WriteString(step(i).String())
		}
	}
	return b.String()
}

// String returns the step as in [Path.String]. The text of a long key is cut. A key
// that is neither text nor a number is printed as its type.
func (s Step) String() string {
	switch s.Kind {
	case StepIndex:
		return "[" + itoa(s.Index) + "]"
	case StepPairKey:
		return "[key " + itoa(s.Index) + "]"
	case StepProperty:
		return "." + bare(clip(s.Name))
	}
	switch k := s.Key.(type) {
	case nil:
		return "[?]"
	case String:
		return "[" + strconv.Quote(clip(string(k))) + "]"
	case StringName:
		return "[&" + strconv.Quote(clip(string(k))) + "]"
	case Int:
		return "[" + strconv.FormatInt(int64(k), 10) + "]"
	case Bool, Float, Nil:
		return "[" + k.(interface{ String() string }).String() + "]"
	default:
		return "[" + keyTypeName(k) + "]"
	}
}

// keyTypeName returns the name of a key's type. A key that can't be encoded, such as a
// nil pointer, may panic; the path of its error must not.
func keyTypeName(v Variant) (name string) {
	defer func() {
		if recover() != nil {
			name = "?"
		}
	}()
	return v.Type().String()
}

// bare returns a name, in quotes if it has characters that are not printable.
func bare(name string) string {
	if quoted := strconv.Quote(name); len(quoted) != len(name)+2 {
		return quoted
	}
	return name
}

// clip cuts long text for a message.
func clip(s string) string { return internal.Clip(s, 64) }

// ParsePath reads a path in the form of [Lookup]. Brackets hold an index, quoted text,
// or "key" and the index of a pair, which leads to the key of the pair. The error is
// an [*Error] of kind [ErrNotFound].
func ParsePath(s string) (Path, error) {
	var p Path
	rest := strings.TrimPrefix(s, "$")
	first := rest == s
	for rest != "" {
		var step Step
		var ok bool
		switch {
		case rest[0] == '[':
			step, rest, ok = parseBracket(rest[1:])
		case rest[0] == '.':
			step, rest, ok = parseName(rest[1:])
		case first:
			step, rest, ok = parseName(rest)
		}
		if !ok {
			return nil, &Error{Op: "look up", Path: p.String(), Err: Because(ErrNotFound, strconv.Quote(clip(s))+" is not a path")}
		}
		p, first = append(p, step), false
	}
	return p, nil
}

func parseName(s string) (Step, string, bool) {
	n := strings.IndexAny(s, ".[")
	if n < 0 {
		n = len(s)
	}
	return Step{Kind: StepProperty, Name: s[:n]}, s[n:], n > 0
}

// parseBracket reads a step after its opening bracket.
func parseBracket(s string) (Step, string, bool) {
	name := strings.HasPrefix(s, "&")
	if name || strings.HasPrefix(s, `"`) {
		if name {
			s = s[1:]
		}
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil || !strings.HasPrefix(s[len(quoted):], "]") {
			return Step{}, "", false
		}
		text, err := strconv.Unquote(quoted)
		step := Step{Kind: StepKey, Key: String(text)}
		if name {
			step.Key = StringName(text)
		}
		return step, s[len(quoted)+1:], err == nil
	}
	inside, rest, ok := strings.Cut(s, "]")
	number, isKey := strings.CutPrefix(inside, "key ")
	i, err := strconv.Atoi(number)
	if !ok || err != nil {
		return Step{}, "", false
	}
	if isKey {
		return Step{Kind: StepPairKey, Index: i}, rest, true
	}
	return Step{Kind: StepIndex, Index: i}, rest, true
}
