package compress

// A fastLZ is the state of a decompression.
type fastLZ struct {
	src, dst []byte
	in, out  int // positions in src and dst
	level    int
}

// FastLZ opens one block of FastLZ of level 1 or 2. Engines fill short datagrams up to 16 bytes
// with zeros before they compress them. Godot: ENetConnection.COMPRESS_FASTLZ.
func FastLZ(dst, src []byte) (int, error) {
	if len(src) == 0 {
		return 0, ErrDamaged
	}

	f := &fastLZ{src: src, dst: dst, level: int(src[0]>>5) + 1}
	if f.level > 2 {
		return 0, ErrDamaged
	}

	f.in = 1
	first := int(src[0] & 31) // the first instruction always copies bytes
	for f.step(first) {
		if f.in == len(src) {
			return f.out, nil
		}
		first = int(src[f.in])
		f.in++
	}

	return 0, ErrDamaged
}

// step executes one instruction. The argument head is its first byte. The upper three bits of head
// are 0 for an instruction that copies bytes of the source. Otherwise they are the length of a
// match minus 2.
func (f *fastLZ) step(head int) bool {
	if head < 32 {
		return f.literal(head + 1)
	}

	return f.match(head>>5-1, head&31<<8)
}

// literal copies n bytes of the source.
func (f *fastLZ) literal(n int) bool {
	if f.in+n > len(f.src) || f.out+n > len(f.dst) {
		return false
	}

	f.out += copy(f.dst[f.out:], f.src[f.in:f.in+n])
	f.in += n
	return true
}

// match copies length + 3 earlier bytes of the result. A length of 6 is only the first part of a
// length, and the next bytes of the source are added. The argument upperBits has the upper bits of
// the distance.
func (f *fastLZ) match(length, upperBits int) bool {
	for more := length == 6; more; {
		if f.in >= len(f.src) {
			return false
		}
		next := f.src[f.in]
		f.in++
		length += int(next)
		more = f.level == 2 && next == 255
	}

	distance, ok := f.distance(upperBits)
	from := f.out - distance
	if !ok || from < 0 || f.out+length+3 > len(f.dst) {
		return false
	}

	for range length + 3 { // the match may overlap its copy
		f.dst[f.out] = f.dst[from]
		f.out++
		from++
	}

	return true
}

// farthest is the value of the upper five bits of a distance if all five are 1. A distance has 13
// bits. In level 2, if all 13 bits are 1, two more bytes of the distance follow.
const farthest = 31 << 8

// distance reads the distance from the end of the result back to the start of the match.
func (f *fastLZ) distance(far int) (int, bool) {
	if f.in >= len(f.src) {
		return 0, false
	}

	low := int(f.src[f.in])
	f.in++
	if f.level == 1 || low != 255 || far != farthest {
		return far + low + 1, true
	}

	if f.in+2 > len(f.src) {
		return 0, false
	}

	long := int(f.src[f.in])<<8 + int(f.src[f.in+1])
	f.in += 2
	return long + farthest + 255 + 1, true
}
