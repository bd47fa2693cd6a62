package large

import (
	"errors"
	"iter"

	"godotvariant/variant"
)

// Parts yields the parts of a container. A caller that reads a long value to its end sets Part.End;
// otherwise Parts skips the value.
func (p *Packet) Parts(c Container) iter.Seq2[*Part, error] {
	return func(yield func(*Part, error) bool) {
		at := c.First

		for i := range c.Count {
			part, err := p.part(c, i, at)
			if !yield(&part, err) || err != nil {
				return
			}

			at, err = p.EndOf(&part)
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// part reads the part with this index at an offset.
func (p *Packet) part(c Container, index, at int) (part Part, err error) {
	p.Tell(at)
	part = Part{Index: index, Start: at, At: at}

	if c.IsDictionary() {
		part.Key, part.At, err = p.value(at)
		if err == nil && part.Key == nil {
			part.Key, part.At, err = p.whole(at)
		}
		if err != nil {
			return part, err
		}
	}

	part.Value, part.End, err = p.value(part.At)

	return part, err
}

// EndOf returns the offset of the byte after a part.
func (p *Packet) EndOf(part *Part) (int, error) {
	if part.End > 0 {
		return part.End, nil
	}

	end, err := p.skip(part.At)
	part.End = end

	return end, err
}

// skip returns the offset of the byte after the value at the offset at.
func (p *Packet) skip(at int) (int, error) {
	p.Tell(at)
	s := &p.scan
	s.Reset(p.data[at:], p.codec)
	s.Next()
	s.Skip()

	return at + s.End(), s.Err()
}

// value builds the value at an offset if it is short. For a long value with parts it returns nil.
func (p *Packet) value(at int) (v variant.Variant, end int, err error) {
	rest := p.data[at:]
	short := rest[:min(len(rest), p.window)]

	v, n, err := p.codec.DecodeFirst(short)
	if err == nil {
		return v, at + n, nil
	}

	if len(short) < len(rest) && errors.Is(err, variant.ErrTruncated) {
		if _, err := p.Open(at); err == nil {
			return nil, 0, nil
		}
		return p.whole(at)
	}

	return nil, 0, err
}

// whole builds the value at an offset, and returns the offset of the byte after it.
func (p *Packet) whole(at int) (v variant.Variant, end int, err error) {
	v, n, err := p.codec.DecodeFirst(p.data[at:])
	return v, at + n, err
}

// Whole builds the value at an offset, regardless of its length.
func (p *Packet) Whole(at int) (variant.Variant, error) {
	v, _, err := p.whole(at)
	return v, err
}
