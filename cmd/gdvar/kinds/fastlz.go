package kinds

import (
	"fmt"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/savefile"
)

// FastLZ is the layer of PackedByteArray.compress with FastLZ: one block without a header. It can't
// be detected, so it is opened only if the user names it.
var FastLZ = document.Layer{
	Name: "fastlz",
	Open: openFastLZ, Close: closeFastLZ,
}

// openFastLZ executes the instructions of a block. The number of bytes inside is not known before
// the end.
func openFastLZ(data []byte, most int64) ([]byte, error) {
	if len(data) == 0 || data[0]>>5 > 1 {
		return nil, errFastLZ
	}

	r := lzReader{data: data, far: data[0]>>5 == 1}
	control := data[0] & 31

	for r.at = 1; ; {
		if !r.step(control) {
			return nil, errFastLZ
		}
		if int64(len(r.out)) > most {
			return nil, fmt.Errorf("%w: more than %d bytes", savefile.ErrLimit, most)
		}
		if r.at == len(data) {
			return r.out, nil
		}

		control = data[r.at]
		r.at++
	}
}

var errFastLZ = fmt.Errorf("not a FastLZ block: %w", document.ErrNoLayer)

// closeFastLZ writes a block of literals, which every decoder reads. Package savefile can't be used
// for this, because it writes blocks of at most 4096 bytes.
func closeFastLZ(data, _ []byte) ([]byte, error) {
	const most = 32 // literals after one control byte

	out := make([]byte, 0, len(data)+len(data)/most+1)
	for len(data) > 0 {
		n := min(len(data), most)
		out = append(out, byte(n-1))
		out = append(out, data[:n]...)
		data = data[n:]
	}

	return out, nil
}

// An lzReader executes the instructions of a block.
type lzReader struct {
	data []byte
	at   int  // index of the byte after the control byte
	far  bool // level 2, for blocks of 64 KiB and more
	out  []byte
}

const (
	lzLiterals = 32 // a smaller control byte is followed by literals
	lzLong     = 6  // a match of this length has more length bytes
	lzMin      = 3  // length of the shortest match
)

// step executes an instruction. It returns false if the instruction is damaged or the data end in
// it.
func (r *lzReader) step(control byte) bool {
	if control < lzLiterals {
		end := r.at + int(control) + 1
		if end > len(r.data) {
			return false
		}

		r.out = append(r.out, r.data[r.at:end]...)
		r.at = end

		return true
	}

	n, ok := r.length(int(control>>5) - 1)
	if !ok {
		return false
	}

	distance, ok := r.distance(int(control & 31))
	if !ok || distance > len(r.out) {
		return false
	}

	for range n + lzMin { // byte by byte, because a match may overlap its own copy
		r.out = append(r.out, r.out[len(r.out)-distance])
	}

	return true
}

// length returns the length of a match, and reads its further bytes. n is the length in the control
// byte.
func (r *lzReader) length(n int) (int, bool) {
	if n < lzLong {
		return n, true
	}

	for r.at < len(r.data) {
		more := r.data[r.at]
		r.at++
		n += int(more)

		if !r.far || more != 0xff {
			return n, true
		}
	}

	return 0, false
}

// distance returns the distance of a match, and reads its further bytes. high has the upper bits.
func (r *lzReader) distance(high int) (int, bool) {
	if r.at >= len(r.data) {
		return 0, false
	}

	low := int(r.data[r.at])
	r.at++
	distance := high<<8 + low + 1

	if !r.far || high != 31 || low != 0xff {
		return distance, true
	}
	if r.at+2 > len(r.data) {
		return 0, false
	}

	distance += int(r.data[r.at])<<8 + int(r.data[r.at+1])
	r.at += 2

	return distance, true
}
