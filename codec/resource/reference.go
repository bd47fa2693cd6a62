package resource

import (
	"strconv"

	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// SubResource is a reference to a resource of the same file. The string is the ID of the resource,
// see [Resource]. Arrays and dictionaries contain references like other values. In text it is
// SubResource("Gradient_1").
//
// A reference is never followed while a file is read, printed or compared, so resources that refer
// to each other in a circle do no harm. [File.Resource] and [File.Lookup] follow it.
type SubResource string

// ExtResource is a reference to a resource of another file. In a text file it is
// ExtResource("1_ab3de"). It is printed with its path: ExtResource("1_ab3de", "res://icon.png").
type ExtResource struct {
	ID   string // see [External]
	Path string // the path of the External
}

const (
	typeSubResource = variant.TypeCustom + 125
	typeExtResource = variant.TypeCustom + 126

	nameSubResource = "SubResource"
	nameExtResource = "ExtResource"
)

var (
	_ variant.Named         = SubResource("")
	_ variant.Constructible = SubResource("")
	_ variant.Named         = ExtResource{}
	_ variant.Constructible = ExtResource{}
)

// Type returns variant.TypeCustom+125. No dialect has an ID for it, so a codec does not encode it
// unless it is registered.
func (SubResource) Type() variant.Type { return typeSubResource }

// TypeName returns "SubResource".
func (SubResource) TypeName() string { return nameSubResource }

// Encode writes the ID. Engines do not write a SubResource in a packet. [variant.Equal] and codecs
// that register the type call Encode; see [variant.Variant].
func (s SubResource) Encode(w *variant.Writer) error {
	w.Text(string(s))
	return w.Err()
}

// Decode reads the ID, for a codec that registers the type; see [variant.Variant].
func (SubResource) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, SubResource(r.Text()))
}

// ToArgs writes the ID; see [variant.Constructible].
func (s SubResource) ToArgs(w notation.ArgsWriter) { w.Text(string(s)) }

// FromArgs reads the arguments that ToArgs writes; see [variant.Constructible].
func (SubResource) FromArgs(a notation.Args) variant.Variant {
	id := readID(a)
	endArgs(a)
	return SubResource(id)
}

// String returns the reference in the form of text files: SubResource("Gradient_1").
func (s SubResource) String() string { return call(nameSubResource, s.ToArgs) }

// Type returns variant.TypeCustom+126. No dialect has an ID for it, so a codec does not encode it
// unless it is registered.
func (ExtResource) Type() variant.Type { return typeExtResource }

// TypeName returns "ExtResource".
func (ExtResource) TypeName() string { return nameExtResource }

// Encode writes ID and path. Engines do not write an ExtResource in a packet. [variant.Equal] and
// codecs that register the type call Encode; see [variant.Variant].
func (e ExtResource) Encode(w *variant.Writer) error {
	w.Text(e.ID)
	w.Text(e.Path)
	return w.Err()
}

// Decode reads ID and path, for a codec that registers the type; see [variant.Variant].
func (ExtResource) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, ExtResource{ID: r.Text(), Path: r.Text()})
}

// ToArgs writes ID and path; see [variant.Constructible].
func (e ExtResource) ToArgs(w notation.ArgsWriter) {
	w.Text(e.ID)
	w.Text(e.Path)
}

// FromArgs reads the arguments that ToArgs writes, or the ID alone; see [variant.Constructible].
func (ExtResource) FromArgs(a notation.Args) variant.Variant {
	e := ExtResource{ID: readID(a)}
	if a.More() {
		e.Path = a.Text()
		endArgs(a)
	}
	return e
}

// String returns the reference with its path: ExtResource("1", "res://icon.png").
func (e ExtResource) String() string { return call(nameExtResource, e.ToArgs) }

func call(name string, args func(notation.ArgsWriter)) string {
	return string(token.AppendCall(nil, name, args))
}

// readID reads an ID, which is text or, as Godot 3 writes it, a number.
func readID(a notation.Args) string {
	if !a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected an ID"))
		return ""
	}

	if a.IsText() {
		return a.Text()
	}
	return strconv.FormatInt(a.Int(), 10)
}

// endArgs fails if there are more arguments.
func endArgs(a notation.Args) {
	if a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected no more arguments"))
	}
}
