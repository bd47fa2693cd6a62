package codec

import (
	"fmt"

	"godotvariant/variant"
)

// A marshaler takes what Go values are made of, part by part. It has two
// outlets: with a Writer it writes packets, without one it builds a tree, whose
// last finished value is v.
type marshaler struct {
	w *variant.Writer
	v variant.Variant

	err  error        // the first error, with a Writer only if it is not the Writer's,
	path variant.Path // and without one where, innermost step first

	decimalPrecision variant.Precision // of floats that a decimal may become
	depth            int               // without a Writer: of containers
	hops             int               // of pointers and interfaces being followed
}

func (m *marshaler) release() {
	*m = marshaler{}
	marshalers.Put(m)
}

// maxHops is more than pointers in a value of the greatest depth need.
const maxHops = 10_000

// hop follows a pointer or interface, which may lead to itself.
func (m *marshaler) hop() bool {
	if m.hops >= maxHops {
		m.fail(variant.Because(variant.ErrDepth, "pointers without end"))
		return false
	}
	m.hops++
	return true
}

func (m *marshaler) fail(err error) {
	if !m.failed() {
		m.err = err
	}
	if m.w != nil {
		m.w.Fail(err)
	}
}

func (m *marshaler) failed() bool {
	if m.w != nil {
		return m.w.Failed()
	}
	return m.err != nil
}

func (m *marshaler) step(s variant.Step) {
	if m.w != nil {
		m.w.Step(s)
		return
	}
	m.path = append(m.path, s)
}

func (m *marshaler) fault(op string) error {
	return &variant.Error{Op: op, Path: outward(m.path), Err: m.err}
}

// outward returns the text of a path whose innermost step is the first, for an error.
func outward(p variant.Path) string { return kernel.Backwards(p) }

// value puts a whole value.
func (m *marshaler) value(v variant.Variant) {
	if m.w != nil {
		m.w.Value(v)
		return
	}
	m.v = v
}

func (m *marshaler) bool(b bool) {
	if m.w == nil {
		m.v = variant.Bool(b)
		return
	}
	m.w.PutBool(b)
}

func (m *marshaler) int(i int64) {
	if m.w == nil {
		m.v = variant.Int(i)
		return
	}
	m.w.PutInt(i)
}

func (m *marshaler) uint(u uint64) {
	if u > 1<<63-1 {
		m.fail(variant.Because(variant.ErrRange, fmt.Sprintf("%d is more than an int holds", u)))
		return
	}
	m.int(int64(u))
}

func (m *marshaler) float(f float64) {
	if m.w == nil {
		m.v = variant.Float(f)
		return
	}
	m.w.PutFloat(f)
}

func (m *marshaler) text(s string) {
	if m.w == nil {
		m.v = variant.String(s)
		return
	}
	m.w.PutText(s)
}

// container is an Array or Dictionary of which a part is being marshaled.
type container struct {
	mark  variant.Mark
	items []variant.Variant
	pairs []variant.Pair
}

// open begins a container of n parts.
func (m *marshaler) open(t variant.Type, n int) (c container) {
	if m.w != nil {
		c.mark = m.w.Open(t, n)
		return c
	}
	if m.depth++; m.depth > 1024 {
		m.fail(variant.ErrDepth)
	}
	if t == variant.TypeArray {
		c.items = make([]variant.Variant, 0, n)
	} else {
		c.pairs = make([]variant.Pair, 0, n)
	}
	return c
}

// item takes what was marshaled last as item i.
func (m *marshaler) item(c *container, i int) {
	switch {
	case m.failed():
		m.step(variant.Step{Kind: variant.StepIndex, Index: i})
	case m.w == nil:
		c.items = append(c.items, m.v)
	}
}

// key takes what was marshaled last as key i, and returns whether all is well.
func (m *marshaler) key(c *container, i int) bool {
	if m.failed() {
		m.step(variant.Step{Kind: variant.StepPairKey, Index: i})
		return false
	}
	if m.w == nil {
		c.pairs = append(c.pairs, variant.Pair{Key: m.v})
	}
	return true
}

// pair takes what was marshaled last as the value of the key before it.
func (m *marshaler) pair(c *container) {
	if m.w == nil {
		c.pairs[len(c.pairs)-1].Value = m.v
	}
}

func (m *marshaler) close(t variant.Type, c container) {
	switch {
	case m.w != nil:
		m.w.Close(c.mark)
		return
	case t == variant.TypeArray:
		m.v = variant.Array{Items: c.items}
	default:
		m.v = variant.Dictionary{Pairs: c.pairs}
	}
	m.depth--
}

// tree has build put a value, and returns it instead of writing it, nil after an
// error.
func (m *marshaler) tree(build func()) variant.Variant {
	w := m.w
	m.w = nil
	build()
	m.w = w
	switch {
	case m.err == nil:
		return m.v
	case w != nil:
		w.Fail(m.err)
		for _, s := range m.path {
			w.Step(s)
		}
	}
	return nil
}
