package inspect

import (
	"bufio"
	"bytes"
	"fmt"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A dumper makes the rows of a dump: once to measure the width of the column of paths, and once to
// print the rows.
type dumper struct {
	Options
	data  []byte
	emit  func(dumpRow)
	scan  codec.Scanner
	start int         // start of the packet in data
	path  dumpPath    // path of the current value
	open  []dumpLevel // the containers around the current value
	ended bool        // the last row includes everything up to the error
	fault *dumpRow    // error of the packet; nil after its row was emitted
	width int         // width of the column of paths
	line  []byte      // buffer for one line

	failed error // error of the writer; after it there are no more rows
}

// A dumpRow is a row of the dump: some bytes, the path of their value, and their meaning.
type dumpRow struct {
	offset, end int
	path        []byte // valid until the next row
	text        string
}

// A dumpLevel has the state of a container whose parts are being read. The outermost dumpLevel is
// for the packet, which is not in a container.
type dumpLevel struct {
	shown int  // number of the container's fields and values that have rows
	class bool // the rows of the class are being shown

	keySize  int          // length in bytes of the last key
	keyType  variant.Type // type of the last key
	keyParts bool         // the last key is a container
}

func (d *dumper) level() *dumpLevel { return &d.open[len(d.open)-1] }

// add emits a row of the current value. If the packet has an error at a smaller offset, the row of
// the error comes first.
func (d *dumper) add(offset, end int, text string) {
	if d.fault != nil && d.fault.offset < offset {
		d.addFault()
	}
	d.emit(dumpRow{offset, end, d.path.shown(), text})
}

// addFault emits the row of the packet's error, unless this row was emitted before.
func (d *dumper) addFault() {
	if d.fault != nil {
		d.emit(*d.fault)
		d.fault = nil
	}
}

// note emits a row without a path, for bytes that do not belong to a value.
func (d *dumper) note(offset, end int, text string) { d.emit(dumpRow{offset, end, nil, text}) }

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
