package parse

import (
	"strconv"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// value reads one value. It returns nil after an error.
func (p *parser) value() variant.Variant {
	if p.depth > p.rules.MaxDepth {
		p.Fail(variant.ErrDepth)
	}

	p.depth++
	v := p.form(p)
	p.depth--

	switch {
	case p.Failed():
		return nil
	case v == nil:
		return variant.Nil{}
	}

	return v
}

// part reads one value inside a container, and adds the step to the path of its error.
func (p *parser) part(part *variant.Step) variant.Variant {
	if p.Made != nil {
		return p.watchedPart(*part)
	}

	v := p.value()
	if p.Failed() {
		p.addStep(*part)
	}

	return v
}

// watchedPart is like part, for a parser whose field Made is set. It also keeps the steps to the
// value, because the function Made gets them.
func (p *parser) watchedPart(part variant.Step) variant.Variant {
	p.steps = append(p.steps, part)
	v := p.value()
	p.steps = p.steps[:len(p.steps)-1]

	p.addStep(part)
	return v
}

// textValue reads one value of constructor text.
func (p *parser) textValue() variant.Variant {
	s, ok := p.Scalar()
	if ok {
		return scalar(s)
	}

	at := p.Offset()
	name := s.Text
	p.Seek(at + len(name))

	switch name {
	case "":
		return p.unnamed(at)
	case "Array":
		return p.typedArray()
	case "Dictionary":
		return p.typedDictionary()
	case "Object":
		return p.textObject(at)
	case "Resource":
		return p.resource(at)

	default:
		if prototype := p.prototype(name); prototype != nil {
			p.Open()
			return prototype.FromArgs(p.Reader)
		}
		p.failAt(at, variant.ErrSyntax, "unknown name "+printable.Clip(name, 64))
	}

	return nil
}

// unnamed reads a value that does not begin with a name. The value begins at the given offset.
func (p *parser) unnamed(at int) variant.Variant {
	switch p.Peek() {
	case '{':
		return variant.Dictionary{Pairs: p.pairs()}
	case '[':
		return variant.Array{Items: p.items()}

	case '#':
		p.Accept('#')
		return p.color(at)
	}

	p.Unexpected("a value")
	return nil
}

func scalar(s token.Scalar) variant.Variant {
	switch s.Kind {
	case token.Bool:
		return variant.Bool(s.Bool())
	case token.Int:
		return variant.Int(s.Int())
	case token.Float:
		return variant.Float(s.Float())
	case token.Text:
		return variant.String(s.Text)
	case token.Name:
		return variant.StringName(s.Text)
	default:
		return variant.Nil{}
	}
}

// items reads an array's items with the brackets around them.
func (p *parser) items() []variant.Variant {
	start := p.itemStack.Len()
	p.Expect('[')

	for !p.Failed() && !p.Accept(']') {
		step := itemStep(p.itemStack.Len() - start)
		p.itemStack.Push(p.part(&step))
		if !p.Accept(',') && p.Peek() != ']' {
			p.Unexpected("',' or ']'")
		}
	}

	items := p.itemStack.Pop(start)
	if items == nil {
		items = []variant.Variant{}
	}

	return items
}

// pairs reads the pairs of a dictionary, and the braces around them. A repeated key keeps its first
// position and gets its last value.
func (p *parser) pairs() []variant.Pair {
	start := p.pairStack.Len()
	shape := p.shapes.At(p.depth - 1)
	// The variable shaped is true as long as the Shape contains all keys that were read. Then no
	// call of packets.Distinct is needed, because the keys in a Shape differ from each other.
	shaped := true
	p.Expect('{')

	for !p.Failed() && !p.Accept('}') {
		n := p.pairStack.Len() - start
		key, known := shape.Next(p.Reader, n)
		if !known {
			key, known = p.key(shape, n)
			shaped = shaped && known
		}

		p.Expect(':')

		if p.Failed() {
			break
		}

		step := keyStep(n, key)
		p.pairStack.Push(variant.Pair{Key: key, Value: p.part(&step)})
		if !p.Accept(',') && p.Peek() != '}' {
			p.Unexpected("',' or '}'")
		}
	}

	pairs := p.pairStack.Pop(start)
	if shaped || p.Failed() {
		return pairs
	}

	return packets.Distinct(&p.numbers, pairs)
}

// key reads key number n of a dictionary. It returns true if it has stored the key in the shape,
// see token.Shape.
func (p *parser) key(shape *token.Shape[variant.Variant], n int) (key variant.Variant, kept bool) {
	p.Peek()
	at := p.Offset()

	step := pairStep(n)
	key = p.part(&step)

	switch text := key.(type) {
	case variant.String:
		kept = shape.Learn(p.Reader, n, at, key, string(text))
	case variant.StringName:
		kept = shape.Learn(p.Reader, n, at, key, string(text))
	default:
		shape.Forget(n)
	}

	return key, kept
}

// typedArray reads the text after "Array": [int]([1, 2]), or ([1, 2]) without a type.
func (p *parser) typedArray() variant.Variant {
	var a variant.Array

	if p.Accept('[') {
		a.Elem = p.elementType()
		p.Expect(']')
	}

	p.Expect('(')
	at := p.Offset()

	a.Items = p.items()
	for i := range a.Items {
		p.conform(at, &a.Items[i], a.Elem, itemStep(i))
	}

	p.Expect(')')
	return a
}

// typedDictionary reads the text after "Dictionary": [String, int]({"a": 1}).
func (p *parser) typedDictionary() variant.Variant {
	var d variant.Dictionary

	if p.Accept('[') {
		d.Key = p.elementType()
		p.Expect(',')
		d.Value = p.elementType()
		p.Expect(']')
	}

	p.Expect('(')
	at := p.Offset()

	d.Pairs = p.pairs()
	for i := range d.Pairs {
		p.conform(at, &d.Pairs[i].Key, d.Key, pairStep(i))
		p.conform(at, &d.Pairs[i].Value, d.Value, keyStep(i, d.Pairs[i].Key))
	}

	if d.Key != nil && !p.Failed() { // if keys are floats, {1: 1, 1.0: 2} has only one key
		d.Pairs = packets.Distinct(&p.numbers, d.Pairs)
	}

	p.Expect(')')
	return d
}

// elementType reads an element type: int, Node or Resource("res://enemy.gd"). It returns nil for
// Variant.
func (p *parser) elementType() *variant.ElementType {
	p.Peek()
	at := p.Offset()

	name := p.Ident()
	switch name {
	case "":
		p.Unexpected("a type")
	case "Variant":
		return nil

	case "Resource":
		if p.Accept('(') {
			script := p.Text()
			p.Expect(')')
			p.made(Made{File: script})
			return &variant.ElementType{Type: variant.TypeObject, Script: script}
		}
	}

	if named, ok := p.rules.Types[name].(Scripter); ok && p.Peek() == '(' {
		p.Open()
		return &variant.ElementType{Type: variant.TypeObject, Script: named.Script(p)}
	}

	if t, ok := dialect.ByName(name); ok {
		if t == variant.TypeNil {
			p.failAt(at, variant.ErrSyntax, "no container is of type Nil")
		}
		return &variant.ElementType{Type: t}
	}

	return &variant.ElementType{Type: variant.TypeObject, Class: name}
}

// textObject reads the text after "Object": (Timer,"wait_time":1.0). The word "Object" is at the
// given offset.
func (p *parser) textObject(at int) variant.Variant {
	var class string
	var properties []objects.Property
	p.Open()

	if p.More() {
		class = p.Ident()
		p.made(Made{Class: class})

		for p.More() {
			name := p.Text()
			p.Expect(':')

			if p.Failed() {
				break
			}

			property := variant.Step{Kind: variant.StepProperty, Index: len(properties), Name: name}
			properties = append(properties, objects.Prop(name, p.part(&property)))
		}
	}

	return p.object(at, class, properties)
}

// resource reads the text after "Resource", an optional uid and the path: ("uid://x",
// "res://icon.png"). The word "Resource" is at the given offset.
func (p *parser) resource(at int) variant.Variant {
	var properties []objects.Property
	for p.Open(); p.More(); {
		file := p.Text()
		p.made(Made{File: file})
		properties = []objects.Property{objects.Prop("resource_path", variant.String(file))}
	}
	return p.object(at, "Resource", properties)
}

// color reads the digits after "#": rgb, rgba, rrggbb or rrggbbaa. The "#" is at the given offset.
func (p *parser) color(at int) variant.Variant {
	digits := p.Word()
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
	if err != nil || len(digits) != 8 {
		p.failAt(at, variant.ErrSyntax, "not a colour")
		return nil
	}

	// An engine prints a component and reads it again, so it is rounded here in the same way.
	component := func(shift int) float64 {
		f, _ := strconv.ParseFloat(token.FormatReal(float64(float32(bits>>shift&255)/255)), 64)
		return f
	}

	return math.Color{R: component(24), G: component(16), B: component(8), A: component(0)}
}
