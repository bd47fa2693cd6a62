package codec

import (
	"reflect"

	"godotvariant/variant"
)

// An unmarshaler fills Go values from one of two sources: with a Reader from a
// packet, without one from a tree of values. What is asked of a source stands in
// this file, so that the rules of conversion are written once.
type unmarshaler struct {
	r *variant.Reader

	// fresh: what the destination holds is only memory, and no content to keep.
	fresh bool

	err  error // without a Reader: the first error,
	typ  variant.Type
	path variant.Path // and where, innermost step first

	depth int // without a Reader: of containers, which may contain themselves

	reals [4]float64 // of the vector being read
}

func (u *unmarshaler) release() {
	*u = unmarshaler{}
	unmarshalers.Put(u)
}

// A node is one value of the source: the packet just entered, or the value itself.
type node struct {
	value variant.Variant
	typ   variant.Type
	// foreign: the type is one of the built-in ones, and the value is not the
	// built-in type.
	foreign bool
}

// is reports whether the node is a built-in value of type t.
func (n node) is(t variant.Type) bool { return n.typ == t && !n.foreign }

func (n node) isText() bool {
	return (n.typ == variant.TypeString || n.typ == variant.TypeStringName) && !n.foreign
}

// nodeOf returns the node of a value in a tree.
func nodeOf(v variant.Variant) node {
	switch v := v.(type) {
	case nil:
		return node{value: variant.Nil{}}
	case variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String, variant.StringName,
		variant.Array, variant.Dictionary:
		return node{typ: v.Type(), value: v}
	case Raw:
		if inner, err := v.Value(); err == nil {
			return nodeOf(inner)
		}
		return node{typ: v.Type(), value: v, foreign: true}
	default:
		t := typeOf(v)
		return node{typ: t, value: v, foreign: standsFor(t)}
	}
}

// typeOf is v.Type of a value that may be a nil pointer.
func typeOf(v variant.Variant) (t variant.Type) {
	defer func() {
		if recover() != nil {
			t = variant.TypeUnsupported
		}
	}()
	return v.Type()
}

// standsFor reports whether t is the type of one of the kernel's own values.
func standsFor(t variant.Type) bool {
	switch t {
	case variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat, variant.TypeString,
		variant.TypeStringName, variant.TypeArray, variant.TypeDictionary:
		return true
	default:
		return false
	}
}

// minPart is what each part owes to the container around, a header.
const minPart = 4

// part begins the next part of a container, of which want says what it takes.
func (u *unmarshaler) part(want variant.Type) node {
	t, foreign := u.r.EnterPart(want)
	return node{typ: t, foreign: foreign}
}

// close ends a packet.
func (u *unmarshaler) close() {
	if u.r != nil {
		u.r.Leave()
	}
}

func (u *unmarshaler) failed() bool {
	if u.r != nil {
		return u.r.Failed()
	}
	return u.err != nil
}

func (u *unmarshaler) fail(err error) {
	switch {
	case u.r != nil:
		_ = u.r.FailHeader(err) // it sticks
	case u.err == nil:
		u.err = err
	}
}

// misfit fails because of the value n.
func (u *unmarshaler) misfit(n node, err error) {
	if u.r == nil && u.err == nil {
		u.typ = n.typ
	}
	u.fail(err)
}

// mismatch fails because nothing of n's type goes into a t.
func (u *unmarshaler) mismatch(n node, t reflect.Type) {
	if !u.failed() {
		u.misfit(n, variant.Because(ErrType, n.typ.String()+" into a Go "+t.String()))
	}
}

func (u *unmarshaler) step(s variant.Step) {
	if u.r == nil { // with a Reader, the long way will tell
		u.path = append(u.path, s)
	}
}

// bool, int, float and text return the content of a node of their type.
func (u *unmarshaler) bool(n node) bool {
	if u.r != nil {
		return u.r.Bool()
	}
	return bool(n.value.(variant.Bool))
}

func (u *unmarshaler) int(n node) int64 {
	if u.r != nil {
		return u.r.IntPayload()
	}
	return int64(n.value.(variant.Int))
}

func (u *unmarshaler) float(n node) float64 {
	if u.r != nil {
		return u.r.FloatPayload()
	}
	return float64(n.value.(variant.Float))
}

// text returns old itself if it is the text.
func (u *unmarshaler) text(n node, old string) string {
	if u.r != nil {
		if b := u.r.TextBytes(); string(b) != old {
			return string(b)
		}
		return old
	}
	if s, ok := n.value.(variant.String); ok {
		return string(s)
	}
	s, _ := n.value.(variant.StringName)
	return string(s)
}

// variant returns the node as a value, nil after an error.
func (u *unmarshaler) variant(n node) variant.Variant {
	if u.r != nil {
		return u.r.Payload()
	}
	return n.value
}

// drop passes over the packet just entered.
func (u *unmarshaler) drop() {
	if u.r != nil {
		u.r.Drop()
	}
}

// tree has convert put a node that it is given as a value of a tree.
func (u *unmarshaler) tree(n node, convert func(n node)) {
	r := u.r
	if r == nil {
		convert(n)
		return
	}
	v := u.variant(n)
	if r.Failed() {
		return
	}
	u.r = nil
	convert(nodeOf(v))
	u.r = r
	if u.err != nil {
		u.fail(u.err)
	}
}

// parts are what is left of an open Array or Dictionary.
type parts struct {
	n          int
	key, value variant.Type // to enter them with; the items of an Array are values
	items      []variant.Variant
	pairs      []variant.Pair
}

// enter opens the Array or Dictionary n, until leave.
func (u *unmarshaler) enter(n node) (p parts) {
	if u.depth++; u.r == nil && u.depth > 1024 {
		u.misfit(n, variant.ErrDepth)
		return p
	}
	switch {
	case u.r != nil && n.typ == variant.TypeArray:
		p.n, p.value = u.r.ArrayHead()
	case u.r != nil:
		p.n, p.key, p.value = u.r.DictionaryHead()
	case n.typ == variant.TypeArray:
		p.items = n.value.(variant.Array).Items
		p.n = len(p.items)
	default:
		p.pairs = n.value.(variant.Dictionary).Pairs
		p.n = len(p.pairs)
	}
	return p
}

func (u *unmarshaler) leave() { u.depth-- }

// item begins item i, value the value of pair i, key its key.
func (u *unmarshaler) item(p *parts, i int) node {
	if u.r != nil {
		return u.part(p.value)
	}
	return nodeOf(p.items[i])
}

func (u *unmarshaler) value(p *parts, i int) node {
	if u.r != nil {
		return u.part(p.value)
	}
	return nodeOf(p.pairs[i].Value)
}

func (u *unmarshaler) key(p *parts, i int) node {
	if u.r != nil {
		return u.part(p.key)
	}
	return nodeOf(p.pairs[i].Key)
}

// stepValue adds the step to the value of pair i to an error's path.
func (u *unmarshaler) stepValue(p *parts, i int) {
	if u.r == nil {
		u.step(variant.Step{Kind: variant.StepKey, Key: p.pairs[i].Key})
	}
}
