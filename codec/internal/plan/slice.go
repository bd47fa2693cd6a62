package plan

import (
	"math"
	"reflect"
	"strconv"

	"godotvariant/internal/wire"
	math3d "godotvariant/math"
	"godotvariant/variant"
)

// A slicePlan is the plan of a slice.
type slicePlan struct {
	*plan
	elem *plan
	size uintptr    // size of an item in memory
	bulk packedPlan // plan of the packed array of such items; zero if there is none
	// quick has functions that handle many items in one call. Where a function is nil, the plan
	// elem handles each item.
	quick quickItems
}

// slice makes the plan of a slice. The slice is written as a packed array if there is one for its
// elements, and otherwise as an Array.
func (b planner) slice(c *plan, o tag) {
	item := c.typ.Elem()
	s := &slicePlan{plan: c, elem: b.with(item, o.ofItems()), size: item.Size()}
	c.parts = []part{{"[…]", s.elem}}
	c.elem = variant.ElementType{Type: variant.TypeArray}
	c.read = s.readArray

	if !o.text && !o.scaled {
		s.bulk = packedPlans[item]
		s.quick = quickPlans[item]
	}

	switch {
	case o.typed:
		c.write = func(e *encoder, p place) { writeTyped(e, s.elem, s.writeArray, p) }
	case s.bulk.view != nil && !o.array:
		c.elem = variant.ElementType{Type: s.bulk.typ}
		c.write = s.writePacked

	default:
		c.write = s.writeArray
	}
}

// writePacked writes a packed array. If the dialect does not have that type, it writes an Array.
func (s *slicePlan) writePacked(e *encoder, p place) {
	if !e.has(s.bulk.typ) {
		s.writeArray(e, p)
		return
	}
	(*variant.Writer)(e.w).Value(s.bulk.view(p))
}

// writeArray writes an Array of the items.
func (s *slicePlan) writeArray(e *encoder, p place) {
	w, n := e.w, sliceLen(p)
	m, ok := e.open(variant.TypeArray, n)
	if !ok {
		return
	}

	i := 0
	if s.quick.write != nil {
		i = s.quick.write(w, p)
	}

	for ; i < n; i++ {
		s.elem.write(e, itemAt(p, i, s.size))
		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			break
		}
	}

	e.close(m)
}

// readArray reads an Array. readOtherSlice reads the other packets that a slice accepts.
func (s *slicePlan) readArray(d *decoder, want variant.Type, p place) bool {
	n, item, ok := d.r.NextArray(want)
	if !ok {
		return readOtherSlice(s.plan, s.bulk, d, want, p)
	}

	outer := d.fresh
	d.fresh = true

	if n == 0 && sliceCap(p) == 0 {
		valueAt(p, s.typ).Set(reflect.MakeSlice(s.typ, 0, 0))
	}

	setSliceLen(p, min(n, sliceCap(p)))
	ok = s.readItems(d, item, p, n)

	d.fresh = outer
	d.r.Leave()

	return ok
}

// readItems reads n items. Whenever the slice is full, it makes the slice longer.
func (s *slicePlan) readItems(d *decoder, item variant.Type, p place, n int) bool {
	for i := 0; i < n; {
		switch {
		case s.quick.read != nil:
			i = s.quick.read(d.r, item, p, i, n)
			if i == sliceLen(p) {
				continue
			}

		case i == sliceLen(p):
			grow(valueAt(p, s.typ), n)
		}

		if !s.elem.read(d, item, itemAt(p, i, s.size)) {
			setSliceLen(p, i)
			d.r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			return false
		}

		i++
	}

	return true
}

// readOtherSlice reads a packet other than an Array into a slice: Nil, a packed array
// copied in bulk, or any value with items.
func readOtherSlice(c *plan, bulk packedPlan, d *decoder, want variant.Type, p place) bool {
	r, start := d.r, d.r.Offset()
	if r.NextNil(want) {
		valueAt(p, c.typ).SetZero()
		return true
	}

	t, _ := r.NextType(want)
	if read := bulk.reads[t]; read != nil && r.NextPayload(t, want) {
		read(d, start, p)
		r.LeavePayload()
		return !r.Failed()
	}

	return readItems(c, d, want, p, func(t variant.Type) bool {
		return t == variant.TypeNil || bulk.reads[t] != nil
	})
}

// writeTyped writes an Array whose element type comes from the Go type.
func writeTyped(e *encoder, elem *plan, items func(*encoder, place), p place) {
	of := elem.elem
	if of.Type == variant.TypeNil {
		e.fail(badType(elem.typ, "a typed Array needs items of one type"))
		return
	}

	if !e.has(of.Type) { // the dialect may write another type instead
		items(e, p)
		return
	}

	if a, ok := e.variant(items, p).(variant.Array); ok {
		a.Elem = &of
		e.value(a)
	}
}

