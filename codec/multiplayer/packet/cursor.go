package packet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A reader reads the fields of one packet, one after another. After the first error all its
// methods return zero values. 0 <= pos <= len(data).
type reader struct {
	data     []byte
	pos      int
	protocol *Protocol
	codec    *codec.Codec
	err      error

	// The name of the next value in errors is label and index, for example "argument 3".
	label string
	index int
}

// fail stores err, together with the offset of the next field. It does nothing if there was an
// error before.
func (r *reader) fail(err error) { r.failAt(r.pos, err) }

func (r *reader) failAt(offset int, err error) {
	if r.err == nil {
		r.err = &Error{Op: variant.OpDecode, Offset: offset, Err: err}
	}
}

// rest returns the bytes that were not read yet.
func (r *reader) rest() []byte {
	if r.err != nil {
		return nil
	}
	return r.data[r.pos:]
}

// bytes reads n bytes. The result aliases the packet.
func (r *reader) bytes(n int) []byte {
	if n > len(r.rest()) {
		r.fail(variant.ErrTruncated)
	}
	if r.err != nil {
		return nil
	}

	b := r.data[r.pos : r.pos+n]
	r.pos += n
	return b
}

func (r *reader) uint8() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// number reads an unsigned number. The argument size is its length in bytes: 1, 2 or 4.
func (r *reader) number(size int) uint32 {
	switch size {
	case 1:
		return uint32(r.uint8())
	case 2:
		return uint32(r.uint16())
	}
	return r.uint32()
}

// size reads the length of the next part. It fails if the rest of the packet is shorter than the
// part.
func (r *reader) size() int {
	at := r.pos
	n := r.uint32()
	if uint64(n) > uint64(len(r.rest())) {
		r.failAt(at, variant.ErrTruncated)
		return 0
	}
	return int(n)
}

// text reads UTF-8 up to the next NUL, and the NUL itself. It copies the text, so that the text
// does not keep the whole packet in memory.
func (r *reader) text() string {
	at := r.pos
	n := bytes.IndexByte(r.rest(), 0)
	if n < 0 {
		r.fail(reason.Of(variant.ErrTruncated, "text without its final NUL"))
		return ""
	}

	text := string(r.bytes(n + 1)[:n])
	if !utf8.ValidString(text) {
		r.failAt(at, variant.ErrUTF8)
	}
	return text
}

// path reads a node path and its NUL.
func (r *reader) path() string {
	at := r.pos
	path := r.text()
	if r.err == nil {
		if err := r.protocol.CheckPath(path); err != nil {
			r.failAt(at, err)
		}
	}
	return path
}

// part returns a reader of the next n bytes, and skips them in r.
func (r *reader) part(n int) *reader {
	begin := r.pos
	r.bytes(n)
	p := *r
	p.data, p.pos = r.data[:r.pos], begin
	return &p
}

// join stores the error of another reader in r, unless r has an error.
func (r *reader) join(part *reader) {
	if r.err == nil {
		r.err = part.err
	}
}

// failValue stores the error of the value that begins at the position of r. The offset in err
// counts from the start of this value.
func (r *reader) failValue(err error) {
	offset := r.pos
	var e *variant.Error
	if errors.As(err, &e) {
		offset += e.Offset
	}
	r.failAt(offset, reason.Within(r.label+" "+strconv.Itoa(r.index), err))
}

// value reads a variant that is not compressed.
func (r *reader) value() variant.Variant {
	if r.err != nil {
		return nil
	}

	v, n, err := r.codec.DecodeFirst(r.rest())
	if err != nil {
		r.failValue(err)
		return nil
	}

	r.pos += n
	return v
}

// compressed reads a compressed variant.
func (r *reader) compressed() variant.Variant {
	if r.err != nil {
		return nil
	}

	v, n, err := DecodeCompressed(r.rest(), r.codec)
	if err != nil {
		r.failValue(err)
		return nil
	}

	r.pos += n
	return v
}

// state reads compressed variants up to the end of the packet.
func (r *reader) state() (values []variant.Variant) {
	if len(r.rest()) == 0 {
		return nil
	}

	// A bool takes 1 byte in the packet, but 16 bytes as a Variant. Space for one Variant per byte
	// would be too much for most packets, so the list begins small and doubles when it is full.
	values = make([]variant.Variant, 0, len(r.rest())/8+1)
	r.label = "value"
	for r.err == nil && len(r.rest()) > 0 {
		r.index = len(values)
		if len(values) == cap(values) {
			values = slices.Grow(values, len(values))
		}
		values = append(values, r.compressed())
	}
	return values
}

// end fails if there are bytes left.
func (r *reader) end() {
	if len(r.rest()) > 0 {
		r.fail(variant.ErrTrailing)
	}
}

// A writer appends the fields of one packet to out. The packet begins at out[begin].
type writer struct {
	out      []byte
	begin    int
	protocol *Protocol
	codec    *codec.Codec
	err      error
}

// fail stores err, unless there was an error before.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = &Error{Op: variant.OpEncode, Err: err}
	}
}

func (w *writer) bytes(b []byte) { w.out = append(w.out, b...) }

func (w *writer) uint8(n uint8) { w.out = append(w.out, n) }

func (w *writer) uint16(n uint16) { w.out = binary.LittleEndian.AppendUint16(w.out, n) }

func (w *writer) uint32(n uint32) { w.out = binary.LittleEndian.AppendUint32(w.out, n) }

func (w *writer) uint64(n uint64) { w.out = binary.LittleEndian.AppendUint64(w.out, n) }

// number writes an unsigned number. The argument size is its length in bytes: 1, 2 or 4.
func (w *writer) number(n uint32, size int) {
	switch size {
	case 1:
		w.uint8(uint8(n))
	case 2:
		w.uint16(uint16(n))
	default:
		w.uint32(n)
	}
}

// text writes UTF-8 and a NUL.
func (w *writer) text(s string) {
	switch {
	case strings.Contains(s, "\x00"):
		w.fail(variant.ErrNUL)
	case !utf8.ValidString(s):
		w.fail(variant.ErrUTF8)
	}
	w.out = append(w.out, s...)
	w.uint8(0)
}

// path writes a node path and a NUL.
func (w *writer) path(path string) {
	w.text(path)
	if err := w.protocol.CheckPath(path); err != nil {
		w.fail(err)
	}
}

// value writes a variant without compression.
func (w *writer) value(v variant.Variant) {
	out, err := w.codec.Append(w.out, v)
	if err != nil {
		w.fail(err)
	}
	w.out = out
}

// compressed writes a compressed variant.
func (w *writer) compressed(v variant.Variant) {
	out, err := AppendCompressed(w.out, v, w.codec)
	if err != nil {
		w.fail(err)
	}
	w.out = out
}

// sized writes the length of a part in 4 bytes, and then the part.
func (w *writer) sized(part func()) {
	at := len(w.out)
	w.uint32(0)
	part()
	binary.LittleEndian.PutUint32(w.out[at:], uint32(len(w.out)-at-4))
}

// state writes compressed variants.
func (w *writer) state(values []variant.Variant) {
	for _, v := range values {
		w.compressed(v)
	}
}
