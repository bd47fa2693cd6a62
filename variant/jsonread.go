package variant

import "strings"

// JSON reads one value of canonical JSON, the shape of Godot's
// JSON.from_native:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all else, with elem_type, key_type and value_type
//	                         for typed containers and props for objects
//
// It returns nil after an error.
func (r *TextReader) JSON() Variant {
	if r.depth > r.settings.MaxDepth {
		r.Fail(ErrDepth)
	}
	r.depth++
	v := r.jsonValue()
	r.depth--
	if r.err != nil {
		return nil
	}
	return v
}

func (r *TextReader) jsonValue() Variant {
	at := 0
	if r.peek() != 0 {
		at = r.pos
	}
	switch c := r.peek(); {
	case c == '"':
		return r.tagged(at, r.quoted())
	case c == '[':
		return Array{Items: r.jsonItems()}
	case c == '{':
		return r.jsonObject()
	case isNameByte(c, false):
		switch r.Ident() {
		case "null":
			return Nil{}
		case "true":
			return Bool(true)
		case "false":
			return Bool(false)
		}
		r.pos = at
	}
	r.unexpected("a value (a number is \"i:1\" or \"f:1.0\")")
	return nil
}

// tagged returns the value of a JSON string at offset at.
func (r *TextReader) tagged(at int, s string) Variant {
	tag, text, ok := strings.Cut(s, ":")
	inner := TextReader{text: text}
	var v Variant
	switch {
	case r.err != nil:
		return nil
	case !ok:
	case tag == "s":
		return String(text)
	case tag == "sn":
		return StringName(text)
	case tag == "np" && r.settings.Types["NodePath"] != nil:
		inner = TextReader{text: "[" + string(appendJSONText(nil, text)) + "]", json: true}
		inner.Open()
		v = r.settings.Types["NodePath"].FromArgs(&inner)
	case tag == "i":
		v = Int(inner.Int())
	case tag == "f":
		v = Float(inner.Real())
	}
	if inner.End(); v == nil || inner.err != nil {
		r.failAt(at, Because(ErrSyntax, "expected one of \"i:…\", \"f:…\", \"s:…\", \"sn:…\" and \"np:…\""))
		return nil
	}
	return v
}

func (r *TextReader) jsonItems() []Variant {
	items := []Variant{}
	for r.Open(); r.More(); {
		items = append(items, r.JSON())
	}
	return items
}

// jsonMembers are the members of an object: texts, and where the lists are,
// which can only be read once the type is known.
type jsonMembers struct {
	typ, elem, key, value string
	args, props           int
}

func (r *TextReader) jsonObject() Variant {
	at := r.pos
	m := jsonMembers{args: -1, props: -1}
	r.Expect('{')
	for first := true; r.err == nil && !r.Accept('}'); first = false {
		if !first {
			r.Expect(',')
		}
		name := r.quoted()
		r.Expect(':')
		switch name {
		case "type":
			m.typ = r.quoted()
		case "elem_type":
			m.elem = r.quoted()
		case "key_type":
			m.key = r.quoted()
		case "value_type":
			m.value = r.quoted()
		case "args":
			m.args = r.skipList(m.args)
		case "props":
			m.props = r.skipList(m.props)
		default:
			r.Fail(Because(ErrSyntax, "unknown member "+clip(name)))
		}
	}
	end := r.pos
	v := r.typed(at, m)
	if r.err == nil {
		r.pos = end
	}
	return v
}