// firstGrowth is the greatest size, in bytes, of the memory that is allocated only because of a
// count, before items are read. This matters because an item of 4 bytes in the packet may become a
// large Go value.
const firstGrowth = 64 << 10

// longer returns the new length of a full slice of n items of type t. It is at most the limit.
func longer(n int, t reflect.Type, limit int) int {
	return min(limit, max(2*n, firstGrowth/max(1, int(t.Size())), 1))
}

// grow makes a full slice longer, up to the limit.
func grow(v reflect.Value, limit int) {
	n := longer(v.Len(), v.Type().Elem(), limit)
	v.Grow(n - v.Len())
	v.SetLen(n)
}

// quickItems has functions that write and read items of a slice without a plan.
type quickItems struct {
	// write writes the first items. It returns the index of the first item that it does not write,
	// because the item is long or needs a check.
	write func(w *wire.Writer, p place) int

	// read reads item i of the slice at p, and the items after it. It returns the index of the
	// first item that it does not read. It stops at the end of the slice, and at an item that needs
	// the plan of the item type. If the slice has no item i, read first makes the slice longer, but
	// not longer than n items.
	read func(r *wire.Reader, item variant.Type, p place, i, n int) int
}

// room returns the slice of T at p. If the slice has no item i, room makes the slice longer, up to
// the limit.
func room[T any](p place, i, limit int) []T {
	s := at[[]T](p)
	if i == len(*s) {
		*s = append(*s, make([]T, longer(i, reflect.TypeFor[T](), limit)-i)...)
	}
	return *s
}

// quickPlans has the functions for slices of the most frequent types.
var quickPlans = map[reflect.Type]quickItems{
	reflect.TypeFor[int64]():          {writeInts[int64], readInts[int64]},
	reflect.TypeFor[int]():            quickInt(),
	reflect.TypeFor[float64]():        {writeFloats, readFloats},
	reflect.TypeFor[string]():         {writeTexts, readTexts},
	reflect.TypeFor[math3d.Vector3](): {nil, readVectors},
}

// quickInt returns the functions for int. If int has less than 64 bits, the value of a variant.Int
// may not fit into it. Only the plan of int checks this. Then quickInt returns no function that
// reads.
func quickInt() quickItems {
	if strconv.IntSize < 64 {
		return quickItems{writeInts[int], nil}
	}
	return quickItems{writeInts[int], readInts[int]}
}

func writeInts[T int | int64](w *wire.Writer, p place) int {
	s := *at[[]T](p)
	for i, x := range s {
		if int64(x) != int64(int32(x)) || !w.PutWordFast(variant.TypeInt, uint32(x)) {
			return i
		}
	}
	return len(s)
}

func readInts[T int | int64](r *wire.Reader, item variant.Type, p place, i, n int) int {
	for s := room[T](p, i, n); i < len(s); i++ {
		x, ok := r.NextInt(item)
		if !ok {
			break
		}
		s[i] = T(x)
	}
	return i
}

func writeFloats(w *wire.Writer, p place) int {
	s := *at[[]float64](p)
	for i, f := range s {
		x := float32(f)
		if float64(x) != f || !w.PutWordFast(variant.TypeFloat, math.Float32bits(x)) {
			return i
		}
	}
	return len(s)
}

func readFloats(r *wire.Reader, item variant.Type, p place, i, n int) int {
	for s := room[float64](p, i, n); i < len(s); i++ {
		f, ok := r.NextFloat(item)
		if !ok {
			break
		}
		s[i] = f
	}
	return i
}

func writeTexts(w *wire.Writer, p place) int {
	s := *at[[]string](p)
	for i, text := range s {
		if !w.PutTextFast(variant.TypeString, text) {
			return i
		}
	}
	return len(s)
}

func readTexts(r *wire.Reader, item variant.Type, p place, i, n int) int {
	for s := room[string](p, i, n); i < len(s); i++ {
		b, ok := r.NextText(item)
		if !ok {
			break
		}

		if s[i] != string(b) {
			s[i] = r.Share(b)
		}
	}

	return i
}

func readVectors(r *wire.Reader, item variant.Type, p place, i, n int) int {
	for s := room[math3d.Vector3](p, i, n); i < len(s); i++ {
		x, y, z, ok := r.NextReals3(variant.TypeVector3, item)
		if !ok {
			break
		}
		s[i] = math3d.Vector3{X: x, Y: y, Z: z}
	}
	return i
}
