package variant

import (
	"hash/maphash"
	"math/bits"
)

// Dictionary keys are hashed while they are read, each part once: a container
// mixes the finished hashes of its items, so that keys within keys within keys
// cost no more than their bytes. The seed is new in every process. Nobody can
// choose keys that collide, and equal hashes are still compared as values.

var seed = maphash.MakeSeed()

// secret is what numbers are mixed with.
var secret = maphash.String(seed, "numbers") | 1

// hashed is value with the hash of the packet, the same for equal keys. A
// StringName has that of the String of the same text.
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
	case TypeObject: // no two objects are one key, even of one ID
		r.mix(uint64(start))
	}
	r.mix(uint64(t))
	hash := r.hash
	r.hash = outer
	return v, hash
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9E3779B97F4A7C15, b)
	return hi ^ lo
}

func (r *Reader) mix(x uint64) { r.hash = fold(r.hash^x, secret) + bits.RotateLeft64(r.hash, 23) }

func (r *Reader) mixBytes(b []byte) { r.mix(maphash.Bytes(seed, b)) }

// A keyTable finds the keys of the dictionaries being read by their hashes. The
// dictionaries lie one inside of another, and so do their parts of its slices.
type keyTable struct {
	hashes  []uint64 // of the keys that stay, dictionary after dictionary
	offsets []int    // of their packets
	slots   []int32  // hash tables of the dictionaries with more than few keys: 1 + number of key, 0 for none
}

// few is up to how many keys are compared one by one.
const few = 16

// keyScope is the part of one dictionary in a keyTable.
type keyScope struct {
	first int // in hashes
	slot  int // in slots
	mask  uint64
}

// open makes room for a dictionary of n keys. The counts of all open
// dictionaries together are bounded by the input.
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

// close forgets the scope's keys.
func (t *keyTable) close(s keyScope) {
	t.hashes, t.offsets, t.slots = t.hashes[:s.first], t.offsets[:s.first], t.slots[:s.slot]
}

// find calls same for each key of hash h until it returns true, and returns the
// number of that key, or -1.
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

// reset forgets all, and lets go of what one huge dictionary has left behind.
func (t *keyTable) reset() {
	const most = 1 << 14
	if cap(t.hashes) > most || cap(t.slots) > 4*most {
		*t = keyTable{}
	}
	t.close(keyScope{})
}
