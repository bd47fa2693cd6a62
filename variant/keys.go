package variant

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"math"
	"math/bits"

	"godotvariant/internal"
	"godotvariant/internal/float"
)

// Dictionary keys are hashed while they are read. A container adds the finished
// hashes of its parts, so each byte is hashed once, however deep keys are nested. The
// seed is new in each process, so nobody can choose keys that collide; keys with
// equal hashes are still compared as values.

var seed = maphash.MakeSeed()

// secret is what numbers are mixed with.
var secret = maphash.String(seed, "numbers") | 1

// hashed is value with the hash of the packet. Keys that are equal by the dialect's rule
// have equal hashes. The hash of a key that equals no other has its offset in it: were
// many such keys of equal hash, a search would compare each with all others.
func (r *Reader) hashed(want Type) (Variant, uint64) {
	start, outer := r.pos, r.hash
	r.hash = secret
	v := r.value(want)
	if r.err != nil {
		return nil, 0
	}
	rule, f, payload := r.format.dialect.Keys, &r.format.forms[r.data[start]], r.data[start+minPacket:r.pos]
	t := f.typ
	switch {
	case t == TypeStringName && rule == KeysByContent:
		t = TypeString
	case t == TypeObject && f.kind != kindForeign && isNull(payload, binary.LittleEndian.Uint32(r.data[start:])&f.flags):
		r.hash = secret // null has several forms
	case t == TypeObject, t == TypeDictionary && rule == KeysByReference:
		r.mix(uint64(start))
	case t == TypePackedFloat32Array && f.kind != kindForeign && rule == KeysByReference:
		r.mixBytes(payload)
		if holdsNaN(payload[minPacket:]) {
			r.mix(uint64(start))
		}
	}
	r.mix(uint64(t))
	hash := r.hash
	r.hash = outer
	return v, hash
}

// isNull reports whether an object with this payload and these flags is null.
func isNull(payload []byte, flags uint32) bool {
	return binary.LittleEndian.Uint32(payload) == 0 &&
		(flags&Flag64 == 0 || binary.LittleEndian.Uint32(payload[4:]) == 0)
}

// isNaN reports whether the payload of a Float is NaN.
func isNaN(payload []byte) bool {
	if len(payload) == 8 {
		f := math.Float64frombits(binary.LittleEndian.Uint64(payload))
		return f != f
	}
	return holdsNaN(payload)
}

// holdsNaN reports whether one of the single-precision numbers is NaN.
func holdsNaN(b []byte) bool {
	for ; len(b) >= 4; b = b[4:] {
		if f := math.Float32frombits(binary.LittleEndian.Uint32(b)); f != f {
			return true
		}
	}
	return false
}

// mixPairs adds the pairs of a dictionary that is part of a key, each key once.
func (r *Reader) mixPairs(s keyScope) {
	values := r.keys.values[s.value:]
	r.mix(uint64(len(values)))
	for i, value := range values {
		r.mix(r.keys.hashes[s.first+i])
		r.mix(value)
	}
}

func (r *Reader) mix(x uint64) {
	hi, lo := bits.Mul64(r.hash^x^0x9E3779B97F4A7C15, secret)
	r.hash = (hi ^ lo) + bits.RotateLeft64(r.hash, 23)
}

func (r *Reader) mixBytes(b []byte) { r.mix(maphash.Bytes(seed, b)) }

// nextKey skips the next packet if it is k and more data follows.
func (r *Reader) nextKey(k *internal.KeyPacket) bool {
	b := r.data[r.pos:]
	if len(b) < 16 || binary.LittleEndian.Uint64(b) != k.Head || binary.LittleEndian.Uint64(b[8:])&k.Mask != k.Text {
		return false
	}
	if len(k.Rest) > 0 && !bytes.HasPrefix(b[16:], k.Rest) {
		return false
	}
	r.pos += k.Size
	r.owed -= minPacket
	return true
}

// A keyTable finds keys by their hashes, for all dictionaries that are being read.
// They are nested, so the part of each is a suffix of the slices.
type keyTable struct {
	hashes  []uint64 // of the keys, dictionary after dictionary
	offsets []int    // of their packets
	slots   []int32  // hash tables of the larger dictionaries: 1 + index of a key, 0 for empty
	values  []uint64 // hashes of the values, of dictionaries that are part of a key
}

// few is the number of keys up to which a linear search is used.
const few = 16

// A keyScope is the part of one dictionary in a keyTable.
type keyScope struct {
	first int    // in hashes
	slot  int    // in slots
	value int    // in values
	mask  uint64 // 0 without a hash table
}

// open makes room for a dictionary of n keys. The input bounds the counts of all
// open dictionaries together.
func (t *keyTable) open(n int) keyScope {
	s := keyScope{first: len(t.hashes), slot: len(t.slots), value: len(t.values)}
	if n > few {
		size := 1 << bits.Len(uint(2*n-1))
		s.mask = uint64(size - 1)
		if cap(t.slots)-s.slot < size {
			t.slots = append(make([]int32, 0, max(2*cap(t.slots), s.slot+size)), t.slots...)
		}
		t.slots = t.slots[:s.slot+size]
		clear(t.slots[s.slot:])
	}
	return s
}

