package decimals

import (
	"math"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"godotvariant/variant"
)

// A Conversion is the result of storing a number in a precision. exact.Conversion documents it.
type Conversion struct {
	Precision            variant.Precision
	Asked, Stored, Error decimal.Decimal
	Outcome              Outcome
}

// An Outcome is the kind of a Conversion's result.
type Outcome uint8

// The outcomes. Package exact documents them.
const (
	Exact Outcome = iota
	Rounded
	Overflow
	Underflow
	NaNBits
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	switch o {
	case Exact:
		return "exact"
	case Rounded:
		return "rounded"
	case Overflow:
		return "overflow"
	case Underflow:
		return "underflow"
	case NaNBits:
		return "payload of NaN cut"
	default:
		return "outcome " + strconv.Itoa(int(o))
	}
}

// Explain returns the result of storing d in single or double precision. Components of vectors have
// single precision in most builds, and Godot's float has double precision. Explain rounds once,
// from the decimal to the precision. A conversion to float64 and then to float32 would round twice,
// and can return a different number.
//
//	19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
func Explain(d decimal.Decimal, p variant.Precision) Conversion {
	c := Conversion{Precision: p, Asked: d}
	f := Nearest(d, p)
	switch {
	case math.IsInf(f, 0):
		c.Outcome = Overflow
		return c
	case f == 0 && d.Sign() != 0:
		c.Outcome = Underflow
	}

	c.Stored = Exactly(f)

	if c.Outcome == Underflow {
		c.Error = d.Neg() // 0 - d; Sub would first compute a large power of ten
		return c
	}

	c.Error = c.Stored.Sub(d)
	if c.Error.Sign() != 0 {
		c.Outcome = Rounded
	}

	return c
}

// Narrowed returns the result of storing f in single precision. The number f must be a NaN, or a
// number that does not exist in single precision.
func Narrowed(f float64) Conversion {
	if f != f {
		return Conversion{Precision: variant.Single, Outcome: NaNBits}
	}
	return Explain(Exactly(f), variant.Single)
}

// String returns the conversion as one line. If c.Asked is the exact value of a float64 with many
// digits, the line has the shortest text of that float64, such as 0.1.
func (c Conversion) String() string {
	var b strings.Builder

	if c.Outcome == NaNBits {
		b.WriteString("nan")
	} else {
		b.WriteString(asked(c.Asked))
	}

	b.WriteString(" → " + c.Precision.String())

	switch c.Outcome {
	case Exact:
		b.WriteString(" exact")
	case Rounded:
		b.WriteString(" " + Digits(c.Stored) + " (error " + Digits(c.Error) + ")")
	default:
		b.WriteString(" " + c.Outcome.String())
	}

	return b.String()
}

// An Inexact is an error of the kind variant.ErrInexact. The string is the reason, such as the text
// of a Conversion.
type Inexact string

func (e Inexact) Error() string      { return "not exact: " + string(e) }
func (Inexact) Is(target error) bool { return target == variant.ErrInexact }