// typed returns the value of an object at offset at.
func (r *TextReader) typed(at int, m jsonMembers) Variant {
	if r.err != nil {
		return nil
	}
	list := m.args
	if m.props >= 0 {
		list = m.props
	}
	prototype := r.settings.Types[m.typ]
	switch r.pos = list; {
	case m.typ == "":
		r.failAt(at, Because(ErrSyntax, "an object without a type"))
	case m.args >= 0 && m.props >= 0:
		r.failAt(at, Because(ErrSyntax, "an object with args and props"))
	case m.props >= 0:
		var names []string
		var values []Variant
		for r.Open(); r.More(); {
			names = append(names, r.quoted())
			if !r.More() {
				r.unexpected("a property's value")
			}
			values = append(values, r.JSON())
		}
		return r.newObject(at, m.typ, names, values)
	case m.typ == "Array" && list >= 0:
		a := Array{Items: r.jsonItems(), Elem: jsonElement(m.elem)}
		for i := range a.Items {
			r.conform(at, &a.Items[i], a.Elem)
		}
		return a
	case m.typ == "Dictionary" && list >= 0:
		d := Dictionary{Key: jsonElement(m.key), Value: jsonElement(m.value)}
		d.Pairs = r.jsonPairs(at, d.Key, d.Value)
		return d
	case prototype == nil:
		r.failAt(at, Because(ErrSyntax, "unknown type "+clip(m.typ)))
	case list < 0: // Godot writes no list for an RID and the like
		inner := TextReader{text: "[]", json: true}
		inner.Open()
		v := prototype.FromArgs(&inner)
		if inner.err != nil {
			r.failAt(at, Because(ErrSyntax, m.typ+" without args"))
		}
		return v
	default:
		r.Open()
		return prototype.FromArgs(r)
	}
	return nil
}

func (r *TextReader) jsonPairs(at int, key, value *ElementType) []Pair {
	var pairs []Pair
	var keys textKeys
	for r.Open(); r.More(); {
		p := Pair{Key: r.JSON()}
		if !r.More() {
			r.unexpected("a key's value")
		}
		p.Value = r.JSON()
		r.conform(at, &p.Key, key)
		r.conform(at, &p.Value, value)
		if r.err != nil {
			return nil
		}
		if i := keys.add(pairs, p.Key); i >= 0 {
			pairs[i].Value = p.Value
		} else {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

func jsonElement(name string) *ElementType {
	if name == "" {
		return nil
	}
	if t, ok := TypeByName(name); ok {
		return &ElementType{Type: t}
	}
	if strings.Contains(name, "/") { // no class, but a script's path
		return &ElementType{Type: TypeObject, Script: name}
	}
	return &ElementType{Type: TypeObject, Class: name}
}

// skipList passes over a list and returns where it begins. before is what it
// returned for a list of the same name, -1 for none.
func (r *TextReader) skipList(before int) int {
	switch {
	case r.peek() != '[':
		r.unexpected("'['")
		return -1
	case before >= 0:
		r.Fail(Because(ErrSyntax, "a member that comes twice"))
		return -1
	case r.ends == nil:
		r.ends = brackets(r.text)
	}
	at := r.pos
	if end := int(r.ends[at]); end > 0 {
		r.pos = end + 1
	} else {
		r.failAt(len(r.text), Because(ErrTruncated, "a list without an end"))
	}
	return at
}

// brackets returns, by its offset, where each bracket and brace is closed.
func brackets(text string) []int32 {
	ends := make([]int32, len(text))
	var open []int32
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			open = append(open, int32(i))
		case ']', '}':
			if n := len(open) - 1; n >= 0 {
				ends[open[n]], open = int32(i), open[:n]
			}
		}
	}
	return ends
}

// UnmarshalJSON reads the canonical JSON of one value of type T; null changes
// nothing, as encoding/json has it. It is what the UnmarshalJSON methods call.
func UnmarshalJSON[T Variant](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	s := TextSettings{}
	if c, ok := Variant(*dst).(Constructible); ok {
		s.Types = map[string]Constructible{(*dst).Type().String(): c}
	}
	r := NewJSONReader(string(data), s)
	v := r.JSON()
	r.End()
	t, ok := v.(T)
	if r.err == nil && !ok {
		r.failAt(0, Because(ErrSyntax, "a "+v.Type().String()+" where a "+(*dst).Type().String()+" belongs"))
	}
	if r.err == nil {
		*dst = t
	}
	return r.Err()
}
