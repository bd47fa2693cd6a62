package codec

import (
	"reflect"

	"godotvariant/variant"
)

// The option and the tag finite. Cursors refuse the numbers in packets, see
// variant.Format. This file has the tag, and Variants that are no packets yet.

// finite makes the plan of a type whose field has the tag finite.
func (b planner) finite(c *plan, o tag) {
	switch kind := c.typ.Kind(); {
	case kind < reflect.Float32, kind == reflect.String:
		c.bad(badOption(c.typ, "finite is for floats and for what holds them"))
		return
	}
	o.finite = false
	inner := b.with(c.typ, o)
	c.elem, c.plain = inner.elem, inner.plain
	c.write = func(e *encoder, p place) {
		w, outer := e.w, kernel.WriteFinite(e.w)
		inner.write(e, p)
		kernel.WriteResume(w, outer)
	}
	c.read = func(d *decoder, want variant.Type, p place) bool {
		r, outer := d.r, kernel.Finite(d.r)
		ok := inner.read(d, want, p)
		kernel.Resume(r, outer)
		return ok
	}
}

// checked returns v unless it has numbers that are refused. Then it fails.
func (e *encoder) checked(v variant.Variant) variant.Variant {
	if kernel.WriteIsFinite(e.w) {
		buf := buffers.Get().(*[]byte)
		b, _ := kernel.WriteInside(e.w, kernel.FiniteOnly(lossless.format()), (*buf)[:0], func(in *variant.Writer) { in.Value(v) })
		keepBuffer(buf, b)
	}
	return v
}

// kept reads the next packet for a field that holds a Variant. It also returns the offset of the packet.
func (d *decoder) kept(want variant.Type) (v variant.Variant, at int, ok bool) {
	v, at, ok = d.value(want)
	if ok && d.tree && kernel.IsFinite(d.r) {
		buf := buffers.Get().(*[]byte)
		b, _ := kernel.Write(lossless.format(), (*buf)[:0], func(w *variant.Writer) { w.Value(v) })
		kernel.ReadInside(d.r, lossless.format(), b, at, func(in *variant.Reader) { kernel.SkipNext(in, variant.TypeNil) })
		keepBuffer(buf, b)
		ok = !kernel.Failed(d.r)
	}
	return v, at, ok
}
