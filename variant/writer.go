package variant

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
)

// Writer is the cursor that an Encode method writes its payload to. Each method that
// writes a field has a method of the same name in [Reader].
//
// Errors are sticky: after the first error the result is thrown away. An Encode
// method writes all its fields and then returns Err. A Writer is valid only during
// the call that it is passed to.
type Writer struct {
	format *Format

	buf   []byte
	start int  // offset of the outermost packet in buf
	limit int  // buf may grow to this length without a check; -1 forces a check
	want  Type // with limit -1: the type that the next packet must have, TypeNil for any

	// The packet being written:
	head    int  // its offset in buf
	current Type // its type
	depth   int  // of the packets inside it

	guarding bool // recover from a panic of each method, see Format.encode
	guarded  bool // the next value to be written has its guard

	err  error // the kind of the first error
	at   int   // offset in buf of the packet at fault
	typ  Type  // its type
	path Path  // to it, innermost step first

	spare []byte // the buffer for callers that pass none
	kept  any    // see Kept

	rounded bool   // a key was written that can be rounded, see review
	again   *rerun // in the second run for a review
}

// encode calls put with a Writer and appends what it wrote to dst, as append does. A
// nil dst gets new memory of just the length that is needed. After an error the
// result is dst.
//
// One guard around all values costs less than a guard around each, but does not know
// the path. So after a panic put is called again, with a guard around each value: a
// panic of an Encode method becomes an error, and a panic of put itself passes on.
func (f *Format) encode(dst []byte, put func(*Writer)) ([]byte, error) {
	w := f.writer()
	buf := dst
	if dst == nil {
		buf = w.spare[:0]
	}
	w.reset(f, buf)
	if !w.try(put) {
		w.reset(f, buf)
		w.guarding = true
		put(w)
	}
	w.room(0)
	err := w.Err()
	if err == nil && (w.rounded || f.mode == Strict) {
		err = w.review(put)
	}
	out := w.buf
	if dst == nil && err == nil {
		out = w.detach(out)
	}
	w.release()
	if err != nil {
		return dst, err
	}
	return out, nil
}

// writer returns a Writer. release returns it to the pool.
func (f *Format) writer() *Writer {
	if w, ok := f.writers.Get().(*Writer); ok {
		return w
	}
	return &Writer{spare: make([]byte, 0, minSpare)}
}

func (w *Writer) release() {
	f := w.format
	w.reset(nil, nil)
	f.writers.Put(w)
}

// Write is encode.
func (kernel) Write(f *Format, dst []byte, put func(*Writer)) ([]byte, error) {
	return f.encode(dst, put)
}

// Kept is a place for what a caller of Write keeps with the Writer, from call to call.
func (kernel) Kept(w *Writer) *any { return &w.kept }

// Append appends the packet of v to dst. See Write for dst.
func (kernel) Append(f *Format, dst []byte, v Variant) ([]byte, error) { return f.appendValue(dst, v) }

func (w *Writer) reset(f *Format, dst []byte) {
	spare, kept := w.spare, w.kept
	*w = Writer{}
	w.spare, w.kept, w.format, w.buf = spare, kept, f, dst
	w.start, w.head = len(dst), len(dst)
	if f != nil {
		w.limit = w.start + f.limits.MaxSize
	}
}

// try reports whether put did not panic.
func (w *Writer) try(put func(*Writer)) (ok bool) {
	defer func() { ok = recover() == nil }()
	put(w)
	return true
}

// Bounds of the spare buffer. The header of a packed array must fit, so that a large one is
// written to memory of its own length.
const (
	minSpare = 512
	maxSpare = 1 << 20
)

// detach returns a copy of b of exact length and keeps b as the spare buffer.
// Growing new memory step by step would cost three times as much.
func (w *Writer) detach(b []byte) []byte {
	if cap(b) > maxSpare { // a copy would cost more than a new buffer
		return b
	}
	w.spare = b
	return bytes.Clone(b)
}

// room reports whether there is no error and n more bytes fit into MaxSize. If they
// do not fit it fails.
func (w *Writer) room(n int) bool {
	if w.err == nil && n > w.format.limits.MaxSize-(len(w.buf)-w.start) {
		w.Fail(Because(ErrLimit, "the packet is longer than Limits.MaxSize"))
	}
	return w.err == nil
}

