package tree

import (
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// This file splits a [variant.Constructible] into its arguments, and builds values from arguments.

// arguments returns the constructor arguments of v. An argument that is itself a value, such as the
// origin of a Transform3D, is not split into its numbers.
func arguments(v variant.Constructible) []variant.Variant {
	var all []variant.Variant
	v.ToArgs(&yielder{yield: func(arg variant.Variant) bool {
		all = append(all, arg)
		return true
	}})
	return all
}

// numbers returns the numbers and texts of v. If an argument of v is itself a value, such as the
// origin of a Transform3D, it returns the numbers of that value.
func numbers(v variant.Constructible) []variant.Variant {
	var c collector
	v.ToArgs(&c)
	return c.args
}

// construct returns the value with the given arguments. They must have the types of the prototype's
// arguments.
func construct(prototype variant.Constructible, args []variant.Variant) (variant.Variant, error) {
	r := argsReader{parts: args}
	v := prototype.FromArgs(&r)

	if r.More() {
		r.Fail(variant.Because(variant.ErrWrongType,
			nilsafe.Name(prototype)+" takes fewer arguments"))
	}
	if r.err != nil {
		return nil, r.err
	}

	return v, nil
}

// A collector keeps the arguments that a method ToArgs writes, as values.
type collector struct{ args []variant.Variant }

var _ notation.ArgsWriter = (*collector)(nil)

func (c *collector) Real(f float64) { c.args = append(c.args, variant.Float(f)) }
func (c *collector) Int(i int64)    { c.args = append(c.args, variant.Int(i)) }
func (c *collector) Uint(u uint64)  { c.args = append(c.args, variant.Int(u)) }
func (c *collector) Text(s string)  { c.args = append(c.args, variant.String(s)) }
func (c *collector) RowMajor() bool { return false }

// An argsReader yields arguments to FromArgs.
type argsReader struct {
	parts   []variant.Variant // arguments after the current one
	numbers []variant.Variant // unread numbers of the current argument
	err     error
}

var _ notation.Args = (*argsReader)(nil)

func (r *argsReader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *argsReader) More() bool { return r.err == nil && r.peek() != nil }

func (r *argsReader) RowMajor() bool { return false }

func (r *argsReader) IsText() bool {
	_, ok := r.peek().(variant.String)
	return ok
}

func (r *argsReader) peek() variant.Variant {
	for len(r.numbers) == 0 && len(r.parts) > 0 {
		if c, ok := r.parts[0].(variant.Constructible); ok {
			r.numbers = numbers(c)
		} else {
			r.numbers = r.parts[:1]
		}
		r.parts = r.parts[1:]
	}

	if len(r.numbers) == 0 {
		return nil
	}

	return r.numbers[0]
}

// nextArg returns the next argument, which must be a T.
func nextArg[T variant.Variant](r *argsReader) T {
	v := r.peek()
	t, ok := v.(T)
	if !ok {
		r.Fail(variant.Because(variant.ErrWrongType, nilsafe.Name(v)+" and not "+nilsafe.Name(t)))
	}

	if r.err != nil {
		var none T
		return none
	}

	r.numbers = r.numbers[1:]
	return t
}

func (r *argsReader) Real() float64    { return float64(nextArg[variant.Float](r)) }
func (r *argsReader) Double() float64  { return r.Real() }
func (r *argsReader) Float32() float32 { return math.Float32frombits(float.Bits(r.Real())) }
func (r *argsReader) Int() int64       { return int64(nextArg[variant.Int](r)) }
func (r *argsReader) Uint() uint64     { return uint64(r.Int()) }
func (r *argsReader) Text() string     { return string(nextArg[variant.String](r)) }

// A yielder passes each argument to the function yield, until yield returns false. It passes a
// number as a Float or an Int, and a text as a String. A part that is itself a value, such as the
// origin of a Transform3D, counts as one argument.
type yielder struct {
	yield func(variant.Variant) bool
	ended bool
}

var _ token.PartsWriter = (*yielder)(nil)

func (y *yielder) Real(f float64) { y.pass(variant.Float(f)) }
func (y *yielder) Int(i int64)    { y.pass(variant.Int(i)) }
func (y *yielder) Uint(u uint64)  { y.pass(variant.Int(u)) }
func (y *yielder) Text(s string)  { y.pass(variant.String(s)) }
func (y *yielder) RowMajor() bool { return false }

func (y *yielder) Part(v any) {
	part, _ := v.(variant.Variant)
	y.pass(part)
}

func (y *yielder) Parts(n int, at func(i int) any) {
	for i := 0; i < n && !y.ended; i++ {
		y.Part(at(i))
	}
}

func (y *yielder) pass(v variant.Variant) {
	y.ended = y.ended || !y.yield(v)
}

// argument returns argument i of v as a value, and the number n of all arguments. If v has no
// argument i, it returns nil and n. A part that is itself a value, such as the origin of a
// Transform3D or an element of a packed array, counts as one argument.
func argument(v variant.Constructible, i int) (arg variant.Variant, n int) {
	f := finder{index: i}
	v.ToArgs(&f)
	return f.found, f.n
}

// A finder gets arguments and keeps the argument with this index.
type finder struct {
	index, n int
	found    variant.Variant
}

// next counts one more argument, and reports whether it is the wanted argument.
func (f *finder) next() bool {
	f.n++
	return f.n-1 == f.index
}

func (f *finder) Real(x float64) {
	if f.next() {
		f.found = variant.Float(x)
	}
}

func (f *finder) Int(i int64) {
	if f.next() {
		f.found = variant.Int(i)
	}
}

func (f *finder) Uint(u uint64) {
	if f.next() {
		f.found = variant.Int(u)
	}
}

func (f *finder) Text(s string) {
	if f.next() {
		f.found = variant.String(s)
	}
}

// RowMajor returns false: the parts of a Basis are its axes.
func (f *finder) RowMajor() bool { return false }

// Part counts v as one argument, even if v has arguments itself. It stores v if its index is want.
func (f *finder) Part(v any) {
	if f.next() {
		f.found, _ = v.(variant.Variant)
	}
}

// Parts counts n parts, each as one argument. It stores the part whose index is want.
func (f *finder) Parts(n int, at func(i int) any) {
	if i := f.index - f.n; i >= 0 && i < n {
		f.found, _ = at(i).(variant.Variant)
	}
	f.n += n
}
