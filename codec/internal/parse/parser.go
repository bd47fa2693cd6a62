package parse

import (
	"sync"

	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A parser reads values. After the first error of its Reader, all reads fail with that error.
type parser struct {
	*token.Reader
	// Made, if not nil, is called for each object that an engine makes while it reads the text, and
	// for each file that it loads.
	Made func(Made)

	rules *Rules
	form  func(*parser) variant.Variant // reads one value: textValue or jsonValue
	depth int
	path  variant.Path   // the path to the value that has failed, see Cursor.Value
	steps []variant.Step // steps to the value that is read; used only if the field Made is not nil

	itemStack token.Stack[variant.Variant] // items of the arrays that are being read
	pairStack token.Stack[variant.Pair]    // pairs of the dictionaries that are being read
	shapes    token.Shapes[variant.Variant]
	numbers   wire.KeyNumbers // numbers of the large containers in keys
}

// parsers has parsers that are not in use, for later calls.
var parsers = sync.Pool{New: func() any { return newParser() }}

func newParser() *parser { return &parser{Reader: new(token.Reader)} }

// start begins to read the text s.
func (p *parser) start(s string, r *Rules) {
	*p.Reader = *token.NewTextReader(s)
	p.obey(r)
}

// obey sets the rules for the text.
func (p *parser) obey(r *Rules) {
	p.rules = r
	p.Single = r.Single
	p.Strict = r.Strict
	p.Finite = r.Finite
}

// release puts the parser back into the pool, without the data of this call.
func (p *parser) release() {
	p.itemStack.Reset()
	p.pairStack.Reset()
	p.shapes.Reset()

	*p.Reader = token.Reader{}
	p.rules = nil
	p.form = nil
	p.depth = 0
	p.path = nil
	p.numbers = wire.KeyNumbers{}

	parsers.Put(p)
}

// Err returns the first error, a *variant.Error, or nil.
func (p *parser) Err() error {
	if !p.Failed() {
		return nil
	}

	e := variant.NewError(variant.OpParse, nil, nil, p.Reader.Err())
	e.Path = append(p.path, e.Path...)
	return e
}

func (p *parser) failAt(at int, kind error, why string) { p.FailAt(at, variant.Because(kind, why)) }

// prototype returns the prototype of the type with a name, or nil if the name is unknown.
func (p *parser) prototype(name string) variant.Constructible {
	if len(p.rules.Types) == 0 {
		return engineTypes[name]
	}
	return p.registered(name)
}

// registered is called by prototype if the rules have types of the program. A type of the program
// has priority over the engine's type.
func (p *parser) registered(name string) variant.Constructible {
	if own := p.rules.Types[name]; own != nil {
		return own
	}

	engine := engineTypes[name]
	if engine == nil {
		return nil
	}
	if own := p.rules.Types[engine.Type().String()]; own != nil {
		return own
	}
	return engine
}

// conform converts *v to the element type. The value *v begins at the given offset. The argument
// part is the step from the container to *v.
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
		p.Inside(part)
	}
}

func itemStep(i int) variant.Step { return variant.Step{Kind: variant.StepIndex, Index: i} }

func pairStep(i int) variant.Step { return variant.Step{Kind: variant.StepPairKey, Index: i} }

// keyStep returns the step to the value of pair i.
func keyStep(i int, key variant.Variant) variant.Step {
	return variant.Step{Kind: variant.StepKey, Index: i, Key: key}
}

// object returns the object with a class and properties. If there can be no such object, it fails
// at the given offset.
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

// newObject returns an instance ID for an object of class EncodedObjectAsID. For any other class it
// returns a full object.
func (p *parser) newObject(class string, properties []objects.Property) (variant.Variant, error) {
	if class == "" {
		return nil, variant.Because(variant.ErrSyntax, "an object without a class")
	}

	if id := instanceID(class, properties); id != 0 {
		return objects.Object{ID: id}, nil
	}

	if !p.rules.FullObjects {
		return nil, variant.Because(variant.ErrObject, "the option FullObjects accepts a "+class)
	}
	return objects.NewObject(class, properties...), nil
}

// instanceID returns the ID in an object of class EncodedObjectAsID. It returns 0 for other
// objects.
func instanceID(class string, properties []objects.Property) uint64 {
	if class != "EncodedObjectAsID" {
		return 0
	}

	id, _ := objects.NewObject(class, properties...).Get("object_id")
	n, _ := id.(variant.Int)
	return uint64(n)
}

// made calls the function Made of the parser, unless it is nil or the text has an error.
func (p *parser) made(m Made) {
	if p.Made == nil || p.Failed() {
		return
	}

	m.Steps = p.steps
	p.Made(m)
}
