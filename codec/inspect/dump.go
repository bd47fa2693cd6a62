package inspect

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// Dump writes an annotated dump of a packet, with a line for each header and field:
// offset, bytes, path and meaning.
//
//	00000000  1b 00 00 00              $         Dictionary
//	00000004  01 00 00 00              $         1
//	00000008  04 00 00 00              $[key 0]  String = "hp"
//	0000000c  02 00 00 00              $[key 0]  2
//	00000010  68 70                    $[key 0]  "hp"
//	00000012  00 00                    $[key 0]  padding
//	00000014  02 00 00 00              $["hp"]   int = 10
//	00000018  0a 00 00 00              $["hp"]
//
// If a packet is damaged, Dump shows its readable part, the error at its offset, and the rest as
// bytes. Dump returns the error of the decoder. If w returns an error, Dump ends and returns that
// error. The middle steps of a long path are left out. The text of a key that is a long container
// is left out too.
//
// Dump reads data several times and keeps neither the lines nor the values. It needs time in
// proportion to the length of data, and memory in proportion to the longest value without parts.
func Dump(w io.Writer, data []byte, o Options) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = 32
	}
	if o.MaxFields <= 0 {
		o.MaxFields = 1000
	}

	d := dumper{Options: o, data: data}
	d.emit = d.measure
	_ = d.all()
	out := bufio.NewWriter(w)
	d.emit = func(r dumpRow) { d.print(out, r) }
	fault := d.all()

	if err := out.Flush(); err != nil {
		return err
	}

	return fault
}

// all emits all rows. It returns the first error in the data.
func (d *dumper) all() error {
	if d.Framed {
		return d.frames()
	}
	return d.packet(0, len(d.data))
}

// frames emits the rows of frames, up to the first error.
func (d *dumper) frames() error {
	const prefix = 4
	var order binary.ByteOrder = binary.LittleEndian
	if d.Framing == codec.FrameU32BE {
		order = binary.BigEndian
	}

	for at, i := 0, 0; at < len(d.data) && d.failed == nil; i++ {
		rest := d.data[at:]
		if len(rest) < prefix {
			d.note(at, len(d.data), "!! unexpected end of data in a frame's length")
			return &variant.Error{Op: variant.OpDecode, Offset: at, Err: variant.ErrTruncated}
		}

		size := int64(order.Uint32(rest))
		d.note(at, at+prefix, fmt.Sprintf("frame %d of %d bytes", i, size))
		at += prefix

		end := int64(at) + size
		if missing := end - int64(len(d.data)); missing > 0 {
			d.note(at, at, fmt.Sprintf("!! the frame ends %d bytes too early", missing))
			end = int64(len(d.data))
		}

		if err := d.packet(at, int(end)); err != nil {
			return err
		}

		at = int(end)
	}

	return nil
}

// packet emits the rows of the packet d.data[start:end], and returns the error in the packet.
func (d *dumper) packet(start, end int) error {
	b := d.data[start:end]
	s := &d.scan
	s.Reset(b, d.Codec)
	for s.Next() {
		s.Skip()
	}

	err := s.Err()
	if err == nil && s.End() < len(b) {
		err = d.Codec.Valid(b) // returns an error, because bytes follow the value
	}

	var e *variant.Error
	if errors.As(err, &e) {
		at := start + e.Offset
		d.fault = &dumpRow{at, at, []byte(e.Path.Short()), "!! " + e.Err.Error()}
	}

	s.Reset(b, d.Codec)
	d.start = start
	d.path.reset()
	d.open = append(d.open[:0], dumpLevel{})
	d.ended = false
	for d.failed == nil && s.Next() {
		d.token()
	}

	reached := s.End()
	if s.Err() != nil {
		d.broken()
	}

	d.addFault()

	if reached < len(b) {
		d.note(start+reached, end, "not read")
	}

	return err
}

// token emits the rows of a token.
func (d *dumper) token() {
	s, l := &d.scan, d.level()
	switch {
	case s.Kind() == codec.TokenClose:
		d.leave()

	case l.shown >= d.MaxFields && len(d.open) > 1:
		d.rest(s.Offset(), 0)

	case s.Kind() == codec.TokenName:
		d.fields(l)

	case s.Kind() == codec.TokenOpen:
		d.enter()
		d.title(s.Type(), nil)
		d.fields(d.level())

	default:
		d.enter()
		v, _ := s.Value()
		d.title(s.Type(), v)
		d.fields(d.level())
		d.leave()
	}
}

