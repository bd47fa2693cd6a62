// Package document holds a save file in memory: its container, its engine and its values. It reads
// a file, detects its format, and writes the file in the same format with other values.
//
//	d, err := document.Read(data, document.Options{Save: savefile.Options{Password: "secret"}})
//	v, err := tree.Set(d.Root(), "player.hp", variant.Int(10))
//	err = d.SetRoot(v)
//	data, err = d.Bytes()
//
// # Several records
//
// The root of a file with one record, or one packet, is the value of the record. In such a file the
// path player.hp leads to a key in this value. The root of a file with several records is an Array
// of the values of all records. The path [0].player.hp leads into the first record, and an item
// that is appended to the Array is a new record.
//
// # What is written
//
// A file is written in the container, engine, framing and precision in which it was read. Records
// that have not changed keep their bytes.
//
// Sometimes several engines fit the bytes of a file equally well. [Format.Ties] returns them. If
// they would write a change in different ways, the error is [ErrTie] and nothing is written.
package document

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Document is a save file in memory.
type Document struct {
	Format
	// Plain has the bytes of the file without its container.
	Plain []byte
	// Records has the values that were read, with their bytes in Plain. It is empty for a file that
	// is not a save.
	Records []Record

	options Options
	fault   error
	body    Body
	front   []byte // the bytes in front of the body of a file that is not a save
	tail    []byte // the bytes behind the last record, see CutTail
	layers  []Opened
}

// minLayer is the least value of MaxRecord for a file in memory, in bytes. A short file may have
// much longer contents in its layers.
const minLayer = 256 << 20

// Read reads a file. For a damaged file it returns the readable records and the first *[Error]. For
// all other errors the Document is nil.
//
// Read needs memory in proportion to the plain bytes. The limit for their number is in
// o.Save.Limits. If this is not set, the limit is 256 MiB. A [Reader] reads larger files.
func Read(data []byte, o Options) (*Document, error) {
	plain, info, err := Contents(data, o)
	if err != nil {
		return nil, err
	}

	o.MaxRecord = max(int64(len(plain)), minLayer) // the bytes are in memory already
	c, err := o.content(lookahead.Bytes(plain))
	if err != nil {
		return nil, err
	}

	if n := len(c.layers); n > 0 {
		plain = c.layers[n-1].inner
		o.MaxRecord = int64(len(plain))
	}

	d := &Document{Format: c.format, Plain: plain, options: o, layers: c.layers, body: c.body}
	d.front = c.front
	d.Container = info

	if d.body != nil {
		return d, nil
	}

	d.readRecords(&Reader{Format: d.Format, in: c.in, most: o.MaxRecord, values: o.MaxValues,
		builds: true, watch: o.Read})

	return d, d.fault
}

// readRecords reads the records of a save.
func (d *Document) readRecords(r *Reader) {
	body := &records{format: &d.Format, plain: d.Plain, written: d.options.Written}
	d.body = body

	for _, t := range d.Ties()[1:] {
		body.others = append(body.others, d.options.CodecFor(t))
	}

	r.start()

	for record, err := range r.All() {
		if err == nil {
			record.Value, err = record.Build() // does nothing if the value is already built
		}
		if d.fault == nil {
			d.fault = err
		}

		record.Packet = d.Plain[record.Start:][:len(record.Packet):len(record.Packet)]
		d.Records = append(d.Records, record)
		body.values = append(body.values, record.Value)
	}

	body.read = d.Records
	body.single = r.single
}

// Single reports whether the file has exactly one value, which is the root.
func (d *Document) Single() bool {
	r, ok := d.body.(*records)
	return !ok || r.single
}

// Root returns the value of the only record, or an Array of the values of all records. A record
// that can't be read is Nil. A file that is not a save has a root, too.
func (d *Document) Root() variant.Variant { return d.body.Root() }

// SetRoot replaces the value of the file. For a file with several records v must be an Array with
// at least one item.
func (d *Document) SetRoot(v variant.Variant) error { return d.body.SetRoot(v) }

// Changed reports whether the values differ from the values that were read.
func (d *Document) Changed() bool { return d.body.Changed() }

// Lookup returns the value at a path. In a resource file it follows references.
func (d *Document) Lookup(path variant.Path) (variant.Variant, error) {
	if l, ok := d.body.(Lookuper); ok {
		return l.Lookup(path)
	}

	return tree.Lookup(d.Root(), path)
}

// Bytes returns the file with the current values, in the container, engine, framing and precision
// of the old file. The error is [ErrTie], or the encoder's error for a value that the engine does
// not have. A damaged file is an error, too.
func (d *Document) Bytes() ([]byte, error) {
	plain, err := d.PlainBytes()
	if err != nil {
		return nil, err
	}
	return savefile.Encode(plain, d.SaveOptions())
}

// SaveOptions returns options for package savefile that write the container of the old file.
func (d *Document) SaveOptions() savefile.Options { return d.options.Save.Like(d.Container) }

// Writer returns an io.WriterTo that writes the result of PlainBytes.
func (d *Document) Writer() (io.WriterTo, error) {
	plain, err := d.PlainBytes()
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(plain), nil
}

// PlainBytes returns the bytes of the file with the current values, without the container.
func (d *Document) PlainBytes() ([]byte, error) {
	if d.fault != nil {
		return nil, fmt.Errorf("a damaged file is not written: %w", d.fault)
	}

	if !d.Changed() && len(d.layers) > 0 {
		return d.layers[0].Outer, nil
	}
	if !d.Changed() {
		return d.Plain, nil
	}

	return d.Rewritten(func(body []byte) ([]byte, error) { return body, nil })
}

// Rewritten returns the plain bytes of the file after the function change has replaced the bytes of
// its values. The argument body of change does not have the layers, or the bytes that CutTail has
// removed. If the file is not a save, body also lacks the bytes in front of the values.
func (d *Document) Rewritten(change func(body []byte) ([]byte, error)) ([]byte, error) {
	body, err := d.body.Bytes()
	if err != nil {
		return nil, err
	}

	body, err = change(body)
	if err != nil {
		return nil, err
	}

	return d.Around(body)
}

// Around returns a file without its container. The argument body has the bytes of the file's
// values. The layers, and the bytes in front of the values and behind them, are those of the
// Document.
func (d *Document) Around(body []byte) ([]byte, error) {
	if d.Kind != "" && len(d.front) > 0 {
		body = slices.Concat(d.front, body)
	}

	return closed(append(body, d.tail...), d.layers)
}
