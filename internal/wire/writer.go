package wire

import (
	"bytes"
	"encoding/binary"
	"errors"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// A Writer appends packets to a buffer. It does not take values: variant.Writer is the same struct
// with the methods that an Encode method needs.
//
// Errors are sticky: after the first error the Writer has no result.
type Writer struct {
	writerState

	// Memory that is reused for the next packet:
	spare    []byte // buffer for callers that pass none
	attached any    // see Attached
}

// A writerState has the fields of a Writer that are cleared after each call.
type writerState struct {
	format *forms.Format

	buf   []byte
	start int // offset of the outermost packet in buf
	limit int // if buf gets longer than this, a check is needed; see checkNext

	// The current packet:
	head    int          // offset of the packet's header in buf
	depth   int          // depth of the packet's parts
	current dialect.Type // type of the packet

	guarding bool // each value gets a guard against a panic of its methods, see Run
	guarded  bool // Guard was called for the next value

	typ  dialect.Type // type of the packet with the error
	at   int          // offset in buf of the packet with the error
	err  error        // kind of the first error
	path []Step       // path to the packet with the error, beginning with the innermost step

	rounded bool              // a key of a type that can be rounded was written
	onKey   func(int, any)    // see RunAgain
	onBytes func(at, end int) // see RunAgain
	numbers *KeyNumbers       // numbers to write in place of large containers in keys, or nil
}

// checkNext is a limit that is lower than any length, so the next write is checked. It is the limit
// after an error, and before parts that may be too deep.
const checkNext = -1

// NewWriter returns a Writer that appends to dst. If dst is nil, the result has new memory of
// exactly its length. Run writes, and Finish returns the result.
func NewWriter(f *forms.Format, dst []byte) *Writer {
	w := pooledWriter(f)
	buf := dst
	if dst == nil {
		buf = w.spare[:0]
	}
	w.begin(f, buf)
	return w
}

// Run calls the function put.
//
// One guard against panics around all values costs less than a guard around each value. But it does
// not know the path to the value whose method has panicked. So after a panic Run calls put again,
// with a guard around each value. A panic of an Encode method then becomes an error, and a panic of
// put itself passes on.
func (w *Writer) Run(put func(*Writer)) {
	done := false
	defer func() {
		if !done && recover() != nil {
			w.reset(w.format, w.buf[:w.start])
			w.guarding = true
			put(w)
			_ = w.Exceeded()
		}
	}()

	put(w)
	_ = w.Exceeded()
	done = true
}

// Finish returns dst with the written bytes after it. After an error it returns dst unchanged, and
// the error. It puts the Writer back into the pool.
func (w *Writer) Finish(dst []byte, err error) ([]byte, error) {
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

// Discard returns the number of bytes that were written to the Writer's own memory, and drops them.
// It puts the Writer back into the pool.
func (w *Writer) Discard() int {
	n := len(w.buf) - w.start
	if cap(w.buf) <= maxSpare {
		w.spare = w.buf
	}

	w.release()
	return n
}

// RunAgain empties the Writer and calls the function put again, with a guard around each value. It
// calls onKey for each key that can be rounded. It calls onBytes for each packet that was written
// as bytes, with the offsets of its start and end.
func (w *Writer) RunAgain(put func(*Writer), onKey func(at int, key any),
	onBytes func(at, end int)) {
	w.reset(w.format, w.buf[:w.start])
	w.guarding = true
	w.onKey = onKey
	w.onBytes = onBytes
	put(w)
}

// WriteWith calls the function write with another Writer, which has the format f. It appends the
// written bytes to dst. An error of the other Writer becomes the error of w. In this case WriteWith
// returns false.
func (w *Writer) WriteWith(f *forms.Format, dst []byte, write func(*Writer)) ([]byte, bool) {
	in := pooledWriter(f)
	defer in.release()
	in.begin(f, dst)
	write(in)
	_ = in.Exceeded()

	if in.err != nil && w.err == nil {
		_ = w.Fail(in.err)
		w.path = append(w.path, in.path...)
	}

	return in.buf, in.err == nil
}

// pooledWriter returns a Writer from the pool. Its format, buffer and error are cleared. Call the
// method begin next, and the method release at the end.
func pooledWriter(f *forms.Format) *Writer {
	if w, ok := f.Writers.Get().(*Writer); ok {
		return w
	}
	return &Writer{spare: make([]byte, 0, minSpare)}
}

func (w *Writer) release() {
	f := w.format
	w.writerState = writerState{}
	f.Writers.Put(w)
}

// Attached returns a variable that only the caller uses. The variable keeps its value when the
// Writer is reused.
func (w *Writer) Attached() *any { return &w.attached }

// reset empties the Writer, and makes it append to dst.
func (w *Writer) reset(f *forms.Format, dst []byte) {
	w.writerState = writerState{}
	w.begin(f, dst)
}

// begin sets the format f and the buffer dst of a Writer. The other fields have to be zero.
func (w *Writer) begin(f *forms.Format, dst []byte) {
	w.format = f
	w.buf = dst
	w.start = len(dst)
	w.head = len(dst)
	w.limit = len(dst) + f.Limits.MaxSize
}

// ErrNoEqual is the error of a key that never equals another key, such as an Array that contains
// NaN.
var ErrNoEqual = errors.New("the key equals no other")

// Fault returns the first error, with its offset, type and path.
func (w *Writer) Fault() Fault { return Fault{w.at - w.start, w.typ, w.path, w.err} }

// Err returns the kind of the first error, or nil.
func (w *Writer) Err() error { return w.err }

// Failed reports whether writing has failed.
func (w *Writer) Failed() bool { return w.err != nil }

// Format returns the format that is written.
func (w *Writer) Format() *forms.Format { return w.format }

// Depth returns the depth of the parts of the current packet. Enter and Leave change it.
func (w *Writer) Depth() int { return w.depth }
func (w *Writer) Enter()     { w.depth++ }
func (w *Writer) Leave()     { w.depth-- }

// Unwind sets the depth back to an earlier depth after a panic.
func (w *Writer) Unwind(depth int) { w.depth = depth }

// Exceeded reports whether the Writer has an error. If more than MaxSize bytes were written, this
// also becomes an error of the Writer. Call it after each part of a container, because Begin and
// Put methods do not check all lengths.
func (w *Writer) Exceeded() bool { return len(w.buf) > w.limit && !w.fits(0) }

// Len returns the number of bytes in the buffer. Since returns the bytes from the offset start to
// the end of the buffer.
func (w *Writer) Len() int               { return len(w.buf) }
func (w *Writer) Since(start int) []byte { return w.buf[start:] }

// Packet returns the bytes that were written.
func (w *Writer) Packet() []byte { return w.buf[w.start:] }

// Rounded reports whether a key of a type that can be rounded was written.
func (w *Writer) Rounded() bool { return w.rounded }

// Key records that the key v was written. The packet of the key begins at the offset start.
func (w *Writer) Key(start int, v any) {
	if w.err != nil || w.format.Comparing || !w.format.Merges(w.buf[start]) {
		return
	}
	w.rounded = true
	if w.onKey != nil {
		w.onKey(start-w.start, v)
	}
}

// Raw replaces the current packet by the bytes b.
func (w *Writer) Raw(b []byte) {
	w.buf = w.buf[:w.head]
	if w.fits(len(b)) {
		w.buf = append(w.buf, b...)
		if w.onBytes != nil {
			end := len(w.buf) - w.start
			w.onBytes(end-len(b), end)
		}
	}
}

// Drop removes the current packet from the buffer.
func (w *Writer) Drop() { w.buf = w.buf[:w.head] }

// GuardsEach reports whether each value gets a guard. This is the case after a method has panicked.
func (w *Writer) GuardsEach() bool { return w.guarding }

// LacksGuard reports whether the next value needs a guard. If so, the caller calls Guard and writes
// the value, and recovers if the methods of the value panic.
func (w *Writer) LacksGuard() bool {
	if !w.guarding {
		return false
	}
	guarded := w.guarded
	w.guarded = false
	return !guarded
}

// Guard tells the Writer that the caller recovers if a method of the next value panics. So the next
// call of LacksGuard, which is for this value, returns false.
func (w *Writer) Guard() {
	w.head = len(w.buf)
	w.current = dialect.TypeNil // the type for the error if the method Type panics
	w.guarded = true
}

// Comparing reports whether the bytes are written only to be compared. In this case equal values
// must have equal bytes.
func (w *Writer) Comparing() bool { return w.format.Comparing }

// The capacity of the spare buffer is from minSpare to maxSpare bytes. The header and count of a
// packed array fit into minSpare bytes. So, for a packet that is one large packed array, the buffer
// grows only once.
const (
	minSpare = 512
	maxSpare = 1 << 20
)

// detach returns a slice with the bytes of b. The Writer does not use the memory of this slice
// again. Up to a capacity of maxSpare the slice is a copy, and detach keeps b as the spare buffer.
// The copy takes a third of the time that a new buffer would need to grow step by step. If b has
// more capacity, detach returns b itself.
func (w *Writer) detach(b []byte) []byte {
	if cap(b) > maxSpare { // copying b would cost more than a new spare buffer
		return b
	}
	w.spare = b
	return bytes.Clone(b)
}

// fits reports whether n more bytes may be written. It returns false after an error. It fails if
// the bytes would exceed MaxSize.
func (w *Writer) fits(n int) bool {
	if w.err == nil && n > w.format.Limits.MaxSize-(len(w.buf)-w.start) {
		w.Fail(fault.Because(fault.ErrLimit, "the packet is longer than Limits.MaxSize"))
	}
	return w.err == nil
}

// next appends n bytes and returns them. The buffer must have the capacity. The content of the
// bytes is undefined.
func (w *Writer) next(n int) []byte {
	at := len(w.buf)
	w.buf = w.buf[:at+n]
	return w.buf[at : at+n : at+n]
}

// Fail sets err as the error of this encoding, unless there is already an error. It returns
// [Writer.Err]. It is not inlined, because that would make the code of its many callers longer.
//
//go:noinline
func (w *Writer) Fail(err error) error {
	if w.err == nil {
		w.err = err
		w.at = w.head
		w.typ = w.current
		w.limit = checkNext
	}
	return w.err
}

// Step adds a step to the path of an error. If writing a part of the value has failed, call it with
// the step to that part, before the Encode method returns.
func (w *Writer) Step(s Step) {
	if w.path == nil {
		w.path = make([]Step, 0, w.depth+1)
	}
	w.path = append(w.path, s)
}

// Dialect returns the dialect of the packet.
func (w *Writer) Dialect() *dialect.Dialect { return w.format.Dialect }

// Flags sets flags in the packet's header, see [Flag64]. Call it before the payload contains other
// packets.
func (w *Writer) Flags(flags uint32) {
	if w.err == nil {
		h := w.buf[w.head:]
		binary.LittleEndian.PutUint32(h, binary.LittleEndian.Uint32(h)|flags)
	}
}

// word and quad append bytes without checks. BeginFast and BeginSlow make the checks for errors and
// for the length.

func (w *Writer) word(x uint32) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
}

func (w *Writer) quad(x uint64) {
	w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40),
		byte(x>>48), byte(x>>56))
}

// TypeID writes a word with the ID of a type.
func (w *Writer) TypeID(t dialect.Type) {
	out := &w.format.Headers[t]
	if !out.Known {
		w.Fail(forms.Lacks(w.format.Dialect, t))
		return
	}
	w.word(uint32(out.ID))
}

// FailKey is called for a value, such as an Object, that is not equal to any other value. If w
// writes a key only to compare it, FailKey stores ErrNoEqual and returns true.
func (w *Writer) FailKey() bool {
	if w.format.Keyed {
		w.Fail(ErrNoEqual)
	}
	return w.format.Keyed
}

// Ragged reports whether the number of written bytes is not a multiple of 4.
func (w *Writer) Ragged() bool { return (len(w.buf)-w.start)&3 != 0 }
