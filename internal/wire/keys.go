package wire

import (
	"bytes"
	"encoding/binary"
	"math"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// Dictionary keys are hashed while they are read. A container adds the finished hashes of its
// parts. So each byte is hashed only once, even in deeply nested keys. The seed is new in each
// process, so an attacker can't choose keys that collide. Keys with equal hashes are still compared
// as values.

// isNull reports whether an object with this payload and these flags is null.
func isNull(payload []byte, flags uint32) bool {
	return binary.LittleEndian.Uint32(payload) == 0 &&
		(flags&dialect.Flag64 == 0 || binary.LittleEndian.Uint32(payload[4:]) == 0)
}

// IsNaN reports whether the payload of a Float is NaN.
func IsNaN(payload []byte) bool {
	if len(payload) == 8 {
		f := math.Float64frombits(binary.LittleEndian.Uint64(payload))
		return f != f
	}
	return holdsNaN(payload)
}

// holdsNaN reports whether one of the single-precision numbers in b is NaN.
func holdsNaN(b []byte) bool {
	for ; len(b) >= 4; b = b[4:] {
		if f := math.Float32frombits(binary.LittleEndian.Uint32(b)); f != f {
			return true
		}
	}
	return false
}

// MixPairs adds the pairs of a dictionary to the hash of the key that contains the dictionary. A
// repeated key counts only once.
func (r *Reader) MixPairs(s KeyScope) {
	values := r.keys.values[s.value:]
	r.mix(uint64(len(values)))
	for i, value := range values {
		r.mix(r.keys.hashes[s.first+i])
		r.mix(value)
	}
}

// NextKey returns true if the next packet equals k, k is Short, and at least 16 bytes are left. In
// this case it skips the packet. It calls no functions and is inlined. For keys that are not Short,
// call NextLongKey instead.
func (r *Reader) NextKey(k *KeyPacket) bool {
	if len(r.data)-r.pos < 16 || load64(r.data, r.pos) != k.Head ||
		load64(r.data, r.pos+8)&k.Mask != k.Text || !k.Short {
		return false
	}
	r.pos += k.Size
	r.reserved -= forms.MinPacket
	return true
}

// NextLongKey is like NextKey, for a key that is not Short.
func (r *Reader) NextLongKey(k *KeyPacket) bool {
	b := r.data[r.pos:]
	if k.Short || len(b) < 16 || binary.LittleEndian.Uint64(b) != k.Head ||
		binary.LittleEndian.Uint64(b[8:])&k.Mask != k.Text || !bytes.HasPrefix(b[16:], k.Rest) {
		return false
	}
	r.pos += k.Size
	r.reserved -= forms.MinPacket
	return true
}

// Hashing reports whether a key is being read.
func (r *Reader) Hashing() bool { return r.hashing }

// Mix adds x to the hash if a key is being read. Equal keys must add the same numbers.
func (r *Reader) Mix(x uint64) {
	if r.hashing {
		r.mix(x)
	}
}

// MixText adds text to the hash if a key is being read.
func (r *Reader) MixText(s string) {
	if r.hashing {
		r.mixBytes([]byte(s))
	}
}

// Hash returns the hash of the part of the key that was read so far.
func (r *Reader) Hash() uint64 { return r.hash }

// SwapHash replaces the hash by an earlier hash, and returns the replaced hash.
func (r *Reader) SwapHash(earlier uint64) (now uint64) {
	now = r.hash
	r.hash = earlier
	return now
}

// Keys returns the keys of the dictionaries that are being read.
func (r *Reader) Keys() *KeyTable { return &r.keys }

// BeginHash begins the hash of a packet, and EndHash returns this hash. Keys that are equal by the
// dialect's rule have equal hashes. The hash of a key that never equals another key, such as an
// Array that contains NaN, depends on the offset of the key. Otherwise many such keys could have
// the same hash, and lookups would take quadratic time.
func (r *Reader) BeginHash() (outer uint64) {
	outer = r.hash
	r.hash = hashSeed
	return outer
}

func (r *Reader) EndHash(start int, outer uint64) uint64 {
	rule := r.format.Spec.Keys
	f := &r.format.Forms[r.data[start]]
	payload := r.data[start+forms.MinPacket : r.pos]

	t := f.Type
	switch {
	case t == dialect.TypeStringName && rule == dialect.KeysByContent:
		t = dialect.TypeString

	case t == dialect.TypeObject && f.Kind != forms.KindForeign &&
		isNull(payload, binary.LittleEndian.Uint32(r.data[start:])&f.Flags):
		r.hash = hashSeed // null objects have several forms on the wire, but one hash

	case t == dialect.TypeObject, t == dialect.TypeDictionary && rule == dialect.KeysByReference:
		r.mix(uint64(start))

	case t == dialect.TypePackedFloat32Array && f.Kind != forms.KindForeign &&
		rule == dialect.KeysByReference:
		r.mixBytes(payload)
		if holdsNaN(payload[forms.MinPacket:]) {
			r.mix(uint64(start))
		}
	}

	r.mix(uint64(t))
	hash := r.hash
	r.hash = outer

	return hash
}

// MixPart adds a part of a key to the hash of the key. The part is the packet that begins at the
// offset start, and the argument hash is its hash. MixPart also stores this hash for PartHash.
func (r *Reader) MixPart(start int, hash uint64) {
	r.part = hash
	id := r.data[start]
	r.mix(uint64(id)) // a String and a StringName differ as parts, but their hashes are the same
	r.mix(hash)
	if r.format.Forms[id].Type == dialect.TypeFloat &&
		r.format.Spec.Keys == dialect.KeysByContent &&
		IsNaN(r.data[start+forms.MinPacket:r.pos]) {
		r.mix(uint64(start))
	}
}

// PartHash returns the hash of the last key, or part of a key, that was read.
func (r *Reader) PartHash() uint64 { return r.part }

// Repeat adds a repeated key to Reading.Repeats. The key at the offset start equals key number i of
// the scope, which was read earlier.
func (r *Reader) Repeat(s KeyScope, start, i int) {
	if r.reading.Repeats != nil && r.format.Merges(r.data[start]) {
		r.reading.Repeats[start] = r.keys.Offset(s, i)
	}
}

// Refused reports whether the key at the offset start is the key that Reading.RefuseKey names.
func (r *Reader) Refused(start int) bool { return r.reading.RefuseKey == start }

// ComparesKeys reports whether the Reader must find repeated keys even if it only validates.
func (r *Reader) ComparesKeys() bool {
	return r.format.Mode == forms.Strict || r.reading.Repeats != nil
}