// over reports whether there is an error. Containers ask it after a part that ended
// after limit.
func (w *Writer) over() bool { return !w.room(0) }

// next appends n bytes, for which there is capacity, and returns them. Their content
// is undefined.
func (w *Writer) next(n int) []byte {
	at := len(w.buf)
	w.buf = w.buf[:at+n]
	return w.buf[at : at+n : at+n]
}

// Err returns the first error, or nil. Inside an Encode method it is only the kind;
// the caller of the codec gets an [*Error] with the path.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return w.failure()
}

func (w *Writer) failure() error {
	if w.depth > 0 { // the path is complete at depth 0 only
		return w.err
	}
	return &Error{Op: opEncode, Offset: w.at - w.start, Path: w.path.backwards(), Type: w.typ, Err: w.err, name: w.format.names[w.typ]}
}

// Fail sets err as the error of this encoding, unless there is one already. It
// returns [Writer.Err].
func (w *Writer) Fail(err error) error {
	if w.err == nil {
		w.err, w.at, w.typ = err, w.head, w.current
		w.limit = -1
	}
	return w.Err()
}

// Step adds a step to the path of an error. Call it when a part of the value has
// failed, before the method returns.
func (w *Writer) Step(s Step) {
	if w.path == nil {
		w.path = make(Path, 0, w.depth+1)
	}
	w.path = append(w.path, s)
}

// Dialect returns the dialect that is written. Do not change it.
func (w *Writer) Dialect() *Dialect { return &w.format.dialect }

// Flags sets flags in the packet's header, see [Flag64]. Call it before the payload
// contains packets.
func (w *Writer) Flags(flags uint32) {
	if w.err == nil {
		h := w.buf[w.head:]
		binary.LittleEndian.PutUint32(h, binary.LittleEndian.Uint32(h)|flags)
	}
}

// word and quad check neither error nor limit. begin does, for the next packet.

func (w *Writer) word(x uint32) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
}

func (w *Writer) quad(x uint64) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
}

// Real writes a real_t number, such as a component of a vector: 4 or 8 bytes, as
// the precision says. Single precision rounds to nearest, as the engine does. With
// the option Exact a number that would change is an [ErrInexact].
func (w *Writer) Real(f float64) {
	if w.width() == 8 {
		w.Float64(f)
		return
	}
	w.single(f)
}

// Reals writes real_t numbers one after another.
func (w *Writer) Reals(fs ...float64) {
	for _, f := range fs {
		w.Real(f)
	}
}

// width returns the size of the numbers that Real writes.
func (w *Writer) width() int { return int(w.format.write[w.current].width) }

// single writes f in 4 bytes.
func (w *Writer) single(f float64) {
	b, exact := float.Narrow(f)
	if w.format.finite && !float.Finite(float.Widen(b)) {
		w.Fail(notFinite(f))
	}
	if !exact && w.format.exact {
		w.Fail(Because(ErrInexact, token.FormatReal(f)+" becomes "+strconv.FormatFloat(float.Widen(b), 'g', -1, 64)))
	}
	w.word(b)
}

// Bool writes 4 bytes, 0 or 1.
func (w *Writer) Bool(b bool) { w.word(bit(b)) }

func bit[B ~bool](b B) uint32 {
	if b {
		return 1
	}
	return 0
}

// Int32 writes 4 bytes.
func (w *Writer) Int32(i int32) { w.word(uint32(i)) }

// Uint32 writes 4 bytes.
func (w *Writer) Uint32(u uint32) { w.word(u) }

// Int64 writes 8 bytes.
func (w *Writer) Int64(i int64) { w.quad(uint64(i)) }

// Uint64 writes 8 bytes.
func (w *Writer) Uint64(u uint64) { w.quad(u) }

// Float32 writes 4 bytes, whatever the precision.
func (w *Writer) Float32(f float32) {
	b := math.Float32bits(f)
	if w.format.keyed {
		b = w.keyFloat32(f)
	}
	if w.format.finite && !float.Finite(float64(f)) {
		w.Fail(notFinite(float64(f)))
	}
	w.word(b)
}

