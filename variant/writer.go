package variant

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Writer is the cursor that Encode methods write their payload to, the mirror
// image of [Reader], method by method.
//
// Its errors stick: after the first, nothing is written any more, so an Encode
// method writes all its fields and returns Err. A Writer belongs to the one
// call that it is handed to.
type Writer struct {
	format *Format
	buf    []byte
	start  int // of the outermost packet in buf

	head    int  // of the packet being written, in buf
	current Type // its type
	width   int  // of a real_t in it
	depth   int  // of the packets inside of it: how many packets are open

	maxDepth, maxHead int  // behind these no packet may begin; after an error, none at all
	anyText           bool // text need not be UTF-8
	guarding          bool // a panic of a method becomes an error at once

	err  error // the first error's kind, nil while all is well
	at   int   // where its packet begins
	typ  Type  // its type
	path Path  // to it, innermost step first

	spare []byte // what is written to where the caller has no buffer
}

func (w *Writer) reset(f *Format, dst []byte) {
	*w = Writer{format: f, buf: dst, start: len(dst), head: len(dst), width: 4, spare: w.spare}
	if f != nil {
		w.maxDepth = f.limits.MaxDepth
		w.maxHead = len(dst) + f.limits.MaxSize - longestScalar
		w.anyText = f.mode == Lenient
	}
}

// Err returns the first error, or nil. Inside of an Encode method it is the bare
// kind; the caller of the codec gets an [*Error] with the path.
func (w *Writer) Err() error {
	if w.err == nil || w.depth > 0 { // the path is not complete yet, and not free
		return w.err
	}
	return w.failure()
}

func (w *Writer) failure() error {
	return &Error{Op: opEncode, Offset: w.at - w.start, Path: w.path.backwards(), Type: w.typ, Err: w.err}
}

// Failed reports whether Err returns an error, without making it.
func (w *Writer) Failed() bool { return w.err != nil }

// Fail makes err, if it is the first, the error of this encoding. It returns
// [Writer.Err].
func (w *Writer) Fail(err error) error {
	if w.err == nil {
		w.err, w.at, w.typ = err, w.head, w.current
		w.maxHead = -1
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
		binary.LittleEndian.PutUint32(w.buf[w.head:], w.format.write[TypeNil].id)
		w.buf = w.buf[:w.head+4]
	}
}

func (w *Writer) word(x uint32) {
	if w.err == nil {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, x)
	}
}

func (w *Writer) quad(x uint64) {
	if w.err == nil {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, x)
	}
}

// Real writes one component of a vector or the like, in 4 or 8 bytes as the
// precision says. Single precision rounds to the nearest, as the engine does;
// with the option Exact a number that would change is an [ErrInexact].
func (w *Writer) Real(f float64) {
	if w.width == 8 {
		w.Float64(f)
		return
	}
	w.single(f)
}

// Reals writes components one after another, as Real does each.
func (w *Writer) Reals(fs ...float64) {
	switch {
	case w.err != nil:
	case w.width == 8 || w.format.exact:
		for _, f := range fs {
			w.Real(f)
		}
	default:
		b := w.extend(4 * len(fs))
		for i, f := range fs {
			s, _ := Narrow(f)
			binary.LittleEndian.PutUint32(b[4*i:], s)
		}
	}
}

// single writes f in 4 bytes.
func (w *Writer) single(f float64) {
	b, exact := Narrow(f)
	if !exact && w.format.exact {
		w.Fail(Because(ErrInexact, FormatReal(f)+" becomes "+strconv.FormatFloat(Widen(b), 'g', -1, 64)))
	}
	w.word(b)
}

// Width returns the size of the numbers that Real writes: 4 or 8.
func (w *Writer) Width() int { return w.width }

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
		b, _ = Narrow(math.Float64frombits(canonicalBits(Widen(b))))
	}
	w.word(b)
}

// Float64 writes 8 bytes, whatever the width of the packet's components.
func (w *Writer) Float64(f float64) {
	if w.format.keyed {
		w.quad(canonicalBits(f))
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
func (w *Writer) String(s string) { w.text(s, false) }

// PackedString writes one string of a PackedStringArray: as String does, with the
// NUL behind it that most dialects count in its length.
func (w *Writer) PackedString(s string) { w.text(s, w.format.dialect.StringArrayNUL) }

func (w *Writer) text(s string, ended bool) {
	n := len(s)
	if ended {
		n++
	}
	size := 4 + n + padding(n)
	if w.err != nil || size > w.maxHead-len(w.buf) && !w.textRoom(n) {
		return
	}
	b := w.extend(size)
	binary.LittleEndian.PutUint32(b[size-4:], 0) // the end of the text and its padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	if len(s) <= longestQuick && copyASCII(b[4:], s) {
		return
	}
	if !w.anyText && !utf8.ValidString(s) {
		w.Fail(Because(ErrUTF8, "at byte "+itoa(firstInvalid([]byte(s)))+" of the text"))
	}
	copy(b[4:], s)
}

// textRoom fails if there is no room for n bytes of text.
func (w *Writer) textRoom(n int) bool {
	if n > math.MaxInt32-3 {
		w.Fail(Because(ErrLength, itoa(n)+" bytes of text"))
		return false
	}
	return w.room(n)
}

// Data writes the bytes of a PackedByteArray, a 4-byte count before them and
// zeros behind them up to the next multiple of 4.
func (w *Writer) Data(b []byte) {
	if w.Count(len(b)); w.err == nil && w.room(len(b)) {
		w.buf = append(w.buf, b...)
		w.buf = append(w.buf, zeros[:padding(len(b))]...)
	}
}

var zeros [4]byte

// extend makes the packet n bytes longer and returns these, with whatever is in them.
func (w *Writer) extend(n int) []byte {
	at := len(w.buf)
	w.buf = slices.Grow(w.buf, n)[:at+n]
	return w.buf[at:]
}

// Elements makes room for n elements of size bytes, behind a count, and returns
// it for the caller to fill. It returns nil where they must be written one by
// one, by other methods: after an error, with the option Exact, which may refuse one
// of them, and for comparisons, where not all bits count.
func (w *Writer) Elements(n, size int) []byte {
	if w.err != nil || w.format.exact || w.format.comparing || n > math.MaxInt32/size || !w.room(n*size) {
		return nil
	}
	return w.extend(n * size)
}

// AppendElements writes the bytes of elements, behind a count. It returns false,
// having done nothing, where Elements would return nil.
func (w *Writer) AppendElements(b []byte) bool {
	if w.err != nil || w.format.exact || w.format.comparing || !w.room(len(b)) {
		return false
	}
	w.buf = append(w.buf, b...) // which, unlike extend, does not clear new memory first
	return true
}

// room reports whether n bytes more keep within MaxSize, and fails if not.
func (w *Writer) room(n int) bool {
	if n > w.format.limits.MaxSize-(len(w.buf)-w.start) {
		w.Fail(Because(ErrLimit, "the packet is longer than Limits.MaxSize"))
	}
	return w.err == nil
}
