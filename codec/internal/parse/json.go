package parse

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
)

// jsonValue reads one value of canonical JSON.
func (p *parser) jsonValue() variant.Variant {
	s, ok := p.JSONScalar()
	switch {
	case ok && s.Kind == token.Path:
		return p.jsonPath(s.Offset(), s.Text)
	case ok:
		return scalar(s)
	}

	switch p.Peek() {
	case '[':
		return variant.Array{Items: p.jsonItems()}
	case '{':
		return p.jsonTyped()
	}

	p.Unexpected(`a value (a number is "i:1" or "f:1.0")`)
	return nil
}

// jsonPath returns the NodePath that the text describes. The text is at the given offset.
func (p *parser) jsonPath(at int, text string) variant.Variant {
	inner := p.Inner("(" + token.Quote(text) + ")")
	inner.Open()
	v := p.prototype("NodePath").FromArgs(inner)
	inner.End()

	if inner.Failed() {
		p.failAt(at, variant.ErrSyntax, "not a path")
		return nil
	}
	return v
}

// jsonItems reads an array's items with the brackets around them.
func (p *parser) jsonItems() []variant.Variant {
	start := p.itemStack.Len()

	for p.Open(); p.More(); {
		p.itemStack.Push(p.value())
		if p.Failed() {
			p.addStep(itemStep(p.itemStack.Len() - start - 1))
		}
	}

	items := p.itemStack.Pop(start)
	if items == nil {
		items = []variant.Variant{}
	}

	return items
}

// jsonTyped reads a JSON object that has the name of the value's type.
func (p *parser) jsonTyped() variant.Variant {
	at := p.Offset()
	m := p.Members()
	end := p.Offset()

	if p.Failed() {
		return nil
	}

	v := p.jsonMembers(at, m)
	if !p.Failed() {
		p.Seek(end)
	}
	return v
}

// jsonMembers returns the value of the JSON object at the given offset. The argument m has the
// members of the object.
func (p *parser) jsonMembers(at int, m token.Members) variant.Variant {
	switch {
	case m.Props >= 0:
		p.Seek(m.Props)
		return p.jsonObject(at, m.Type)

	case m.Type == "Array" && m.Args >= 0:
		p.Seek(m.Args)
		return p.jsonArray(at, m)

	case m.Type == "Dictionary" && m.Args >= 0:
		p.Seek(m.Args)
		return p.jsonDictionary(at, m)
	}

	prototype := p.prototype(m.Type)
	switch {
	case m.Type == "Array", m.Type == "Dictionary":
		p.failAt(at, variant.ErrSyntax, m.Type+" without args")
		return nil

	case prototype == nil:
		p.failAt(at, variant.ErrSyntax, "unknown type "+printable.Clip(m.Type, 64))
		return nil
	}
	return token.Construct(p.Reader, at, m.Args, nilsafe.TypeName(prototype), prototype.FromArgs)
}

// jsonObject reads the names and values of the properties of an object.
func (p *parser) jsonObject(at int, class string) variant.Variant {
	var properties []objects.Property
	for p.Open(); p.More(); {
		name := p.Text()
		if !p.More() {
			p.Unexpected("a property's value")
		}

		step := variant.Step{Kind: variant.StepProperty, Index: len(properties), Name: name}
		properties = append(properties, objects.Prop(name, p.part(&step)))
	}

	return p.object(at, class, properties)
}

// jsonArray reads the items of the typed array at the given offset. The argument m has the members
// of the JSON object around them, such as the element type.
func (p *parser) jsonArray(at int, m token.Members) variant.Variant {
	a := variant.Array{Items: p.jsonItems(), Elem: elementOf(m.ElemType), Shared: m.Shared}
	for i := range a.Items {
		p.conform(at, &a.Items[i], a.Elem, itemStep(i))
	}
	return a
}

// jsonDictionary reads the keys and values of the dictionary at the given offset. The argument m
// has the members of the JSON object around them, such as the types of the keys and of the values.
func (p *parser) jsonDictionary(at int, m token.Members) variant.Variant {
	d := variant.Dictionary{Key: elementOf(m.KeyType), Value: elementOf(m.ValueType),
		Shared: m.Shared}
	start := p.pairStack.Len()
	shape := p.shapes.At(p.depth - 1)
	// shaped is true while every key that was read is a key of the Shape. No two keys of a Shape
	// are equal, so no key is repeated.
	shaped := d.Key == nil

	for p.Open(); p.More(); {
		n := p.pairStack.Len() - start
		key, known := shape.Next(p.Reader, n)
		if !known {
			key, known = p.key(shape, n)
			shaped = shaped && known
		}

		pair := variant.Pair{Key: key}
		p.conform(at, &pair.Key, d.Key, pairStep(n))

		if !p.More() {
			p.Unexpected("a key's value")
			break
		}

		pair.Value = p.value()
		if p.Failed() {
			p.addStep(keyStep(n, pair.Key))
		}

		p.conform(at, &pair.Value, d.Value, keyStep(n, pair.Key))
		p.pairStack.Push(pair)
	}

	d.Pairs = p.pairStack.Pop(start)
	if p.Failed() {
		return nil
	}

	if !shaped {
		d.Pairs = packets.Distinct(&p.numbers, d.Pairs)
	}

	return d
}

// elementOf returns the element type with this name, or nil if the name is empty.
func elementOf(name string) *variant.ElementType {
	if name == "" {
		return nil
	}
	e := token.ElementOf(name)
	return &variant.ElementType{Type: e.Type, Class: e.Class, Script: e.Script}
}
