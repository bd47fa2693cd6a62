package wire

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/token"
	"godotvariant/variant/dialect"
)

// A Reader is a cursor over the bytes of a packet. It reads headers, numbers, text and counts,
// checks the depth, and hashes keys. It does not build values: variant.Reader is the same struct
// with the methods that a Decode method needs.
//
// Errors are sticky: after the first error every method returns zero and the cursor stays.
type Reader struct {
	state

	// Memory that is used again for the next packet:
	keys     KeyTable // the keys of the dictionaries that are being read
	chunk    Chunk    // see Share
	attached [2]any   // see Attached
}

// A state has the fields that change while a Reader reads.
//
// Invariant: 0 <= pos <= len(data).
type state struct {
	format *forms.Format
	data   []byte
	pos    int
	Packet     // the packet being read
	depth  int // depth of its parts; the parts of the outermost packet have depth 1

	reserved int  // least number of bytes that the unread parts of all open containers need
	check    bool // validate only, see Checking
	// finiteOnly is set if a method of another module is reading, and the numbers that it gets must
	// be finite.
	finiteOnly bool

	err  error        // the kind of the first error
	at   int          // offset of the field at fault
	typ  dialect.Type // the type of the value at fault
	path []Step       // path to that value, innermost step first
	cut  bool         // the only error is that a Partial reading came to the end of its bytes

	// Dictionary keys are hashed while they are read:
	hashing bool   // the value is a key or part of one
	hash    uint64 // hash of the key, as far as it has been read
	part    uint64 // see PartHash

	// slowText is set if text needs more checks than the check for ASCII: in strict mode and in a
	// key.
	slowText bool

	validate func(r *Reader, f *forms.Form, word uint64) // see ValidateParts

	reading Reading
}

// A Packet describes the packet being read, as its header says.
type Packet struct {
	head  int    // offset of the header
	width int    // width of its real_t numbers, in bytes
	flags uint32 // flags of the header
}

// A Reading has the options of a Reader. With the zero value the Reader builds values.
type Reading struct {
	Validate bool // check the data, and build no values
	Mute     bool // keep no path for errors
	Partial  bool // the data may be only the start of a packet, see Reader.Cut
	Depth    int  // depth of the outermost packet
	// RefuseKey is the offset of a key that is an error if it equals an earlier key.
	RefuseKey int
	// Repeats gets an entry for each key of a roundable type that equals an earlier key: from the
	// offset of the key to the offset of the earlier key.
	Repeats map[int]int
}

// NewReader returns a Reader of b with the options how. If how is nil, the Reader builds values.
// Release returns the Reader to the pool.
func NewReader(f *forms.Format, b []byte, how *Reading) *Reader {
	r, _ := f.Readers.Get().(*Reader)
	if r == nil {
		r = new(Reader)
	}

	r.format = f
	r.data = b
	r.width = 4
	r.slowText = f.Mode == forms.Strict

	if how != nil {
		r.begin(how)
	}

	return r
}

func (r *Reader) begin(how *Reading) {
	r.reading = *how
	r.check = how.Validate
	r.depth = how.Depth
}

// Release returns the Reader to the pool. It must not be used after that.
func (r *Reader) Release() {
	f := r.format
	r.state = state{}
	r.keys.reset()
	f.Readers.Put(r)
}

// A Fault describes the error of reading or writing, and where it is.
type Fault struct {
	Offset int
	Type   dialect.Type // type of the value at fault
	Path   []Step       // path to that value, innermost step first
	Err    error        // the kind of the error
}

// A Step is one step in the path of an error. The caller chooses the type of Key.
type Step struct {
	Kind StepKind
	// Index is the position of an item or pair. A StepKey or StepProperty has one too: an error
	// keeps the position in place of a long key or name, unless it is NoPosition.
	Index int
	Key   any
	Name  string
}

// NoPosition is the Index of a step whose key or name an error keeps whole, because the program
// has it anyway.
const NoPosition = -1

