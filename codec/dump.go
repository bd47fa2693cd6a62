package codec

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"godotvariant/variant"
)

// DumpOptions say how [Dump] reads and what it shows.
type DumpOptions struct {
	// Codec reads the data. Nil: one with Options{}.
	Codec *Codec
	// Frames says that the data is a sequence of frames, packets with their
	// length in 4 bytes before each, as in store_var files and TCP streams. Else it
	// is one packet.
	Frames bool
	// MaxBytes is how many bytes of one field are shown. 0: 32.
	MaxBytes int
	// MaxFields is how many fields and values of one value are shown. 0: 1000.
	MaxFields int
}

// Dump writes an annotated dump of a packet, a line for each header and field:
// offset, bytes, path, and what they mean.
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
// Of a broken packet it shows all up to the fault, the fault in its place, and
// what was not read. It returns the error of the decoder, or one of w.
func Dump(w io.Writer, data []byte, o DumpOptions) error {
	if o.Codec == nil {
		o.Codec = standard
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 32
	}
	if o.MaxFields <= 0 {
		o.MaxFields = 1000
	}
	d := dumper{o: o, data: data}
	var fault error
	if o.Frames {
		fault = d.frames()
	} else {
		fault = d.packet(0, len(data))
	}
	out := bufio.NewWriter(w)
	d.write(out)
	if err := out.Flush(); err != nil {
		return err
	}
	return fault
}

// dumper collects the rows of a dump.
type dumper struct {
	o    DumpOptions
	data []byte
	rows []dumpRow
}

// A dumpRow is one field: some bytes and what they are.
type dumpRow struct {
	offset, end int
	path        string
	text        string
}

func (d *dumper) add(offset, end int, path, text string) {
	d.rows = append(d.rows, dumpRow{offset, end, path, text})
}

// frames reads frame after frame, up to the first fault.
func (d *dumper) frames() error {
	for at, i := 0, 0; at < len(d.data); i++ {
		rest := d.data[at:]
		if len(rest) < 4 {
			d.add(at, len(d.data), "", "!! unexpected end of data in a frame's length")
			return variant.ErrTruncated
		}
		n := int(binary.LittleEndian.Uint32(rest))
		d.add(at, at+4, "", fmt.Sprintf("frame %d of %d bytes", i, n))
		at += 4
		if n > len(d.data)-at {
			d.add(at, at, "", fmt.Sprintf("!! the frame ends %d bytes too early", n-(len(d.data)-at)))
			n = len(d.data) - at
		}
		if err := d.packet(at, at+n); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// packet reads the packet that data[start:end] is.
func (d *dumper) packet(start, end int) error {
	b := d.data[start:end]
	t := dumpTrace{root: &dumpNode{}, base: start}
	t.open = []*dumpNode{t.root}
	n, err := d.o.Codec.Trace(b, t.event)
	if err == nil && n < len(b) {
		err = d.o.Codec.Valid(b) // trailing data
	}
	first := len(d.rows)
	d.node(t.root, nil)
	var at *variant.Error
	if errors.As(err, &at) {
		d.fault(first, start+at.Offset, at)
	}
	if n := t.reached; n < len(b) {
		d.add(start+n, end, "", "not read")
	}
	return err
}

// fault puts the error behind the row of its offset; first is the first of the
// packet's rows.
func (d *dumper) fault(first, offset int, err *variant.Error) {
	i := first
	for i < len(d.rows) && d.rows[i].offset <= offset {
		i++
	}
	r := dumpRow{offset, offset, err.Path, "!! " + err.Err.Error()}
	d.rows = append(d.rows[:i], append([]dumpRow{r}, d.rows[i:]...)...)
}

const rowBytes = 8

// write prints the rows in columns.
func (d *dumper) write(w *bufio.Writer) {
	width := 0
	for _, r := range d.rows {
		width = max(width, min(len([]rune(r.path)), 40))
	}
	for _, r := range d.rows {
		shown := min(r.end-r.offset, d.o.MaxBytes)
		for at := 0; at == 0 || at < shown; at += rowBytes {
			bytes := d.data[r.offset+at : r.offset+min(at+rowBytes, shown)]
			line := fmt.Sprintf("%08x  % x", r.offset+at, bytes)
			if at == 0 {
				line = fmt.Sprintf("%-33s  %-*s  %s", line, width, r.path, r.text)
			}
			w.WriteString(strings.TrimRight(line, " ") + "\n")
		}
		if more := r.end - r.offset - shown; more > 0 {
			fmt.Fprintf(w, "          … %d bytes more\n", more)
		}
	}
}
