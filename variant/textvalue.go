package variant

import "strconv"

// Value reads one value, whatever it is. It returns nil after an error.
func (r *TextReader) Value() Variant {
	if r.depth > r.settings.MaxDepth {
		r.Fail(ErrDepth)
	}
	r.depth++
	v := r.value()
	r.depth--
	if r.err != nil {
		return nil
	}
	return v
}

func (r *TextReader) value() Variant {
	c := r.peek()
	switch {
	case c == '{':
		return Dictionary{Pairs: r.pairs()}
	case c == '[':
		return Array{Items: r.items()}
	case c == '"':
		return String(r.quoted())
	case c == '&':
		if r.pos++; r.peek() != '"' {
			r.unexpected("a quoted name")
		}
		return StringName(r.quoted())
	case c == '#':
		return r.color()
	case c == '-' || c >= '0' && c <= '9':
		return r.number().variant()
	case isNameByte(c, false):
		return r.named()
	}
	r.unexpected("a value")
	return nil
}

// named reads a value that begins with a name.
func (r *TextReader) named() Variant {
	at := r.pos
	name := r.Ident()
	switch name {
	case "true", "false":
		return Bool(name == "true")
	case "null", "nil":
		return Nil{}
	case "inf", "inf_neg", "nan":
		r.pos = at
		return r.number().variant()
	case "Array":
		return r.typedArray()
	case "Dictionary":
		return r.typedDictionary()
	}
	if name == "Object" || name == "Resource" {
		return r.object(at, name)
	}
	prototype := r.settings.Types[name]
	if prototype == nil {
		r.failAt(at, Because(ErrSyntax, "unknown name "+clip(name)))
		return nil
	}
	r.Open()
	return prototype.FromArgs(r)
}

// items reads an array's items, brackets included.
func (r *TextReader) items() []Variant {
	items := []Variant{}
	r.Expect('[')
	for r.err == nil && !r.Accept(']') {
		items = append(items, r.Value())
		if !r.Accept(',') && r.peek() != ']' {
			r.unexpected("',' or ']'")
		}
	}
	return items
}

// pairs reads a dictionary's pairs, braces included. A key that comes twice stays
// where it was and takes the last value.
func (r *TextReader) pairs() []Pair {
	var pairs []Pair
	var keys textKeys
	r.Expect('{')
	for r.err == nil && !r.Accept('}') {
		key := r.Value()
		r.Expect(':')
		value := r.Value()
		if r.err != nil {
			break
		}
		if at := keys.add(pairs, key); at >= 0 {
			pairs[at].Value = value
		} else {
			pairs = append(pairs, Pair{key, value})
		}
		if !r.Accept(',') && r.peek() != '}' {
			r.unexpected("',' or '}'")
		}
	}
	return pairs
}

// textKeys finds a dictionary's keys: one by one while they are few, by the
// bytes that tell them apart when they are many.
type textKeys struct{ many map[string]int }

// add returns the position of key in pairs, or -1, and then notes the key as the
// next one's.
func (k *textKeys) add(pairs []Pair, key Variant) int {
	if len(pairs) < few {
		for i := range pairs {
			if KeyEqual(pairs[i].Key, key) {
				return i
			}
		}
		return -1
	}
	if k.many == nil {
		k.many = make(map[string]int, 2*few)
		for i := range pairs {
			k.many[keyBytes(pairs[i].Key)] = i
		}
	}
	name := keyBytes(key)
	if i, ok := k.many[name]; ok {
		return i
	}
	k.many[name] = len(pairs)
	return -1
}

// keyBytes returns text that is the same for equal keys and no others.
func keyBytes(key Variant) string {
	if s, ok := keyText(key); ok {
		return s
	}
	b, _ := keyed.appendValue([]byte{0xFF}, key) // no text begins so
	return string(b)
}

// typedArray reads what follows "Array": [int]([1, 2]), or ([1, 2]) without a
// type.
func (r *TextReader) typedArray() Variant {
	var elem *ElementType
	if r.Accept('[') {
		elem = r.elementType()
		r.Expect(']')
	}
	r.Expect('(')
	at := r.pos
	a := Array{Items: r.items(), Elem: elem}
	for i := range a.Items {
		r.conform(at, &a.Items[i], elem)
	}
	r.Expect(')')
	return a
}

