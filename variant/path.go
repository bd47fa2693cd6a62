package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal"
)

// A Path leads from a value to one inside of it, outermost step first.
type Path []Step

// A Step is one step of a [Path]: to an item of an array, a value or a key of a
// dictionary, or a property of an object.
type Step struct {
	Kind  StepKind
	Index int     // StepIndex, StepPairKey: position of the item or pair
	Key   Variant // StepKey: the key
	Name  string  // StepProperty: the property's name
}

// A StepKind tells the four kinds of [Step] apart.
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

// backwards is String of a path whose innermost step is the first.
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

// String returns the step as it stands in a path. The text of a long key is
// cut, and a key that is itself a container shows as its type.
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
		return "[" + Text(k) + "]"
	default:
		return "[" + keyTypeName(k) + "]"
	}
}

// keyTypeName returns the name of a key's type. A key that could not be written may
// have none, as a nil pointer, and a path is for errors: it must not panic.
func keyTypeName(v Variant) (name string) {
	defer func() {
		if recover() != nil {
			name = "?"
		}
	}()
	return v.Type().String()
}

// bare returns a name as it is, or quoted where it holds what could pass for
// another line or be no text.
func bare(name string) string {
	if quoted := strconv.Quote(name); len(quoted) != len(name)+2 {
		return quoted
	}
	return name
}

// clip cuts text that would drown a message.
func clip(s string) string { return internal.Clip(s, 64) }

func itoa(i int) string { return strconv.Itoa(i) }
