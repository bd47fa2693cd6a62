package float

import (
	"math"
	"math/bits"
	"strconv"
)

// Engines since Godot 4.5 find the digits of a number with Grisu 2: Florian Loitsch, Printing
// Floating-Point Numbers Quickly and Accurately with Integers, PLDI 2010. It multiplies the number
// by a rounded power of ten, and takes digits until no other number is as near to them. If the
// digits are read back, the result is always the same number. For one single in 250 and one double
// in 600, the digits are not the fewest or not the nearest ones, so strconv finds different digits.
// Every rounding here must be the same as in the engine, because it affects the digits of some
// numbers.

// AppendDigits appends the digits of x as engines print them. For numbers below 0.0001 and from
// 1e+15 on, the text has an exponent. The number x must be finite and not 0. If single is set, x is
// a number of single precision, and the digits distinguish it from all other singles.
func AppendDigits(b []byte, x float64, single bool) []byte {
	if x < 0 {
		b = append(b, '-')
		x = -x
	}

	var buf [17]byte
	digits, exponent := exactDigits(&buf, x, single)
	if len(digits) == 0 {
		digits, exponent = grisu(buf[:0], x, single)
	}

	return appendDecimal(b, digits, exponent)
}

// exactDigits returns the digits of x > 0 in buf, if x has few digits and at most four of them are
// decimals. Otherwise it returns no digits. The number x is digits·10^exponent.
//
// Grisu finds the same digits, but needs more instructions. The digits are those of the integer n
// in x = n·10^exponent, where n does not end in 0. A number with fewer digits differs from x by at
// least 10^exponent. If n is below 2^23 in single precision, or below 2^52 in double precision, the
// floats next to x are nearer to x than that. So a number with fewer digits is not read back as x.
func exactDigits(buf *[17]byte, x float64, single bool) (digits []byte, exponent int) {
	const (
		decimals = 4
		power    = 10_000 // 10^decimals, less than 2^14
	)

	end := uint64(1) << 52 // limit for n
	if single {
		end = 1 << 23
	}

	scaled := x * power // exact if the lowest 14 bits of x are 0
	if math.Float64bits(x)<<50 != 0 || scaled >= 1<<52 {
		return nil, 0
	}

	n := uint64(int64(scaled))
	if float64(int64(n)) != scaled {
		return nil, 0
	}

	exponent = -decimals
	for n%100 == 0 {
		n /= 100
		exponent += 2
	}

	if n%10 == 0 {
		n /= 10
		exponent++
	}

	if n >= end {
		return nil, 0
	}

	at := len(buf)
	for ; n > 0; n /= 10 {
		at--
		buf[at] = '0' + byte(n%10)
	}

	return buf[at:], exponent
}

// grisu appends the digits of x > 0 to digits. The number is digits·10^exponent.
func grisu(digits []byte, x float64, single bool) (_ []byte, exponent int) {
	high, low, v, e := neighbours(x, single)
	power, shift, exponent := scale(e)
	// The unit of the numbers w, highest and lowest is 2^-shift·10^exponent. The number w is x in
	// this unit, rounded. Every number from lowest to highest reads back as x.
	w, highest, lowest := multiply(v, power), multiply(high, power)-1, multiply(low, power)+1
	width, distance := highest-lowest, highest-w
	one := uint64(1) << shift
	whole, rest := uint32(highest>>shift), highest&(one-1)

	n := 1
	for n < len(tens) && whole >= tens[n] {
		n++
	}

	for n > 0 {
		n--
		ten := tens[n]
		digits = append(digits, '0'+byte(whole/ten))
		whole %= ten

		if left := uint64(whole)<<shift + rest; left <= width {
			lowerLast(digits, left, uint64(ten)<<shift, width, distance)
			return digits, exponent + n
		}
	}

	for {
		rest = rest * 10
		width = width * 10
		distance = distance * 10
		digits = append(digits, '0'+byte(rest>>shift))
		rest &= one - 1
		exponent--

		if rest <= width {
			lowerLast(digits, rest, one, width, distance)
			return digits, exponent
		}
	}
}

// tens are the powers of ten that fit 32 bits.
var tens = [...]uint32{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// lowerLast decreases the last digit while this brings the digits nearer to the number. The
// argument unit is the value of 1 in the last digit. The other arguments are distances from the
// upper end of the interval of numbers that read back as x: the argument remainder is the distance
// to the digits, distance is the distance to the number, and width is the distance to the lower
// end.
func lowerLast(digits []byte, remainder, unit, width, distance uint64) {
	for remainder < distance && width-remainder >= unit &&
		(remainder+unit < distance || distance-remainder > remainder+unit-distance) {
		digits[len(digits)-1]--
		remainder += unit
	}
}

// neighbours returns x as v·2^e. It also returns the midpoints between x and the numbers next to
// it, as low·2^e and high·2^e: low < v < high. The highest bit of high is set.
func neighbours(x float64, single bool) (high, low, v uint64, e int) {
	f, fraction := math.Float64bits(x), 52
	e = -1074 // the exponent of the smallest number

	if single {
		f = uint64(math.Float32bits(float32(x)))
		fraction = 23
		e = -149
	}

	biased := int(f >> fraction)
	f &= 1<<fraction - 1
	closer := f == 0 && biased > 1 // the number below x is half as far away as the number above x

	if biased > 0 {
		f |= 1 << fraction
		e += biased - 1
	}

	shift := bits.LeadingZeros64(2*f + 1)
	high = (2*f + 1) << shift
	low = (2*f - 1) << shift

	if closer {
		low = (4*f - 1) << (shift - 1)
	}

	return high, low, f << (shift + 1), e - 1 - shift
}

// scale returns a power of ten, by which the caller multiplies a number v·2^e. If p is the upper
// half of v·power, then v·2^e = p·2^-shift·10^exponent, except for rounding. 32 <= shift <= 61.
func scale(e int) (power uint64, shift, exponent int) {
	x := -61 - e
	k := x * 78913 / (1 << 18) // x·log10(2)

	if x > 0 {
		k++
	}

	i := (k - firstPower + powerStep - 1) / powerStep
	k = firstPower + i*powerStep
	log2 := k * 217706 >> 16 // log2 of 10^k, rounded down

	return powers[i], -(e + log2 + 1), -k
}

// multiply returns the upper half of a product, rounded.
func multiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high + low>>63
}

