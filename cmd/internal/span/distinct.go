package span

import (
	"hash/maphash"
	"slices"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Distinct finds the packets that repeat no key of a Dictionary. In such a packet each token is a
// part of the value. If a packet repeats a key, it has tokens for each repetition, but the value
// has the key only once. A Distinct reuses its memory for the next packet.
type Distinct struct {
	codec *codec.Codec // codec of the last packet
	// strict is the same codec in strict mode. It is nil in lenient mode, in which the method In
	// returns false for each packet.
	strict *codec.Codec

	scan codec.Scanner
	seed maphash.Seed
	keys []uint64 // hashes of the keys in all open containers
	ends []int    // for each open container, the index in keys at which its keys begin
}

// In reports whether a packet can be read and repeats no key. It also returns false in lenient
// mode, and for a key of a type in which different bytes may be equal values.
func (d *Distinct) In(packet []byte, c *codec.Codec) bool {
	d.begin(c)
	return d.strict != nil && (d.strict.Valid(packet) == nil || d.tokens(packet))
}

// begin prepares the Distinct for packets of the codec c.
func (d *Distinct) begin(c *codec.Codec) {
	if d.codec == c {
		return
	}

	d.codec = c
	d.strict = nil
	d.seed = maphash.MakeSeed()

	o := c.Options()
	if o.Mode == codec.Lenient {
		return
	}

	o.Mode = codec.Strict
	if strict, err := codec.New(o); err == nil {
		d.strict = strict
	}
}

// tokens reports whether a packet can be read and repeats no key, as In does. It looks at each key,
// because strict mode may refuse the packet for another reason, such as padding that is not zero.
func (d *Distinct) tokens(packet []byte) bool {
	d.scan.Reset(packet, d.codec)
	d.keys, d.ends = d.keys[:0], d.ends[:0]

	for s := &d.scan; s.Next(); {
		switch {
		case s.Kind() == codec.TokenClose:
			last := len(d.ends) - 1
			if !d.unique(d.ends[last]) {
				return false
			}
			d.keys = d.keys[:d.ends[last]]
			d.ends = d.ends[:last]
			continue

		case s.IsKey():
			if !d.add(s, packet) {
				return false
			}
		}

		if s.Kind() == codec.TokenOpen {
			d.ends = append(d.ends, len(d.keys))
		}
	}

	return d.scan.Err() == nil && d.scan.End() == len(packet)
}

// add adds the hash of a key. It returns false for a type in which different bytes may be equal
// values.
func (d *Distinct) add(s *codec.Scanner, packet []byte) bool {
	var hash uint64
	switch s.Type() {
	// Two such keys are equal if their texts are equal.
	case variant.TypeString, variant.TypeStringName:
		hash = maphash.Bytes(d.seed, s.Text())
	case variant.TypeInt:
		x, _ := s.Int()
		hash = maphash.Comparable(d.seed, x)
	case variant.TypeBool:
		x, _ := s.Bool()
		hash = maphash.Comparable(d.seed, x)
	case variant.TypeVector2i, variant.TypeVector3i, variant.TypeVector4i:
		hash = maphash.Bytes(d.seed, packet[s.Offset():s.End()])
	default:
		return false
	}

	d.keys = append(d.keys, hash)
	return true
}

// unique reports whether the hashes in d.keys[start:] are all different.
func (d *Distinct) unique(start int) bool {
	keys := d.keys[start:]
	slices.Sort(keys)
	return len(slices.Compact(keys)) == len(keys)
}
