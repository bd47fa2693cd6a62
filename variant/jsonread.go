package variant

import (
	"strings"

	"godotvariant/internal/token"
)

// A jsonReader reads values of any type from canonical JSON. It knows the types of this
// package; prototype and object bring the others.
type jsonReader struct {
	*token.Reader
	maxDepth  int
	prototype func(name string) Constructible                        // nil if there is no such type
	object    func(class string, properties []Pair) (Variant, error) // nil: objects are not known
	path      Constructible                                          // the prototype of NodePath
	depth     int
}

func newJSONReader(
	r *token.Reader, maxDepth int, prototype func(string) Constructible, object func(string, []Pair) (Variant, error),
) *jsonReader {
	return &jsonReader{Reader: r, maxDepth: maxDepth, prototype: prototype, object: object, path: prototype("NodePath")}
}

// value reads one value. It returns nil after an error.
func (r *jsonReader) value() Variant {
	if r.depth > r.maxDepth {
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

// unknown fails because of the name of a type, which may be one of the library's.
func (r *jsonReader) unknown(at int, name string) {
	if _, ok := typeByName(name); ok {
		r.FailAt(at, Because(ErrUnsupported, "a value with "+name+" inside is read by codec.Value or jsonvar.Unmarshal"))
		return
	}
	r.FailAt(at, Because(ErrSyntax, "unknown type "+clip(name)))
}

func (r *jsonReader) items() []Variant {
	items := []Variant{}
	for r.Open(); r.More(); {
		items = append(items, r.value())
		inside(r.Reader, Step{Kind: StepIndex, Index: len(items) - 1})
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
	case m.Props >= 0 && r.object != nil:
		r.Seek(m.Props)
		v = r.withProperties(at, m.Type)
	case m.Props >= 0:
		r.unknown(at, "Object")
	case m.Type == "Array" && m.Args >= 0:
		r.Seek(m.Args)
		v = r.array(at, jsonElement(m.ElemType))
	case m.Type == "Dictionary" && m.Args >= 0:
		r.Seek(m.Args)
		v = r.dictionary(at, jsonElement(m.KeyType), jsonElement(m.ValueType))
	case prototype == nil:
		r.unknown(at, m.Type)
	default:
		v = constructJSON(r.Reader, at, m.Args, prototype)
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
		inside(r.Reader, Step{Kind: StepProperty, Name: string(name)})
	}
	if r.Failed() {
		return nil
	}
	v, err := r.object(class, properties)
	if err != nil {
		r.FailAt(at, err)
	}
	return v
}

func (r *jsonReader) array(at int, elem *ElementType) Variant {
	a := Array{Items: r.items(), Elem: elem}
	for i := range a.Items {
		conform(r.Reader, at, &a.Items[i], elem, Step{Kind: StepIndex, Index: i})
	}
	return a
}

func (r *jsonReader) dictionary(at int, key, value *ElementType) Variant {
	var pairs []Pair
	for r.Open(); r.More(); {
		keyStep := Step{Kind: StepPairKey, Index: len(pairs)}
		p := Pair{Key: r.value()}
		inside(r.Reader, keyStep)
		conform(r.Reader, at, &p.Key, key, keyStep)
		valueStep := Step{Kind: StepKey, Key: p.Key}
		if !r.More() {
			r.Unexpected("a key's value")
			break
		}
		p.Value = r.value()
		inside(r.Reader, valueStep)
		conform(r.Reader, at, &p.Value, value, valueStep)
		pairs = append(pairs, p)
	}
	if r.Failed() {
		return nil
	}
	return Dictionary{Pairs: distinct(pairs), Key: key, Value: value}
}

// jsonElement returns the element type of a name: a type's, a class's or a script's path.
func jsonElement(name string) *ElementType {
	if name == "" {
		return nil
	}
	if t, ok := typeByName(name); ok {
		return &ElementType{Type: t}
	}
	if strings.Contains(name, "/") {
		return &ElementType{Type: TypeObject, Script: name}
	}
	return &ElementType{Type: TypeObject, Class: name}
}

// inside adds a step to the path of the error, if the part that has just been read failed.
func inside(r *token.Reader, part Step) {
	if r.Failed() {
		r.Inside(part.short())
	}
}

// conform converts *v, a part of the container at offset at, to the element type, where that
// loses nothing and the engine does it as well.
func conform(r *token.Reader, at int, v *Variant, elem *ElementType, part Step) {
	if r.Failed() || elem == nil || accepts(elem.Type, (*v).Type(), false) {
		return
	}
	switch x := (*v).(type) {
	case Int:
		if elem.Type == TypeFloat && Int(Float(x)) == x {
			*v = Float(x)
			return
		}
	case String:
		if elem.Type == TypeStringName {
			*v = StringName(x)
			return
		}
	case StringName:
		if elem.Type == TypeString {
			*v = String(x)
			return
		}
	}
	r.FailAt(at, Because(ErrElementType, nameOf(*v)+" in a container of "+elem.Type.String()))
	inside(r, part)
}

// parseContainer reads canonical JSON of the type of the prototype, an Array, Dictionary or
// object, with a jsonReader that knows these types.
func parseContainer(
	data []byte, dst Variant, prototype func(string) Constructible, object func(string, []Pair) (Variant, error),
) (Variant, error) {
	r := newJSONReader(token.NewJSONReader(string(data)), defaultMaxDepth, prototype, object)
	return finish(r.Reader, r.value(), dst)
}