// Float64 writes 8 bytes, whatever the precision.
func (w *Writer) Float64(f float64) {
	if w.format.keyed {
		w.quad(float.KeyBits(f))
		return
	}
	if w.format.finite && !float.Finite(f) {
		w.Fail(notFinite(f))
	}
	w.quad(math.Float64bits(f))
}

// notFinite returns the error of f where the option Finite refuses it.
func notFinite(f float64) error {
	why := token.FormatReal(f)
	if float.Finite(f) {
		why += " is infinite in single precision"
	}
	return Because(ErrNotFinite, why+" (the option Finite or the tag finite refuses it)")
}

// Count writes a 4-byte count of elements or parts.
func (w *Writer) Count(n int) {
	if uint(n) > math.MaxInt32 { // or negative
		w.Fail(Because(ErrLength, itoa(n)+" elements"))
	}
	w.word(uint32(n))
}

// String writes text: a 4-byte length, the bytes, and zeros up to the next multiple
// of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (w *Writer) String(s string) {
	if !w.shortPart(s, len(s)) {
		w.text(s, len(s))
	}
}

// Data writes the bytes of a PackedByteArray: a 4-byte count, the bytes, and zeros
// up to the next multiple of 4.
func (w *Writer) Data(b []byte) {
	if w.Count(len(b)); w.room(len(b)) {
		w.buf = append(w.buf, b...)
		w.buf = append(w.buf, zeros[:padding(len(b))]...)
	}
}

var zeros [4]byte

// shortPart is text for short ASCII text. There is a word before it, at least the header of
// the packet.
func (w *Writer) shortPart(s string, n int) bool {
	return w.ascii(4, binary.LittleEndian.Uint32(w.buf[len(w.buf)-4:]), s, n)
}

// text writes a length n, s, zeros up to n bytes, and the padding.
func (w *Writer) text(s string, n int) {
	if n > math.MaxInt32-3 {
		w.Fail(Because(ErrLength, itoa(n)+" bytes of text"))
	}
	size := 4 + n + padding(n)
	if !w.room(n) {
		return
	}
	w.buf = slices.Grow(w.buf, size)
	if w.format.mode != Lenient && !utf8.ValidString(s) {
		w.Fail(Because(ErrUTF8, "at byte "+itoa(firstInvalid([]byte(s)))+" of the text"))
		return
	}
	b := w.next(size)
	binary.LittleEndian.PutUint32(b[size-4:], 0) // the end of the text and the padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	copy(b[4:], s)
}

// ascii is text for short ASCII text, if there is capacity for it. If not, it returns
// false and has done nothing. It makes no calls, since most packets are such texts. It
// also writes the word before the text, so that one store has that and the length:
// head, a new one if back is 0, or the last one again if back is 4.
func (w *Writer) ascii(back int, head uint32, s string, n int) bool {
	p, buf := []byte(s), w.buf // the conversion copies nothing
	at := len(buf) - back
	end := at + 8 + n + padding(n)
	if len(p) > maxASCII || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	b := buf[at:end:end]
	_ = b[7]
	binary.LittleEndian.PutUint32(b[len(b)-4:], 0) // the end of the text and the padding
	binary.LittleEndian.PutUint64(b, uint64(head)|uint64(n)<<32)
	b = b[8:]
	b = b[:len(p)]
	// A last word that overlaps the one before takes less time than a loop over the
	// bytes that remain.
	var all uint64
	switch {
	case len(p) >= 8:
		x, y := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[len(p)-8:])
		binary.LittleEndian.PutUint64(b, x)
		binary.LittleEndian.PutUint64(b[len(p)-8:], y)
		all = x | y
		for i := 8; i < len(p)-8; i += 8 {
			x := binary.LittleEndian.Uint64(p[i:])
			binary.LittleEndian.PutUint64(b[i:], x)
			all |= x
		}
	case len(p) >= 4:
		x, y := binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[len(p)-4:])
		binary.LittleEndian.PutUint32(b, x)
		binary.LittleEndian.PutUint32(b[len(p)-4:], y)
		all = uint64(x | y)
	case len(p) > 0:
		x, y, z := p[0], p[len(p)/2], p[len(p)-1]
		b[0], b[len(p)/2], b[len(p)-1] = x, y, z
		all = uint64(x | y | z)
	}
	if all&0x8080808080808080 != 0 {
		return false
	}
	w.buf = w.buf[:end]
	return true
}
