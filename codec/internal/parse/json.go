package parse

import (
	"strings"

	"godotvariant/internal"
	"godotvariant/objects"
	"godotvariant/variant"
)

// jsonValue reads one value of canonical JSON.
func (p *parser) jsonValue() variant.Variant {
	if v, ok := kernel.ScalarJSON(p.Reader, objects.NodePath{}); ok {
		return v
	}
	switch p.Peek() {
	case '[':
		return variant.Array{Items: p.jsonItems()}
	case '{':
		return p.jsonObject()
	}
	p.Unexpected("a value (a number is \"i:1\" or \"f:1.0\")")
	return nil
}

func (p *parser) jsonItems() []variant.Variant {
	items := []variant.Variant{}
	for p.Open(); p.More(); {
		items = append(items, p.value())
	}
	return items
}

func (p *parser) jsonObject() variant.Variant {
	at := p.Offset()
	m := p.Members()
	end := p.Offset()
	if p.Failed() {
		return nil
	}
	var v variant.Variant
	prototype := p.prototype(m.Type)
	switch {
	case m.Props >= 0:
		p.Seek(m.Props)
		v = p.object(at, m.Type, p.jsonProperties())
	case m.Type == "Array" && m.Args >= 0:
		p.Seek(m.Args)
		v = p.jsonArray(at, jsonElement(m.ElemType))
	case m.Type == "Dictionary" && m.Args >= 0:
		p.Seek(m.Args)
		v = p.jsonDictionary(at, jsonElement(m.KeyType), jsonElement(m.ValueType))
	case prototype == nil:
		p.failAt(at, variant.ErrSyntax, "unknown type "+internal.Clip(m.Type, 64))
	default:
		v = kernel.ConstructJSON(p.Reader, at, m.Args, prototype)
	}
	if !p.Failed() {
		p.Seek(end)
	}
	return v
}

func (p *parser) jsonProperties() []objects.Property {
	var properties []objects.Property
	for p.Open(); p.More(); {
		name := p.Text()
		if !p.More() {
			p.Unexpected("a property's value")
		}
		properties = append(properties, objects.Prop(name, p.value()))
	}
	return properties
}

func (p *parser) jsonArray(at int, elem *variant.ElementType) variant.Variant {
	a := variant.Array{Items: p.jsonItems(), Elem: elem}
	for i := range a.Items {
		p.conform(at, &a.Items[i], elem)
	}
	return a
}

func (p *parser) jsonDictionary(at int, key, value *variant.ElementType) variant.Variant {
	var pairs []variant.Pair
	for p.Open(); p.More(); {
		pair := variant.Pair{Key: p.value()}
		if !p.More() {
			p.Unexpected("a key's value")
		}
		pair.Value = p.value()
		p.conform(at, &pair.Key, key)
		p.conform(at, &pair.Value, value)
		pairs = append(pairs, pair)
	}
	if p.Failed() {
		return nil
	}
	return variant.Dictionary{Pairs: kernel.Distinct(pairs), Key: key, Value: value}
}

// jsonElement returns the element type of a name: a type's, a class's or a script's path.
func jsonElement(name string) *variant.ElementType {
	if name == "" {
		return nil
	}
	if t, ok := variant.TypeByName(name); ok {
		return &variant.ElementType{Type: t}
	}
	if strings.Contains(name, "/") {
		return &variant.ElementType{Type: variant.TypeObject, Script: name}
	}
	return &variant.ElementType{Type: variant.TypeObject, Class: name}
}
