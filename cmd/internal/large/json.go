package large

import (
	"bytes"
	"io"

	"godotvariant/variant"
)

// JSON writes the value as JSON. It uses marshal, which writes canonical or
// relaxed JSON, for the values that it builds.
func (p *Packet) JSON(w io.Writer, marshal func(variant.Variant) ([]byte, error)) error {
	j := &jsonWriter{Packet: p, w: w, marshal: marshal}
	_, err := j.container(0)

	return err
}

type jsonWriter struct {
	*Packet
	w       io.Writer
	marshal func(variant.Variant) ([]byte, error)
}

// container writes the container at an offset. It returns the offset of the byte after the
// container.
func (j *jsonWriter) container(at int) (end int, err error) {
	c, err := j.Open(at)
	if err != nil {
		return 0, err
	}

	f, err := j.frameOf(c)
	if err != nil {
		return 0, err
	}

	b := &batch{jsonWriter: j, container: c, frame: f}
	if err := j.write(f.before); err != nil {
		return 0, err
	}

	for part, err := range j.Parts(c) {
		if err != nil {
			return 0, err
		}
		if err := b.add(part); err != nil {
			return 0, err
		}

		end = part.End
	}

	if err := b.flush(); err != nil {
		return 0, err
	}

	return end, j.write(f.after)
}

func (j *jsonWriter) write(b []byte) error {
	_, err := j.w.Write(b)
	return err
}

// A frame is the JSON before and after the parts of a container.
type frame struct{ before, after []byte }

// frameOf returns the frame of a container. It is the JSON of an empty container, such as [], {} or
// {"args":[],…}, in two pieces.
func (j *jsonWriter) frameOf(c Container) (frame, error) {
	b, err := j.marshal(c.Empty)
	if err != nil {
		return frame{}, err
	}

	at := bytes.Index(b, []byte(`:[],`)) + 2 // JSON with a type; without one the parts begin at 1
	if at < 2 {
		at = 1
	}

	return frame{b[:at], b[at:]}, nil
}

// inner returns the JSON of a container without its frame.
func (f frame) inner(b []byte) []byte {
	return b[len(f.before) : len(b)-len(f.after)]
}

// A batch has the parts of a container that are built and not yet written.
type batch struct {
	*jsonWriter
	container Container
	frame     frame
	parts     []Part
	size      int
	begun     bool // whether a part has been written
}

// add writes a short part with the next flush, and a long part at once.
func (b *batch) add(part *Part) error {
	if part.Value != nil {
		b.parts = append(b.parts, *part)
		b.size += part.End - part.Start

		if b.size < b.window {
			return nil
		}
		return b.flush()
	}

	if err := b.flush(); err != nil {
		return err
	}
	if err := b.long(part); err != nil {
		return err
	}

	b.begun = true
	return nil
}

// null is the JSON of Nil, which stands for a long value in the JSON around it.
const null = "null"

// long writes a part with a long value.
func (b *batch) long(part *Part) error {
	if b.container.IsDictionary() {
		one := *part
		one.Value = variant.Nil{}

		text, err := b.marshal(b.container.untyped().With(one))
		if err != nil {
			return err
		}

		f, err := b.frameOf(b.container.untyped())
		if err != nil {
			return err
		}

		key := bytes.TrimSuffix(f.inner(text), []byte(null))
		if err := b.separated(key); err != nil {
			return err
		}
	} else if err := b.separated(nil); err != nil {
		return err
	}

	end, err := b.jsonWriter.container(part.At)
	part.End = end

	return err
}

// flush writes the parts of the batch.
func (b *batch) flush() error {
	if len(b.parts) == 0 {
		return nil
	}

	text, err := b.marshal(b.container.With(b.parts...))
	if err != nil {
		return err
	}

	b.parts = b.parts[:0]
	b.size = 0

	return b.separated(b.frame.inner(text))
}

// separated writes JSON, after a comma if it is not the first.
func (b *batch) separated(text []byte) error {
	if b.begun {
		if err := b.write([]byte(",")); err != nil {
			return err
		}
	}

	b.begun = true
	return b.write(text)
}
