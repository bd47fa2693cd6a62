package variant

import (
	"encoding/binary"
	"io"
	"math"
	"strings"

	"godotvariant/internal/float"
)

// Reader is the cursor that a Decode method reads its payload from. Each method that
// reads a field has a method of the same name in [Writer]; CountParts has Count.
//
// Errors are sticky: after the first error every method returns zero and the
// cursor stays. A Decode method reads all its fields and then returns [Result],
// which checks the error. A Reader is valid only during the call that it is
// passed to.
type Reader struct {
	format *Format
	data   []byte
	pos    int

	// The packet being read:
	head  int    // its offset
	flags uint32 // of its header
	width int    // of its real_t numbers, in bytes
	depth int    // of it; the outermost packet has depth 0

	owed  int  // bytes that the parts still to come of all open containers need at least
	check bool // validate only, build nothing

	watched bool // a method of another module reads, and its numbers must be finite

	err  error // the kind of the first error
	at   int   // its offset
	typ  Type  // the type of the value at fault
	path Path  // to it, innermost step first
	mute bool  // nobody asks for the path

	source  source  // streams and traces: where more data comes from
	pending error   // what source returned last
	failure error   // pending, if the data before it is not enough
	trace   *tracer // in a trace

	// Dictionary keys are hashed while they are read:
	hashing bool   // the value is a key or part of one
	hash    uint64 // of what has been read of it
	keys    keyTable
	known   [maxKnownDepth]knownKeys // by depth

	// Memory that values share, also those of packets before:
	chunk strings.Builder // see share
	block                 // see box_unsafe.go

	// In a review:
	twins   map[int]int // keys that are equal to a key before them, by offset
	refused int         // offset of a key that is not accepted

	// careful is set where text needs more than an ASCII check: in strict mode,
	// in a key, and in a trace.
	careful bool
}

// A source makes buf n bytes long, by appending to it or in a longer copy. After
// an error it returns what there is.
type source func(buf []byte, n int) ([]byte, error)

// reader returns a Reader of b. release resets it and returns it to the pool.
func (f *Format) reader(b []byte) *Reader {
	r, _ := f.readers.Get().(*Reader)
	if r == nil {
		r = &Reader{width: 4}
	}
	r.format, r.data, r.careful = f, b, f.mode == Strict
	return r
}

func (r *Reader) reset(f *Format, b []byte) {
	r.format, r.data, r.pos, r.depth, r.owed, r.check = f, b, 0, 0, 0, false
	r.head, r.flags, r.width, r.hashing, r.hash = 0, 0, 4, false, 0
	r.err, r.at, r.typ, r.path, r.source, r.pending, r.failure, r.trace = nil, 0, TypeNil, nil, nil, nil, nil, nil
	r.twins, r.refused, r.careful, r.watched = nil, 0, f != nil && f.mode == Strict, false
	r.mute = false
	r.keys.reset()
}

func (r *Reader) release() {
	f := r.format
	r.reset(nil, nil)
	f.readers.Put(r)
}

// end rejects bytes after the value.
func (r *Reader) end() {
	if n := len(r.data) - r.pos; n > 0 && r.format.mode != Lenient {
		r.failAt(r.pos, Because(ErrTrailing, itoa(n)+" bytes after the value"))
	}
}

// Err returns the first error, or nil. Inside a Decode method it is only the
// kind; the caller of the codec gets an [*Error] with offset and path.
func (r *Reader) Err() error {
	if r.err == nil || r.depth > 0 { // the path is complete at depth 0 only
		return r.err
	}
	return &Error{Op: opDecode, Offset: r.at, Path: r.path.backwards(), Type: r.typ, Err: r.err, name: r.format.names[r.typ]}
}

// Fail sets err as the error of this decoding, at the current offset, unless
// there is one already. It returns [Reader.Err].
func (r *Reader) Fail(err error) error { return r.FailAt(r.pos, err) }

// FailAt is Fail for an error in the field at offset at.
func (r *Reader) FailAt(at int, err error) error {
	r.failAt(at, err)
	return r.Err()
}

func (r *Reader) failAt(at int, kind error) {
	if r.err == nil {
		r.err, r.at = kind, at
	}
}