// close removes the keys of the scope.
func (t *keyTable) close(s keyScope) {
	t.hashes, t.offsets, t.slots, t.values = t.hashes[:s.first], t.offsets[:s.first], t.slots[:s.slot], t.values[:s.value]
}

// find calls same for each key of hash h until it returns true. It returns the
// index of that key, or -1.
func (t *keyTable) find(s keyScope, h uint64, same func(i int) bool) int {
	if s.mask == 0 {
		for i, x := range t.hashes[s.first:] {
			if x == h && same(i) {
				return i
			}
		}
		return -1
	}
	for slot := h & s.mask; ; slot = (slot + 1) & s.mask {
		i := int(t.slots[s.slot+int(slot)]) - 1
		if i < 0 {
			return -1
		}
		if t.hashes[s.first+i] == h && same(i) {
			return i
		}
	}
}

// add appends a key.
func (t *keyTable) add(s keyScope, h uint64, offset int) {
	t.hashes, t.offsets = append(t.hashes, h), append(t.offsets, offset)
	if s.mask == 0 {
		return
	}
	slot := h & s.mask
	for t.slots[s.slot+int(slot)] != 0 {
		slot = (slot + 1) & s.mask
	}
	t.slots[s.slot+int(slot)] = int32(len(t.hashes) - s.first)
}

// setValue notes the hash of the value of key i, or of the last key if i is -1.
func (t *keyTable) setValue(s keyScope, i int, h uint64) {
	if i < 0 {
		t.values = append(t.values, h)
		return
	}
	t.values[s.value+i] = h
}

// reset removes all keys, and frees the memory that one huge dictionary took.
func (t *keyTable) reset() {
	const most = 1 << 14
	if cap(t.hashes) > most || cap(t.slots) > 4*most {
		*t = keyTable{}
	}
	t.close(keyScope{})
}

// names reads the names of an object's properties. In strict mode a name that comes
// twice is an [ErrDuplicateKey].
type names struct {
	r     *Reader
	scope keyScope
}

func (r *Reader) names(n int) names {
	x := names{r: r}
	if r.format.mode == Strict && r.err == nil {
		x.scope = r.keys.open(n)
	}
	return x
}

// Read reads the next name.
func (x names) Read() string {
	r := x.r
	at := r.pos
	b := r.text()
	if r.format.mode == Strict && r.err == nil {
		hash := maphash.Bytes(seed, b)
		if r.keys.find(x.scope, hash, func(i int) bool { return bytes.Equal(x.earlier(i), b) }) >= 0 {
			r.failAt(at, ErrDuplicateKey)
		}
		r.keys.add(x.scope, hash, at)
	}
	if r.check {
		return ""
	}
	return string(b)
}

// earlier returns name i, which was read before.
func (x names) earlier(i int) []byte {
	b := x.r.data[x.r.keys.offsets[x.scope.first+i]:]
	return b[4 : 4+binary.LittleEndian.Uint32(b)]
}

// Close ends the reading of names.
func (x names) Close() {
	if x.r.format.mode == Strict && x.r.err == nil {
		x.r.keys.close(x.scope)
	}
}

// AppendKey appends bytes that are equal for equal keys, by the rule. It returns false for a key
// that equals no other.
func (kernel) AppendKey(dst []byte, rule KeyRule, key Variant) ([]byte, bool) {
	if text, ok := keyText(key); ok && rule == KeysByContent {
		key = String(text)
	}
	b, err := keyed[rule].appendValue(dst, key)
	return b, err == nil
}

// errNoEqual is the error of a key that equals no other.
var errNoEqual = errors.New("the key equals no other")

// keyItems writes the items of an array that is a key or part of one.
func (w *Writer) keyItems(items []Variant) error {
	for i := 0; i < len(items) && w.err == nil; i++ {
		w.keyPart(items[i])
	}
	return w.Err()
}

// keyPairs writes the pairs of a dictionary that is a key or part of one.
func (w *Writer) keyPairs(pairs []Pair) error {
	if w.format.dialect.Keys == KeysByReference {
		return w.Fail(errNoEqual)
	}
	for i := 0; i < len(pairs) && w.err == nil; i++ {
		start := len(w.buf)
		w.value(pairs[i].Key)
		if w.over() {
			break
		}
		if head := w.buf[start:]; binary.LittleEndian.Uint32(head) == uint32(TypeStringName) {
			binary.LittleEndian.PutUint32(head, uint32(TypeString))
		}
		w.keyPart(pairs[i].Value)
	}
	return w.Err()
}

// keyPart writes an item or a value inside a key.
func (w *Writer) keyPart(v Variant) {
	start := len(w.buf)
	w.value(v)
	if w.over() || w.format.dialect.Keys == KeysByReference {
		return
	}
	packet := w.buf[start:]
	if binary.LittleEndian.Uint32(packet) == uint32(TypeFloat)|Flag64 && isNaN(packet[minPacket:]) {
		w.Fail(errNoEqual)
	}
}

// keyFloat32 returns the bits of a Float32 inside a key.
func (w *Writer) keyFloat32(f float32) uint32 {
	b := math.Float32bits(f)
	if w.format.dialect.Keys == KeysByReference && w.current == TypePackedFloat32Array {
		if f != f {
			w.Fail(errNoEqual)
		}
		return b
	}
	return float.Bits(math.Float64frombits(float.KeyBits(float.Widen(b))))
}
