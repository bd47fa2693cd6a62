package token

import (
	"strconv"
)

// A decimal is a number whose decimal digits are read one after another.
type decimal struct {
	text     string // complete text of the number, with its sign
	negative bool

	// The digits as an integer, without the point. It is right only if there are at most fewDigits
	// digits.
	value    uint64
	digits   int
	fraction int // number of digits after the point
	exponent int // right only if it is below farExponent
}

const (
	// fewDigits is the greatest number of digits whose value always fits an int64.
	fewDigits = 18
	// farExponent is stored in place of any larger exponent. The array tens has no power with this
	// exponent.
	farExponent = 1000
)

// read reads digits from text, beginning at the offset i, and appends them to the number. It
// returns the offset after the last digit.
func (d *decimal) read(text string, i int) (end int) {
	rest := text[i:]
	value := d.value
	n := 0

	for n < len(rest) && isDigit(rest[n]) {
		value = value*10 + uint64(rest[n]-'0')
		n++
	}

	d.value = value
	d.digits += n

	return i + n
}

// readExponent reads an exponent with an optional sign at offset i. It returns the offset after the
// exponent. If there is no digit, it returns the offset at which the first digit should be.
func (d *decimal) readExponent(text string, i int) (end int, ok bool) {
	negative := false
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		negative = text[i] == '-'
		i++
	}

	var e decimal
	end = e.read(text, i)

	d.exponent = farExponent
	if e.digits <= fewDigits {
		d.exponent = int(min(e.value, farExponent))
	}

	if negative {
		d.exponent = -d.exponent
	}

	return end, e.digits > 0
}

// int returns the number as an integer. If the number does not fit an int64, int returns the
// nearest int64, and clamped is true.
func (d *decimal) int() (i int64, clamped bool) {
	if d.digits > fewDigits {
		return d.longInt()
	}
	if d.negative {
		return -int64(d.value), false
	}
	return int64(d.value), false
}

func (d *decimal) longInt() (i int64, clamped bool) {
	i, err := strconv.ParseInt(d.text, 10, 64)
	return i, err != nil
}

// magnitude returns the absolute value of the number as an integer. If it does not fit, the result
// is the greatest uint64.
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

// float returns the number, rounded once to 64 or 32 bits. If a number exceeds the greatest number
// of its precision, the result is infinite, as in engines.
//
// One operation on exact numbers gives the nearest number. So float multiplies or divides the
// digits by a power of ten, if both are exact.
func (d *decimal) float(bits int) float64 {
	// The digits and the powers of ten up to these limits are exact. The limit mostTen is an
	// exponent.
	most, mostTen := uint64(1<<53), len(tens)-1
	if bits == 32 {
		most = 1 << 24
		mostTen = maxTenSingle
	}

	power := d.exponent - d.fraction
	if d.digits > fewDigits || d.value > most || max(power, -power) > mostTen {
		f, _ := strconv.ParseFloat(d.text, bits)
		return f
	}

	f := scale(float64(d.value), power, bits)
	if d.negative {
		return -f
	}

	return f
}

// scale returns f·10^power, rounded to 64 or 32 bits. A number of this many bits must hold f
// exactly, and also the power of ten by which scale multiplies or divides.
//
// For 32 bits the result is rounded twice: to double precision, and then to single precision. The
// first rounding does not change which single-precision number is the nearest, because double
// precision has more than twice the bits of single precision.
func scale(f float64, power, bits int) float64 {
	if power < 0 {
		f /= tens[-power]
	} else {
		f *= tens[power]
	}

	if bits == 32 {
		return float64(float32(f))
	}
	return f
}

// tens are the powers of ten that double precision holds exactly. Single precision holds the powers
// up to 10^maxTenSingle exactly.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
	1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

const maxTenSingle = 10
