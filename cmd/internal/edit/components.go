package edit

import (
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// counterparts are the types with the same components in the other kind of number.
var counterparts = map[variant.Type]variant.Constructible{
	variant.TypeVector2: math.Vector2{}, variant.TypeVector2i: math.Vector2i{},
	variant.TypeVector3: math.Vector3{}, variant.TypeVector3i: math.Vector3i{},
	variant.TypeVector4: math.Vector4{}, variant.TypeVector4i: math.Vector4i{},
	variant.TypeRect2: math.Rect2{}, variant.TypeRect2i: math.Rect2i{},
}

// sameShape are pairs of types whose values differ only in the kind of numbers.
var sameShape = map[variant.Type]variant.Type{
	variant.TypeVector2: variant.TypeVector2i, variant.TypeVector2i: variant.TypeVector2,
	variant.TypeVector3: variant.TypeVector3i, variant.TypeVector3i: variant.TypeVector3,
	variant.TypeVector4: variant.TypeVector4i, variant.TypeVector4i: variant.TypeVector4,
	variant.TypeRect2: variant.TypeRect2i, variant.TypeRect2i: variant.TypeRect2,
}

// numbersOf returns the components of a value as numbers.
func numbersOf(v variant.Constructible) []variant.Variant {
	var w numberWriter
	v.ToArgs(&w)
	return w.numbers
}

// withNumbers returns a value like v with other components, which are of the right type.
func withNumbers(v variant.Constructible, numbers []variant.Variant) (variant.Variant, error) {
	r := &numberReader{rest: numbers}
	out := v.FromArgs(r)
	return out, r.err
}

// converted returns v with the type want, which has the same components.
func converted(v variant.Constructible, want variant.Type) (variant.Variant, bool) {
	prototype := counterparts[want]
	number := variant.TypeFloat
	if _, whole := numbersOf(prototype)[0].(variant.Int); whole {
		number = variant.TypeInt
	}

	numbers := numbersOf(v)
	for i, x := range numbers {
		as, ok := asNumber(x, number)
		if !ok {
			return nil, false
		}
		numbers[i] = as
	}

	out, err := withNumbers(prototype, numbers)
	return out, err == nil
}

// A numberWriter keeps the arguments of a constructor that are numbers.
type numberWriter struct{ numbers []variant.Variant }

func (w *numberWriter) add(v variant.Variant) { w.numbers = append(w.numbers, v) }

func (w *numberWriter) Real(f float64) { w.add(variant.Float(f)) }

func (w *numberWriter) Int(i int64) { w.add(variant.Int(i)) }

func (w *numberWriter) Uint(u uint64) { w.add(variant.Int(u)) }

func (w *numberWriter) Text(s string) { w.add(variant.String(s)) }

func (w *numberWriter) RowMajor() bool { return false }

// A numberReader yields numbers as the arguments of a constructor.
type numberReader struct {
	rest []variant.Variant
	err  error
}

func (r *numberReader) More() bool { return len(r.rest) > 0 }

func (r *numberReader) next() variant.Variant {
	if !r.More() {
		r.Fail(variant.ErrWrongType)
		return variant.Nil{}
	}

	v := r.rest[0]
	r.rest = r.rest[1:]
	return v
}

func (r *numberReader) Real() float64 {
	f, _ := r.next().(variant.Float)
	return float64(f)
}

func (r *numberReader) Double() float64 { return r.Real() }

func (r *numberReader) Float32() float32 { return float32(r.Real()) }

func (r *numberReader) Int() int64 {
	i, _ := r.next().(variant.Int)
	return int64(i)
}

func (r *numberReader) Uint() uint64 { return uint64(r.Int()) }

func (r *numberReader) Text() string { return "" }

func (r *numberReader) IsText() bool { return false }

func (r *numberReader) RowMajor() bool { return false }

func (r *numberReader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

var (
	_ notation.ArgsWriter = (*numberWriter)(nil)
	_ notation.Args       = (*numberReader)(nil)
)