// fail is failAt with the type of the value at fault.
func (r *Reader) fail(at int, t Type, kind error) {
	if r.err == nil {
		r.typ = t
	}
	r.failAt(at, kind)
}

// Step adds a step to the path of an error. Call it when a part of the value has
// failed, before the method returns.
func (r *Reader) Step(s Step) {
	if r.mute {
		return
	}
	if r.path == nil {
		r.path = make(Path, 0, r.depth+1)
	}
	r.path = append(r.path, s)
}

// stepIndex and stepPair are Step. They keep the stack frames of nested values
// small.

//go:noinline
func (r *Reader) stepIndex(i int) { r.Step(Step{Kind: StepIndex, Index: i}) }

//go:noinline
func (r *Reader) stepPair(kind StepKind, i int, key Variant) {
	r.Step(Step{Kind: kind, Index: i, Key: key})
}

// Dialect returns the dialect of the data. Do not change it.
func (r *Reader) Dialect() *Dialect { return &r.format.dialect }

// Mode returns the mode.
func (r *Reader) Mode() Mode { return r.format.mode }

// Flags returns the flags of the packet's header, see [Flag64].
func (r *Reader) Flags() uint32 { return r.flags }

// Offset returns the position of the cursor, in bytes from the start of the
// outermost packet.
func (r *Reader) Offset() int { return r.pos }

// rest returns how many bytes may follow.
func (r *Reader) rest() int {
	if r.trace != nil {
		return len(r.trace.data) - r.pos
	}
	if r.source != nil {
		return r.format.limits.MaxFrame - r.pos
	}
	return len(r.data) - r.pos
}

// take returns the next n bytes, nil after an error. They alias the input.
func (r *Reader) take(n int) []byte {
	if !r.need(n, r.pos) {
		return nil
	}
	r.pos += n
	return r.data[r.pos-n : r.pos : r.pos]
}

// need makes sure that n bytes follow. If not, the error is in the field at offset at.
func (r *Reader) need(n, at int) bool {
	switch {
	case r.err != nil:
		return false
	case n <= len(r.data)-r.pos:
		return true
	case n > r.rest():
		r.short(at)
		return false
	}
	if r.pending == nil {
		r.data, r.pending = r.source(r.data, r.ahead(r.pos+n))
	}
	if n <= len(r.data)-r.pos {
		return true
	}
	if r.failure = r.pending; r.failure == nil {
		r.failure = io.ErrNoProgress
	}
	r.failAt(at, r.failure)
	return false
}

// ahead returns how many bytes to ask the source for if the packet needs those up to end:
// with the parts that it still expects, so that it does not ask for each of them.
func (r *Reader) ahead(end int) int {
	if r.trace != nil {
		return end
	}
	return max(end, min(end+r.owed, r.format.limits.MaxFrame))
}

// short fails because the data ends before the field at offset at is complete.
func (r *Reader) short(at int) {
	if r.source != nil && r.trace == nil {
		r.failAt(at, Because(ErrLimit, "the packet is longer than Limits.MaxFrame"))
		return
	}
	r.failAt(at, ErrTruncated)
}

func (r *Reader) word() uint32 {
	if pos := r.pos; r.err == nil && len(r.data)-pos >= 4 || r.need(4, pos) {
		r.pos = pos + 4
		return binary.LittleEndian.Uint32(r.data[pos:])
	}
	return 0
}

func (r *Reader) quad() uint64 {
	if pos := r.pos; r.err == nil && len(r.data)-pos >= 8 || r.need(8, pos) {
		r.pos = pos + 8
		return binary.LittleEndian.Uint64(r.data[pos:])
	}
	return 0
}

// Real reads a real_t number, such as a component of a vector: 4 or 8 bytes, as
// the header or the precision says.
func (r *Reader) Real() float64 {
	var f float64
	if r.width == 8 {
		f = math.Float64frombits(r.quad())
	} else {
		f = float.Widen(r.word())
	}
	if r.hashing || r.watched {
		r.note(f, r.width)
	}
	return f
}

// note adds the number of width bytes that was read last to the hash of a key, and fails if
// it must be finite and is not.
func (r *Reader) note(f float64, width int) {
	if r.hashing {
		r.mix(float.KeyBits(f))
	}
	if r.watched && !float.Finite(f) {
		r.failAt(r.pos-width, notFinite(f))
	}
}

