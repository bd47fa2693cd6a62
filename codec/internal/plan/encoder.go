package plan

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/internal"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// An encoder is the state of one call of Marshal or ToVariant.
type encoder struct {
	w             *wire.Writer
	to            *forms.Format // the format of the caller; w may write the private one
	followed      int           // number of pointers and interfaces around the value
	unconvertible bool          // the error came from a plan, and not from the Writer

	// The packets become a Variant. They may have references to values.
	tree   bool
	values []variant.Variant
	depth  int // number of open containers
}

// newEncoder returns the encoder that w keeps from call to call.
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

// decimals returns the precision of the Floats that decimals become.
func (e *encoder) decimals() variant.Precision {
	if e.to.Dialect.Float == variant.FloatPlain32 {
		return variant.Single
	}
	return variant.Double
}

func (e *encoder) release() {
	e.w = nil
	e.to = nil
	e.values = emptied(e.values)
}

// fail makes err the error of the value that can't be converted, unless there is an error.
func (e *encoder) fail(err error) {
	e.unconvertible = e.unconvertible || !e.w.Failed()
	_ = e.w.Fail(err) // it sticks
}

// maxFollowed is greater than the number of pointers in any value that is not part of itself, up to
// the greatest depth.
const maxFollowed = 10_000

// follow follows a pointer or interface, which may lead to itself.
func (e *encoder) follow() bool {
	if e.followed >= maxFollowed {
		e.fail(variant.Because(variant.ErrDepth, "pointers without end"))
		return false
	}
	e.followed++
	return true
}

// open begins a container of n parts. If it reports true, close ends it.
func (e *encoder) open(t variant.Type, n int) (internal.Mark, bool) {
	if e.tree {
		if e.depth == internal.MaxDepth {
			e.fail(variant.ErrDepth)
			return internal.Mark{}, false
		}
		e.depth++
	}
	return e.w.PartOpen(t, n)
}

func (e *encoder) close(m internal.Mark) {
	if e.tree {
		e.depth--
	}
	e.w.Close(m)
}

// value writes a Variant.
func (e *encoder) value(v variant.Variant) {
	if !e.tree {
		(*variant.Writer)(e.w).Value(v)
		return
	}

	if v == nil {
		v = variant.Nil{}
	}

	e.w.PartWord(typeReference, uint32(len(e.values)))
	e.values = append(e.values, e.checked(v))
}

// variant returns the value that write writes, or nil after an error.
func (e *encoder) variant(write func(*encoder, place), p place) (v variant.Variant) {
	w := e.w
	tree := e.tree
	first := len(e.values)
	buf := buffers.Get().(*[]byte)
	e.tree = true

	b, ok := w.WriteWith(scratch, (*buf)[:0], func(in *wire.Writer) {
		e.w = in
		write(e, p)
	})

	e.w = w
	e.tree = tree

	if ok {
		_ = packets.Read(scratch, b, true, func(r *wire.Reader) { v = e.build(r) })
	}

	clear(e.values[first:])
	e.values = e.values[:first]
	keepBuffer(buf, b)

	return v
}

// build reads a packet that plans have written. It keeps keys that come twice.
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

// checked returns v. It fails if the format is finite and v has a number that is not.
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
