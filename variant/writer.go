package variant

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/float"
	"godotvariant/variant/notation"
)

// Writer is the cursor that Encode methods write their payload to, the mirror
// image of [Reader], method by method.
//
// Its errors stick: after the first, nothing is written any more, so an Encode
// method writes all its fields and returns Err. A Writer belongs to the one
// call that it is handed to.
type Writer struct {
	format *Format

	buf   []byte
	start int  // of the outermost packet in buf
	limit int  // what is written must not be longer without a look; -1: there is something to look at
	want  Type // with a limit of -1: what the next packet must be; TypeNil: anything

	head    int  // of the packet being written, in buf
	current Type // its type
	depth   int  // of the packets inside of it: how many packets are open

	guarding bool // a panic of a method becomes an error at once

	err  error // the first error's kind, nil while all is well
	at   int   // where its packet begins
	typ  Type  // its type
	path Path  // to it, innermost step first

	spare []byte // what is written to where the caller has no buffer
}

func (w *Writer) reset(f *Format, dst []byte) {
	*w = Writer{format: f, start: len(dst), head: len(dst), spare: w.spare}
	if f != nil {
		w.buf = dst
		w.limit = w.start + f.limits.MaxSize
	}
}

// room reports whether n bytes more keep within MaxSize, and fails if not.
func (w *Writer) room(n int) bool {
	if w.err == nil && n > w.format.limits.MaxSize-(len(w.buf)-w.start) {
		w.Fail(Because(ErrLimit, "the packet is longer than Limits.MaxSize"))
	}
	return w.err == nil
}

// next makes the packet n bytes longer, for which there is memory, and returns these, with whatever is
// in them.
func (w *Writer) next(n int) []byte {
	at := len(w.buf)
	w.buf = w.buf[:at+n]
	return w.buf[at : at+n : at+n]
}

// Err returns the first error, or nil. Inside of an Encode method it is the bare
// kind; the caller of the codec gets an [*Error] with the path.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return w.failure()
}

func (w *Writer) failure() error {
	if w.depth > 0 { // the path is not complete yet, and not free
		return w.err
	}
	return &Error{Op: opEncode, Offset: w.at - w.start, Path: w.path.backwards(), Type: w.typ, Err: w.err, name: w.format.names[w.typ]}
}

// Failed reports whether Err returns an error, without making it.
func (w *Writer) Failed() bool { return w.err != nil }

// Fail makes err, if it is the first, the error of this encoding. It returns
// [Writer.Err].
func (w *Writer) Fail(err error) error {
	if w.err == nil {
		w.err, w.at, w.typ = err, w.head, w.current
		w.limit = -1
	}
	return w.Err()
}

// Step adds a step to the path of an error that has come from a part of the value
// being handled; call it as soon as Err is not nil, before returning.
func (w *Writer) Step(s Step) {
	if w.path == nil {
		w.path = make(Path, 0, w.depth+1)
	}
	w.path = append(w.path, s)
}

// Dialect returns the dialect in use, which must not be changed.
func (w *Writer) Dialect() *Dialect { return &w.format.dialect }

// FullObjects reports whether the option to write full objects is on.
func (w *Writer) FullObjects() bool { return w.format.fullObjects }

// Mode returns the mode in use.
func (w *Writer) Mode() Mode { return w.format.mode }

// Comparing reports whether what is written is only compared, by [Equal] or as a
// dictionary key. Values that are equal must then be written alike.
func (w *Writer) Comparing() bool { return w.format.comparing }

// Flags sets flag bits in the packet's header, see [Flag64]. Call it before the
// payload has packets of its own.
func (w *Writer) Flags(flags uint32) {
	if w.err == nil {
		h := w.buf[w.head:]
		binary.LittleEndian.PutUint32(h, binary.LittleEndian.Uint32(h)|flags)
	}
}

// Null makes the packet that of a Nil instead, whose header is all there is of it:
// the form in which engines since 3.4 write a null object.
func (w *Writer) Null() {
	if w.err == nil {
		binary.LittleEndian.PutUint32(w.buf[w.head:], uint32(w.format.write[TypeNil].id))
		w.buf = w.buf[:w.head+4]
	}
}

// word and quad look at no error and no limit: begin does, for the next packet.

func (w *Writer) word(x uint32) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
}

func (w *Writer) quad(x uint64) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
}

// Real writes one component of a vector or the like, in 4 or 8 bytes as the
// precision says. Single precision rounds to the nearest, as the engine does;
// with the option Exact a number that would change is an [ErrInexact].
func (w *Writer) Real(f float64) {
	if w.Width() == 8 {
		w.Float64(f)
		return
	}
	w.single(f)
}

// Reals2 writes two components, as Real does each. It returns [Writer.Err].
func (w *Writer) Reals2(x, y float64) error {
	at := len(w.buf)
	end := at + 8
	if !w.format.write[w.current].rounds || uint(end) > uint(cap(w.buf)) {
		return w.reals(x, y)
	}
	buf := w.buf
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], float.Bits(x))
	binary.LittleEndian.PutUint32(b[4:], float.Bits(y))
	return w.Err()
}

// Reals3 writes three components, as Real does each. It returns [Writer.Err].
func (w *Writer) Reals3(x, y, z float64) error {
	at := len(w.buf)
	end := at + 12
	if !w.format.write[w.current].rounds || uint(end) > uint(cap(w.buf)) {
		return w.reals(x, y, z)
	}
	buf := w.buf
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], float.Bits(x))
	binary.LittleEndian.PutUint32(b[4:], float.Bits(y))
	binary.LittleEndian.PutUint32(b[8:], float.Bits(z))
	return w.Err()
}

