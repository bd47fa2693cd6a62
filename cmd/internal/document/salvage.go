package document

import (
	"bytes"
	"errors"

	"godotvariant/cmd/internal/salvage"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// Salvaged returns the readable values of a damaged save: the value of the only record, or an Array
// of the values of all records. The readable values of a damaged record are those in front of its
// error.
func (d *Document) Salvaged() variant.Variant {
	var items []variant.Variant
	for _, r := range d.Records {
		items = append(items, values.OrNil(d.left(r)))
	}

	if d.Single() && len(items) > 0 {
		return items[0]
	}

	return variant.NewArray(items...)
}

// left returns the value of a record. For a damaged record it returns only the readable part of the
// value. If no part is readable, it returns nil.
func (d *Document) left(r Record) variant.Variant {
	if r.Value != nil {
		return r.Value
	}

	packet, _ := salvage.Packet(r.Packet, d.codec)
	if packet == nil {
		return nil
	}

	v, _ := d.codec.Decode(packet) // the packet is valid
	return v
}

// ErrNothing is the error of Recovered for a save without any readable value.
var ErrNothing = errors.New("nothing can be read, and nothing is written")

// Recovered returns the plain bytes of a damaged save with its readable values, in the format of
// the file. Records that are not damaged keep their bytes. For each damaged record it calls the
// function report with the record, the packet of the readable values, and the lost values. The
// packet is nil if no value can be read.
func (d *Document) Recovered(
	report func(r Record, left []byte, lost []salvage.Loss),
) ([]byte, error) {
	content := bytes.Clone(d.Plain[:d.At])
	left := 0

	for _, r := range d.Records {
		packet := r.Packet
		if !r.Read() {
			var lost []salvage.Loss
			packet, lost = salvage.Packet(r.Packet, d.codec)
			report(r, packet, lost)
		}

		if packet != nil {
			content = d.Framing.Append(content, packet)
			left++
		}
	}

	if left == 0 {
		return nil, ErrNothing
	}

	return d.Around(content)
}

// Tail returns the bytes behind the last record, see CutTail.
func (d *Document) Tail() []byte { return d.tail }

// CutTail removes the last record from the values of a damaged save, if no part of this record can
// be read and no other record is damaged. It returns the number of bytes of the removed record.
// PlainBytes and Bytes still write these bytes at the end of the file.
func (d *Document) CutTail() (n int) {
	var fault *Error
	last := len(d.Records) - 1
	if last < 1 || !errors.As(d.fault, &fault) || fault.Record != last ||
		hasContent(d.left(d.Records[last])) {
		return 0
	}

	at := d.Records[last].Offset
	o := d.options
	o.Dialect = d.Dialect()
	o.Framing = &d.Framing
	o.At = &d.At
	o.Kinds = nil
	o.Layers = nil

	whole, err := Read(d.Plain[:at], o)
	if err != nil {
		return 0
	}

	whole.Container, whole.Layers, whole.layers = d.Container, d.Layers, d.layers
	whole.options = d.options
	whole.Plain = d.Plain
	whole.tail = d.Plain[at:]
	*d = *whole
	d.body.(*records).format = &d.Format

	return len(d.tail)
}

// hasContent reports whether a salvaged value is a container with at least one part.
func hasContent(v variant.Variant) bool {
	c, ok := v.(variant.Container)
	if !ok {
		return false
	}

	for range c.Parts() {
		return true
	}
	return false
}
