package large

import "godotvariant/variant"

// A Cursor reads the parts of a container one after another. It stops after an error.
type Cursor struct {
	packet *Packet
	c      Container
	at     int // offset of the next part
	index  int
	last   *Part // the part that was read last; its End may be 0
	err    error
}

// Cursor returns a Cursor at the first part of a container.
func (p *Packet) Cursor(c Container) *Cursor { return &Cursor{packet: p, c: c, at: c.First} }

// From returns a Cursor at a part that was read before.
func (k *Cursor) From(part *Part) *Cursor {
	return &Cursor{packet: k.packet, c: k.c, at: part.Start, index: part.Index, err: k.err}
}

// More reports whether the container has more parts.
func (k *Cursor) More() bool { return k.err == nil && k.Index() < k.c.Count }

// Index returns the index of the next part.
func (k *Cursor) Index() int { return k.index }

// Next returns the next part, or nil after an error.
func (k *Cursor) Next() *Part {
	k.finish()
	if k.err != nil {
		return nil
	}

	part, err := k.packet.part(k.c, k.index, k.at)
	k.err = err
	if err != nil {
		return nil
	}

	k.last = &part
	k.index++

	return k.last
}

// finish moves the cursor to the end of the last part.
func (k *Cursor) finish() {
	if k.last != nil && k.err == nil {
		k.at, k.err = k.packet.EndOf(k.last)
		k.last = nil
	}
}

// Spans has the offsets of several parts in a row, and the offset of the byte after the last one.
// Packets are shorter than 2 GiB, so an int32 is enough.
type Spans []int32

// Len returns the number of parts.
func (s Spans) Len() int { return max(len(s)-1, 0) }

// Size returns the number of bytes of the parts.
func (s Spans) Size() int { return int(s[len(s)-1] - s[0]) }

// Between returns the Spans of the parts from ≤ index < to.
func (s Spans) Between(from, to int) Spans { return s[from : to+1] }

// Spans returns the Spans of all remaining parts.
func (k *Cursor) Spans() (Spans, error) {
	k.finish()
	spans := make(Spans, 0, k.c.Count-k.index+1)

	for ; k.More(); k.index++ {
		spans = append(spans, int32(k.at))
		if k.c.IsDictionary() {
			k.at, k.err = k.packet.skip(k.at)
		}
		if k.err == nil {
			k.at, k.err = k.packet.skip(k.at)
		}
	}

	return append(spans, int32(k.at)), k.err
}

// Read returns the part at an offset. The caller knows its index.
func (p *Packet) Read(c Container, at int32, index int) (Part, error) {
	return p.part(c, index, int(at))
}

// Build builds a container with the parts in spans, regardless of their length.
func (p *Packet) Build(c Container, spans Spans) (variant.Variant, error) {
	parts := make([]Part, spans.Len())

	for i := range parts {
		part, err := p.part(c, i, int(spans[i]))
		if err != nil {
			return nil, err
		}

		if part.Value == nil {
			part.Value, err = p.Whole(part.At)
			if err != nil {
				return nil, err
			}
		}
		parts[i] = part
	}

	return c.With(parts...), nil
}