// typedDictionary reads what follows "Dictionary": [String, int]({"a": 1}).
func (r *TextReader) typedDictionary() Variant {
	var d Dictionary
	if r.Accept('[') {
		d.Key = r.elementType()
		r.Expect(',')
		d.Value = r.elementType()
		r.Expect(']')
	}
	r.Expect('(')
	at := r.pos
	d.Pairs = r.pairs()
	for i := range d.Pairs {
		r.conform(at, &d.Pairs[i].Key, d.Key)
		r.conform(at, &d.Pairs[i].Value, d.Value)
	}
	r.Expect(')')
	return d
}

// elementType reads int, Node or Resource("res://enemy.gd"); nil is Variant.
func (r *TextReader) elementType() *ElementType {
	r.peek()
	at := r.pos
	name := r.Ident()
	switch name {
	case "":
		r.unexpected("a type")
	case "Variant":
		return nil
	case "Resource":
		if r.Accept('(') {
			script := r.quoted()
			r.Expect(')')
			return &ElementType{Type: TypeObject, Script: script}
		}
	}
	if t, ok := TypeByName(name); ok {
		if t == TypeNil {
			r.failAt(at, Because(ErrSyntax, "no container is of type Nil"))
		}
		return &ElementType{Type: t}
	}
	return &ElementType{Type: TypeObject, Class: name}
}

// conform makes *v, in the container at offset at, one of the element type, by
// the conversions that lose nothing and that the engine does as well.
func (r *TextReader) conform(at int, v *Variant, elem *ElementType) {
	if r.err != nil || elem == nil || accepts(elem.Type, (*v).Type(), false) {
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
	r.failAt(at, Because(ErrElementType, (*v).Type().String()+" in a container of "+elem.Type.String()))
}

// object reads what follows "Object" or "Resource", which began at offset at:
// (Timer,"wait_time":1.0), or ("res://icon.png").
func (r *TextReader) object(at int, name string) Variant {
	var names []string
	var values []Variant
	r.Open()
	if name == "Resource" {
		for r.More() { // a uid may stand before the path
			names, values = []string{"resource_path"}, []Variant{String(r.quoted())}
		}
	} else {
		name = r.Ident()
		for r.first = false; r.More(); {
			names = append(names, r.quoted())
			r.Expect(':')
			values = append(values, r.Value())
		}
	}
	return r.newObject(at, name, names, values)
}

func (r *TextReader) newObject(at int, class string, names []string, values []Variant) Variant {
	switch {
	case r.err != nil:
		return nil
	case class == "":
		r.failAt(at, Because(ErrSyntax, "an object without a class"))
		return nil
	case r.settings.Object == nil:
		r.failAt(at, ErrObject)
		return nil
	}
	v, err := r.settings.Object(class, names, values)
	if err != nil {
		r.failAt(at, err)
	}
	return v
}

// color reads #rrggbb, #rgb or either with alpha.
func (r *TextReader) color() Variant {
	at := r.pos
	r.pos++
	start := r.pos
	for r.pos < len(r.text) && isNameByte(r.text[r.pos], true) {
		r.pos++
	}
	digits := r.text[start:r.pos]
	if len(digits) == 3 || len(digits) == 4 {
		var doubled []byte
		for i := range len(digits) {
			doubled = append(doubled, digits[i], digits[i])
		}
		digits = string(doubled)
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	bits, err := strconv.ParseUint(digits, 16, 32)
	prototype := r.settings.Types["Color"]
	if err != nil || len(digits) != 8 || prototype == nil {
		r.failAt(at, Because(ErrSyntax, "not a colour"))
		return nil
	}
	c := TextReader{first: true, text: "(" + FormatReal(float64(float32(bits>>24)/255))}
	for shift := 16; shift >= 0; shift -= 8 {
		c.text += ", " + FormatReal(float64(float32(bits>>shift&255)/255))
	}
	c.text += ")"
	c.Open()
	return prototype.FromArgs(&c)
}
