package plan

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// An encoder is the state of one call of Marshal or ToVariant.
type encoder struct {
	w             *wire.Writer
	to            *forms.Format // format of the caller; w may have the format scratch instead
	followed      int           // number of pointers and interfaces that led to the value
	unconvertible bool          // the error is from a plan, and not from the Writer

	// toVariant is true if this package will make a Variant from the packet that is written, see
	// the method variant. Such a packet has a reference in place of each Variant in it: an index of
	// the field values.
	toVariant bool

	values []variant.Variant
	depth  int // number of open containers
}

// newEncoder returns the encoder that is attached to w. If there is none, it attaches a new
// encoder.
func newEncoder(w *wire.Writer, to *forms.Format) *encoder {
	kept := w.Attached()
	e, ok := (*kept).(*encoder)
	if !ok {
		e = new(encoder)
		*kept = e
	}

	*e = encoder{w: w, to: to, values: e.values[:0]}
	return e
}

// has reports whether the dialect has a type.
func (e *encoder) has(t variant.Type) bool { return e.to.Has(t) }

// decimals returns the precision of the Floats that are written for decimals.
func (e *encoder) decimals() variant.Precision {
	if e.to.Spec.Float == dialect.FloatPlain32 {
		return variant.Single
	}
	return variant.Double
}

// release drops the values that e holds, because the Writer keeps e for its next packet.
func (e *encoder) release() {
	if cap(e.values) > 0 {
		e.values = emptied(e.values)
	}
}

// fail sets err as the error of the Writer, unless the Writer already has an error. If it sets err,
// it also sets e.unconvertible, because err is from a plan and not from the Writer.
func (e *encoder) fail(err error) {
	e.unconvertible = e.unconvertible || !e.w.Failed()
	_ = e.w.Fail(err) // the Writer stores the error
}

// maxFollowed is the limit for the number of pointers and interfaces around a value. A value with
// more of them must contain itself.
const maxFollowed = 10_000

// follow counts a pointer or interface. If there are too many, it fails and returns false, because
// then the pointer leads to itself.
func (e *encoder) follow() bool {
	if e.followed >= maxFollowed {
		e.fail(variant.Because(variant.ErrDepth, "a pointer leads back to itself"))
		return false
	}
	e.followed++
	return true
}

// open begins a container of n parts. If it returns true, the caller writes the parts and then
// calls close.
func (e *encoder) open(t variant.Type, n int) (wire.Mark, bool) {
	if e.toVariant {
		if e.depth == forms.MaxDepth {
			e.fail(variant.ErrDepth)
			return wire.Mark{}, false
		}
		e.depth++
	}
	return e.w.PartOpen(t, n)
}

func (e *encoder) close(m wire.Mark) {
	if e.toVariant {
		e.depth--
	}
	e.w.Close(m)
}

// value writes a Variant.
func (e *encoder) value(v variant.Variant) {
	if !e.toVariant {
		(*variant.Writer)(e.w).Value(v)
		return
	}

	if v == nil {
		v = variant.Nil{}
	}

	e.w.PartWord(typeReference, uint32(len(e.values)))
	e.values = append(e.values, e.checked(v))
}

// variant calls the function write, and returns the value that write has written, as a Variant. It
// returns nil after an error.
func (e *encoder) variant(write func(*encoder, place), p place) (v variant.Variant) {
	w := e.w
	outer := e.toVariant
	first := len(e.values)
	buf := buffers.Get().(*[]byte)
	e.toVariant = true

	b, ok := w.WriteWith(scratch, (*buf)[:0], func(in *wire.Writer) {
		e.w = in
		write(e, p)
	})

	e.w = w
	e.toVariant = outer

	if ok {
		_ = packets.Read(scratch, b, packets.Alone, func(r *wire.Reader) { v = e.build(r) })
	}

	clear(e.values[first:])
	e.values = e.values[:first]
	keepBuffer(buf, b)

	return v
}

// build returns the next value of r as a Variant. The method variant has made the data of r, with
// references to e.values. A Dictionary in the result keeps its repeated keys.
func (e *encoder) build(r *wire.Reader) variant.Variant {
	switch t, _ := r.NextType(variant.TypeNil); t {
	case typeReference:
		i, _ := r.NextWord(typeReference, variant.TypeNil)
		return e.values[i]

	case variant.TypeArray:
		n, _, _ := r.NextArray(variant.TypeNil)
		items := make([]variant.Variant, n)
		for i := range items {
			items[i] = e.build(r)
		}

		r.Leave()
		return variant.Array{Items: items}

	case variant.TypeDictionary:
		n, _, _, _ := r.NextDictionary(variant.TypeNil)
		pairs := make([]variant.Pair, n)
		for i := range pairs {
			pairs[i].Key = e.build(r)
			pairs[i].Value = e.build(r)
		}

		r.Leave()
		return variant.Dictionary{Pairs: pairs}

	default:
		return packets.NextValue(r, variant.TypeNil)
	}
}

// checked returns v. It fails if the format is finite and v has a number that is not finite.
func (e *encoder) checked(v variant.Variant) variant.Variant {
	if e.w.Format().Finite {
		buf := buffers.Get().(*[]byte)
		b, _ := e.w.WriteWith(scratch.FiniteOnly(), (*buf)[:0], func(in *wire.Writer) {
			(*variant.Writer)(in).Value(v)
		})
		keepBuffer(buf, b)
	}
	return v
}
