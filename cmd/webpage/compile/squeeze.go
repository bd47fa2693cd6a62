package compile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
)

// squeeze makes a WebAssembly program of Go compress better, and does not change its behaviour. It
// joins the 100,000 data segments of the linker into few segments. It empties the tables of lines
// and the names of functions, which only stack traces show. A later linker of Go may write these
// tables in another form. If squeeze does not find them, it returns an error.
func squeeze(wasm []byte) ([]byte, error) {
	const header = 8
	out := bytes.Clone(wasm[:header])
	saved := 0

	for rest := wasm[header:]; len(rest) > 0; {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("squeeze: section %d of the program is cut", id)
		}

		start := 1 + n
		body := rest[start : start+int(size)]
		rest = rest[start+int(size):]

		if id == sectionData {
			memory, err := readSegments(body)
			if err != nil {
				return nil, fmt.Errorf("squeeze: %w", err)
			}

			saved += dropLines(memory)
			body = writeSegments(memory)
		}

		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}

	if saved == 0 {
		return nil, fmt.Errorf("squeeze: the table of functions that %s writes is not known: "+
			"adapt pcHeader, or build without squeeze", runtime.Version())
	}

	return out, nil
}

// Numbers of the binary format of WebAssembly.
const (
	sectionData = 11
	opI32Const  = 0x41
	opEnd       = 0x0b
)

var errSegments = errors.New("these are not the data of a Go program")

// readSegments returns the memory contents that the segments of a data section define.
func readSegments(section []byte) ([]byte, error) {
	const most = 64 << 20
	var memory []byte

	r := bytes.NewReader(section)
	count, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}

	for range count {
		var head [2]byte
		if n, _ := r.Read(head[:]); n != len(head) || head != [2]byte{0, opI32Const} {
			return nil, errSegments
		}

		at := readSigned(r)
		end, _ := r.ReadByte()
		size, err := binary.ReadUvarint(r)

		if err != nil || end != opEnd || at < 0 || at+int64(size) > most {
			return nil, errSegments
		}

		if missing := int(at) + int(size) - len(memory); missing > 0 {
			memory = append(memory, make([]byte, missing)...)
		}
		if n, _ := r.Read(memory[at : at+int64(size)]); n != int(size) {
			return nil, errSegments
		}
	}

	return memory, nil
}

// readSigned reads a number in signed LEB128.
func readSigned(r *bytes.Reader) (x int64) {
	const bits, sign = 7, 0x40

	for shift := 0; ; shift += bits {
		b, err := r.ReadByte()
		if err != nil {
			return -1
		}

		x |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&sign != 0 {
				x |= -1 << (shift + bits)
			}
			return x
		}
	}
}

// appendSigned appends a number, which is not negative, in signed LEB128.
func appendSigned(b []byte, x int64) []byte {
	const bits, sign = 7, 0x40

	for x >= sign {
		b = append(b, byte(x)|0x80)
		x >>= bits
	}

	return append(b, byte(x))
}

// writeSegments returns a data section that fills the memory. It leaves out long runs of zeros,
// because memory is zero at first.
func writeSegments(memory []byte) []byte {
	const run = 256
	var segments []byte
	count := 0

	for at := 0; at < len(memory); {
		for at < len(memory) && memory[at] == 0 {
			at++
		}

		end := len(memory)
		if i := bytes.Index(memory[at:], make([]byte, run)); i >= 0 {
			end = at + i
		}
		if at == end {
			break
		}

		count++
		segments = append(segments, 0, opI32Const)
		segments = appendSigned(segments, int64(at))
		segments = append(segments, opEnd)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, memory[at:end]...)
		at = end
	}

	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}

// pcHeader is the beginning of the table of functions: its version, the least length of an
// instruction, and the size of a pointer.
var pcHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// dropLines empties the tables of files and lines and the names of functions, and returns the
// number of emptied bytes. The tables for walking the stack stay.
func dropLines(memory []byte) (saved int) {
	start := bytes.Index(memory, pcHeader)
	if start < 0 {
		return 0
	}

	t := pcTable(memory[start:])
	count := t.word(1)
	names, units, files, tables, functions := t.word(4), t.word(5), t.word(6), t.word(7), t.word(8)

	sorted := names < units && units < files && files < tables && tables < functions &&
		functions+8*count < len(t)
	if !sorted {
		return 0
	}

	kept := map[int]bool{}
	dropped := map[int]bool{}
	for i := range count {
		t.function(functions, i, kept, dropped)
	}

	for at := range dropped {
		if !kept[at] && at > 0 {
			n := t.tableLength(tables + at)
			clear(t[tables+at : tables+at+n])
			saved += n
		}
	}

	dropNames(t[names:units])
	clear(t[files:tables])
	return saved + tables - files
}

// dropNames overwrites names with zeros. It keeps the prefix "runtime." of a name, because the
// runtime recognizes its own goroutines by this prefix. Each name ends with a zero.
func dropNames(names []byte) {
	kept := []byte("runtime.")

	for len(names) > 0 {
		n := bytes.IndexByte(names, 0) + 1
		if n == 0 {
			return
		}

		if bytes.HasPrefix(names, kept) {
			clear(names[len(kept):n])
		} else {
			clear(names[:n])
		}
		names = names[n:]
	}
}

// A pcTable is the table of functions of a Go program.
type pcTable []byte

// word returns a number of the header.
func (t pcTable) word(i int) int { return int(binary.LittleEndian.Uint64(t[8*i:])) }

// function handles the function with the index i. It adds the offset of each table of the function
// to one of two maps: to kept if the program needs the table, otherwise to dropped.
func (t pcTable) function(functions, i int, kept, dropped map[int]bool) {
	at := functions + int(binary.LittleEndian.Uint32(t[functions+8*i+4:]))
	field := func(n int) int { return int(binary.LittleEndian.Uint32(t[at+4*n:])) }

	const stack, file, line, count, first = 4, 5, 6, 7, 11
	kept[field(stack)] = true
	dropped[field(file)] = true
	dropped[field(line)] = true

	for n := range field(count) {
		kept[field(first+n)] = true
	}
}

// tableLength returns the length of a table of pairs of numbers, which ends with a zero.
func (t pcTable) tableLength(at int) int {
	begin := at
	for at == begin || t[at] != 0 {
		for range 2 {
			for t[at] >= 0x80 {
				at++
			}
			at++
		}
	}

	return at + 1 - begin
}
