package plan

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"godotvariant/internal/printable"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// scalarPlans has the functions that make the plans of bools, numbers and text.
var scalarPlans = map[reflect.Kind]func(*plan){
	reflect.Bool:    boolPlan,
	reflect.Int:     intPlan[int],
	reflect.Int8:    intPlan[int8],
	reflect.Int16:   intPlan[int16],
	reflect.Int32:   intPlan[int32],
	reflect.Int64:   intPlan[int64],
	reflect.Uint:    intPlan[uint],
	reflect.Uint8:   intPlan[uint8],
	reflect.Uint16:  intPlan[uint16],
	reflect.Uint32:  intPlan[uint32],
	reflect.Uint64:  intPlan[uint64],
	reflect.Uintptr: intPlan[uintptr],
	reflect.Float32: floatPlan[float32],
	reflect.Float64: floatPlan[float64],
	reflect.String:  stringPlan,
}

type (
	integer interface {
		int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
	}
	floating interface{ float32 | float64 }
)

func boolPlan(c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeBool}
	c.plain = true
	c.write = func(e *encoder, p place) {
		if x := wire.Bit(*at[bool](p)); !e.w.PutWordFast(variant.TypeBool, x) {
			e.w.PartWord(variant.TypeBool, x)
		}
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		b, ok := d.r.NextBool(want)
		if !ok {
			return c.readOther(d, want, p)
		}
		*at[bool](p) = b
		return true
	}
}

func intPlan[T integer](c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeInt}
	c.plain = true

	c.write = func(e *encoder, p place) {
		x := *at[T](p)
		if x > 0 && int64(x) < 0 {
			e.fail(variant.Because(variant.ErrRange, fmt.Sprintf("%d is more than an int holds",
				x)))
			return
		}
		e.w.PartInt(int64(x))
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		start := d.r.Offset()
		i, ok := d.r.NextInt(want)
		if !ok {
			i, ok = c.nextWhole(d, want)
			if !ok {
				return c.readOther(d, want, p)
			}
		}

		x := T(i)
		if int64(x) != i || i < 0 && x > 0 {
			return d.refuse(start, variant.TypeInt, outOfRange(i, c.typ))
		}

		*at[T](p) = x
		return true
	}
}

// nextWhole reads a Float that is a whole number, if the option WholeFloats or the tag whole is
// set.
func (c *plan) nextWhole(d *decoder, want variant.Type) (int64, bool) {
	if !c.whole && !d.wholeFloats {
		return 0, false
	}

	start := d.r.Offset()
	f, ok := d.r.NextFloat(want)
	if ok && (f != math.Trunc(f) || f < -1<<63 || f >= 1<<63) {
		return 0, d.refuse(start, variant.TypeFloat, outOfRange(f, c.typ))
	}

	return int64(f), ok
}

func floatPlan[T floating](c *plan) {
	single := c.typ.Kind() == reflect.Float32
	c.elem = variant.ElementType{Type: variant.TypeFloat}
	c.write = func(e *encoder, p place) {
		f := float64(*at[T](p))
		if x := float32(f); float64(x) != f ||
			!e.w.PutWordFast(variant.TypeFloat, math.Float32bits(x)) {
			e.w.PartFloat(f)
		}
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		start := d.r.Offset()
		f, ok := d.r.NextFloat(want)
		if !ok {
			return readWhole[T](c, d, want, p)
		}

		if single && math.Abs(f) > math.MaxFloat32 && !math.IsInf(f, 0) {
			return d.refuse(start, variant.TypeFloat, outOfRange(f, c.typ))
		}

		*at[T](p) = T(f)
		return true
	}
}

// readWhole reads an Int into a float, if the float has exactly the same value. Scripts often have
// such an Int, as in "speed = 5".
func readWhole[T floating](c *plan, d *decoder, want variant.Type, p place) bool {
	start := d.r.Offset()
	i, ok := d.r.NextInt(want)
	if !ok {
		return c.readOther(d, want, p)
	}

	f := float64(T(i))
	if f == 1<<63 || int64(f) != i {
		return d.refuse(start, variant.TypeInt, outOfRange(i, c.typ))
	}

	*at[T](p) = T(f)
	return true
}

func stringPlan(c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeString}
	c.plain = true
	c.write = func(e *encoder, p place) {
		if s := *at[string](p); !e.w.PutTextFast(variant.TypeString, s) {
			e.w.PartText(s)
		}
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		b, ok := d.r.NextText(want)
		if !ok {
			return c.readOther(d, want, p)
		}

		if s := at[string](p); *s != string(b) {
			*s = d.r.Share(b)
		}

		return true
	}
}

// optionText makes the plan of a number or bool whose tag has the option "string".
func optionText(c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeString}
	c.write = func(e *encoder, p place) { e.w.PartText(formatScalar(valueAt(p, c.typ))) }

	c.read = func(d *decoder, want variant.Type, p place) bool {
		s, at, t, ok := d.text(want)
		if !ok {
			return c.readOther(d, want, p)
		}

		switch err := parseScalar(s, valueAt(p, c.typ)); {
		case err == nil:
			return true
		case errors.Is(err, strconv.ErrRange):
			return d.refuse(at, t, outOfRange(printable.Clip(s, 64), c.typ))

		default:
			return d.refuse(at, t, variant.Because(variant.ErrWrongType,
				fmt.Sprintf("%q into a Go %v", printable.Clip(s, 64), c.typ)))
		}
	}
}

func formatScalar(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	default:
		return strconv.FormatBool(v.Bool())
	}
}

func parseScalar(s string, v reflect.Value) (err error) {
	switch {
	case v.CanInt():
		var i int64
		i, err = strconv.ParseInt(s, 10, v.Type().Bits())
		v.SetInt(i)

	case v.CanUint():
		var u uint64
		u, err = strconv.ParseUint(s, 10, v.Type().Bits())
		v.SetUint(u)

	case v.CanFloat():
		var f float64
		f, err = strconv.ParseFloat(s, v.Type().Bits())
		v.SetFloat(f)

	default:
		var b bool
		b, err = strconv.ParseBool(s)
		v.SetBool(b)
	}

	return err
}
