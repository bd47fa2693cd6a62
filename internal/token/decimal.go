package token

import (
	"math"
	"strconv"
)

// A decimal is a number of decimal digits, as they are read one after another.
type decimal struct {
	text     string // the whole number, with its sign
	negative bool
	exponent bool // the number has an exponent

	value    uint64 // of all digits, without the point; only right if they are few
	digits   int
	fraction int // digits after the point
}

// fewDigits is the greatest number of digits whose value always fits an int64.
const fewDigits = 18

// read adds the digits of text from offset i on, and returns the offset after the last.
func (d *decimal) read(text string, i int) (end int) {
	end = i
	value := d.value

	for end < len(text) && isDigit(text[end]) {
		value = value*10 + uint64(text[end]-'0')
		end++
	}

	d.value = value
	d.digits += end - i

	return end
}

// int returns the integer, or the nearest int64 if it does not fit.
func (d *decimal) int() (i int64, clamped bool) {
	if d.digits > fewDigits {
		i, err := strconv.ParseInt(d.text, 10, 64)
		return i, err != nil
	}

	i = int64(d.value)
	if d.negative {
		i = -i
	}

	return i, false
}

// magnitude returns the absolute value of the integer, or the greatest uint64 if it does not fit.
func (d *decimal) magnitude() uint64 {
	if d.digits <= fewDigits {
		return d.value
	}

	digits := d.text
	if d.negative {
		digits = digits[1:]
	}

	u, _ := strconv.ParseUint(digits, 10, 64)
	return u
}

// float returns the number, rounded once to 64 or 32 bits. A number beyond the greatest of its
// precision is infinite, as in engines.
//
// The result of one operation on exact numbers is the nearest number. So the digits and a power of
// ten are divided if both are exact.
func (d *decimal) float(bits int) float64 {
	exact := !d.exponent && d.digits <= fewDigits
	value := d.value
	var f float64

	switch {
	case exact && bits == 64 && value <= 1<<53 && d.fraction < len(tens):
		f = float64(value) / tens[d.fraction]
	case exact && bits == 32 && value <= 1<<24 && d.fraction <= maxTenSingle:
		f = float64(float32(value) / float32(tens[d.fraction]))

	default:
		f, _ = strconv.ParseFloat(d.text, bits)
		return f
	}

	if d.negative {
		return math.Copysign(f, -1)
	}

	return f
}

// tens are the powers of ten that double precision holds exactly. Single precision holds those up
// to 10^maxTenSingle.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
	1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

const maxTenSingle = 10
