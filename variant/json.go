package variant

import (
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"godotvariant/internal/token"
	"godotvariant/variant/notation"
)

// The MarshalJSON methods of Nil, Bool, Int, Float, String and StringName return what
// encoding/json returns for Go's types of that kind, since the Go type says what the value is.
// Those of containers and of all other types return canonical JSON, in the shape of Godot's
// JSON.from_native, where an Int is "i:5". The UnmarshalJSON methods read both, and the text that
// encoding/json writes for a value that is a key of a map. The JSON null changes nothing.

// MarshalJSON implements json.Marshaler: null.
func (v Nil) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: true or false.
func (v Bool) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: 5.
func (v Int) MarshalJSON() ([]byte, error) { return v.AppendText(nil) }

// MarshalJSON implements json.Marshaler: 1.5, with the digits that read back as the same number.
// What JSON has no number for is in quotes: "f:inf", "f:nan".
func (v Float) MarshalJSON() ([]byte, error) {
	var w token.JSONWriter
	w.Real(float64(v))
	return w.Bytes(), nil
}

// MarshalJSON implements json.Marshaler: "text". Text that is not UTF-8 is an [ErrUTF8].
func (v String) MarshalJSON() ([]byte, error) { return quoteJSON(string(v)) }

// MarshalJSON implements json.Marshaler: "name", as of a [String].
func (v StringName) MarshalJSON() ([]byte, error) { return quoteJSON(string(v)) }

func quoteJSON(s string) ([]byte, error) {
	var w token.JSONWriter
	if w.Quoted(s); w.Err() != nil {
		return nil, errorOf(opEncode, String(s), w.Err())
	}
	return w.Bytes(), nil
}

// MarshalJSON implements json.Marshaler with canonical JSON.
func (a Array) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (d Dictionary) MarshalJSON() ([]byte, error) { return formatJSON(d) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a TypedArray) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a PackedTypedArray) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Nil) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Bool) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads 5 and "i:5".
func (v *Int) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads 1.5 and "f:1.5".
func (v *Float) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads the text as it is.
func (v *String) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads the text as it is.
func (v *StringName) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads items of the types of this package, to
// any depth. For others it returns an error of kind [ErrUnsupported], because this package
// does not know them: codec.Value and jsonvar.Unmarshal read all types.
func (a *Array) UnmarshalJSON(data []byte) error { return assignContainer(data, a) }

// UnmarshalJSON implements json.Unmarshaler. It reads keys and values of the same types as
// [Array.UnmarshalJSON].
func (d *Dictionary) UnmarshalJSON(data []byte) error { return assignContainer(data, d) }

// UnmarshalJSON implements json.Unmarshaler: that of an [Array].
func (a *TypedArray) UnmarshalJSON(data []byte) error {
	var array Array
	if err := array.UnmarshalJSON(data); err != nil || string(data) == "null" {
		return err
	}
	*a = TypedArray{Items: array.Items}
	if array.Elem != nil {
		a.Elem = *array.Elem
	}
	return nil
}

// UnmarshalJSON implements json.Unmarshaler: that of an [Array].
func (a *PackedTypedArray) UnmarshalJSON(data []byte) error {
	return (*TypedArray)(a).UnmarshalJSON(data)
}

func assignContainer[T Variant](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	v, err := parseContainer(data, *dst, func(string) Constructible { return nil }, nil)
	return assign(dst, v, err)
}

func assignJSON[T Variant](data []byte, dst *T) error {
	if string(data) == "null" { // changes nothing, as in encoding/json
		return nil
	}
	v, err := parseJSON(data, *dst)
	return assign(dst, v, err)
}

// assign sets *dst to v unless there is an error.
func assign[T Variant](dst *T, v Variant, err error) error {
	if t, ok := v.(T); ok && err == nil {
		*dst = t
	}
	return err
}

// formatJSON returns v as canonical JSON, the shape of Godot's JSON.from_native:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all else, with elem_type, key_type and value_type
//	                         for typed containers and props for objects
//
// A NodePath whose text would be read as another path has args as well. Numbers have all
// their digits. What JSON has no number for is in quotes: "f:inf", "f:nan".
func formatJSON(v Variant) ([]byte, error) {
	p := jsonPrinter{}
	p.value(v)
	if p.err == nil && p.Err() != nil {
		p.err = errorOf(opEncode, nil, p.Err())
	}
	return p.Bytes(), p.err
}

// A jsonPrinter prints values as canonical JSON. Its errors stick.
type jsonPrinter struct {
	token.JSONWriter
	depth int
	err   error
}

