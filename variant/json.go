package variant

import (
	"encoding/json"
	"iter"
	"strings"
	"sync"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
	"godotvariant/variant/dialect"
)

// JSON returns v as canonical JSON, the shape of Godot's JSON.from_native:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all else, with elem_type, key_type and value_type
//	                         for typed containers and props for objects
//
// Some values have no JSON in Godot. Only this library reads their form: "shared":true for the flag
// Shared, "class:" or "script:" before a class name or script path that would be read as something
// else, and args for a NodePath whose text would be read as another path. Numbers have all their
// digits. Infinities and NaN are in quotes also where other numbers are not: "f:inf", "f:nan".
func JSON(v Variant) ([]byte, error) {
	return token.Bytes(func(dst []byte) ([]byte, error) { return AppendJSON(dst, v) })
}

// AppendJSON is like [JSON] but appends the JSON to dst. After an error it returns dst unchanged.
func AppendJSON(dst []byte, v Variant) ([]byte, error) {
	p := jsonPrinters.Get().(*jsonPrinter)
	defer func() {
		*p = jsonPrinter{}
		jsonPrinters.Put(p)
	}()

	p.Reset(dst)
	p.value(v)

	if p.err == nil && p.Err() != nil {
		p.err = errorOf(opEncode, nil, p.Err())
	}
	if p.err != nil {
		return dst, p.err
	}

	return p.Bytes(), nil
}

// A jsonPrinter prints values as canonical JSON. It keeps the first error.
type jsonPrinter struct {
	token.JSONWriter
	depth int
	err   error
}

// jsonPrinters has printers for the next calls.
var jsonPrinters = sync.Pool{New: func() any { return new(jsonPrinter) }}

func (p *jsonPrinter) value(v Variant) {
	if p.err != nil || p.Err() != nil {
		return
	}

	p.Next()

	switch {
	case p.depth > forms.MaxDepth:
		p.err = errorOf(opEncode, nil, ErrDepth)
	case p.Len() > forms.MaxSize:
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
		p.TaggedInt(int64(v))
	case Float:
		p.Float(float64(v))
	case String:
		p.Tagged("s:", string(v))
	case StringName:
		p.Tagged("sn:", string(v))
	case Array:
		p.array(v)
	case TypedArray:
		p.array(Array{Items: v.Items, Elem: &v.Elem})
	case PackedTypedArray:
		p.array(Array{Items: v.Items, Elem: &v.Elem})
	case Dictionary:
		p.dictionary(v)

	default:
		if !nilsafe.Guard(v, func() { p.custom(v) }) {
			p.err = errorOf(opEncode, v, errNilPointer)
		}
	}
}

// custom prints a value with its own methods.
func (p *jsonPrinter) custom(v Variant) {
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

// construct prints a Constructible. A handle without arguments has no member args, as in engines.
func (p *jsonPrinter) construct(v Constructible) {
	switch v.Type() {
	case TypeNodePath:
		if a := argumentsOf(v); a.n == 1 && a.isText {
			p.Tagged("np:", a.text)
			return
		}

	case TypeRID, TypeCallable, TypeSignal:
		if argumentsOf(v).n == 0 {
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

func (p *jsonPrinter) array(a Array) {
	if a.Elem == nil && !a.Shared {
		p.list("[", a.Items)
		return
	}

	p.list(`{"args":[`, a.Items)
	p.elementType("elem_type", a.Elem)
	p.shared(a.Shared)
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
	p.shared(d.Shared)
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
		p.Quoted(jsonOfElement(e))
	}
}

// shared prints the flag Shared as a member, if it is set.
func (p *jsonPrinter) shared(shared bool) {
	if shared {
		p.Raw(`,"shared":true`)
	}
}

// The marks before a class name or script path that would be read as something else: a class with
// the name of a built-in type or with a slash, or a path without a slash.
const (
	jsonClass  = "class:"
	jsonScript = "script:"
)

// jsonOfElement returns the name of an element type in JSON. [elementOfJSON] reads it.
func jsonOfElement(e *ElementType) string {
	switch {
	case e.Type != TypeObject:
		return e.Type.String()
	case e.Script != "":
		return markedJSON(jsonScript, e.Script, elementOfJSON(e.Script).Script)
	case e.Class != "" && e.Class != TypeObject.String():
		return markedJSON(jsonClass, e.Class, elementOfJSON(e.Class).Class)
	default:
		return TypeObject.String()
	}
}

// markedJSON returns name, with the mark in front if read, the name that is read from it, differs.
func markedJSON(mark, name, read string) string {
	if read != name {
		return mark + name
	}
	return name
}

// elementOfJSON returns the element type for the name of a type or class, or the path of a script.
func elementOfJSON(name string) *ElementType {
	if script, ok := strings.CutPrefix(name, jsonScript); ok {
		return &ElementType{Type: TypeObject, Script: script}
	}
	if class, ok := strings.CutPrefix(name, jsonClass); ok {
		return &ElementType{Type: TypeObject, Class: class}
	}
	if t, ok := dialect.ByName(name); ok {
		return &ElementType{Type: t}
	}
	if strings.Contains(name, "/") {
		return &ElementType{Type: TypeObject, Script: name}
	}

	return &ElementType{Type: TypeObject, Class: name}
}

// argumentCount counts arguments, and keeps the last if it is text.
type argumentCount struct {
	n      int
	text   string
	isText bool
}

func argumentsOf(v Constructible) (a argumentCount) {
	v.ToArgs(&a)
	return a
}

func (a *argumentCount) Real(float64) {
	a.n = a.n + 1
	a.isText = false
}
func (a *argumentCount) Int(int64) {
	a.n = a.n + 1
	a.isText = false
}
func (a *argumentCount) Uint(uint64) {
	a.n = a.n + 1
	a.isText = false
}
func (a *argumentCount) Text(s string) {
	a.n = a.n + 1
	a.text = s
	a.isText = true
}
func (a *argumentCount) RowMajor() bool { return false }

// pointed returns the container that v points to, or v if it is not a pointer to a container of
// this package. The methods of such a pointer would count the depth from 0 again.
func pointed(v Variant) Variant {
	switch p := v.(type) {
	case *Array:
		return target(v, p)
	case *Dictionary:
		return target(v, p)
	case *TypedArray:
		return target(v, p)
	case *PackedTypedArray:
		return target(v, p)
	}

	return v
}

// target returns what p points to, or v if p is nil.
func target[T Variant](v Variant, p *T) Variant {
	if p == nil {
		return v
	}
	return *p
}
