package variant

import (
	"errors"
	"strings"

	"godotvariant/internal/forms"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant/dialect"
	"godotvariant/variant/notation"
)

// JSONOptions are the options of [ReadJSON]. They can add types to those of this package.
// [Array.UnmarshalJSON] uses the zero value.
type JSONOptions struct {
	// Types returns a value of the type with the given name, or nil if there is no such type.
	Types func(name string) Constructible
	// Object returns the object with a class and properties, whose keys are Strings. If Object is
	// nil, reading an object returns ErrUnsupported.
	Object func(class string, properties []Pair) (Variant, error)
	// Want is any value of the type that the JSON must have. Nil allows every type.
	Want Variant
	// Single rounds the components of vectors and the like to single precision.
	Single bool
	// MaxDepth is the greatest depth of nested values. 0 means 1024, the maximum.
	MaxDepth int
}

// ReadJSON returns the value of canonical JSON, as [JSON] writes it. The error is a
// *notation.Error with line, column and path. Package codec/jsonvar reads all types.
func ReadJSON[T string | []byte](data T, o JSONOptions) (Variant, error) {
	t := token.NewJSONReader(string(data))
	t.Single = o.Single

	r := &jsonReader{Reader: t, JSONOptions: o}
	if r.MaxDepth <= 0 || r.MaxDepth > forms.MaxDepth {
		r.MaxDepth = forms.MaxDepth
	}

	r.path = r.prototype("NodePath")
	return finish(t, r.value(), o.Want)
}

// A jsonReader reads values of any type from canonical JSON.
type jsonReader struct {
	*token.Reader
	JSONOptions
	path  Constructible // the prototype of NodePath
	depth int

	itemStack token.Stack[Variant] // items of the arrays that are being read
	pairStack token.Stack[Pair]    // pairs of the dictionaries that are being read
	shapes    token.Shapes[Variant]
	numbers   wire.KeyNumbers // of the containers in keys
}

func (r *jsonReader) prototype(name string) Constructible {
	if r.Types == nil {
		return nil
	}
	return r.Types(name)
}

// value reads one value. It returns nil after an error.
func (r *jsonReader) value() Variant {
	if r.depth > r.MaxDepth {
		r.Fail(ErrDepth)
	}

	r.depth++
	v := r.read()
	r.depth--

	switch {
	case r.Failed():
		return nil
	case v == nil:
		return Nil{}
	}

	return v
}

func (r *jsonReader) read() Variant {
	if at := r.Offset(); r.path == nil && r.IsText() {
		if strings.HasPrefix(r.Text(), "np:") {
			r.unknown(at, "NodePath")
		}
		r.Seek(at)
	}

	if v, ok := scalarJSON(r.Reader, r.path); ok {
		return v
	}

	switch r.Peek() {
	case '[':
		return Array{Items: r.items()}
	case '{':
		return r.typed()
	}

	r.Unexpected(`a value (a number is "i:1" or "f:1.0")`)
	return nil
}

// unknown fails because of the unknown type name. The error is ErrUnsupported for a type of another
// package of the module, else ErrSyntax.
func (r *jsonReader) unknown(at int, name string) {
	if _, ok := dialect.ByName(name); ok {
		r.FailAt(at, Because(ErrUnsupported,
			"a value with "+name+" is read by codec.Value or jsonvar.Unmarshal"))
		return
	}
	r.FailAt(at, Because(ErrSyntax, "unknown type "+clip(name)))
}

func (r *jsonReader) items() []Variant {
	start := r.itemStack.Len()
	for r.Open(); r.More(); {
		r.itemStack.Push(r.value())
		if r.Failed() {
			addStep(r.Reader, Step{Kind: StepIndex, Index: r.itemStack.Len() - start - 1})
		}
	}
	items := r.itemStack.Pop(start)
	if items == nil {
		items = []Variant{}
	}

	return items
}

// typed reads an object with the type of the value.
func (r *jsonReader) typed() Variant {
	at := r.Offset()
	m := r.Members()
	end := r.Offset()

	if r.Failed() {
		return nil
	}

	var v Variant
	prototype := r.prototype(m.Type)
	switch {
	case m.Props >= 0 && r.Object != nil:
		r.Seek(m.Props)
		v = r.withProperties(at, m.Type)

	case m.Props >= 0:
		r.unknown(at, "Object")

	case m.Type == "Array" && m.Args >= 0:
		r.Seek(m.Args)
		v = r.array(at, m)

	case m.Type == "Dictionary" && m.Args >= 0:
		r.Seek(m.Args)
		v = r.dictionary(at, m)

	case prototype == nil:
		r.unknown(at, m.Type)
	default:
		v = token.Construct(r.Reader, at, m.Args, nameOf(prototype), prototype.FromArgs)
	}

	if !r.Failed() {
		r.Seek(end)
	}

	return v
}

func (r *jsonReader) withProperties(at int, class string) Variant {
	var properties []Pair
	for r.Open(); r.More(); {
		name := String(r.Text())
		if !r.More() {
			r.Unexpected("a property's value")
		}
		properties = append(properties, Pair{name, r.value()})
		addStep(r.Reader, Step{Kind: StepProperty, Name: string(name)})
	}

	if r.Failed() {
		return nil
	}

	v, err := r.Object(class, properties)
	if err != nil {
		r.FailAt(at, err)
	}

	return v
}

