package codec

import (
	gomath "math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A Note is one change that [Codec.Convert] made.
type Note struct {
	// Path leads to the value in what was given to Convert, or inside of what replaced it.
	// It is valid until the function that got the Note returns; to keep it, use slices.Clone.
	Path   variant.Path
	Change Change
	// From and To are the names of types, or of classes of objects, if these changed: StringName
	// and String, Spatial and Node3D.
	From, To string
	// Conversion is what became of the number, for NumberRounded.
	Conversion Conversion
	// Text says more, in English. It may be empty.
	Text string
}

// A Change is the kind of a [Note].
type Change uint8

const (
	// Replaced: the dialect lacks the type. A value of another type stands for it, without a loss.
	Replaced Change = iota
	// Renamed: the class of an object has another name in the engine of the dialect.
	Renamed
	// NumberRounded: a number has another value in the precision of the codec, see [Codec.Audit].
	NumberRounded
	// Lost: the value, or the part of it that Text names, is gone.
	Lost
	// ForeignText: a text looks like a value that another engine wrote, and str2var or str_to_var
	// of this engine does not read it: Quaternion(0, 0, 0, 1) for Godot 3. The text is unchanged.
	ForeignText
)

// String returns the change in lower case.
func (c Change) String() string {
	switch c {
	case Replaced:
		return "replaced"
	case Renamed:
		return "renamed"
	case NumberRounded:
		return "rounded"
	case Lost:
		return "lost"
	case ForeignText:
		return "foreign text"
	default:
		return "change " + strconv.Itoa(int(c))
	}
}

// String returns the note in one line: $["pos"]: replaced: Vector2i → Vector2.
func (n Note) String() string {
	s := n.Path.String() + ": " + n.Change.String()
	if n.From != "" || n.To != "" {
		s += ": " + n.From + " → " + n.To
	}
	if n.Change == NumberRounded {
		s += ": " + n.Conversion.String()
	}
	if n.Text != "" {
		s += ": " + n.Text
	}
	return s
}

// Convert returns the value nearest to v that the codec can encode. The value v may be of any
// dialect. Convert calls report, unless it is nil, with every change: with that of a value before
// those of its parts, but with that of a dictionary or a typed container after them. Converting the
// result again changes nothing, and decoding its packet gives the result.
//
//	type that the dialect lacks    becomes
//	Vector2i, Rect2i, Vector3i     Vector2, Rect2, Vector3
//	Vector4, Vector4i, Projection  an Array of 4 or 16 numbers
//	StringName                     a String
//	packed arrays                  an Array, of ints even where all would fit 32 bits
//	typed containers               untyped ones
//	RID                            an int; an empty RID stays an RID if the dialect has it without payload
//	Callable, Signal               Nil, which is Lost
//
// Without Options.FullObjects a full object becomes its instance ID, if it has one, or else
// a Dictionary of its properties. The class is Lost. With FullObjects, classes that Godot 4 renamed
// get the names of the codec's engine. Properties keep their names. Text is not changed. A String, or
// an item of a PackedStringArray, with a value in a form that only another engine reads, such as
// Quaternion(0, 0, 0, 1) for Godot 3, is reported as ForeignText.
//
// Numbers are rounded as encoding rounds them, even with Options.Exact. If several keys of
// a Dictionary are one key in the dialect, or become one, the first keeps its place and gets the
// last value, as in an engine. The other values are Lost. Three changes mean nothing to an engine,
// and are not reported: a null object becomes Nil, a [Raw] becomes the value of its packet, and the
// flag Shared is cleared if the dialect does not have it.
//
// The result shares memory with v for all that did not change. The error is an [*variant.Error]
// with Op convert: variant.ErrDepth for a value that contains itself or is too deep,
// variant.ErrLimit for more values than Limits.MaxSize has room for, and variant.ErrUnsupported
// for a type of your own that the codec does not know. Text that is not UTF-8, and NaN where
// Options.Finite refuses it, stay, and encoding them is an error.
func (c *Codec) Convert(v variant.Variant, report func(Note)) (variant.Variant, error) {
	c = c.set()
	x := converter{codec: c, dialect: c.dialect(), report: report, left: c.Limits().MaxSize / 4}
	x.numbers = max(x.left, maxAudit)
	out, _ := x.value(v)
	if x.err != nil {
		return nil, x.err
	}
	return out, nil
}

// A converter makes one conversion. Its functions return the converted value, and whether it
// differs from the value that they got. After an error both mean nothing.
type converter struct {
	codec   *Codec
	dialect *variant.Dialect
	report  func(Note)
	path    variant.Path
	inside  int // values around that were replaced, whose notes say so
	left    int // values that may still come
	numbers int // numbers that may still come
	rounder *Codec
	err     error
}

// note reports a change of the value at the path.
func (x *converter) note(n Note) {
	if x.report == nil || x.err != nil || x.inside > 0 && n.Change == Replaced {
		return
	}
	if n.Path == nil {
		n.Path = x.path
	}
	x.report(n)
}

func (x *converter) fail(v variant.Variant, kind error) (variant.Variant, bool) {
	if x.err == nil {
		e := kernel.ErrorOf("convert", v, kind)
		inner := slices.Clone(x.path)
		slices.Reverse(inner)
		e.Path = kernel.Backwards(inner)
		x.err = e
	}
	return nil, true
}

// at converts a part of a value.
func (x *converter) at(step variant.Step, part variant.Variant) (variant.Variant, bool) {
	x.path = append(x.path, step)
	out, changed := x.value(part)
	x.path = x.path[:len(x.path)-1]
	return out, changed
}

// has reports whether the dialect has the type itself, and no fallback for it.
func (x *converter) has(t variant.Type) bool {
	_, fallback := x.dialect.Fallback[t]
	return !fallback && kernel.Has(x.codec.format(), t)
}

func (x *converter) value(v variant.Variant) (variant.Variant, bool) {
	limits := x.codec.Limits()
	x.left--
	switch {
	case x.err != nil:
		return nil, true
	case len(x.path) > limits.MaxDepth:
		return x.fail(v, variant.ErrDepth)
	case x.left < 0:
		return x.fail(v, variant.Because(variant.ErrLimit, "the packet would be longer than Limits.MaxSize"))
	case v == nil:
		return v, false
	}
	v = kernel.Pointed(v)
	if raw, ok := v.(Raw); ok {
		inner, err := raw.Value()
		if err != nil {
			return x.fail(v, err)
		}
		out, _ := x.value(inner)
		return out, true
	}
	t := typeOf(v)
	id, isRID := v.(objects.RID)
	o, isObject := v.(objects.Object)
	switch {
	case isObject:
		return x.object(o)
	case !x.has(t), isRID && id != 0 && !x.dialect.RIDPayload:
		return x.replace(v, t)
	}
	switch v := v.(type) {
	case variant.Array:
		return x.array(v)
	case variant.Dictionary:
		return x.dictionary(v)
	case variant.TypedArray:
		return x.typedArray(v, v)
	case variant.PackedTypedArray:
		return x.typedArray(v, variant.TypedArray(v))
	case variant.String:
		x.text(string(v))
	case packed.PackedStringArray:
		for i, s := range v {
			x.path = append(x.path, variant.Step{Kind: variant.StepIndex, Index: i})
			x.text(s)
			x.path = x.path[:len(x.path)-1]
		}
	}
	return x.round(v)
}

// text reports text of values that str2var of the engine does not read.
func (x *converter) text(s string) {
	for _, foreign := range x.dialect.ForeignText {
		at := strings.Index(s, foreign)
		if at < 0 || at > 0 && isWord(s[at-1]) { // Vector2i( is no word of MyVector2i(
			continue
		}
		x.note(Note{Change: ForeignText, Text: "the engine does not read " + foreign[:len(foreign)-1] + " in text"})
		return
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// round rounds the numbers of v to the precision of the codec.
func (x *converter) round(v variant.Variant) (variant.Variant, bool) {
	rounds := false
	a := auditor{x.dialect, x.codec.options.Precision}
	a.value(x.path, v, &x.numbers, func(path variant.Path, c Conversion) bool {
		rounds = true
		x.note(Note{Path: path, Change: NumberRounded, Conversion: c})
		return x.report != nil
	})
	if f, ok := v.(variant.Float); ok && !rounds && x.dialect.Float == variant.FloatPlain32 && signalling(float64(f)) {
		rounds = true
		x.note(Note{Change: NumberRounded, Conversion: Conversion{Precision: Single, Outcome: NaNBits}})
	}
	switch {
	case x.numbers < 0:
		return x.fail(v, variant.Because(variant.ErrLimit, "too many numbers"))
	case !rounds:
		return v, false
	}
	if x.rounder == nil {
		o := x.codec.options
		o.Exact, o.Finite, o.Mode = false, false, Lenient
		x.rounder = MustNew(o) // valid: only rules that refuse values are gone
	}
	b, err := x.rounder.Encode(v)
	if err != nil {
		return x.fail(v, err)
	}
	out, err := x.rounder.Decode(b)
	if err != nil {
		return x.fail(v, err)
	}
	return out, true
}

// signalling reports whether f is a NaN that its short form makes quiet.
func signalling(f float64) bool { return f != f && gomath.Float64bits(f)&(1<<51) == 0 }
