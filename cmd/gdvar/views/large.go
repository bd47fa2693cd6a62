package views

import (
	"io"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/large"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// PrintLarge is Print for a packet that is read in place.
func (t *Tree) PrintLarge(p *large.Packet, base int64) error {
	t.data = p.Bytes(0, p.Len())
	t.base = base
	t.open = t.open[:0]
	_, err := t.container(p, 0)

	return err
}

// container prints the container at an offset. It returns the offset of the byte after the
// container.
func (t *Tree) container(p *large.Packet, at int) (end int, err error) {
	c, err := p.Open(at)
	if err != nil {
		return 0, err
	}

	typ := c.Empty.Type()
	t.event(codec.TraceEvent{Kind: codec.TraceOpen, Offset: at, Type: typ})

	for part, err := range p.Parts(c) {
		if err != nil {
			return 0, err
		}

		if part.Key != nil {
			t.value(p, part.Key, part.Start, part.At)
		}

		if part.Value != nil {
			t.value(p, part.Value, part.At, part.End)
		} else {
			part.End, err = t.container(p, part.At)
		}

		if err != nil {
			return 0, err
		}
		end = part.End
	}

	t.event(codec.TraceEvent{Kind: codec.TraceClose, Offset: at, Type: typ, Value: c.Empty})
	return end, nil
}

// value prints a value that has been built.
func (t *Tree) value(p *large.Packet, v variant.Variant, at, end int) {
	if _, parts := v.(variant.Container); !parts {
		t.event(codec.TraceEvent{Kind: codec.TraceOpen, Offset: at, Type: v.Type()})
		t.event(codec.TraceEvent{Kind: codec.TraceClose, Offset: at, Type: v.Type(), Value: v})
		return
	}

	_, _ = p.Codec().Trace(p.Bytes(at, end), func(e codec.TraceEvent) {
		e.Offset += at
		e.End += at
		t.event(e)
	})
}

// FlatLarge is Flat for a packet that is read in place.
func FlatLarge(w io.Writer, f *document.Format, start tree.Path, p *large.Packet) error {
	_, err := flatContainer(w, f, start, p, 0)
	return err
}

// flatContainer prints the container at an offset. It returns the offset of the byte after the
// container.
func flatContainer(
	w io.Writer, f *document.Format, start tree.Path, p *large.Packet, at int,
) (end int, err error) {
	c, err := p.Open(at)
	if err != nil {
		return 0, err
	}

	if err := Flat(w, f, start, c.Empty); err != nil {
		return 0, err
	}

	for part, err := range p.Parts(c) {
		if err != nil {
			return 0, err
		}

		path := append(start[:len(start):len(start)], c.Step(*part))
		if part.Value != nil {
			err = Flat(w, f, path, part.Value)
		} else {
			part.End, err = flatContainer(w, f, path, p, part.At)
		}

		if err != nil {
			return 0, err
		}
		end = part.End
	}

	return end, nil
}
