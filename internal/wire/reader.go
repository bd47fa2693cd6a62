package wire

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"strconv"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// A Reader is a cursor over the bytes of a packet. It reads headers, numbers, text and counts,
// checks the depth, and hashes keys. It does not build values: variant.Reader is the same struct
// with the methods that a Decode method needs.
//
// Errors are sticky: after the first error every method returns zero, and the cursor does not move.
type Reader struct {
	state

	// Memory that is reused for the next packet:
	keys     KeyTable // keys of the dictionaries that are being read
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
	depth  int // depth of the parts of this packet: 1 if this packet is the outermost one

	reserved int  // least number of bytes that the open containers' unread parts need
	check    bool // the Reader only validates, see Checking
	// finiteOnly is set if a method of another module is reading, and the numbers that it gets must
	// be finite.
	finiteOnly bool

	err  error        // kind of the first error
	at   int          // offset of the field with the error
	typ  dialect.Type // type of the value with the error
	path []Step       // path to the value with the error, beginning with the innermost step
	cut  bool         // a Partial reading has failed only because the data ended

	// Dictionary keys are hashed while they are read:
	hashing bool   // the value is a key or part of one
	hash    uint64 // hash of the part of the key that was read so far
	part    uint64 // see PartHash

	// slowText is set if text needs more checks than the check for ASCII: in strict mode and in a
	// key.
	slowText bool

	validate func(r *Reader, f *forms.Form, word uint64) // see ValidateParts

	reading Reading
}

// A Packet has what the Reader knows about the current packet from its header.
type Packet struct {
	head  int    // offset of the header
	width int    // size in bytes of each real_t number in the packet
	flags uint32 // flags of the header
}

// A Reading has the options of a Reader. With the zero value the Reader builds values.
type Reading struct {
	Validate bool // check the data, and build no values
	Mute     bool // store no path of an error
	Partial  bool // the data may be only the start of a packet, see Reader.Cut
	Depth    int  // depth of the outermost packet
	// RefuseKey is the offset of a key. If this key equals an earlier key, reading fails.
	RefuseKey int
	// Repeats gets an entry for each key that equals an earlier key, if rounding can change keys of
	// this type. It maps the offset of the key to the offset of the earlier key.
	Repeats map[int]int
}

// NewReader returns a Reader of b. The argument how has the options. If how is nil, the Reader
// builds values. Call Release at the end.
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

// Release puts the Reader back into the pool. Do not use the Reader after that.
func (r *Reader) Release() {
	f := r.format
	r.state = state{}
	r.keys.reset()
	f.Readers.Put(r)
}

// An Owner is a package that stores a value in Readers.
type Owner uint8

const (
	OfValues Owner = iota // package variant
	OfPlans               // package plan
)

// Attached returns a variable that only its owner uses. The variable keeps its value when the
// Reader is reused.
func (r *Reader) Attached(by Owner) *any { return &r.attached[by] }

// Fault returns the first error, with its offset, type and path.
func (r *Reader) Fault() Fault { return Fault{r.at, r.typ, r.path, r.err} }

// Err returns the kind of the first error, or nil.
func (r *Reader) Err() error { return r.err }

// Failed reports whether reading has failed.
func (r *Reader) Failed() bool { return r.err != nil }

// Cut reports whether reading has failed only because the data ended, in a Partial reading.
func (r *Reader) Cut() bool { return r.cut }

// Fail sets err as the error of this decoding, at the current offset, unless
// there is one already. It returns [Reader.Err].
func (r *Reader) Fail(err error) error { return r.FailAt(r.pos, err) }

// FailAt is like Fail, for an error in an earlier field. The argument offset is the offset of that
// field.
func (r *Reader) FailAt(offset int, err error) error {
	r.failAt(offset, err)
	return r.err
}

func (r *Reader) failAt(offset int, kind error) {
	if r.err == nil {
		r.err = kind
		r.at = offset
	}
}

