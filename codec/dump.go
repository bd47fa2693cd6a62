package codec

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal"
	"godotvariant/variant"
)

// DumpOptions configure [Dump].
type DumpOptions struct {
	// Codec reads the data. Nil means the codec of Options{}.
	Codec *Codec
	// Frames is true if the data is a sequence of frames, as in store_var files and TCP streams. A
	// frame is a length of 4 bytes, little-endian, and a packet. If Frames is false, the data is
	// one packet.
	Frames bool
	// MaxBytes is the most bytes of one field that are shown. 0 means 32.
	MaxBytes int
	// MaxFields is the most fields and values in one value that are shown. 0 means 1000.
	MaxFields int
	// Base is added to the offsets that are shown. If data is a part of a file, set Base to its
	// offset in the file.
	Base int64
}

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
// If a packet is damaged, Dump shows all that can be read, the error at its offset, and the rest as
// bytes. It returns the error of the decoder, or else the error of w, which ends the dump. The
// middle steps of a long path are left out, and so is the text of a key that is a long container.
//
// Dump decodes data twice. It does not keep the lines: it needs memory in proportion to the longest
// packet, and time in proportion to the length of data.
func Dump(w io.Writer, data []byte, o DumpOptions) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = 32
	}
	if o.MaxFields <= 0 {
		o.MaxFields = 1000
	}

	d := dumper{DumpOptions: o, data: data}
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

// A dumper makes the rows of a dump: once to measure the column of the paths, and once to
// print them.
type dumper struct {
	DumpOptions
	data  []byte
	emit  func(dumpRow)
	path  dumpPath // the path of the current value
	fault *dumpRow // the error of the packet; nil after its row was emitted
	end   int      // the end of the last row
	width int      // the width of the column of paths
	line  []byte   // buffer for one line

	failed error // the error of the writer, after which there are no rows
}

// A dumpRow is some bytes, the path of their value, and what they mean.
type dumpRow struct {
	offset, end int
	path        []byte // valid until the next row
	text        string
}

// add emits a row of the current value. If the error of the packet has a smaller offset, its row
// comes first.
func (d *dumper) add(offset, end int, text string) {
	if d.fault != nil && d.fault.offset < offset {
		d.addFault()
	}
	d.end = end
	d.emit(dumpRow{offset, end, d.path.shown(), text})
}

// addFault emits the error of the packet, if there is one that was not emitted.
func (d *dumper) addFault() {
	if d.fault != nil {
		d.emit(*d.fault)
		d.fault = nil
	}
}

// note emits a row that belongs to no value.
func (d *dumper) note(offset, end int, text string) { d.emit(dumpRow{offset, end, nil, text}) }

// all emits all rows. It returns the first error in the data.
func (d *dumper) all() error {
	if d.Frames {
		return d.frames()
	}
	return d.packet(0, len(d.data))
}

// frames emits the rows of frames, up to the first error.
func (d *dumper) frames() error {
	for at, i := 0, 0; at < len(d.data) && d.failed == nil; i++ {
		rest := d.data[at:]
		if len(rest) < framePrefix {
			d.note(at, len(d.data), "!! unexpected end of data in a frame's length")
			return streamError("decode", at, variant.ErrTruncated)
		}

		n := int(binary.LittleEndian.Uint32(rest))
		d.note(at, at+framePrefix, fmt.Sprintf("frame %d of %d bytes", i, n))

		at += framePrefix
		if missing := n - (len(d.data) - at); missing > 0 {
			d.note(at, at, fmt.Sprintf("!! the frame ends %d bytes too early", missing))
			n -= missing
		}

		if err := d.packet(at, at+n); err != nil {
			return err
		}

		at += n
	}

	return nil
}

// packet emits the rows of the packet d.data[start:end], and returns the error in the packet.
func (d *dumper) packet(start, end int) error {
	b := d.data[start:end]
	root := new(dumpValue)
	t := dumpTrace{base: start, open: []*dumpValue{root}}

	n, err := d.Codec.Trace(b, t.event)
	if err == nil && n < len(b) {
		err = d.Codec.Valid(b) // trailing data
	}

	var e *variant.Error
	if errors.As(err, &e) {
		at := start + e.Offset
		d.fault = &dumpRow{at, at, []byte(e.Path), "!! " + e.Err.Error()}
	}

	d.path.reset()
	d.value(root)
	d.addFault()

	if t.reached < len(b) {
		d.note(start+t.reached, end, "not read")
	}

	return err
}