func (r *jsonReader) array(at int, m token.Members) Variant {
	a := Array{Items: r.items(), Elem: memberElement(m.ElemType), Shared: m.Shared}
	for i := range a.Items {
		conform(r.Reader, at, &a.Items[i], a.Elem, Step{Kind: StepIndex, Index: i})
	}
	return a
}

func (r *jsonReader) dictionary(at int, m token.Members) Variant {
	d := Dictionary{Key: memberElement(m.KeyType), Value: memberElement(m.ValueType),
		Shared: m.Shared}
	start := r.pairStack.Len()
	shape := r.shapes.At(r.depth - 1)
	shaped := d.Key == nil // all keys are those of the shape, so they differ, and stay as they are

	for r.Open(); r.More(); {
		n := r.pairStack.Len() - start
		key, known := shape.Next(r.Reader, n)
		if !known {
			key, known = r.key(shape, n)
			shaped = shaped && known
		}

		p := Pair{Key: key}
		conform(r.Reader, at, &p.Key, d.Key, Step{Kind: StepPairKey, Index: n})

		if !r.More() {
			r.Unexpected("a key's value")
			break
		}

		p.Value = r.value()
		valueStep := Step{Kind: StepKey, Key: p.Key}
		addStep(r.Reader, valueStep)
		conform(r.Reader, at, &p.Value, d.Value, valueStep)
		r.pairStack.Push(p)
	}

	d.Pairs = r.pairStack.Pop(start)
	if r.Failed() {
		return nil
	}

	if !shaped {
		d.Pairs = distinct(&r.numbers, d.Pairs)
	}

	return d
}

// key reads key number n of a dictionary. It returns true if the shape keeps the key.
func (r *jsonReader) key(shape *token.Shape[Variant], n int) (key Variant, kept bool) {
	r.Peek()
	at := r.Offset()
	key = r.value()
	addStep(r.Reader, Step{Kind: StepPairKey, Index: n})

	switch text := key.(type) {
	case String:
		kept = shape.Learn(r.Reader, n, at, key, string(text))
	case StringName:
		kept = shape.Learn(r.Reader, n, at, key, string(text))
	default:
		shape.Forget(n)
	}

	return key, kept
}

// memberElement returns the element type of a member, or nil if it is missing.
func memberElement(name string) *ElementType {
	if name == "" {
		return nil
	}
	return elementOfJSON(name)
}

// addStep adds a step to the path of the error, if the part that has just been read failed.
func addStep(r *token.Reader, part Step) {
	if r.Failed() {
		r.Inside(part.short())
	}
}

// conform converts *v, a part of the container at offset at, to the element type, or fails.
func conform(r *token.Reader, at int, v *Variant, elem *ElementType, part Step) {
	if r.Failed() {
		return
	}

	x, err := elem.Convert(*v)
	if err != nil {
		r.FailAt(at, err)
		addStep(r, part)
		return
	}

	*v = x
}

// scalarJSON reads null, a bool, or the string of a scalar or NodePath. path is the
// prototype of a NodePath, or nil if there is none. It returns false, and reads nothing, if
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
	switch {
	case tag == s: // there is no colon
		text = ""
	case tag == "s":
		return String(text)
	case tag == "sn":
		return StringName(text)
	case tag == "np":
		text = "(" + token.Quote(text) + ")"
	}

	inner := r.Inner(text)

	var v Variant
	switch {
	case tag == s:
	case tag == "np" && path != nil:
		inner.Open()
		v = path.FromArgs(inner)

	case tag == "i":
		v = Int(inner.Int())
	case tag == "f":
		v = Float(inner.Real())
	}

	inner.End()

	if v == nil || inner.Failed() {
		r.FailAt(at, Because(ErrSyntax,
			`expected one of "i:…", "f:…", "s:…", "sn:…" and "np:…"`))
		return nil
	}

	return v
}

// parseScalarJSON reads a scalar of the prototype's type in any of three forms: as its MarshalJSON
// method writes it, as it is written in a container, or as encoding/json writes it as a key of a
// map.
func parseScalarJSON(data []byte, prototype Variant) (Variant, error) {
	r := token.NewJSONReader(string(data))
	at := r.Offset()
	t := prototype.Type()

	var v Variant
	switch {
	case t == TypeString:
		v = String(r.Text())
	case t == TypeStringName:
		v = StringName(r.Text())

	case r.IsText():
		if s := r.Text(); strings.HasPrefix(s, jsonTag(t)) {
			v = taggedJSON(r, at, s, nil)
		} else {
			v = keyJSON(r, at, s, prototype)
		}

	case t == TypeInt:
		v = Int(r.Int())
	case t == TypeFloat:
		v = Float(r.Real())

	default:
		var ok bool
		v, ok = scalarJSON(r, nil)
		if !ok {
			r.Unexpected(nameOf(prototype))
		}
	}

	return finish(r, v, prototype)
}

// jsonTag returns the prefix of strings that hold a number of type t, such as "i:" for an int. For
// other types it returns a quote, which no such string begins with.
func jsonTag(t Type) string {
	switch t {
	case TypeInt:
		return "i:"
	case TypeFloat:
		return "f:"
	default:
		return `"`
	}
}

// keyJSON returns the value of s, a key of a map at offset at. The text of s is what MarshalText
// returned.
func keyJSON(r *token.Reader, at int, s string, prototype Variant) (v Variant) {
	var err error

	if _, isFloat := prototype.(Float); isFloat {
		v, err = parseFloat([]byte(s))
	} else {
		v, err = parseScalar([]byte(s), prototype)
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
