package fastlz

import "errors"

// The errors of a stream that can't be decompressed.
var (
	ErrLevel    = errors.New("FastLZ level above 2")
	ErrStream   = errors.New("FastLZ stream ends inside an instruction")
	ErrDistance = errors.New("FastLZ match reaches before the start of the block")
	ErrRoom     = errors.New("FastLZ stream is longer than its block")
)

// Decompress decompresses a stream of level 1 or 2, and appends the result to dst. The argument
// limit is the greatest number of bytes that it appends. Matches do not refer to the bytes that dst
// has at the start. After an error the result has the bytes before the error.
func Decompress(dst, src []byte, limit int) ([]byte, error) {
	if len(src) == 0 {
		return dst, nil
	}
	if src[0]>>5 > 1 {
		return dst, ErrLevel
	}

	d := decompressor{out: dst, start: len(dst), end: len(dst) + limit, far: src[0]>>5 == 1}
	control := src[0] & 31 // the first instruction always copies literals
	d.src = src[1:]

	for {
		if err := d.step(control); err != nil || len(d.src) == 0 {
			return d.out, err
		}
		control = d.src[0]
		d.src = d.src[1:]
	}
}

// A decompressor executes the instructions of a stream.
type decompressor struct {
	src        []byte // part of the stream that is not read yet
	out        []byte
	start, end int  // offsets in out: start of the block, and its greatest possible end
	far        bool // the stream has level 2, for blocks of 64 KiB and more
}

// step executes an instruction.
func (d *decompressor) step(control byte) error {
	if control < maxRun {
		return d.literals(int(control) + 1)
	}
	return d.match(control)
}

// literals appends the next n bytes of the stream to the output.
func (d *decompressor) literals(n int) error {
	switch {
	case n > len(d.src):
		return ErrStream
	case n > d.end-len(d.out):
		return ErrRoom
	}

	d.out = append(d.out, d.src[:n]...)
	d.src = d.src[n:]
	return nil
}

// match appends a copy of earlier bytes of the output. The argument control is the first byte of
// the instruction.
func (d *decompressor) match(control byte) error {
	n := int(control>>5) + 2
	for more := byte(0xff); control>>5 == 7 && more == 0xff; {
		if len(d.src) == 0 {
			return ErrStream
		}

		more = d.src[0]
		d.src = d.src[1:]
		n += int(more)

		if !d.far {
			break
		}
	}

	distance, err := d.distance(int(control & 31))
	switch {
	case err != nil:
		return err
	case distance > len(d.out)-d.start:
		return ErrDistance
	case n > d.end-len(d.out):
		return ErrRoom
	}

	for range n { // byte by byte, because the source and the copy may overlap
		d.out = append(d.out, d.out[len(d.out)-distance])
	}

	return nil
}

// distance reads the distance of a match. The control byte has the upper bits.
func (d *decompressor) distance(high int) (int, error) {
	if len(d.src) == 0 {
		return 0, ErrStream
	}

	low := int(d.src[0])
	d.src = d.src[1:]
	distance := high<<8 + low + 1

	if !d.far || high != 31 || low != 0xff {
		return distance, nil
	}
	if len(d.src) < 2 {
		return 0, ErrStream
	}

	distance += int(d.src[0])<<8 + int(d.src[1])
	d.src = d.src[2:]
	return distance, nil
}