// measure makes the column of the paths wide enough for a row.
func (d *dumper) measure(r dumpRow) { d.width = max(d.width, min(utf8.RuneCount(r.path), 40)) }

// print writes a row in columns.
func (d *dumper) print(w *bufio.Writer, r dumpRow) {
	const lineBytes = 8
	shown := min(r.end-r.offset, d.MaxBytes)
	for at := 0; at == 0 || at < shown; at += lineBytes {
		part := d.data[r.offset+at : r.offset+min(at+lineBytes, shown)]
		line := fmt.Appendf(d.line[:0], "%08x  % x", d.Base+int64(r.offset+at), part)

		if at == 0 {
			line = append(pad(line, 35-len(line)), r.path...)
			line = append(pad(line, d.width-utf8.RuneCount(r.path)+2), r.text...)
		}

		d.line = append(bytes.TrimRight(line, " "), '\n')
		if _, d.failed = w.Write(d.line); d.failed != nil {
			return
		}
	}

	if more := r.end - r.offset - shown; more > 0 {
		fmt.Fprintf(w, "          … %d bytes more\n", more)
	}
}

// pad appends n spaces, at least two.
func pad(b []byte, n int) []byte {
	for range max(n, 2) {
		b = append(b, ' ')
	}
	return b
}

// A dumpPath is the text of a path, step by step.
type dumpPath struct {
	text  []byte
	ends  []int  // the ends of the steps in text; the first step is "$"
	short []byte // the buffer of shown
}

func (p *dumpPath) reset() { p.text, p.ends = append(p.text[:0], '$'), append(p.ends[:0], 1) }

// push adds the first 80 bytes of a step.
func (p *dumpPath) push(step string) {
	p.text = append(p.text, internal.Clip(step, 80)...)
	p.ends = append(p.ends, len(p.text))
}

// pop removes the last step.
func (p *dumpPath) pop() {
	p.ends = p.ends[:len(p.ends)-1]
	p.text = p.text[:p.ends[len(p.ends)-1]]
}

// shown returns the text of the path, as [tree.Path] prints it. Of more than 32 steps it returns
// the first and the last 16. If the text has more than 400 bytes, the steps on each side of the gap
// have at most 200 bytes. So the output stays in proportion to the data.
func (p *dumpPath) shown() []byte {
	const most, long = 32, 400
	steps := len(p.ends) - 1
	if steps <= most && len(p.text) <= long {
		return p.text
	}

	first, last := min(steps, most/2), max(0, steps-most/2)
	for p.ends[first] > long/2 {
		first--
	}

	for len(p.text)-p.ends[last] > long/2 {
		last++
	}

	p.short = append(append(p.short[:0], p.text[:p.ends[first]]...), "…"...)
	p.short = append(p.short, p.text[p.ends[last]:]...)
	return p.short
}

// A dumpTrace builds a tree of the values and fields of a trace.
type dumpTrace struct {
	base    int          // the offset of the packet in the data
	reached int          // how many bytes of the packet were read
	open    []*dumpValue // the values being read, each inside the one before it
}

// A dumpValue is a value: its header, then its fields and the values in it. The root of the tree
// has no header; its only part is the value of the packet.
type dumpValue struct {
	header dumpField
	typ    variant.Type
	flags  uint32
	value  variant.Variant
	parts  []dumpPart
}

// A dumpField is some bytes that the decoder read at once.
type dumpField struct{ offset, end int }

func (f dumpField) size() int { return f.end - f.offset }

// A dumpPart is a field, or a value if child is not nil.
type dumpPart struct {
	dumpField
	text  int // how many bytes are text or data; padding follows; 0 for other fields
	child *dumpValue
}

func (t *dumpTrace) event(e TraceEvent) {
	here := t.open[len(t.open)-1]
	last := len(here.parts) - 1

	field := dumpField{t.base + e.Offset, t.base + e.End}
	switch e.Kind {
	case TraceField:
		here.parts = append(here.parts, dumpPart{dumpField: field})
		t.reached = e.End

	case TraceText:
		if field.size() > 0 { // an empty text has no field
			here.parts[last].text = field.size()
		}

	case TraceOpen: // the last field is the header
		v := &dumpValue{header: field, typ: e.Type, flags: e.Flags}
		here.parts[last] = dumpPart{child: v}
		t.open = append(t.open, v)

	case TraceClose:
		here.value = e.Value
		t.open = t.open[:len(t.open)-1]
	}
}

