package variant

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
)

// Reader is the cursor that Decode methods read their payload from, the mirror
// image of [Writer], method by method.
//
// Its errors stick: after the first, every method returns a zero at once and
// the cursor stays, so a Decode method reads all its fields and looks at Err
// (or leaves that to [Result]). A Reader belongs to the one call that it is
// handed to.
type Reader struct {
	format *Format
	data   []byte
	pos    int

	head  int    // offset of the packet being read
	flags uint32 // of its header
	width int    // of a real_t in it
	depth int    // of the value being read; the outermost has 0
	owed  int    // bytes that the items still to come of all open containers take at least
	check bool   // only look, build nothing

	err  error // the first error's kind, nil while all is well
	at   int   // its offset
	typ  Type  // its type
	path Path  // to it, innermost step first

	fill  func(n int) error // streams: makes data at least n bytes long, or says why it can't
	trace *tracer           // only in Format.Trace

	hashing bool   // the value being read is (part of) a dictionary key
	careful bool   // text takes more than a look: so it is, or the mode is strict, or trace is set
	hash    uint64 // of what has been read of it
	keys    keyTable
	known   [maxKnownDepth]knownKeys // by depth
}

func (r *Reader) reset(f *Format, b []byte) {
	r.format, r.data, r.pos, r.depth, r.owed, r.check = f, b, 0, 0, 0, false
	r.head, r.flags, r.width, r.hashing, r.hash = 0, 0, 4, false, 0
	r.err, r.at, r.typ, r.path, r.fill, r.trace = nil, 0, TypeNil, nil, nil, nil
	r.careful = f != nil && f.mode == Strict
	r.keys.reset()
}

// release gives r back to its format, without what it was lent.
func (r *Reader) release() {
	f := r.format
	r.reset(nil, nil)
	f.readers.Put(r)
}

// end refuses bytes behind the value.
func (r *Reader) end() {
	if n := len(r.data) - r.pos; n > 0 && r.format.mode != Lenient {
		r.failAt(r.pos, Because(ErrTrailing, itoa(n)+" bytes behind the value"))
	}
}

// Err returns the first error, or nil. Inside of a Decode method it is the bare
// kind; the caller of the codec gets an [*Error] with place and path.
func (r *Reader) Err() error {
	if r.err == nil || r.depth > 0 { // the path is not complete yet, and not free
		return r.err
	}
	return r.failure()
}

func (r *Reader) failure() error {
	return &Error{Op: opDecode, Offset: r.at, Path: r.path.backwards(), Type: r.typ, Err: r.err, name: r.format.names[r.typ]}
}

// Failed reports whether Err returns an error, without making it.
func (r *Reader) Failed() bool { return r.err != nil }

// Fail makes err, if it is the first, the error of this decoding, with the
// offset that the cursor has reached. It returns [Reader.Err].
func (r *Reader) Fail(err error) error {
	r.failAt(r.pos, err)
	return r.Err()
}

// FailAt is Fail for a fault that lies in the field at offset at.
func (r *Reader) FailAt(at int, err error) error {
	r.failAt(at, err)
	return r.Err()
}

// FailHeader is Fail for a fault that lies in the packet as a whole.
func (r *Reader) FailHeader(err error) error { return r.FailAt(r.head, err) }

func (r *Reader) failAt(at int, kind error) {
	if r.err == nil {
		r.err, r.at = kind, at
	}
}

// Step adds a step to the path of an error that has come from a part of the value
// being handled; call it as soon as Err is not nil, before returning.
func (r *Reader) Step(s Step) {
	if r.path == nil {
		r.path = make(Path, 0, r.depth+1)
	}
	r.path = append(r.path, s)
}

// Dialect returns the dialect in use, which must not be changed.
func (r *Reader) Dialect() *Dialect { return &r.format.dialect }

// FullObjects reports whether the option to accept full objects is on.
func (r *Reader) FullObjects() bool { return r.format.fullObjects }

// Mode returns the mode in use.
func (r *Reader) Mode() Mode { return r.format.mode }

// Checking reports whether the data is only checked. Methods that return text or slices
// return none of them then; a Decode method of your own needs no regard for that
// if it ends with [Result].
func (r *Reader) Checking() bool { return r.check }

// Flags returns the flag bits of the packet's header, see [Flag64].
func (r *Reader) Flags() uint32 { return r.flags }

// Offset returns the position of the cursor, in bytes from the first of the
// outermost packet.
func (r *Reader) Offset() int { return r.pos }