// Reals reads len(fs) real_t numbers.
func (r *Reader) Reals(fs []float64) {
	size := len(fs) * r.width
	if size > len(r.data)-r.pos && !r.need(size, r.pos) || r.err != nil {
		clear(fs)
		return
	}
	b := r.data[r.pos : r.pos+size]
	r.pos += size
	if r.width == 8 {
		for i := range fs {
			fs[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
	} else {
		for i := range fs {
			fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i : 4*i+4 : 4*i+4]))
		}
	}
	if r.hashing || r.watched {
		for i, f := range fs {
			r.note(f, (len(fs)-i)*r.width)
		}
	}
}

// Bool reads 4 bytes. Zero is false, all else is true; strict mode accepts only 0
// and 1.
func (r *Reader) Bool() bool {
	at := r.pos
	x := r.word()
	if x > 1 && r.format.mode == Strict {
		r.failAt(at, ErrBool)
	}
	if r.hashing {
		r.mix(uint64(min(x, 1)))
	}
	return x != 0
}

// Int32 reads 4 bytes.
func (r *Reader) Int32() int32 {
	x := int32(r.word())
	if r.hashing {
		r.mix(uint64(x)) // as Int64 does: one number has one hash
	}
	return x
}

// Uint32 reads 4 bytes.
func (r *Reader) Uint32() uint32 {
	x := r.word()
	if r.hashing {
		r.mix(uint64(x))
	}
	return x
}

// Int64 reads 8 bytes.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Uint64 reads 8 bytes.
func (r *Reader) Uint64() uint64 {
	x := r.quad()
	if r.hashing {
		r.mix(x)
	}
	return x
}

// Float32 reads 4 bytes, whatever the precision.
func (r *Reader) Float32() float32 {
	b := r.word()
	if r.hashing || r.watched {
		r.note(float.Widen(b), 4)
	}
	return math.Float32frombits(b)
}

// Float64 reads 8 bytes, whatever the precision.
func (r *Reader) Float64() float64 {
	f := math.Float64frombits(r.quad())
	if r.hashing || r.watched {
		r.note(f, 8)
	}
	return f
}

// Count reads a 4-byte count of elements that follow back to back, size bytes
// each. It fails with [ErrTruncated] if the data is too short for them, so a
// slice of that length is safe to make.
func (r *Reader) Count(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, 0)
}

// CountParts reads a 4-byte count of parts, packets or texts, that need at least
// size bytes each. It fails with [ErrTruncated] if the data is too short for them
// and for the parts that all open containers still expect, so a slice of that
// length is safe to make. See [Reader.Owe].
func (r *Reader) CountParts(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, r.owed)
}

// countShared is CountParts for a container, whose count has a flag in bit 31.
func (r *Reader) countShared(size int) (n int, shared bool) {
	at := r.pos
	x := r.word()
	n = r.claim(at, uint64(x&math.MaxInt32), size, r.owed)
	if shared = x>>31 == 1 && r.format.dialect.SharedBit; shared && r.hashing {
		r.mix(1)
	}
	return n, shared
}

// claim checks a count n, from the field at offset at, of parts with size bytes
// each, besides the bytes that are owed.
func (r *Reader) claim(at int, n uint64, size, owed int) int {
	switch {
	case r.err != nil:
		return 0
	case n > math.MaxInt32:
		r.failAt(at, ErrLength)
		return 0
	case n*uint64(size)+uint64(owed) > uint64(max(r.rest(), 0)):
		r.short(at)
		return 0
	}
	if r.hashing {
		r.mix(n)
	}
	return int(n)
}

// Owe adds n to the number of bytes that the open containers still expect. After
// [Reader.CountParts], call it with the size of all parts; before each part, call
// it with the negative size of that part. Then nested counts can't claim more
// than the data holds. A stream without frames reads that many bytes ahead.
func (r *Reader) Owe(n int) { r.owed += n }

// Result is the last line of a Decode method:
//
//	func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
//		return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
//	}
//
// It returns v and [Reader.Err]. After an error, and where the data is only
// validated, it returns nil for v and does not allocate.
func Result[T Variant](r *Reader, v T) (Variant, error) {
	if r.err != nil || r.check {
		return nil, r.Err()
	}
	return v, nil
}