// value emits the rows of a value. The current path must be its path.
func (d *dumper) value(v *dumpValue) {
	root := v.header.size() == 0
	if !root {
		d.add(v.header.offset, v.header.end, v.title())
	}

	children := 0
	var key variant.Variant // the value of the last child
	keySize := 0
	for i := 0; i < len(v.parts) && d.failed == nil; i++ {
		if i == d.MaxFields {
			d.add(d.end, v.end(), fmt.Sprintf("%d fields and values more", len(v.parts)-i))
			return
		}

		child := v.parts[i].child
		switch {
		case child == nil:
			i += d.field(v, v.parts[i:])
			continue

		case root:
			d.value(child)
		default:
			d.path.push(stepText(d.step(v, i, children, key), keySize))
			d.value(child)
			d.path.pop()
		}

		key = child.value
		keySize = d.end - child.header.offset
		children++
	}
}

// end returns the offset of the byte after the value.
func (v *dumpValue) end() int {
	if len(v.parts) == 0 {
		return v.header.end
	}

	last := v.parts[len(v.parts)-1]
	if last.child != nil {
		return last.child.end()
	}

	return last.end
}

// title returns the type, its flags, and the value if that is not a container.
func (v *dumpValue) title() string {
	s := v.typ.String()
	if v.flags != 0 {
		s += fmt.Sprintf(" (flags %#x)", v.flags>>16)
	}

	if _, container := v.value.(variant.Container); container || v.value == nil ||
		v.typ == variant.TypeNil {
		return s
	}

	return s + " = " + clip(variant.Text(v.value))
}

// step returns the step from v to the value in part i. children is how many values come before it,
// and key is the last of these values.
func (d *dumper) step(v *dumpValue, i, children int, key variant.Variant) variant.Step {
	switch v.typ {
	case variant.TypeDictionary:
		if children%2 == 0 {
			return variant.Step{Kind: variant.StepPairKey, Index: children / 2}
		}
		return variant.Step{Kind: variant.StepKey, Key: key}

	case variant.TypeObject:
		name := v.parts[max(i-1, 0)]
		return variant.Step{Kind: variant.StepProperty,
			Name: string(d.data[name.offset : name.offset+name.text])}

	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		if i == 1 {
			return variant.Step{Kind: variant.StepProperty, Name: "class"}
		}
		if i > 1 && v.parts[1].child != nil {
			children--
		}
	}

	return variant.Step{Kind: variant.StepIndex, Index: children}
}

// maxKey is the size of the longest packet of a key whose text is shown, if the key is a container.
// Keys may contain keys, and the text of a key is made again for each key around it. Without a
// limit the time would be quadratic.
const maxKey = 256

// stepText returns the text of a step. keySize is the length in bytes of the packet of its key.
func stepText(s variant.Step, keySize int) string {
	if _, container := s.Key.(variant.Container); container && keySize > maxKey {
		return "[" + s.Key.Type().String() + " …]"
	}
	return s.String()
}

// field emits the row of the first of these parts of v. More than 8 fields of the same size, as in
// a packed array, become one row; more is the number of fields in the row after the first.
func (d *dumper) field(v *dumpValue, parts []dumpPart) (more int) {
	f := parts[0]
	if f.text > 0 {
		d.text(f)
		return 0
	}

	run := 1
	for run < len(parts) && parts[run].child == nil && parts[run].text == 0 &&
		parts[run].size() == f.size() {
		run++
	}

	switch {
	case run > 8:
		d.add(f.offset, parts[run-1].end, fmt.Sprintf("%d × %d bytes", run, f.size()))
		return run - 1

	case f.size() == 4 && (len(v.parts) > 1 ||
		v.value == nil): // otherwise the title shows the number
		d.add(f.offset, f.end,
			strconv.Itoa(int(int32(binary.LittleEndian.Uint32(d.data[f.offset:])))))

	default:
		d.add(f.offset, f.end, "")
	}

	return 0
}

// text emits the row of text or data, and the row of its padding.
func (d *dumper) text(f dumpPart) {
	end := f.offset + f.text
	text := "" // stays empty for data that is not UTF-8

	if b := d.data[f.offset:end]; utf8.Valid(b) {
		text = clip(strconv.Quote(string(b)))
	}

	d.add(f.offset, end, text)
	if end < f.end {
		d.add(end, f.end, "padding")
	}
}

func clip(s string) string { return internal.Clip(s, 60) }
