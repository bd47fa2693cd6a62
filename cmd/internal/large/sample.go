package large

import (
	"encoding/binary"
	"errors"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Sample returns a shorter packet from head, which is the beginning of a long packet. Each
// container keeps the parts that are complete in head. ok is false if no part is complete.
func Sample(c *codec.Codec, head []byte) ([]byte, bool) {
	p := &Packet{codec: c, data: head, window: DefaultWindow}
	b, parts, err := p.sample(nil, 0)

	return b, err == nil && parts > 0
}

// sample appends the complete parts of the container at an offset. parts is the number of complete
// values in it.
func (p *Packet) sample(b []byte, at int) (_ []byte, parts int, err error) {
	c, err := p.Open(at)
	if err != nil {
		return b, 0, err
	}

	start := len(b)
	b = append(b, p.data[at:c.First]...)
	countAt := start + c.CountAt - at
	count := 0

	for next := c.First; count < c.Count; {
		part, err := p.part(c, count, next)
		if err != nil && !errors.Is(err, variant.ErrTruncated) {
			return b, 0, err
		}

		if err == nil && part.Value != nil {
			b = append(b, p.data[part.Start:part.End]...)
			next = part.End
			count++
			parts++

			continue
		}

		if part.At > part.Start || part.Key == nil && !c.IsDictionary() {
			inner, n, err := p.sample(append(b, p.data[part.Start:part.At]...), part.At)
			if err == nil && n > 0 {
				b = inner
				count++
				parts += n
			}
		}

		break
	}

	shared := p.word(c.CountAt) &^ (1<<31 - 1)
	binary.LittleEndian.PutUint32(b[countAt:], uint32(count)|shared)

	return b, parts, nil
}
