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
	"errors"
	"fmt"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// ErrTie says that several engines fit the file, and that they would write it differently. The
// options Dialect and Framing decide.
var ErrTie = errors.New("the file does not say which engine wrote it")

// A Document is a save file in memory.
type Document struct {
	Format
	// Plain are the bytes of the file without its container.
	Plain []byte
	// Records are the values that were read, with their bytes in Plain.
	Records []Record

	options Options
	fault   error
	single  bool
	values  []variant.Variant // of the records that will be written
}

// Read reads a file. Of a damaged file it returns what can be read, and the first *[Error]. For
// all other errors the Document is nil.
//
// Memory grows with the plain bytes, of which there are 256 MiB at most unless o.Save.Limits says
// more. A [Reader] reads larger files.
func Read(data []byte, o Options) (*Document, error) {
	plain, info, err := savefile.Unpack(data, o.Save)
	if err != nil {
		return nil, err
	}

	o.MaxRecord = int64(len(plain)) // they are in memory
	in := &input{r: bytes.NewReader(plain)}
	d := &Document{Plain: plain, options: o}

	d.Format, err = o.detect(in)
	if err != nil {
		return nil, err
	}

	r := &Reader{Format: d.Format, in: in, most: o.MaxRecord}
	d.Container = info

	for record, err := range r.All() {
		if d.fault == nil {
			d.fault = err
		}
		record.Packet = plain[record.Start:][:len(record.Packet):len(record.Packet)]
		d.Records = append(d.Records, record)
		d.values = append(d.values, record.Value)
	}

	d.single = r.single
	return d, d.fault
}

// Single reports whether the file has one record or packet, which is the root itself.
func (d *Document) Single() bool { return d.single }

// Root returns the value of the file: that of its only record, or an Array of all records. A
// record that can't be read is Nil.
func (d *Document) Root() variant.Variant {
	if d.single {
		return orNil(d.values[0])
	}

	items := make([]variant.Variant, len(d.values))
	for i, v := range d.values {
		items[i] = orNil(v)
	}

	return variant.NewArray(items...)
}

func orNil(v variant.Variant) variant.Variant {
	if v == nil {
		return variant.Nil{}
	}
	return v
}

// SetRoot changes the value of the file. That of several records is an Array of at least one.
func (d *Document) SetRoot(v variant.Variant) error {
	if d.single {
		d.values = []variant.Variant{v}
		return nil
	}

	a, ok := v.(variant.Array)
	if !ok || len(a.Items) == 0 {
		return fmt.Errorf("a file of several records is an Array of them, and not %v",
			variant.Text(v))
	}

	d.values = a.Items
	return nil
}

// Changed reports whether the values are others than those that were read.
func (d *Document) Changed() bool {
	for i, v := range d.values {
		if d.unchanged(i, v) == nil {
			return true
		}
	}
	return len(d.values) != len(d.Records)
}

// unchanged returns the record that was read and has the value v, if it is where the record i is
// after records were removed or added in one place.
func (d *Document) unchanged(i int, v variant.Variant) *Record {
	for _, k := range []int{i, i + len(d.Records) - len(d.values)} {
		if k >= 0 && k < len(d.Records) && variant.Equal(d.Records[k].Value, v) {
			return &d.Records[k]
		}
	}
	return nil
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
	if !d.Changed() {
		return d.Plain, nil
	}

	others, err := d.others()
	if err != nil {
		return nil, err
	}

	plain := make([]byte, 0, len(d.Plain)+len(d.Plain)/8) // most edits are small
	for i, v := range d.values {
		if old := d.unchanged(i, v); old != nil {
			plain = append(plain, d.Plain[old.Offset:old.Start]...)
			plain = append(plain, old.Packet...)
			continue
		}

		packet, err := d.codec.Encode(v)
		if err != nil {
			return nil, &Error{Record: i, Offset: int64(len(plain)), Single: d.single, Err: err}
		}

		for _, c := range others {
			if other, err := c.Encode(v); err != nil || !bytes.Equal(packet, other) {
				return nil, d.tie()
			}
		}

		plain = AppendLength(plain, d.Framing, int64(len(packet)))
		plain = append(plain, packet...)
	}

	return plain, nil
}

// others returns the codecs of the other engines that fit the file as well.
func (d *Document) others() (codecs []*codec.Codec, err error) {
	for _, t := range d.Ties()[1:] {
		if t.Framing != d.Framing {
			return nil, d.tie()
		}

		c, err := codec.New(d.options.codecOptions(t))
		if err != nil {
			return nil, err
		}

		codecs = append(codecs, c)
	}

	return codecs, nil
}

// tie returns the error that names the engines.
func (d *Document) tie() error {
	var names []string
	for _, t := range d.Ties() {
		names = append(names, fmt.Sprintf("%s (frame %s)", EngineName(t.Dialect),
			FrameName(t.Framing)))
	}
	return fmt.Errorf("%w: these would write the change in different ways: %s; --engine and --frame name the right one",
		ErrTie, strings.Join(names, ", "))
}
