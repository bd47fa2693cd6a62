package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal"
	"godotvariant/internal/token"
)

// A Path leads from a value to a value inside it. The outermost step is first.
type Path []Step

// A Step is one step of a [Path]: to an item of an array, a value or a key of a
// dictionary, a property of an object, or a component of a vector or the like.
type Step struct {
	Kind  StepKind
	Index int     // StepIndex, StepPairKey: position of the item or pair
	Key   Variant // StepKey: the key
	// Name is the name of the property or component (StepProperty). In a StepKey without
	// a Key, as [ParsePath] returns it for keys like Vector2i(1, 2), it is the text of the
	// key as [Path.String] writes it.
	Name string
}

// A StepKind is the kind of a [Step].
type StepKind uint8

const (
	StepIndex    StepKind = iota // [4]
	StepKey                      // ["enemies"]
	StepPairKey                  // [key 4]: the key of the pair, not its value
	StepProperty                 // .tags, or .x of a vector
)

// String returns the path as [ParsePath] reads it: $["enemies"][4].tags[0]. It is never cut,
// and different paths into one value have different texts. Keys other than text and numbers
// are written as constructor text with all digits, as in $[Vector2i(1, 2)]. Keys of a type of
// your own have different texts only if the type is [Constructible]. Paths in errors are
// shorter: they keep 64 bytes of each key, and the first and last 16 steps.
func (p Path) String() string {
	b := []byte{'$'}
	for _, s := range p {
		b = append(b, s.String()...)
	}
	return string(b)
}

// short is String for errors.
func (p Path) short() string {
	return internal.PathText(len(p), func(i int) string { return p[i].short() })
}

// backwards is short for a path whose innermost step is first.
func (p Path) backwards() string {
	return internal.PathText(len(p), func(i int) string { return p[len(p)-1-i].short() })
}

// String returns the step as in [Path.String].
func (s Step) String() string {
	if s.Kind == StepProperty && (s.Name == "" || strings.ContainsAny(s.Name, ".[")) {
		return "." + strconv.Quote(s.Name)
	}
	if f, ok := s.Key.(Float); ok && s.Kind == StepKey {
		return "[" + exactText(f, 0) + "]"
	}
	return s.text(func(s string) string { return s }, 0)
}

// short is String for errors: names and keys are cut to 64 bytes, floats have as many digits
// as their String method prints, and names are not quoted because of a point or bracket.
func (s Step) short() string { return s.text(clip, maxClip) }

// text returns the step with names and keys cut by cut. end is the length after which the
// text of a key is not needed any more, 0 if all of it is.
func (s Step) text(cut func(string) string, end int) string {
	switch s.Kind {
	case StepIndex:
		return "[" + itoa(s.Index) + "]"
	case StepPairKey:
		return "[key " + itoa(s.Index) + "]"
	case StepProperty:
		return "." + bare(cut(s.Name))
	}
	switch k := s.Key.(type) {
	case nil:
		if s.Name != "" {
			return "[" + cut(s.Name) + "]"
		}
		return "[?]"
	case String:
		return "[" + strconv.Quote(cut(string(k))) + "]"
	case StringName:
		return "[&" + strconv.Quote(cut(string(k))) + "]"
	case Float:
		return "[" + string(token.AppendFloat(nil, float64(k))) + "]"
	default:
		return "[" + cut(exactText(k, end)) + "]"
	}
}

// exactText returns the text that tells v from other values. A key that can't be encoded,
// such as a nil pointer, may panic; the path of its error must not.
func exactText(v Variant, end int) (text string) {
	defer func() {
		if recover() != nil {
			text = "?"
		}
	}()
	if text = string(Printer{exact: true, end: end}.Append(nil, v)); text == "<nil>" {
		return "?"
	}
	return text
}

// bare returns a name, in quotes if it has characters that are not printable.
func bare(name string) string {
	if quoted := strconv.Quote(name); len(quoted) != len(name)+2 {
		return quoted
	}
	return name
}

// maxClip is the number of bytes that clip keeps.
const maxClip = 64

// clip cuts long text for a message.
func clip(s string) string { return internal.Clip(s, maxClip) }
