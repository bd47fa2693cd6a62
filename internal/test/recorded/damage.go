package recorded

import (
	"math/rand/v2"
	"slices"
)

// Damage returns a copy of a packet with a few random changes.
func Damage(random *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + random.IntN(3) {
		if len(b) == 0 {
			return b
		}

		at := random.IntN(len(b))
		switch random.IntN(7) {
		case 0:
			b[at] ^= 1 << random.IntN(8)
		case 1:
			b[at] = byte(random.Uint32())
		case 2:
			b = b[:at]
		case 3:
			b = slices.Insert(b, at, byte(random.Uint32()))
		case 4:
			b = slices.Delete(b, at, at+1)
		case 5:
			for i := range min(4, len(b)-at) {
				b[at+i] = 0xff
			}
		case 6:
			b = append(b, b[:at]...)
		}
	}
	return b
}
