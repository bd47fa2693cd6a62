// Package parse reads whole values of constructor text and canonical JSON, for the
// packages codec/text and codec/jsonvar.
package parse

import (
	"strings"

	"godotvariant/internal"
	"godotvariant/internal/care"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Options are text.ParseOptions and jsonvar.Options.
type Options struct {
	Objects  bool
	Single   bool
	MaxDepth int
	MaxSize  int
	Types    []variant.Constructible
}

// A Scripter is one of the Types that can name the script of a typed container, as ExtResource does
// in Array[ExtResource("1")]([…]).
type Scripter interface {
	variant.Constructible
	// Script reads the arguments and returns the path of the script.
	Script(a notation.Args) string
}

const (
	defaultMaxDepth = internal.MaxDepth
	defaultMaxSize  = 256 << 20
)

// Text returns the value of constructor text.
func Text(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("text")
	}

	p := newParser(textReader(s, o), o)
	return p.whole(p.value())
}

// A Cursor reads values that stand among other text, as in a ConfigFile.
type Cursor struct{ *parser }

// NewCursor returns a Cursor at the start of s.
func NewCursor(s string, o Options) Cursor { return Cursor{newParser(textReader(s, o), o)} }

// Value reads a value. The steps lead to it, the innermost first, for its error.
func (c Cursor) Value(steps ...variant.Step) variant.Variant {
	v := c.value()
	for _, step := range steps {
		c.inside(step)
	}
	return v
}

// JSON returns the value of canonical JSON.
func JSON(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 || o.MaxSize > 1<<31-1 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("JSON")
	}

	p := newParser(nil, o) // for the types and objects alone
	return variant.ReadJSON(s, variant.JSONOptions{Types: p.prototype, Object: p.jsonObject,
		Single: o.Single, MaxDepth: o.MaxDepth})
}

func tooLong(what string) error {
	return &notation.Error{Line: 1, Column: 1, Path: "$",
		Err: variant.Because(variant.ErrLimit, "the "+what+" is longer than MaxSize")}
}

// parser reads values; the errors of its Reader stick.
type parser struct {
	*token.Reader
	o     Options
	own   map[string]variant.Constructible // by name, the types of the options
	depth int

	numbers wire.KeyNumbers // of the containers in keys
}

func textReader(s string, o Options) *token.Reader {
	r := token.NewTextReader(s)
	r.Single = o.Single
	return r
}

func newParser(r *token.Reader, o Options) *parser {
	if o.MaxDepth <= 0 || o.MaxDepth > defaultMaxDepth {
		o.MaxDepth = defaultMaxDepth
	}

	p := &parser{Reader: r, o: o}
	if len(o.Types) > 0 {
		p.own = make(map[string]variant.Constructible, len(o.Types))
	}

	for _, t := range o.Types {
		p.own[care.Name(t)] = t
	}

	return p
}

// whole returns v, which must be the whole text.
func (p *parser) whole(v variant.Variant) (variant.Variant, error) {
	p.End()
	if p.Failed() {
		return nil, p.Err()
	}
	return v, nil
}

// value reads one value of text. It returns nil after an error.
func (p *parser) value() variant.Variant {
	if p.depth > p.o.MaxDepth {
		p.Fail(variant.ErrDepth)
	}

	p.depth++
	v := p.textValue()
	p.depth--

	switch {
	case p.Failed():
		return nil
	case v == nil:
		return variant.Nil{}
	}

	return v
}

func (p *parser) failAt(at int, kind error, why string) { p.FailAt(at, variant.Because(kind, why)) }

// prototype returns the type of a name, nil if there is none.
func (p *parser) prototype(name string) variant.Constructible {
	if c := p.own[name]; c != nil {
		return c
	}
	return types[name]
}

// part reads one value that is the given part of another.
func (p *parser) part(part variant.Step) variant.Variant {
	v := p.value()
	p.inside(part)
	return v
}

// conform converts *v, a part of the container at offset at, to the element type.
func (p *parser) conform(at int, v *variant.Variant, elem *variant.ElementType, part variant.Step) {
	if p.Failed() {
		return
	}

	x, err := elem.Convert(*v)
	if err != nil {
		p.FailAt(at, err)
		p.inside(part)
		return
	}

	*v = x
}

// inside adds a step to the path of the error, if the part that has just been read failed.
func (p *parser) inside(part variant.Step) {
	if p.Failed() {
		p.Inside(stepText(part))
	}
}

// stepText returns the step as paths in errors have it.
func stepText(s variant.Step) string {
	return strings.TrimPrefix(variant.NewError("", []variant.Step{s}, nil, nil).Path, "$")
}

func itemStep(i int) variant.Step { return variant.Step{Kind: variant.StepIndex, Index: i} }

func pairStep(i int) variant.Step { return variant.Step{Kind: variant.StepPairKey, Index: i} }

func keyStep(key variant.Variant) variant.Step {
	return variant.Step{Kind: variant.StepKey, Key: key}
}

// object returns the object at offset at.
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

// newObject returns the instance ID that an EncodedObjectAsID stands for, else a full object.
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

// types are the types made of arguments, by all names that engines read.
var types = byName(
	names{math.Vector2{}, nil},
	names{math.Vector2i{}, nil},
	names{math.Rect2{}, nil},
	names{math.Rect2i{}, nil},
	names{math.Vector3{}, nil},
	names{math.Vector3i{}, nil},
	names{math.Transform2D{}, []string{"Matrix32"}},
	names{math.Vector4{}, nil},
	names{math.Vector4i{}, nil},
	names{math.Plane{}, nil},
	names{math.Quaternion{}, []string{"Quat"}},
	names{math.AABB{}, []string{"Rect3"}},
	names{math.Basis{}, []string{"Matrix3"}},
	names{math.Transform3D{}, []string{"Transform"}},
	names{math.Projection{}, nil},
	names{math.Color{}, nil},
	names{objects.NodePath{}, nil},
	names{objects.RID(0), nil},
	names{objects.Callable{}, nil},
	names{objects.Signal{}, nil},
	names{packed.PackedByteArray{}, []string{"PoolByteArray", "ByteArray"}},
	names{packed.PackedInt32Array{}, []string{"PackedIntArray", "PoolIntArray", "IntArray"}},
	names{packed.PackedInt64Array{}, nil},
	names{packed.PackedFloat32Array{}, []string{"PackedRealArray", "PoolRealArray", "FloatArray"}},
	names{packed.PackedFloat64Array{}, nil},
	names{packed.PackedStringArray{}, []string{"PoolStringArray", "StringArray"}},
	names{packed.PackedVector2Array{}, []string{"PoolVector2Array", "Vector2Array"}},
	names{packed.PackedVector3Array{}, []string{"PoolVector3Array", "Vector3Array"}},
	names{packed.PackedColorArray{}, []string{"PoolColorArray", "ColorArray"}},
	names{packed.PackedVector4Array{}, []string{"PoolVector4Array", "Vector4Array"}},
	names{packed.PackedVector2iArray{}, []string{"PoolVector2iArray"}},
	names{packed.PackedVector3iArray{}, []string{"PoolVector3iArray"}},
	names{packed.PackedVector4iArray{}, []string{"PoolVector4iArray"}},
)

type names struct {
	prototype variant.Constructible
	old       []string // names of older engines
}

func byName(all ...names) map[string]variant.Constructible {
	m := map[string]variant.Constructible{}
	for _, n := range all {
		m[n.prototype.Type().String()] = n.prototype
		for _, name := range n.old {
			m[name] = n.prototype
		}
	}

	return m
}