// A StepKind is the kind of a [Step].
type StepKind uint8

const (
	StepIndex    StepKind = iota // to item Index
	StepKey                      // to the value of Key
	StepPairKey                  // to the key of pair Index
	StepProperty                 // to the property Name
)

// An Owner is a package that attaches a value to Readers.
type Owner uint8

const (
	OfValues Owner = iota // package variant
	OfPlans               // package plan
)

// Attached returns a variable for the use of its owner. Its value stays from packet to packet.
func (r *Reader) Attached(by Owner) *any { return &r.attached[by] }

// Fault returns where reading failed.
func (r *Reader) Fault() Fault { return Fault{r.at, r.typ, r.path, r.err} }

// Err returns the kind of the first error, or nil.
func (r *Reader) Err() error { return r.err }

// Failed reports whether reading has failed.
func (r *Reader) Failed() bool { return r.err != nil }

// Cut reports whether the only error is that the data ends, in a Partial reading.
func (r *Reader) Cut() bool { return r.cut }

// Checking reports whether the Reader only validates. Text and slices are then empty. Checking is
// false in the Decode method of a registered type, which always builds its value.
func (r *Reader) Checking() bool { return r.check }

// Depth returns the depth of the packet being read.
func (r *Reader) Depth() int { return r.depth }

// Enter is called before the parts of a packet, and Leave after them.
func (r *Reader) Enter() { r.depth++ }
func (r *Reader) Leave() { r.depth-- }

// Format returns the format of the data.
func (r *Reader) Format() *forms.Format { return r.format }

// Strict reports whether the mode is strict.
func (r *Reader) Strict() bool { return r.format.Mode == forms.Strict }

// Lenient reports whether the mode is lenient.
func (r *Reader) Lenient() bool { return r.format.Mode == forms.Lenient }

// Dialect returns the dialect of the data.
func (r *Reader) Dialect() *dialect.Dialect { return r.format.Dialect }

// End rejects bytes after the value.
func (r *Reader) End() {
	if n := len(r.data) - r.pos; n > 0 && r.format.Mode != forms.Lenient {
		r.failAt(r.pos, fault.Because(fault.ErrTrailing, strconv.Itoa(n)+" bytes after the value"))
	}
}

// Fail sets err as the error of this decoding, at the current offset, unless
// there is one already. It returns [Reader.Err].
func (r *Reader) Fail(err error) error { return r.FailAt(r.pos, err) }

// FailAt is Fail for an error in the field at offset at.
func (r *Reader) FailAt(at int, err error) error {
	r.failAt(at, err)
	return r.err
}

func (r *Reader) failAt(at int, kind error) {
	if r.err == nil {
		r.err = kind
		r.at = at
	}
}

// FailHeader is Fail for an error that concerns the packet as a whole. The error has the offset of
// the header.
func (r *Reader) FailHeader(err error) error { return r.FailAt(r.head, err) }

// FailValue is FailAt with the type of the value at fault.
func (r *Reader) FailValue(at int, t dialect.Type, kind error) { r.fail(at, t, kind) }

// fail is FailAt with the type of the value at fault.
func (r *Reader) fail(at int, t dialect.Type, kind error) {
	if r.err == nil {
		r.typ = t
	}
	r.failAt(at, kind)
}

// Step adds a step to the path of an error. Call it when a part of the value has
// failed, before the method returns.
func (r *Reader) Step(s Step) {
	if r.reading.Mute {
		return
	}
	if r.path == nil {
		r.path = make([]Step, 0, r.depth+1)
	}
	r.path = append(r.path, s)
}

// Flags returns the flags of the packet's header, see [Flag64].
func (r *Reader) Flags() uint32 { return r.flags }

// Offset returns the position of the cursor, in bytes from the start of the
// outermost packet.
func (r *Reader) Offset() int { return r.pos }

