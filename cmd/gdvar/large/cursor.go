package large

import "godotvariant/variant"

// A Cursor reads the parts of a container one by one. After an error there are no more.
type Cursor struct {
	packet *Packet
	c      Container
	at     int // of the next part
	index  int
	last   *Part // that was read, whose End may not be known
	err    error
}

// Cursor returns one at the first part.
func (p *Packet) Cursor(c Container) *Cursor { return &Cursor{packet: p, c: c, at: c.First} }

// From returns a Cursor at a part that was read.
func (k *Cursor) From(part *Part) *Cursor {
	return &Cursor{packet: k.packet, c: k.c, at: part.Start, index: part.Index, err: k.err}
}

// More reports whether there are more parts.
func (k *Cursor) More() bool { return k.err == nil && k.Index() < k.c.Count }

// Index returns that of the next part.
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

// finish moves the cursor behind the part that was read last.
func (k *Cursor) finish() {
	if k.last != nil && k.err == nil {
		k.at, k.err = k.packet.EndOf(k.last)
		k.last = nil
	}
}

// Spans are the places of parts that follow each other: that of each, and at last the offset of the
// byte after all. An offset is less than 2 GiB, as the length of a packet is.
type Spans []int32

// Len returns the number of parts.
func (s Spans) Len() int { return max(len(s)-1, 0) }

// Size returns how many bytes they have.
func (s Spans) Size() int { return int(s[len(s)-1] - s[0]) }

// Between returns those from one index to another.
func (s Spans) Between(from, to int) Spans { return s[from : to+1] }

// Spans returns those of all parts that follow.
func (k *Cursor) Spans() (Spans, error) {
	spans := make(Spans, 0, k.c.Count-k.index+1)

	for k.More() {
		part := k.Next()
		if part == nil {
			break
		}
		spans = append(spans, int32(part.Start))
	}

	k.finish()
	return append(spans, int32(k.at)), k.err
}

// Read returns the part at an offset, with an index.
func (p *Packet) Read(c Container, at int32, index int) (Part, error) {
	return p.part(c, index, int(at))
}

// Build builds a container of some of its parts, however long they are.
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