// appendDecimal appends digits·10^exponent, in the layout of engines since Godot 4.5.
func appendDecimal(b, digits []byte, exponent int) []byte {
	const zeros = "00000000000000"
	n := len(digits)

	point := n + exponent // number of digits in front of the point
	switch {
	case -4 < point && point <= 0:
		b = append(append(b, "0."...), zeros[:-point]...)
		return append(b, digits...)

	case 0 < point && point < n && point <= 15:
		b = append(append(b, digits[:point]...), '.')
		return append(b, digits[point:]...)

	case n <= point && point <= 15:
		return append(append(b, digits...), zeros[:point-n]...)
	}

	b = append(b, digits[0])

	if n > 1 {
		b = append(append(b, '.'), digits[1:]...)
	}

	sign := byte('+')
	exponent = point - 1
	if exponent < 0 {
		sign = '-'
		exponent = -exponent
	}

	b = append(b, 'e', sign)

	if exponent < 10 {
		b = append(b, '0')
	}

	return strconv.AppendInt(b, int64(exponent), 10)
}

const (
	firstPower = -300
	powerStep  = 8
)

// powers are the powers of ten from 10^-300 to 10^324. Each is rounded to its 64 highest bits.
var powers = [...]uint64{
	0xAB70FE17C79AC6CA, 0xFF77B1FCBEBCDC4F, 0xBE5691EF416BD60C, 0x8DD01FAD907FFC3C,
	0xD3515C2831559A83, 0x9D71AC8FADA6C9B5, 0xEA9C227723EE8BCB, 0xAECC49914078536D,
	0x823C12795DB6CE57, 0xC21094364DFB5637, 0x9096EA6F3848984F, 0xD77485CB25823AC7,
	0xA086CFCD97BF97F4, 0xEF340A98172AACE5, 0xB23867FB2A35B28E, 0x84C8D4DFD2C63F3B,
	0xC5DD44271AD3CDBA, 0x936B9FCEBB25C996, 0xDBAC6C247D62A584, 0xA3AB66580D5FDAF6,
	0xF3E2F893DEC3F126, 0xB5B5ADA8AAFF80B8, 0x87625F056C7C4A8B, 0xC9BCFF6034C13053,
	0x964E858C91BA2655, 0xDFF9772470297EBD, 0xA6DFBD9FB8E5B88F, 0xF8A95FCF88747D94,
	0xB94470938FA89BCF, 0x8A08F0F8BF0F156B, 0xCDB02555653131B6, 0x993FE2C6D07B7FAC,
	0xE45C10C42A2B3B06, 0xAA242499697392D3, 0xFD87B5F28300CA0E, 0xBCE5086492111AEB,
	0x8CBCCC096F5088CC, 0xD1B71758E219652C, 0x9C40000000000000, 0xE8D4A51000000000,
	0xAD78EBC5AC620000, 0x813F3978F8940984, 0xC097CE7BC90715B3, 0x8F7E32CE7BEA5C70,
	0xD5D238A4ABE98068, 0x9F4F2726179A2245, 0xED63A231D4C4FB27, 0xB0DE65388CC8ADA8,
	0x83C7088E1AAB65DB, 0xC45D1DF942711D9A, 0x924D692CA61BE758, 0xDA01EE641A708DEA,
	0xA26DA3999AEF774A, 0xF209787BB47D6B85, 0xB454E4A179DD1877, 0x865B86925B9BC5C2,
	0xC83553C5C8965D3D, 0x952AB45CFA97A0B3, 0xDE469FBD99A05FE3, 0xA59BC234DB398C25,
	0xF6C69A72A3989F5C, 0xB7DCBF5354E9BECE, 0x88FCF317F22241E2, 0xCC20CE9BD35C78A5,
	0x98165AF37B2153DF, 0xE2A0B5DC971F303A, 0xA8D9D1535CE3B396, 0xFB9B7CD9A4A7443C,
	0xBB764C4CA7A44410, 0x8BAB8EEFB6409C1A, 0xD01FEF10A657842C, 0x9B10A4E5E9913129,
	0xE7109BFBA19C0C9D, 0xAC2820D9623BF429, 0x80444B5E7AA7CF85, 0xBF21E44003ACDD2D,
	0x8E679C2F5E44FF8F, 0xD433179D9C8CB841, 0x9E19DB92B4E31BA9,
}