// rest returns the number of bytes that may follow the cursor.
func (r *Reader) rest() int {
	if r.reading.Partial {
		return r.format.Limits.MaxFrame - r.pos
	}
	return len(r.data) - r.pos
}

// take returns the next n bytes, or nil after an error. They alias the input.
func (r *Reader) take(n int) []byte {
	if !r.need(n, r.pos) {
		return nil
	}
	r.pos += n
	return r.data[r.pos-n : r.pos : r.pos]
}

// need reports whether n bytes follow. If they do not, it fails with an error in the field at
// offset at.
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

	r.failAt(at, fault.ErrTruncated)
	r.cut = true
	return false
}

// short fails because the data ends before the field at offset at is complete.
func (r *Reader) short(at int) {
	if r.reading.Partial {
		r.failAt(at, fault.Because(fault.ErrLimit, "the packet is longer than Limits.MaxFrame"))
		return
	}
	r.failAt(at, fault.ErrTruncated)
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

	if r.hashing || r.finiteOnly {
		r.note(f, r.width)
	}

	return f
}

// note adds the number of width bytes that was read last to the hash of a key. It fails if the
// number must be finite and is not.
func (r *Reader) note(f float64, width int) {
	if r.hashing {
		r.mix(float.KeyBits(f))
	}
	if r.finiteOnly && !float.Finite(f) {
		r.failAt(r.pos-width, token.NotFinite(f))
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

	if r.hashing || r.finiteOnly {
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
	if x > 1 && r.format.Mode == forms.Strict {
		r.failAt(at, fault.ErrBool)
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
		r.mix(uint64(x)) // as Int64 does: equal numbers have equal hashes
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
	if r.hashing || r.finiteOnly {
		r.note(float.Widen(b), 4)
	}
	return math.Float32frombits(b)
}

// Float64 reads 8 bytes, whatever the precision.
func (r *Reader) Float64() float64 {
	f := math.Float64frombits(r.quad())
	if r.hashing || r.finiteOnly {
		r.note(f, 8)
	}
	return f
}

// Count reads a 4-byte count of elements, each of which has size bytes. It fails with
// [ErrTruncated] if the data is too short for them, so a slice of that length is safe to make.
func (r *Reader) Count(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, 0)
}

// CountParts reads a 4-byte count of parts, packets or texts, that have at least size bytes each.
// It fails with [ErrTruncated] if the data is too short for them together with the parts that all
// open containers still expect. So a slice of that length is safe to make. See [Reader.Reserve].
func (r *Reader) CountParts(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, r.reserved)
}

// CountShared is CountParts for a container, whose count has a flag in bit 31.
func (r *Reader) CountShared(size int) (n int, shared bool) {
	at := r.pos
	x := r.word()
	n = r.claim(at, uint64(x&math.MaxInt32), size, r.reserved)

	shared = x>>31 == 1 && r.format.Spec.SharedBit
	if shared && r.hashing {
		r.mix(1)
	}

	return n, shared
}

// claim checks a count n that was read from the field at offset at. The n parts have at least size
// bytes each, and reserved more bytes must follow.
func (r *Reader) claim(at int, n uint64, size, reserved int) int {
	switch {
	case r.err != nil:
		return 0
	case n > math.MaxInt32:
		r.failAt(at, fault.ErrLength)
		return 0

	case n*uint64(size)+uint64(reserved) > uint64(max(r.rest(), 0)):
		r.short(at)
		return 0
	}

	if r.hashing {
		r.mix(n)
	}

	return int(n)
}

// Reserve adds n to the number of bytes that the open containers need at least. Call it after
// [Reader.CountParts] with the size of all parts, and before each part with the negative size of
// that part. Then nested counts can't claim more bytes than the data has, and the memory for a
// packet grows with its length and not with its depth.
func (r *Reader) Reserve(n int) { r.reserved += n }

// Reserved returns the number of bytes that the unread parts of all open containers need at least.
func (r *Reader) Reserved() int { return r.reserved }

// UnhashedWord reads 4 bytes that do not become part of a key's hash. The caller calls Mix with
// their meaning.
func (r *Reader) UnhashedWord() uint32 { return r.word() }

// Count64 reads a count of 8 bytes. Otherwise it is like Count.
func (r *Reader) Count64(size int) int {
	at := r.pos
	return r.claim(at, r.quad(), size, 0)
}

// ClaimParts checks a count n that was read before, from the field at offset at, as CountParts
// does.
func (r *Reader) ClaimParts(at int, n uint32, size int) int {
	hash := r.hash // the hash has the count already
	parts := r.claim(at, uint64(n), size, r.reserved)
	r.hash = hash
	return parts
}

// Width returns the size of the numbers that Real reads.
func (r *Reader) Width() int { return r.width }

// SkipValid skips n bytes if the Reader only validates and any content is valid. Otherwise it reads
// nothing and returns false.
func (r *Reader) SkipValid(n int) bool {
	if !r.check || r.hashing {
		return false
	}
	r.take(n)
	return true
}

// Elements returns the bytes of n elements of size bytes each, after their count. It returns nil if
// the elements must be read one by one: after an error and in a key.
func (r *Reader) Elements(n, size int) []byte {
	if r.hashing {
		return nil
	}
	return r.take(n * size)
}

// BeginFinite makes r refuse numbers that are not finite. It returns the format that r had, for
// EndFinite.
func (r *Reader) BeginFinite() *forms.Format {
	f := r.format
	r.format = f.FiniteOnly()
	return f
}

// EndFinite restores the format that BeginFinite returned.
func (r *Reader) EndFinite(outer *forms.Format) { r.format = outer }

// Reals2, Reals3 and Reals4 read two, three and four real_t numbers. Most values of a scene consist
// of such numbers, so these methods check the length once and need no slice.

func (r *Reader) Reals2() (x, y float64) {
	at := r.pos
	end := at + 8
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [2]float64
		r.Reals(c[:])
		return c[0], c[1]
	}

	b := r.data[at:end:end]
	r.pos = end
	return float.Widen(binary.LittleEndian.Uint32(b[0:])),
		float.Widen(binary.LittleEndian.Uint32(b[4:]))
}

