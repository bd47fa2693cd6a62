package variant

import (
	"encoding/json"
	"sync"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
)

// JSON returns v as canonical JSON, the form of Godot's JSON.from_native:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all else, with elem_type, key_type and value_type
//	                         for typed containers and props for objects
//
// Some values have no JSON in Godot, so only this library reads their JSON. The flag Shared is
// "shared":true. "class:" or "script:" is added before a class name or script path that would
// otherwise be read as something else. If the text of a NodePath would be read as another path, the
// NodePath is written with type and args. Numbers have all their digits. Infinities and NaN are
// always in quotes, even among numbers without quotes: "f:inf", "f:nan".
func JSON(v Variant) ([]byte, error) {
	return token.Bytes(func(dst []byte) ([]byte, error) { return AppendJSON(dst, v, nil) })
}

// AppendJSON appends the canonical JSON of v to dst. The argument f is the format of a codec, which
// has the options. If f is nil, AppendJSON appends the result of [JSON]. After an error it returns
// dst unchanged. Programs call jsonvar.Append or codec.Value, which call AppendJSON.
func AppendJSON(dst []byte, v Variant, f *forms.Format) ([]byte, error) {
	p := jsonPrinters.Get().(*jsonPrinter)
	defer func() {
		*p = jsonPrinter{}
		jsonPrinters.Put(p)
	}()

	p.Reset(dst)
	p.obey(f)
	p.value(v)

	if p.err == nil && p.Len() > p.limits.MaxSize {
		p.err = NewError(OpFormat, nil, nil, errJSONLimit)
	}

	if p.err == nil && p.Err() != nil {
		p.err = NewError(OpFormat, nil, nil, p.Err())
	}
	if p.err != nil {
		return dst, p.err
	}

	return p.Bytes(), nil
}

// A jsonPrinter prints values as canonical JSON. It keeps the first error.
type jsonPrinter struct {
	token.JSONWriter
	format *forms.Format // nil without a codec
	limits forms.Limits
	depth  int
	err    error
}

// obey sets the options of the printer to the options of f.
func (p *jsonPrinter) obey(f *forms.Format) {
	p.limits = forms.Limits{MaxDepth: forms.MaxDepth, MaxSize: forms.MaxSize}
	if f == nil {
		return
	}

	p.format = f
	p.limits = f.Limits
	p.Rules = token.Rules{Exact: f.Exact, Finite: f.Finite}
}

var errJSONLimit = Because(ErrLimit, "the JSON is longer than Limits.MaxSize")

// jsonPrinters has printers for the next calls.
var jsonPrinters = sync.Pool{New: func() any { return new(jsonPrinter) }}

func (p *jsonPrinter) value(v Variant) {
	if p.err != nil || p.Err() != nil {
		return
	}

	p.Next()

	switch {
	case p.depth > p.limits.MaxDepth:
		p.err = NewError(OpFormat, nil, nil, ErrDepth)
	case p.Len() > p.limits.MaxSize:
		p.err = NewError(OpFormat, nil, nil, errJSONLimit)

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
			p.err = NewError(OpFormat, nil, v, errNilPointer)
		}
	}
}

// custom prints a value whose type has no case in the method print.
func (p *jsonPrinter) custom(v Variant) {
	switch v := v.(type) {
	case object:
		p.object(v)

	case Constructible:
		p.construct(v)

	case json.Marshaler:
		b, err := v.MarshalJSON()
		p.Raw(string(b))
		p.err = err

	default:
		v.Type() // most nil pointers panic here, and the caller recovers
		p.err = NewError(OpFormat, nil, v, Because(ErrUnsupported, "it has no JSON"))
	}
}

// construct prints a Constructible. An RID, Callable or Signal without arguments has no member
// args, as in engines.
func (p *jsonPrinter) construct(v Constructible) {
	t := v.Type()
	switch t {
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
	p.Rules.Single = p.format != nil && p.format.Rounds(t)
	v.ToArgs(&p.JSONWriter)
	p.End(`],"type":`)
	p.Quoted(nilsafe.TypeName(v))
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

// object prints null, or the class and the properties of an object. The list of properties has each
// name and then its value. An instance ID is an object of class EncodedObjectAsID.
func (p *jsonPrinter) object(o object) {
	class := o.ClassName()
	id := o.InstanceID()
	if class == "" && id == 0 {
		p.Raw("null")
		return
	}

	p.Begin(`{"props":[`)

	if class == "" {
		class = encodedObjectAsID
		p.Text("object_id")
		p.value(Int(id))
	}
	for step, v := range o.Parts() {
		p.Text(step.Name)
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
		p.Quoted(token.Element{Type: e.Type, Class: e.Class, Script: e.Script}.JSON())
	}
}

// shared prints the flag Shared as a member, if it is set.
func (p *jsonPrinter) shared(shared bool) {
	if shared {
		p.Raw(`,"shared":true`)
	}
}

// argumentCount counts arguments, and stores the last argument that is text.
type argumentCount struct {
	n      int
	text   string
	isText bool
}

func argumentsOf(v Constructible) (a argumentCount) {
	v.ToArgs(&a)
	return a
}

func (a *argumentCount) Real(float64)   { a.n++ }
func (a *argumentCount) Int(int64)      { a.n++ }
func (a *argumentCount) Uint(uint64)    { a.n++ }
func (a *argumentCount) RowMajor() bool { return false }

func (a *argumentCount) Text(s string) {
	a.n++
	a.text = s
	a.isText = true
}

// pointed returns the container that v points to, or v if it is not a pointer to a container of
// this package. The methods of such a pointer would start to count the depth at 0 again.
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

// target returns the value that p points to, or v if p is nil.
func target[T Variant](v Variant, p *T) Variant {
	if p == nil {
		return v
	}
	return *p
}
