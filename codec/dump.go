package codec

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"godotvariant/variant"
)

// DumpOptions configure [Dump].
type DumpOptions struct {
	// Codec reads the data. Nil means that of Options{}.
	Codec *Codec
	// Frames says that the data is a sequence of frames: packets, each after its
	// length in 4 bytes, as in store_var files and TCP streams. Otherwise the data
	// is one packet.
	Frames bool
	// MaxBytes is how many bytes of one field are shown. 0 means 32.
	MaxBytes int
	// MaxFields is how many fields and values of one value are shown. 0 means 1000.
	MaxFields int
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
// Of a broken packet it shows all that can be read, the error at its offset, and the rest
// as bytes. It returns the error of the decoder, or that of w.
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
	d := dumper{DumpOptions: o, data: data}
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

// A dumper collects the rows of a dump.
type dumper struct {
	DumpOptions
	data []byte
	rows []dumpRow
}

// A dumpRow is some bytes, the path of their value, and what they mean.
type dumpRow struct {
	offset, end int
	path        string
	text        string
}

func (d *dumper) add(offset, end int, path, text string) {
	d.rows = append(d.rows, dumpRow{offset, end, path, text})
}

// frames adds the rows of frames, up to the first error.
func (d *dumper) frames() error {
	for at, i := 0, 0; at < len(d.data); i++ {
		rest := d.data[at:]
		if len(rest) < framePrefix {
			d.add(at, len(d.data), "", "!! unexpected end of data in a frame's length")
			return variant.ErrTruncated
		}
		n := int(binary.LittleEndian.Uint32(rest))
		d.add(at, at+framePrefix, "", fmt.Sprintf("frame %d of %d bytes", i, n))
		at += framePrefix
		if missing := n - (len(d.data) - at); missing > 0 {
			d.add(at, at, "", fmt.Sprintf("!! the frame ends %d bytes too early", missing))
			n -= missing
		}
		if err := d.packet(at, at+n); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// packet adds the rows of the packet data[start:end].
func (d *dumper) packet(start, end int) error {
	b := d.data[start:end]
	root := new(dumpValue)
	t := dumpTrace{base: start, open: []*dumpValue{root}}
	n, err := d.Codec.Trace(b, t.event)
	if err == nil && n < len(b) {
		err = d.Codec.Valid(b) // trailing data
	}
	first := len(d.rows)
	d.value(root, nil)
	var at *variant.Error
	if errors.As(err, &at) {
		d.fault(first, start+at.Offset, at)
	}
	if t.reached < len(b) {
		d.add(start+t.reached, end, "", "not read")
	}
	return err
}

// fault inserts the error after the row at its offset. The packet's rows begin at first.
func (d *dumper) fault(first, offset int, err *variant.Error) {
	i := first
	for i < len(d.rows) && d.rows[i].offset <= offset {
		i++
	}
	d.rows = slices.Insert(d.rows, i, dumpRow{offset, offset, err.Path, "!! " + err.Err.Error()})
}

// write prints the rows in columns.
func (d *dumper) write(w *bufio.Writer) {
	const lineBytes = 8
	width := 0
	for _, r := range d.rows {
		width = max(width, min(len([]rune(r.path)), 40))
	}
	for _, r := range d.rows {
		shown := min(r.end-r.offset, d.MaxBytes)
		for at := 0; at == 0 || at < shown; at += lineBytes {
			bytes := d.data[r.offset+at : r.offset+min(at+lineBytes, shown)]
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