// broken emits the rows of the invalid value, unless the last row already includes this value.
func (d *dumper) broken() {
	switch {
	case d.ended:
		return
	case d.level().shown >= d.MaxFields && len(d.open) > 1:
		d.rest(d.scan.Offset(), d.parts())
		return
	case !d.headed():
		d.fields(d.level())
		return
	}

	d.enter()
	d.title(d.scan.Type(), nil)
	d.fields(d.level())
}

// headed reports whether the token begins with a valid header. A TokenName has no header. After an
// error, the type TypeNil means that the header is invalid: a Nil has no payload, so it can't be
// invalid after its header.
func (d *dumper) headed() bool {
	s := &d.scan
	return s.Kind() == codec.TokenValue || s.Kind() == codec.TokenOpen ||
		s.Type() != variant.TypeNil
}

// enter makes the value of the token the current value.
func (d *dumper) enter() {
	s, l := &d.scan, d.level()
	l.shown++
	if s.Depth() > 0 {
		d.path.push(d.step(l))
	}

	d.open = append(d.open, dumpLevel{})
}

// leave ends the current value, and makes the container around it the current value. When leave is
// called, the token of the Scanner must be the value that ends, or the TokenClose of this value.
func (d *dumper) leave() {
	d.open = d.open[:len(d.open)-1]
	if d.scan.Depth() > 0 {
		d.path.pop()
	}

	if d.scan.IsKey() {
		l := d.level()
		l.keySize = d.scan.End() - d.scan.Offset()
		l.keyType = d.scan.Type()
		l.keyParts = d.scan.Kind() == codec.TokenClose
	}
}

// rest emits one row for the rest of the current value, and moves to the end of the value. The row
// begins at the given offset. It says how many fields and values it stands for. The caller has
// already counted n of them. If there is an error in the rest, the row ends at the error and
// includes the invalid value.
func (d *dumper) rest(from, n int) {
	s := &d.scan
	depth := len(d.open) - 2 // depth of the current value
	for s.Kind() != codec.TokenNone {
		if s.Kind() == codec.TokenClose && s.Depth() == depth {
			d.more(from, n)
			d.leave()
			return
		}

		n += d.parts()
		// An invalid value is counted, too. If Skip fails, the value is inside a part that n
		// already includes. If Next fails, the value is not counted yet.
		if s.Skip() && !s.Next() {
			n += d.parts()
		}
	}

	d.ended = true
	d.more(from, n)
}

// parts returns the number of fields and values that the token adds to the container around it. A
// value with a valid header adds 1. Any other token, such as a name, adds all its fields.
func (d *dumper) parts() int {
	if d.headed() {
		return 1
	}
	return d.count()
}

// more emits one row that counts n fields and values. The row has the bytes from the given offset
// in the packet to the end of the token.
func (d *dumper) more(from, n int) {
	if n > 0 {
		d.add(d.start+from, d.start+d.scan.End(), fmt.Sprintf("%d fields and values more", n))
	}
}

// title emits the row of the header of the current value v: its type and flags. It adds the text of
// v, unless v is nil, a Nil or a container.
func (d *dumper) title(t variant.Type, v variant.Variant) {
	text := t.String()
	if flags := d.scan.Flags(); flags != 0 {
		text += fmt.Sprintf(" (flags %#x)", flags>>16)
	}

	if _, container := v.(variant.Container); !container && v != nil && t != variant.TypeNil {
		text += " = " + clip(variant.Text(v))
	}

	at := d.start + d.scan.Offset()
	d.add(at, at+headerSize, text)
}

const headerSize = 4

// maxKey limits the keys that are shown as text. A key that is a container is shown only if its
// packet has at most maxKey bytes. Keys may contain keys, and the text of an inner key is made
// again for each key that contains it. Without a limit the time would be quadratic.
const maxKey = 256

