package wire

import (
	"math/bits"
	"slices"
)

// A KeyTable finds keys by their hashes. One table has the keys of all dictionaries that are being
// read. These dictionaries are nested. The innermost dictionary uses the end of the slices.
type KeyTable struct {
	hashes  []uint64 // hashes of the keys; the keys of an inner dictionary come last
	offsets []int    // offsets of the packets of the keys
	slots   []int32  // hash tables of larger dictionaries; a slot is 1 + the index of a key, or 0
	values  []uint64 // hashes of the values in dictionaries that are part of a key
}

// MaxLinear is the greatest number of keys that are searched one by one, without a hash table.
const MaxLinear = 16

// A KeyScope is the place of one dictionary in a KeyTable. It says where the entries of the
// dictionary begin in the slices of the table.
type KeyScope struct {
	first int    // index in hashes
	slot  int    // index in slots
	value int    // index in values
	mask  uint64 // number of slots - 1; 0 if there is no hash table
}

// Open makes space in the table for the n keys of a dictionary. The length of the input limits the
// sum of n for all open dictionaries, so the memory of the table is limited, too.
func (t *KeyTable) Open(n int) KeyScope {
	s := KeyScope{first: len(t.hashes), slot: len(t.slots), value: len(t.values)}
	if n > MaxLinear {
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

// reserve makes space for n more keys.
func (t *KeyTable) reserve(n int) {
	t.hashes = slices.Grow(t.hashes, n)
	t.offsets = slices.Grow(t.offsets, n)
}

// Close removes the keys of the scope.
func (t *KeyTable) Close(s KeyScope) {
	t.hashes = t.hashes[:s.first]
	t.offsets = t.offsets[:s.first]
	t.slots = t.slots[:s.slot]
	t.values = t.values[:s.value]
}

// Find searches for a key with the hash h. For each stored key with this hash it calls the function
// same with the index of that key, until same returns true. Find returns this index, or -1.
func (t *KeyTable) Find(s KeyScope, h uint64, same func(i int) bool) int {
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

// Add appends a key.
func (t *KeyTable) Add(s KeyScope, h uint64, offset int) {
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

// SetValue stores h, the hash of a value. The value belongs to key i of the scope, or to its last
// key if i is -1.
func (t *KeyTable) SetValue(s KeyScope, i int, h uint64) {
	if i < 0 {
		t.values = append(t.values, h)
		return
	}
	t.values[s.value+i] = h
}

// reset removes all keys. If a huge dictionary made the memory large, it also frees the memory.
func (t *KeyTable) reset() {
	const most = 1 << 14
	if cap(t.hashes) > most || cap(t.slots) > 4*most {
		*t = KeyTable{}
	}
	t.Close(KeyScope{})
}

// Offset returns the offset of key i of the scope.
func (t *KeyTable) Offset(s KeyScope, i int) int { return t.offsets[s.first+i] }