func (p *jsonPrinter) value(v Variant) {
	if p.err != nil || p.Err() != nil {
		return
	}
	p.Next()
	switch {
	case p.depth > defaultMaxDepth:
		p.err = errorOf(opEncode, nil, ErrDepth)
	case len(p.Bytes()) > defaultMaxSize:
		p.err = errorOf(opEncode, nil, Because(ErrLimit, "the JSON is longer than 256 MiB"))
	default:
		p.depth++
		p.print(pointed(v))
		p.depth--
	}
}

func (p *jsonPrinter) print(v Variant) {
	switch v := v.(type) {
	case nil, Nil:
		p.Raw("null")
	case Bool:
		p.Raw(v.String())
	case Int:
		p.Raw(`"i:` + v.String() + `"`)
	case Float:
		p.Float(float64(v))
	case String:
		p.Quoted("s:" + string(v))
	case StringName:
		p.Quoted("sn:" + string(v))
	case Array:
		p.array(v.Elem, v.Items)
	case TypedArray:
		p.array(&v.Elem, v.Items)
	case PackedTypedArray:
		p.array(&v.Elem, v.Items)
	case Dictionary:
		p.dictionary(v)
	default:
		if !guard(v, func() { p.other(v) }) {
			p.err = errorOf(opEncode, v, errNilPointer)
		}
	}
}

// other prints a value by its own methods.
func (p *jsonPrinter) other(v Variant) {
	switch v := v.(type) {
	case interface { // an objects.Object
		JSONObject() (class string, properties iter.Seq2[string, Variant])
	}:
		p.object(v.JSONObject())
	case Constructible:
		p.construct(v)
	case json.Marshaler:
		b, err := v.MarshalJSON()
		p.Raw(string(b))
		p.err = err
	default:
		v.Type() // panics for most nil pointers
		p.err = errorOf(opEncode, v, Because(ErrUnsupported, "it has no JSON"))
	}
}

// construct prints a type made of arguments. A handle for which engines write no arguments,
// and that has none to write, has no args.
func (p *jsonPrinter) construct(v Constructible) {
	switch v.Type() {
	case TypeNodePath:
		path, n := argument(v, 0)
		if text, ok := path.(String); ok && n == 1 {
			p.Quoted("np:" + string(text))
			return
		}
	case TypeRID, TypeCallable, TypeSignal:
		if _, n := argument(v, 0); n == 0 {
			p.Raw(`{"type":"` + nameOf(v) + `"}`)
			return
		}
	}
	p.Begin(`{"args":[`)
	v.ToArgs(&p.JSONWriter)
	p.End(`],"type":`)
	p.Quoted(nameOf(v))
	p.Raw("}")
}

func (p *jsonPrinter) array(elem *ElementType, items []Variant) {
	if elem == nil {
		p.list("[", items)
		return
	}
	p.list(`{"args":[`, items)
	p.elementType("elem_type", elem)
	p.Raw(`,"type":"Array"}`)
}

func (p *jsonPrinter) list(open string, items []Variant) {
	p.Begin(open)
	for _, item := range items {
		p.value(item)
	}
	p.End("]")
}

func (p *jsonPrinter) dictionary(d Dictionary) {
	p.Begin(`{"args":[`)
	for _, pair := range d.Pairs {
		p.value(pair.Key)
		p.value(pair.Value)
	}
	p.End("]")
	p.elementType("key_type", d.Key)
	p.Raw(`,"type":"Dictionary"`)
	p.elementType("value_type", d.Value)
	p.Raw("}")
}

func (p *jsonPrinter) object(class string, properties iter.Seq2[string, Variant]) {
	if class == "" {
		p.Raw("null")
		return
	}
	p.Begin(`{"props":[`)
	for name, v := range properties {
		p.Text(name)
		p.value(v)
	}
	p.End(`],"type":`)
	p.Quoted(class)
	p.Raw("}")
}

// elementType prints the element type of a container as a member, if it has one.
func (p *jsonPrinter) elementType(member string, e *ElementType) {
	if e.typed() {
		p.Raw(`,"` + member + `":`)
		p.Quoted(e.String())
	}
}

// scalarJSON reads null, a bool, or the string of a scalar or NodePath. path is the
// prototype of a NodePath, nil if there is none. It returns false, and reads nothing, if
// something else is next.
func scalarJSON(r *token.Reader, path Constructible) (Variant, bool) {
	isText := r.IsText()
	at := r.Offset()
	if isText {
		return taggedJSON(r, at, r.Text(), path), true
	}
	switch r.Ident() {
	case "null":
		return Nil{}, true
	case "true":
		return Bool(true), true
	case "false":
		return Bool(false), true
	}
	r.Seek(at)
	return nil, false
}