// Reals4 writes four components, as Real does each. It returns [Writer.Err].
func (w *Writer) Reals4(x, y, z, v float64) error {
	at := len(w.buf)
	end := at + 16
	if !w.format.write[w.current].rounds || uint(end) > uint(cap(w.buf)) {
		return w.reals(x, y, z, v)
	}
	buf := w.buf
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], float.Bits(x))
	binary.LittleEndian.PutUint32(b[4:], float.Bits(y))
	binary.LittleEndian.PutUint32(b[8:], float.Bits(z))
	binary.LittleEndian.PutUint32(b[12:], float.Bits(v))
	return w.Err()
}

// reals writes components one by one.
func (w *Writer) reals(fs ...float64) error {
	for _, f := range fs {
		w.Real(f)
	}
	return w.Err()
}

// single writes f in 4 bytes.
func (w *Writer) single(f float64) {
	b, exact := float.Narrow(f)
	if !exact && w.format.exact {
		w.Fail(Because(ErrInexact, notation.FormatReal(f)+" becomes "+strconv.FormatFloat(float.Widen(b), 'g', -1, 64)))
	}
	w.word(b)
}

// Width returns the size of the numbers that Real writes: 4 or 8.
func (w *Writer) Width() int { return int(w.format.write[w.current].width) }

// Bool writes 4 bytes, 0 or 1.
func (w *Writer) Bool(b bool) {
	w.word(bit(b))
}

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

// Float32 writes 4 bytes, whatever the width of the packet's components.
func (w *Writer) Float32(f float32) {
	b := math.Float32bits(f)
	if w.format.keyed {
		b, _ = float.Narrow(math.Float64frombits(float.KeyBits(float.Widen(b))))
	}
	w.word(b)
}

// Float64 writes 8 bytes, whatever the width of the packet's components.
func (w *Writer) Float64(f float64) {
	if w.format.keyed {
		w.quad(float.KeyBits(f))
		return
	}
	w.quad(math.Float64bits(f))
}

// Count writes the 4-byte count of a packed array.
func (w *Writer) Count(n int) {
	if n > math.MaxInt32 {
		w.Fail(Because(ErrLength, itoa(n)+" elements"))
	}
	w.word(uint32(n))
}

// Count64 is Count with a count of 8 bytes.
func (w *Writer) Count64(n int) { w.quad(uint64(n)) }

// countShared writes the count of a container.
func (w *Writer) countShared(n int, shared bool) {
	head := len(w.buf)
	if w.Count(n); shared && w.format.dialect.SharedBit && w.err == nil {
		w.buf[head+3] |= 1 << 7
	}
}

// String writes text: a 4-byte length, the bytes, zeros up to the next multiple
// of 4. Text that is not UTF-8 is an [ErrUTF8], except in lenient mode.
func (w *Writer) String(s string) { w.text(s, len(s)) }

// PackedString writes one string of a PackedStringArray: as String does, with the
// NUL behind it that most dialects count in its length.
func (w *Writer) PackedString(s string) {
	n := len(s)
	if w.format.dialect.StringArrayNUL {
		n++
	}
	w.text(s, n)
}

// text writes s with zeros behind it, n bytes together, and the padding.
func (w *Writer) text(s string, n int) {
	if w.ascii(s, n) {
		return
	}
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
	binary.LittleEndian.PutUint32(b[size-4:], 0) // the end of the text and its padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	copy(b[4:], s)
}

// ascii is text if s is short, all ASCII, and there is memory for it. If not, it
// returns false, having done nothing. It calls nothing, so that it costs little.
func (w *Writer) ascii(s string, n int) bool {
	p, buf := []byte(s), w.buf // which copies nothing
	at := len(buf)
	end := at + 4 + n + padding(n)
	if len(p) > longestASCII || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[len(b)-4:], 0) // the end of the text and its padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	b = b[4:]
	b = b[:len(p)]
	// A loop over what is left behind whole words would take as long as all of the
	// rest. Words that overlap do it in one step.
	var all uint64
	switch {
	case len(p) >= 8:
		for i := 0; i < len(p)-8; i += 8 {
			x := binary.LittleEndian.Uint64(p[i:])
			binary.LittleEndian.PutUint64(b[i:], x)
			all |= x
		}
		x := binary.LittleEndian.Uint64(p[len(p)-8:])
		binary.LittleEndian.PutUint64(b[len(p)-8:], x)
		all |= x
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

// Data writes the bytes of a PackedByteArray, a 4-byte count before them and
// zeros behind them up to the next multiple of 4.
func (w *Writer) Data(b []byte) {
	if w.Count(len(b)); w.room(len(b)) {
		w.buf = append(w.buf, b...)
		w.buf = append(w.buf, zeros[:padding(len(b))]...)
	}
}

var zeros [4]byte

// Elements makes room for n elements of size bytes, behind a count, and returns
// it for the caller to fill. It returns nil where they must be written one by
// one, by other methods: after an error, with the option Exact, which may refuse one
// of them, and for comparisons, where not all bits count.
func (w *Writer) Elements(n, size int) []byte {
	if w.err != nil || w.format.exact || w.format.comparing || n > math.MaxInt32/size || !w.room(n*size) {
		return nil
	}
	w.buf = slices.Grow(w.buf, n*size)
	return w.next(n * size)
}

// AppendElements writes the bytes of elements, behind a count. It returns false,
// having done nothing, where Elements would return nil.
func (w *Writer) AppendElements(b []byte) bool {
	if w.err != nil || w.format.exact || w.format.comparing || !w.room(len(b)) {
		return false
	}
	w.buf = append(w.buf, b...) // which, unlike next, does not clear new memory first
	return true
}