func (r *Reader) Reals3() (x, y, z float64) {
	at := r.pos
	end := at + 12
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [3]float64
		r.Reals(c[:])
		return c[0], c[1], c[2]
	}

	b := r.data[at:end:end]
	r.pos = end
	x = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	y = float.Widen(binary.LittleEndian.Uint32(b[4:]))

	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:]))
}

func (r *Reader) Reals4() (x, y, z, v float64) {
	at := r.pos
	end := at + 16
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [4]float64
		r.Reals(c[:])
		return c[0], c[1], c[2], c[3]
	}

	b := r.data[at:end:end]
	r.pos = end
	x = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	y = float.Widen(binary.LittleEndian.Uint32(b[4:]))

	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])),
		float.Widen(binary.LittleEndian.Uint32(b[12:]))
}

// AdoptFault gives r the error of another Reader, in, if r has none. The packet that in has read
// stands for the packet of r at offset at.
func (r *Reader) AdoptFault(in *Reader, at int) {
	if r.err == nil {
		r.fail(at, in.typ, in.err)
		r.path = append(r.path, in.path...)
	}
}

var seed = maphash.MakeSeed()

// hashSeed is the start of each hash, and a factor in each step of it.
var hashSeed = maphash.String(seed, "numbers") | 1

func (r *Reader) mix(x uint64) {
	hi, lo := bits.Mul64(r.hash^x^0x9E3779B97F4A7C15, hashSeed)
	r.hash = (hi ^ lo) + bits.RotateLeft64(r.hash, 23)
}

func (r *Reader) mixBytes(b []byte) { r.mix(maphash.Bytes(seed, b)) }
