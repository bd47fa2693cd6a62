package parse

import (
	"strings"
	"sync"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A parser reads values. After the first error of its Reader, all reads fail with that error.
type parser struct {
	*token.Reader
	// Made, if not nil, is called for each object and file in a text.
	Made func(Made)

	o           Options
	customTypes map[string]variant.Constructible // Options.Types by name
	depth       int
	steps       []variant.Step // to the value that is read; only with Made

	itemStack token.Stack[variant.Variant] // items of the arrays that are being read
	pairStack token.Stack[variant.Pair]    // pairs of the dictionaries that are being read
	shapes    token.Shapes[variant.Variant]
	numbers   wire.KeyNumbers // numbers of the keys that are containers
}

// parsers has parsers for the next calls.
var parsers = sync.Pool{New: func() any { return newParser() }}

func newParser() *parser { return &parser{Reader: new(token.Reader)} }

// start begins to read the text s.
func (p *parser) start(s string, o Options) {
	*p.Reader = *token.NewTextReader(s)
	p.Single = o.Single
	p.Strict = o.Strict

	if o.MaxDepth <= 0 || o.MaxDepth > defaultMaxDepth {
		o.MaxDepth = defaultMaxDepth
	}
	p.o = o

	if len(o.Types) > 0 {
		p.customTypes = make(map[string]variant.Constructible, len(o.Types))
	}

	for _, t := range o.Types {
		p.customTypes[nilsafe.Name(t)] = t
	}
}

// release keeps the parser of Text for another call, without what it has read.
func (p *parser) release() {
	p.itemStack.Reset()
	p.pairStack.Reset()
	p.shapes.Reset()

	*p.Reader = token.Reader{}
	p.o = Options{}
	p.customTypes = nil
	p.depth = 0
	p.numbers = wire.KeyNumbers{}

	parsers.Put(p)
}

func (p *parser) failAt(at int, kind error, why string) { p.FailAt(at, variant.Because(kind, why)) }

// prototype returns the prototype of the type with a name, or nil if the name is unknown.
func (p *parser) prototype(name string) variant.Constructible {
	if p.customTypes != nil && p.customTypes[name] != nil {
		return p.customTypes[name]
	}
	return engineTypes[name]
}

// conform converts *v to the element type. *v is the part of a container at offset at.
func (p *parser) conform(at int, v *variant.Variant, elem *variant.ElementType, part variant.Step) {
	if p.Failed() {
		return
	}

	x, err := elem.Convert(*v)
	if err != nil {
		p.FailAt(at, err)
		p.addStep(part)
		return
	}

	*v = x
}

// addStep adds a step to the path of the error, if there is an error.
func (p *parser) addStep(part variant.Step) {
	if p.Failed() {
		p.Inside(stepText(part))
	}
}

// stepText returns a step as it is written in the path of an error: ["hp"] or [3].
func stepText(s variant.Step) string {
	return strings.TrimPrefix(variant.NewError("", []variant.Step{s}, nil, nil).Path, "$")
}

func itemStep(i int) variant.Step { return variant.Step{Kind: variant.StepIndex, Index: i} }

func pairStep(i int) variant.Step { return variant.Step{Kind: variant.StepPairKey, Index: i} }

func keyStep(key variant.Variant) variant.Step {
	return variant.Step{Kind: variant.StepKey, Key: key}
}

// object returns the object with a class and properties, or fails at offset at.
func (p *parser) object(at int, class string, properties []objects.Property) variant.Variant {
	if p.Failed() {
		return nil
	}

	o, err := p.newObject(class, properties)
	if err != nil {
		p.FailAt(at, err)
	}

	return o
}

// newObject returns an instance ID for an EncodedObjectAsID, and a full object for any other class.
func (p *parser) newObject(class string, properties []objects.Property) (variant.Variant, error) {
	if class == "" {
		return nil, variant.Because(variant.ErrSyntax, "an object without a class")
	}

	o := objects.Object{}.FromJSONObject(class, properties)
	if o.ID == 0 && !p.o.Objects {
		return nil, variant.Because(variant.ErrObject, "the option Objects accepts a "+class)
	}

	return o, nil
}

// jsonObject returns the object of a class in JSON.
func (p *parser) jsonObject(class string, pairs []variant.Pair) (variant.Variant, error) {
	var properties []objects.Property
	for _, pair := range pairs {
		properties = append(properties, objects.Prop(string(pair.Key.(variant.String)), pair.Value))
	}
	return p.newObject(class, properties)
}

// made calls Made, unless the text has a fault.
func (p *parser) made(m Made) {
	if p.Made == nil || p.Failed() {
		return
	}

	m.Steps = p.steps
	p.Made(m)
}