// step returns the text of the step from a container to the value of the token. The argument l is
// the level of this container.
func (d *dumper) step(l *dumpLevel) string {
	if !d.scan.IsKey() && l.keySize > maxKey && l.keyParts {
		return "[" + l.keyType.String() + " …]"
	}
	return d.scan.Step().String()
}

// fields emits the rows of the fields of the token, except its header. More than 8 fields of the
// same size become one row.
func (d *dumper) fields(l *dumpLevel) {
	s := &d.scan
	header := d.headed()
	all := d.count()
	if header {
		all--
	}

	only := all == 1 && (s.Kind() == codec.TokenValue ||
		s.Kind() == codec.TokenOpen && s.Len() == 0)
	run := dumpRun{dumper: d, number: !only}
	left := all

	for f := range s.Fields() {
		f.Offset += d.start
		f.End += d.start

		switch {
		case header:
			header = false
			continue

		case f.Kind != codec.FieldPadding && l.shown >= d.MaxFields:
			run.flush()
			d.cut(f.Offset-d.start, left)
			return

		case f.Kind == codec.FieldText, f.Kind == codec.FieldBytes:
			run.flush()
			d.text(f)
		case f.Kind == codec.FieldPadding:
			d.add(f.Offset, f.End, "padding")
			continue

		case f.Kind == codec.FieldHeader && s.Kind() == codec.TokenOpen:
			run.flush()
			d.class(f)
		default:
			run.add(f)
		}

		l.shown++
		left--
	}

	run.flush()
}

// count returns the number of fields of the token. Padding does not count.
func (d *dumper) count() (n int) {
	for f := range d.scan.Fields() {
		if f.Kind != codec.FieldPadding {
			n++
		}
	}
	return n
}

// cut emits one row for the last n fields of the token, which begin at the given offset, and for
// everything that follows in the current value.
func (d *dumper) cut(from, n int) {
	s := &d.scan
	if s.Kind() == codec.TokenValue || s.Kind() == codec.TokenNone {
		d.more(from, n)
		return
	}

	if !s.Next() {
		n += d.parts()
	}
	d.rest(from, n)
}

// class emits the row for the header of the class name of a TypedArray. The name is a StringName.
func (d *dumper) class(header codec.Field) {
	v, _, _ := d.Codec.DecodeFirst(d.data[header.Offset:])
	d.path.push(".class")
	d.level().class = true
	d.add(header.Offset, header.End, variant.TypeStringName.String()+" = "+clip(variant.Text(v)))
}

// mostNumbers is the greatest number of numbers that a dump shows of one field.
const mostNumbers = 16

// A dumpRun is a sequence of fields of the same size.
type dumpRun struct {
	*dumper
	number bool // show the numbers
	first  codec.Field
	n      int
}

func (r *dumpRun) add(f codec.Field) {
	size := f.End - f.Offset
	if r.n > 0 && size != r.first.End-r.first.Offset {
		r.flush()
	}
	if r.n == 0 {
		r.first = f
	}
	r.n++
}

func (r *dumpRun) flush() {
	size := r.first.End - r.first.Offset
	if r.n > 8 {
		r.dumper.add(r.first.Offset, r.first.Offset+r.n*size, fmt.Sprintf("%d × %d bytes", r.n,
			size))
		r.n = 0
	}

	for ; r.n > 0; r.n-- {
		text := ""
		if r.number && r.first.Kind != codec.FieldCustom {
			text = clip(Numbers(r.first, r.data[r.first.Offset:r.first.End], mostNumbers))
		}

		l := r.level()
		// The last field of a TypedArray's beginning is the count of its items. This field comes
		// after the class name, so its path does not end in ".class".
		if l.class && r.first.End == r.start+r.scan.End() {
			r.path.pop()
			l.class = false
		}

		r.dumper.add(r.first.Offset, r.first.End, text)
		r.first.Offset += size
		r.first.End += size
	}
}

// text emits the row of text or bytes.
func (d *dumper) text(f codec.Field) {
	text := "" // stays empty for data that is not UTF-8
	if b := d.data[f.Offset:f.End]; utf8.Valid(b) {
		text = clip(strconv.Quote(string(b)))
	}

	d.add(f.Offset, f.End, text)
}

func clip(s string) string { return printable.Clip(s, 60) }