// rest returns how many bytes may follow.
func (r *Reader) rest() int {
	if r.trace != nil {
		return len(r.trace.data) - r.pos
	}
	if r.fill != nil {
		return r.format.limits.MaxFrame - r.pos
	}
	return len(r.data) - r.pos
}

// take returns the next n bytes, or nil after an error. They alias the input.
func (r *Reader) take(n int) []byte {
	if r.err == nil && n <= len(r.data)-r.pos {
		r.pos += n
		return r.data[r.pos-n : r.pos : r.pos]
	}
	if r.need(n, r.pos) {
		return r.take(n)
	}
	return nil
}

// need makes sure that n bytes follow; if not, the fault lies at offset at.
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
	if err := r.fill(r.pos + n); err != nil {
		r.failAt(at, err)
		return false
	}
	return true
}

// short fails because the data is too short for what the field at offset at says.
func (r *Reader) short(at int) {
	if r.fill != nil && r.trace == nil {
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

// Real reads one component of a vector or the like, 4 or 8 bytes as the header
// or the precision says.
func (r *Reader) Real() float64 {
	var f float64
	if r.width == 8 {
		f = math.Float64frombits(r.quad())
	} else {
		f = float.Widen(r.word())
	}
	if r.hashing {
		r.mix(float.KeyBits(f))
	}
	return f
}

// Reals reads len(fs) components, as Real does each.
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
	if r.hashing {
		for _, f := range fs {
			r.mix(float.KeyBits(f))
		}
	}
}

// Width returns the size of the numbers that Real reads: 4 or 8.
func (r *Reader) Width() int { return r.width }

// Bool reads 4 bytes: zero is false, all else true, in strict mode only 1.
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
		r.mix(uint64(x))
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

// Word is Uint32 for a word that says how the value is put and not what it is.
// Of dictionary keys, the numbers and texts that are read tell one from the
// other, apart from these words; [Reader.Mix] adds what they mean.
func (r *Reader) Word() uint32 { return r.word() }

// Mix adds to what tells one dictionary key from another. Values that are equal
// must mix alike.
func (r *Reader) Mix(x uint64) {
	if r.hashing {
		r.mix(x)
	}
}

// Mixing reports whether a dictionary key is being read, so that Mix has an effect.
func (r *Reader) Mixing() bool { return r.hashing }

// MixText is Mix with text.
func (r *Reader) MixText(s string) {
	if r.hashing {
		r.mixBytes([]byte(s))
	}
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

// Float32 reads 4 bytes, whatever the width of the packet's components.
func (r *Reader) Float32() float32 {
	b := r.word()
	if r.hashing {
		r.mix(float.KeyBits(float.Widen(b)))
	}
	return math.Float32frombits(b)
}

// Float64 reads 8 bytes, whatever the width of the packet's components.
func (r *Reader) Float64() float64 {
	f := math.Float64frombits(r.quad())
	if r.hashing {
		r.mix(float.KeyBits(f))
	}
	return f
}

// Count reads the 4-byte count of elements that have size bytes each and follow
// back to back. It fails with [ErrTruncated] where fewer follow, so that a slice for
// them may be made at once.
func (r *Reader) Count(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, 0)
}

// Count64 is Count with a count of 8 bytes.
func (r *Reader) Count64(size int) int {
	at := r.pos
	return r.claim(at, r.quad(), size, 0)
}

// CountParts reads the 4-byte count of parts that have size bytes each at least:
// 4 a packet or text. It fails with [ErrTruncated] where the data can't hold
// them besides what the parts of all containers around still need, see
// [Reader.Owe], so that a slice for them may be made at once.
func (r *Reader) CountParts(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, r.owed)
}

// ClaimParts is CountParts for a count n that the field at offset at has given
// before.
func (r *Reader) ClaimParts(at int, n uint32, size int) int {
	hash := r.hash // whoever had the count before has mixed it
	parts := r.claim(at, uint64(n), size, r.owed)
	r.hash = hash
	return parts
}

// countShared is CountParts for a container, whose bit 31 is no part of the count.
func (r *Reader) countShared(size int) (n int, shared bool) {
	at := r.pos
	x := r.word()
	n = r.claim(at, uint64(x&math.MaxInt32), size, r.owed)
	if shared = x>>31 == 1 && r.format.dialect.SharedBit; shared && r.hashing {
		r.mix(1)
	}
	return n, shared
}

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

// Owe tells the Reader that parts still to come take n bytes at least. Call it
// with their sum behind [Reader.CountParts], and before each part with the
// negative of its size there. Counts inside of a part are then held against
// what is really there for them, and many nested claims can't add up to more
// than the data.
func (r *Reader) Owe(n int) { r.owed += n }
