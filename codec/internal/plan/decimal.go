package plan

import (
	"github.com/shopspring/decimal"

	"godotvariant/codec/internal/decimals"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// decimalPlan makes the plan of decimal.Decimal: a Float, unless the option string or scale chooses
// another form.
func decimalPlan(c *plan, o tag) {
	switch {
	case o.array || o.typed || o.whole && !o.scaled:
		c.bad(o.fits(c.typ))
	case o.text:
		decimalText(c)
	case o.scaled:
		scaledDecimal(c, o.scale)
	default:
		decimalFloat(c)
	}
}

// decimalText makes the plan of a decimal whose tag has the option "string". The plan writes the
// digits of the decimal as a String.
func decimalText(c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeString}

	c.write = func(e *encoder, p place) {
		d := at[decimal.Decimal](p)
		s := decimals.Digits(*d)
		if exp := d.Exponent(); len(s) > decimals.MaxText || exp > decimals.MaxExponent ||
			exp < -decimals.MaxExponent {
			e.fail(variant.Because(variant.ErrRange,
				"a decimal of too many digits or too great an exponent"))
			return
		}

		e.w.PartText(s)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		return c.readDecimal(d, want, p, fromText)
	}
}

// scaledDecimal makes the plan of a decimal with the option scale: an Int, the decimal times
// 10^scale.
func scaledDecimal(c *plan, scale int32) {
	c.elem = variant.ElementType{Type: variant.TypeInt}

	c.write = func(e *encoder, p place) {
		i, err := decimals.FixedInt(*at[decimal.Decimal](p), scale)
		if err != nil {
			e.fail(err)
			return
		}
		e.w.PartInt(i)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		i, ok := d.r.NextInt(want)
		if !ok {
			i, ok = c.nextWhole(d, want)
			if !ok {
				return c.readOther(d, want, p)
			}
		}

		*at[decimal.Decimal](p) = decimal.New(i, -scale)
		return true
	}
}

// decimalFloat makes the plan of a decimal without options: a Float that must have exactly the
// value of the decimal.
func decimalFloat(c *plan) {
	c.elem = variant.ElementType{Type: variant.TypeFloat}

	c.write = func(e *encoder, p place) {
		asked := decimals.Explain(*at[decimal.Decimal](p), e.decimals())
		if asked.Outcome != decimals.Exact {
			e.fail(decimals.Inexact(asked.String() +
				"; the tags string and scale keep decimals exactly"))
			return
		}
		e.w.PartFloat(decimals.Nearest(asked.Asked, variant.Double))
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		return c.readDecimal(d, want, p, fromTextOrNumber)
	}
}

// A decimalSource is the kind of values from which a decimal is read.
type decimalSource bool

const (
	fromText         decimalSource = true
	fromTextOrNumber decimalSource = false
)

// readDecimal reads a decimal.
func (c *plan) readDecimal(d *decoder, want variant.Type, p place, from decimalSource) bool {
	v, start, ok := d.value(want)
	if !ok {
		return false
	}

	switch v.(type) {
	case variant.String, variant.StringName:
	default:
		if from == fromText {
			return d.typeError(start, v, c.typ)
		}
	}

	x, err := decimals.Of(v)
	if err != nil {
		return d.refuse(start, nilsafe.TryType(v), err)
	}

	*at[decimal.Decimal](p) = x
	return true
}
