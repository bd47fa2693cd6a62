package variant

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// MarshalJSON returns v as canonical JSON, see [TextReader.JSON]. Numbers have
// all their digits. What JSON has no number for stands in quotes: "f:inf", "f:nan".
//
// It is what the MarshalJSON methods call.
func MarshalJSON(v Variant) ([]byte, error) {
	w := JSONWriter{}
	w.Value(v)
	return w.buf, w.err
}

// A JSONWriter writes canonical JSON. Its errors stick.
type JSONWriter struct {
	buf   []byte
	depth int
	list  bool // something stands in the list that is being written
	err   error
}

// A JSONPrinter is a value with values inside, and other than a container of this
// package, that writes itself to a JSONWriter.
type JSONPrinter interface {
	Variant
	PrintJSON(w *JSONWriter)
}

// Value writes a value.
func (w *JSONWriter) Value(v Variant) {
	if w.err != nil {
		return
	}
	w.comma()
	if w.depth > defaultMaxDepth {
		w.err = &Error{Op: opEncode, Path: "$", Err: ErrDepth}
		return
	}
	w.depth++
	w.value(v)
	w.depth--
	w.list = true
}

func (w *JSONWriter) value(v Variant) {
	switch v := v.(type) {
	case nil, Nil:
		w.raw("null")
	case Bool:
		w.raw(v.String())
	case Int:
		w.raw(`"i:` + v.String() + `"`)
	case Float:
		w.raw(`"f:` + jsonReal(float64(v)) + `"`)
	case String:
		w.quoted("s:" + string(v))
	case StringName:
		w.quoted("sn:" + string(v))
	case Array:
		w.array(v)
	case TypedArray:
		w.array(NewTypedArray(v.Elem, v.Items...))
	case PackedTypedArray:
		w.array(NewTypedArray(v.Elem, v.Items...))
	case Dictionary:
		w.dictionary(v)
	case JSONPrinter:
		v.PrintJSON(w)
	case Constructible:
		w.construct(v)
	case json.Marshaler:
		b, err := v.MarshalJSON()
		w.buf, w.err = append(w.buf, b...), err
	default:
		w.err = &Error{Op: opEncode, Path: "$", Type: v.Type(), Err: Because(ErrUnsupported, "it has no JSON")}
	}
}

// construct writes a type made of arguments. A type that engines write without
// any, and that has none to write, has no args.
func (w *JSONWriter) construct(v Constructible) {
	start := len(w.buf)
	w.Open("args")
	empty := len(w.buf)
	v.ToArgs(w)
	switch t := v.Type(); {
	case len(w.buf) == empty && (t == TypeRID || t == TypeCallable || t == TypeSignal):
		w.buf = append(w.buf[:start], `{"type":"`+t.String()+`"}`...)
	default:
		w.Close(t.String())
	}
}

func (w *JSONWriter) array(a Array) {
	if a.Elem == nil {
		w.items(a.Items)
		return
	}
	w.raw(`{"args":`)
	w.items(a.Items)
	w.member("elem_type", a.Elem)
	w.raw(`,"type":"Array"}`)
}

func (w *JSONWriter) items(items []Variant) {
	w.raw("[")
	w.list = false
	for _, item := range items {
		w.Value(item)
	}
	w.raw("]")
}

func (w *JSONWriter) dictionary(d Dictionary) {
	w.Open("args")
	for _, p := range d.Pairs {
		w.Value(p.Key)
		w.Value(p.Value)
	}
	w.raw("]")
	w.member("key_type", d.Key)
	w.raw(`,"type":"Dictionary"`)
	w.member("value_type", d.Value)
	w.raw("}")
}

// member writes the element type of a container, if it has one.
func (w *JSONWriter) member(name string, e *ElementType) {
	if e != nil && e.Type != TypeNil {
		w.raw(`,"` + name + `":`)
		w.quoted(e.String())
	}
}

// Open begins an object with a list as its first member.
func (w *JSONWriter) Open(member string) {
	w.raw(`{"` + member + `":[`)
	w.list = false
}

// Close ends the list of [JSONWriter.Open] and the object, whose last member is
// the type.
func (w *JSONWriter) Close(name string) {
	w.raw(`],"type":`)
	w.quoted(name)
	w.raw("}")
}

// Null writes null.
func (w *JSONWriter) Null() { w.raw("null") }

// RowMajor returns false, see [Args].
func (w *JSONWriter) RowMajor() bool { return false }

// Real writes numbers to the list.
func (w *JSONWriter) Real(fs ...float64) {
	for _, f := range fs {
		if w.comma(); f-f != 0 { // infinite or none
			w.raw(`"f:` + jsonReal(f) + `"`)
		} else {
			w.raw(jsonReal(f))
		}
	}
}

// Int writes integers to the list.
func (w *JSONWriter) Int(is ...int64) {
	for _, i := range is {
		w.comma()
		w.buf = strconv.AppendInt(w.buf, i, 10)
	}
}

// Uint writes integers to the list.
func (w *JSONWriter) Uint(us ...uint64) {
	for _, u := range us {
		w.comma()
		w.buf = strconv.AppendUint(w.buf, u, 10)
	}
}

// Text writes strings to the list.
func (w *JSONWriter) Text(ss ...string) {
	for _, s := range ss {
		w.comma()
		w.quoted(s)
	}
}

// NodePath writes "np:" and a path.
func (w *JSONWriter) NodePath(path string) { w.quoted("np:" + path) }

func (w *JSONWriter) comma() {
	if w.list {
		w.raw(",")
	}
	w.list = true
}

func (w *JSONWriter) raw(s string) { w.buf = append(w.buf, s...) }

func (w *JSONWriter) quoted(s string) {
	if !utf8.ValidString(s) && w.err == nil {
		w.err = &Error{Op: opEncode, Path: "$", Err: ErrUTF8}
	}
	w.buf = appendJSONText(w.buf, s)
}

// jsonReal returns a number in the digits that tell it from its neighbours.
func jsonReal(f float64) string {
	switch {
	case f != f:
		return FormatNaN(f)
	case f-f != 0:
		return FormatReal(f)
	case math.Abs(f) >= 1e-4 && math.Abs(f) < 1e15 || f == 0:
		if f == math.Trunc(f) {
			return strconv.FormatFloat(f, 'f', 1, 64)
		}
		return strconv.FormatFloat(f, 'f', -1, 64)
	default:
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
}

// appendJSONText appends s as a JSON string.
func appendJSONText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
