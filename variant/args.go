package variant

import (
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
	"godotvariant/variant/notation"
)

// This file takes a [Constructible] apart into its arguments, and makes it of them again.

// arguments returns the arguments of v. A part that is a value itself is one argument.
func arguments(v Constructible) []Variant {
	var c partCollector
	v.ToArgs(&c)
	return c.args
}

// numbers returns the arguments of v. A part that is a value itself is all of its numbers.
func numbers(v Constructible) []Variant {
	var c collector
	v.ToArgs(&c)
	return c.args
}

// construct makes a value of arguments. The types of arguments are those of the prototype.
func construct(prototype Constructible, args []Variant) (Variant, error) {
	r := argsReader{parts: args}
	v := prototype.FromArgs(&r)
	if r.More() {
		r.Fail(Because(ErrWrongType, nameOf(prototype)+" has no room for it"))
	}
	if r.err != nil {
		return nil, r.err
	}
	return v, nil
}

// A collector takes arguments as values.
type collector struct{ args []Variant }

var _ notation.ArgsWriter = (*collector)(nil)

func (c *collector) Real(f float64) { c.args = append(c.args, Float(f)) }
func (c *collector) Int(i int64)    { c.args = append(c.args, Int(i)) }
func (c *collector) Uint(u uint64)  { c.args = append(c.args, Int(u)) }
func (c *collector) Text(s string)  { c.args = append(c.args, String(s)) }
func (c *collector) RowMajor() bool { return false }

// A partCollector is a collector that takes parts as a whole.
type partCollector struct{ collector }

var _ token.PartsWriter = (*partCollector)(nil)

func (c *partCollector) Part(v any) {
	part, _ := v.(Variant)
	c.args = append(c.args, part)
}

func (c *partCollector) Parts(n int, at func(i int) any) {
	for i := range n {
		c.Part(at(i))
	}
}

// An argsReader yields arguments to FromArgs.
type argsReader struct {
	parts []Variant // arguments that are left
	open  []Variant // numbers of the part before them
	err   error
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
	_, ok := r.peek().(String)
	return ok
}

func (r *argsReader) peek() Variant {
	for len(r.open) == 0 && len(r.parts) > 0 {
		if c, ok := r.parts[0].(Constructible); ok {
			r.open = numbers(c)
		} else {
			r.open = r.parts[:1]
		}
		r.parts = r.parts[1:]
	}
	if len(r.open) == 0 {
		return nil
	}
	return r.open[0]
}

// nextArg returns the next argument, which must be a T.
func nextArg[T Variant](r *argsReader) T {
	v := r.peek()
	t, ok := v.(T)
	if !ok {
		r.Fail(Because(ErrWrongType, nameOf(v)+" and not "+nameOf(t)))
	}
	if r.err != nil {
		var none T
		return none
	}
	r.open = r.open[1:]
	return t
}

func (r *argsReader) Real() float64    { return float64(nextArg[Float](r)) }
func (r *argsReader) Double() float64  { return r.Real() }
func (r *argsReader) Float32() float32 { return math.Float32frombits(float.Bits(r.Real())) }
func (r *argsReader) Int() int64       { return int64(nextArg[Int](r)) }
func (r *argsReader) Uint() uint64     { return uint64(r.Int()) }
func (r *argsReader) Text() string     { return string(nextArg[String](r)) }