// FailHeader is like Fail, for an error that concerns the whole packet. The error has the offset of
// the header.
func (r *Reader) FailHeader(err error) error { return r.FailAt(r.head, err) }

// FailValue is like FailAt. The error also has t, the type of the invalid value.
func (r *Reader) FailValue(offset int, t dialect.Type, kind error) { r.fail(offset, t, kind) }

// fail is like FailAt, and also sets the type of the invalid value.
func (r *Reader) fail(offset int, t dialect.Type, kind error) {
	if r.err == nil {
		r.typ = t
	}
	r.failAt(offset, kind)
}

// Step adds a step to the path of an error. If reading a part of the value has failed, call it with
// the step to that part, before the Decode method returns.
func (r *Reader) Step(s Step) {
	if r.reading.Mute {
		return
	}
	if r.path == nil {
		r.path = make([]Step, 0, r.depth+1)
	}
	r.path = append(r.path, s)
}

// AdoptFault makes the error of the Reader inner the error of r, unless r has an error already. The
// error gets the given offset, because an offset in the data of inner means nothing in the data of
// r.
func (r *Reader) AdoptFault(inner *Reader, offset int) {
	if r.err == nil {
		r.fail(offset, inner.typ, inner.err)
		r.path = append(r.path, inner.path...)
	}
}

// Checking reports whether the Reader only validates. Text and slices are then empty. Checking is
// false in the Decode method of a registered type, which always builds its value.
func (r *Reader) Checking() bool { return r.check }

// Depth returns the depth of the values inside the packet being read. In the outermost packet the
// depth is 1 more than Reading.Depth, which is normally 0.
func (r *Reader) Depth() int { return r.depth }

// Enter must be called before the parts of a packet, and Leave after them.
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

// Flags returns the flags of the packet's header, see [Flag64].
func (r *Reader) Flags() uint32 { return r.flags }

// Offset returns the position of the cursor, in bytes from the start of the
// outermost packet.
func (r *Reader) Offset() int { return r.pos }

// rest returns the number of bytes after the cursor that may be read.
func (r *Reader) rest() int {
	if r.reading.Partial {
		return r.format.Limits.MaxFrame - r.pos
	}
	return len(r.data) - r.pos
}

// take returns the next n bytes, or nil after an error. The result aliases the input.
func (r *Reader) take(n int) []byte {
	if !r.need(n, r.pos) {
		return nil
	}
	r.pos += n
	return r.data[r.pos-n : r.pos : r.pos]
}

// need reports whether n bytes follow. If they do not, need fails, and the error has the given
// offset.
func (r *Reader) need(n, offset int) bool {
	switch {
	case r.err != nil:
		return false
	case n <= len(r.data)-r.pos:
		return true

	case n > r.rest():
		r.short(offset)
		return false
	}

	r.failAt(offset, fault.ErrTruncated)
	r.cut = true
	return false
}

// short fails because the data is too short. The argument offset is the offset of the field with
// the error.
func (r *Reader) short(offset int) {
	if r.reading.Partial {
		r.failAt(offset, fault.Because(fault.ErrLimit, "the packet is longer than Limits.MaxFrame"))
		return
	}
	r.failAt(offset, fault.ErrTruncated)
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

// UnhashedWord reads 4 bytes without adding them to the hash of a key. The caller calls Mix with
// their meaning instead.
func (r *Reader) UnhashedWord() uint32 { return r.word() }

var seed = maphash.MakeSeed()

// hashSeed is the start of each hash, and a factor in each of its steps.
var hashSeed = maphash.String(seed, "numbers") | 1

func (r *Reader) mix(x uint64) {
	hi, lo := bits.Mul64(r.hash^x^0x9E3779B97F4A7C15, hashSeed)
	r.hash = (hi ^ lo) + bits.RotateLeft64(r.hash, 23)
}

func (r *Reader) mixBytes(b []byte) { r.mix(maphash.Bytes(seed, b)) }