// taggedJSON returns the value of the string s at offset at.
func taggedJSON(r *token.Reader, at int, s string, path Constructible) Variant {
	tag, text, _ := strings.Cut(s, ":")
	inner := token.NewTextReader(text)
	var v Variant
	switch {
	case tag == s: // there is no colon
	case tag == "s":
		return String(text)
	case tag == "sn":
		return StringName(text)
	case tag == "np" && path != nil:
		inner = token.NewTextReader("(" + token.Quote(text) + ")")
		inner.Open()
		v = path.FromArgs(inner)
	case tag == "i":
		v = Int(inner.Int())
	case tag == "f":
		v = Float(inner.Real())
	}
	if inner.End(); v == nil || inner.Failed() {
		r.FailAt(at, Because(ErrSyntax, `expected one of "i:…", "f:…", "s:…", "sn:…" and "np:…"`))
		return nil
	}
	return v
}

// constructJSON reads a type made of arguments: those of the list at offset list of the
// object at offset at. The list is -1 if it is missing: Godot writes none for an RID and
// the like.
func constructJSON(r *token.Reader, at, list int, prototype Constructible) Variant {
	if list < 0 {
		inner := token.NewJSONReader("[]")
		inner.Open()
		v := prototype.FromArgs(inner)
		if inner.Failed() {
			r.FailAt(at, Because(ErrSyntax, nameOf(prototype)+" without args"))
		}
		return v
	}
	end := r.Offset()
	r.Seek(list)
	r.Open()
	v := prototype.FromArgs(r)
	if !r.Failed() {
		r.Seek(end)
	}
	return v
}

// parseJSON reads JSON of the type of the prototype, a scalar or a [Constructible], as its
// MarshalJSON method writes it, in the canonical form of a part of a container, or as
// encoding/json writes it for a key of a map.
func parseJSON(data []byte, prototype Variant) (Variant, error) {
	r := token.NewJSONReader(string(data))
	c, ok := prototype.(Constructible)
	var v Variant
	switch at := r.Offset(); {
	case prototype.Type() == TypeString:
		v = String(r.Text())
	case prototype.Type() == TypeStringName:
		v = StringName(r.Text())
	case r.IsText():
		if s := r.Text(); strings.HasPrefix(s, jsonTag(prototype)) {
			v = taggedJSON(r, at, s, c)
		} else {
			v = keyJSON(r, at, s, prototype)
		}
	case prototype.Type() == TypeInt:
		v = Int(r.Int())
	case prototype.Type() == TypeFloat:
		v = Float(r.Real())
	case ok && r.Peek() == '{':
		at := r.Offset()
		switch m := r.Members(); {
		case r.Failed():
		case m.Type != nameOf(prototype):
			r.FailAt(at, Because(ErrSyntax, "expected "+nameOf(prototype)+", found "+clip(m.Type)))
		default:
			v = constructJSON(r, at, m.Args, c)
		}
	default:
		if v, ok = scalarJSON(r, nil); !ok {
			r.Unexpected(nameOf(prototype))
		}
	}
	return finish(r, v, prototype)
}

// jsonTag returns what strings of the type of the prototype begin with, a quote if they have
// no tag.
func jsonTag(prototype Variant) string {
	switch prototype.Type() {
	case TypeInt:
		return "i:"
	case TypeFloat:
		return "f:"
	case TypeNodePath:
		return "np:"
	default:
		return `"`
	}
}

// keyJSON returns the value of the string s at offset at, a key of a map, which has the text of
// MarshalText.
func keyJSON(r *token.Reader, at int, s string, prototype Variant) (v Variant) {
	var err error
	switch p := prototype.(type) {
	case Constructible:
		v, err = parseText([]byte(s), p)
	case Float:
		v, err = parseFloat([]byte(s))
	default:
		v, err = parseScalar([]byte(s), p)
	}
	var in *notation.Error
	if errors.As(err, &in) {
		err = in.Err
	}
	if err != nil {
		r.FailAt(at, err)
		return nil
	}
	return v
}

// finish returns v, which must be the whole text and of the type of the prototype.
func finish(r *token.Reader, v, prototype Variant) (Variant, error) {
	if r.End(); !r.Failed() && (v == nil || v.Type() != prototype.Type()) {
		r.FailAt(0, Because(ErrSyntax, "expected "+nameOf(prototype)+", found "+nameOf(v)))
	}
	if r.Failed() {
		return nil, r.Err()
	}
	return v, nil
}
