// Package document holds a save file in memory: its container, its engine and its values.
// It reads a file, finds out what is not known, and writes the file again in the same
// form with other values.
//
//	d, err := document.Read(data, document.Options{Save: savefile.Options{Password: "secret"}})
//	v, err := variant.Set(d.Root(), "player.hp", variant.Int(10))
//	err = d.SetRoot(v)
//	data, err = d.Bytes()
//
// # Several records
//
// A file of one record, or one packet, is its value: the path player.hp leads to a key of it. A
// file of several records is an Array of them: [0].player.hp is in the first record, and an item
// that is appended to the Array is a new record.
//
// # What is written
//
// A file is written in the container, engine, framing and precision that it was read in. Records
// that have not changed keep their bytes.
//
// The bytes do not always tell the engine. [Format.Ties] has those that fit equally well. If they
// would write a change in different ways, it is an [ErrTie] and nothing is written.
package document

import (
	"bytes"
	"fmt"
	"io"

	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Document is a save file in memory.
type Document struct {
	Format
	// Plain are the bytes of the file without its container.
	Plain []byte
	// Records are the values that were read, with their bytes in Plain. A file of another kind than
	// a save has none.
	Records []Record

	options Options
	fault   error
	body    Body
	layers  []Opened
}

// minLayer is how many bytes may be in the layers of a short file.
const minLayer = 256 << 20

// Read reads a file. Of a damaged file it returns what can be read, and the first *[Error]. For
// all other errors the Document is nil.
//
// Memory grows with the plain bytes, of which there are 256 MiB at most unless o.Save.Limits says
// more. A [Reader] reads larger files.
func Read(data []byte, o Options) (*Document, error) {
	plain, info, err := unpacked(data, o)
	if err != nil {
		return nil, err
	}

	o.MaxRecord = max(int64(len(plain)), minLayer) // they are in memory
	in := inMemory(plain)

	c, err := o.content(in)
	if err != nil {
		return nil, err
	}

	if len(c.layers) > 0 {
		plain = c.plain
		o.MaxRecord = int64(len(plain))
	}

	d := &Document{Format: c.format, Plain: plain, options: o, layers: c.layers, body: c.body}
	d.Container = info

	if d.body != nil {
		return d, nil
	}

	d.readRecords(&Reader{Format: d.Format, in: in, most: o.MaxRecord, values: o.MaxValues})

	return d, d.fault
}

// unpacked returns the plain bytes of a file. Those of a file without container are the file.
func unpacked(data []byte, o Options) ([]byte, savefile.Info, error) {
	info, err := savefile.Inspect(bytes.NewReader(data))
	if err != nil || info.Format != savefile.Plain || o.Save.Format != savefile.Auto {
		return o.unpack(data, info)
	}

	return data, info, nil
}

// unpack is savefile.Unpack for a container whose header says how many bytes are in it, so that
// they are in memory once.
func (o Options) unpack(data []byte, info savefile.Info) ([]byte, savefile.Info, error) {
	if info.Format != savefile.Compressed {
		return savefile.Unpack(data, o.Save)
	}

	r, err := savefile.NewReader(bytes.NewReader(data), o.Save)
	if err != nil {
		return nil, info, err
	}

	o.Length = int64(len(data))
	in := &input{r: r, length: o.plainLength(info)}
	plain := in.read(nil, unlimited)

	if in.err != io.EOF {
		return nil, info, in.err
	}

	return plain, r.Info(), nil
}

// readRecords reads the records of a save.
func (d *Document) readRecords(r *Reader) {
	body := &records{format: &d.Format, plain: d.Plain}
	d.body = body

	for _, t := range d.Ties()[1:] {
		body.others = append(body.others, d.options.codecOptions(t))
	}

	r.start()

	for record, err := range r.All() {
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

// Single reports whether the file has one value, which is the root itself.
func (d *Document) Single() bool {
	r, ok := d.body.(*records)
	return !ok || r.single
}

// Root returns the value of the file: that of its only record, or an Array of all records. A
// record that can't be read is Nil. Files of other kinds have a root as well.
func (d *Document) Root() variant.Variant { return d.body.Root() }

// SetRoot changes the value of the file. That of several records is an Array of at least one.
func (d *Document) SetRoot(v variant.Variant) error { return d.body.SetRoot(v) }

// Changed reports whether the values are others than those that were read.
func (d *Document) Changed() bool { return d.body.Changed() }

// Lookup returns the value at a path. In a resource file it follows references.
func (d *Document) Lookup(path tree.Path) (variant.Variant, error) {
	if l, ok := d.body.(Lookuper); ok {
		return l.Lookup(path)
	}

	return path.Lookup(d.Root())
}

// Bytes returns the file with its values of now, in the same container, engine, framing and
// precision. The error is [ErrTie], that of a value that the engine does not have, or that of a
// damaged file, which is not written.
func (d *Document) Bytes() ([]byte, error) {
	plain, err := d.PlainBytes()
	if err != nil {
		return nil, err
	}
	return savefile.Pack(plain, d.SaveOptions())
}

// SaveOptions returns options of package savefile that write the file in the container that it had.
func (d *Document) SaveOptions() savefile.Options { return d.options.Save.Like(d.Container) }

// PlainBytes are the Bytes without the container.
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

	plain, err := d.body.Bytes()
	if err != nil {
		return nil, err
	}

	return closed(plain, d.layers)
}
