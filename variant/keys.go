package variant

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// Dictionary keys are hashed while they are read. A container adds the finished
// hashes of its parts, so each byte is hashed once, however deep keys are nested. The
// seed is new in each process, so nobody can choose keys that collide; keys with
// equal hashes are still compared as values.

var seed = maphash.MakeSeed()

// secret is what numbers are mixed with.
var secret = maphash.String(seed, "numbers") | 1

// hashed is value with the hash of the packet. Equal keys have equal hashes; so a
// StringName has the hash of the String with the same text.
func (r *Reader) hashed(want Type) (Variant, uint64) {
	start, outer := r.pos, r.hash
	r.hash = secret
	v := r.value(want)
	if r.err != nil {
		return nil, 0
	}
	t := r.format.forms[r.data[start]].typ
	switch t {
	case TypeStringName:
		t = TypeString
	case TypeObject: // two objects never are one key, even with one ID
		r.mix(uint64(start))
	}
	r.mix(uint64(t))
	hash := r.hash
	r.hash = outer
	return v, hash
}

func (r *Reader) mix(x uint64) {
	hi, lo := bits.Mul64(r.hash^x^0x9E3779B97F4A7C15, secret)
	r.hash = (hi ^ lo) + bits.RotateLeft64(r.hash, 23)
}

func (r *Reader) mixBytes(b []byte) { r.mix(maphash.Bytes(seed, b)) }

// A keyTable finds keys by their hashes, for all dictionaries that are being read.
// They are nested, so the part of each is a suffix of the slices.
type keyTable struct {
	hashes  []uint64 // of the keys, dictionary after dictionary
	offsets []int    // of their packets
	slots   []int32  // hash tables of the larger dictionaries: 1 + index of a key, 0 for empty
}

// few is the number of keys up to which a linear search is used.
const few = 16

// A keyScope is the part of one dictionary in a keyTable.
type keyScope struct {
	first int    // in hashes
	slot  int    // in slots
	mask  uint64 // 0 without a hash table
}

// open makes room for a dictionary of n keys. The input bounds the counts of all
// open dictionaries together.
func (t *keyTable) open(n int) keyScope {
	s := keyScope{first: len(t.hashes), slot: len(t.slots)}
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
	t.hashes, t.offsets, t.slots = t.hashes[:s.first], t.offsets[:s.first], t.slots[:s.slot]
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
