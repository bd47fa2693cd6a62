package codec_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"godotvariant/codec"
	gm "godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A mutator makes damaged packets, according to the structure of valid ones. The same seeds make
// the same packets.
type mutator struct {
	rng    *rand.Rand
	packet []byte // the packet that mutate made last
}

// structuredPacket is a packet with the offsets of its headers, words and inner packets.
type structuredPacket struct {
	packet []byte
	once   sync.Once
	value  variant.Variant // nil if the packet is not valid
	heads  []int           // offsets of headers
	words  []int           // offsets of other 4-byte fields, such as counts and lengths
	parts  [][2]int        // begin and end of the packet, and of each packet inside it
}

// findStructure finds the structure of the packet. Only the first call does this.
func (m *structuredPacket) findStructure(s settings) {
	m.once.Do(func() {
		m.value, _, _ = s.In(codec.Lenient).DecodeFirst(m.packet)
		x := codec.NewScanner(m.packet, s.In(codec.Lenient))
		for x.Next() {
			switch x.Kind() {
			case codec.TokenOpen:
				m.heads = append(m.heads, x.Offset())
			case codec.TokenValue:
				m.heads = append(m.heads, x.Offset())
				m.parts = append(m.parts, [2]int{x.Offset(), x.End()})
			case codec.TokenClose:
				m.parts = append(m.parts, [2]int{x.Offset(), x.End()})
			}

			for f := range x.Fields() {
				if f.Kind != codec.FieldHeader && f.End-f.Offset == 4 {
					m.words = append(m.words, f.Offset)
				}
			}
		}
	})
}

// edgeWords are words that often cause errors as a count, length, number or text.
var edgeWords = []uint32{
	0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 255, 256, 1 << 16, 1<<31 - 4, 1<<31 - 1, 1 << 31, 1<<31 | 1,
	1<<32 - 1,
	0x7F800000, 0x7F800001, 0x7FC00000, // an infinity, a signalling NaN, a NaN
	'a', 0x80, 0xBFBBEF, // text: a letter and a NUL, invalid UTF-8, a byte order mark
}

// mutate makes a new packet from a packet of the pool.
func (x *mutator) mutate(s settings, pool []*structuredPacket) {
	m := pool[x.rng.IntN(len(pool))]
	m.findStructure(s)
	x.packet = append(x.packet[:0], m.packet...)

	if x.rng.IntN(8) == 0 && m.value != nil {
		x.rebuild(s, m.value)
		m = &structuredPacket{} // the packet has changed, and its structure with it
	}

	for range x.rng.IntN(4) {
		x.overwrite(s, m)
	}

	switch x.rng.IntN(12) {
	case 0, 1:
		other := pool[x.rng.IntN(len(pool))]
		other.findStructure(s)
		x.splice(m, other)

	case 2:
		x.packet = x.packet[:x.rng.IntN(len(x.packet)+1)]
	case 3:
		for range 1 + x.rng.IntN(8) {
			x.packet = append(x.packet, byte(x.rng.Uint32()>>x.rng.IntN(32)))
		}

	case 4:
		x.wrap(s)
	}
}

// overwrite changes bytes in place.
func (x *mutator) overwrite(s settings, m *structuredPacket) {
	word := func(offsets []int, change func(old uint32) uint32) {
		if len(offsets) == 0 {
			return
		}
		if at := offsets[x.rng.IntN(len(offsets))]; at+4 <= len(x.packet) {
			b := x.packet[at:]
			binary.LittleEndian.PutUint32(b, change(binary.LittleEndian.Uint32(b)))
		}
	}

	switch x.rng.IntN(8) {
	case 0: // another type
		word(m.heads, func(old uint32) uint32 {
			return old&^0xFF | uint32(x.rng.IntN(len(s.Dialect.Spec().Types)+1))
		})

	case 1: // a flag
		word(m.heads, func(old uint32) uint32 { return old ^ 1<<(16+x.rng.IntN(4)) })
	case 2: // a stray bit
		word(m.heads, func(old uint32) uint32 { return old ^ 1<<x.rng.IntN(32) })
	case 3: // a count or length
		word(m.words, func(uint32) uint32 { return edgeWords[x.rng.IntN(len(edgeWords))] })
	case 4:
		word(m.words, func(old uint32) uint32 { return old + uint32(x.rng.IntN(9)) - 4 })
	case 5: // a count or length that fits the rest of the packet
		word(m.words, func(uint32) uint32 { return uint32(x.rng.IntN(len(x.packet) + 1)) })

	case 6:
		if n := len(x.packet); n > 0 {
			x.packet[x.rng.IntN(n)] = byte(x.rng.Uint32())
		}
	}
}

// splice chooses one of the inner packets of x.packet, which are m.parts. It removes or doubles
// this packet, replaces it with an inner packet of other, or inserts one of other before it.
func (x *mutator) splice(m, other *structuredPacket) {
	if len(m.parts) == 0 || len(other.parts) == 0 {
		return
	}

	at, with := m.parts[x.rng.IntN(len(m.parts))], other.parts[x.rng.IntN(len(other.parts))]
	end, part := at[1], other.packet[with[0]:min(with[1], len(other.packet))]
	if end > len(x.packet) {
		return
	}

	switch x.rng.IntN(4) {
	case 0:
		end = at[0] // insert
	case 1:
		part = nil // remove
	case 2:
		part = x.packet[at[0]:end]
		end = at[0] // twice
	}

	tail := bytes.Clone(x.packet[end:])
	part = bytes.Clone(part)
	x.packet = append(append(x.packet[:at[0]], part...), tail...)
}

// rebuild makes a packet of a value, with some parts twice. The second copy of a part may be
// changed a little.
func (x *mutator) rebuild(s settings, v variant.Variant) {
	if s.Dialect.Spec().Real == dialect.RealFlagged && x.rng.IntN(2) == 0 {
		s.Precision = variant.Double
	}
	budget := 200
	packet, err := s.In(codec.Lenient).Encode(x.double(v, &budget))
	if err == nil && len(packet) <= 1<<12 {
		x.packet = append(x.packet[:0], packet...)
	}
}

// double returns v with some parts twice. The argument budget points to the number of parts that it
// may still double.
func (x *mutator) double(v variant.Variant, budget *int) variant.Variant {
	*budget--
	if *budget < 0 {
		return v
	}

	switch v := v.(type) {
	case variant.Array:
		out := variant.Array{Elem: v.Elem}
		for _, item := range v.Items {
			out.Items = append(out.Items, x.double(item, budget))
			if x.rng.IntN(4) == 0 {
				out.Items = append(out.Items, out.Items[len(out.Items)-1])
			}
		}

		return out

	case variant.Dictionary:
		out := variant.Dictionary{Key: v.Key, Value: v.Value}
		for _, p := range v.Pairs {
			p.Value = x.double(p.Value, budget)
			out.Pairs = append(out.Pairs, p)
			// Add the key a second time: unchanged, or with its own parts doubled or changed a
			// little.
			if x.rng.IntN(4) == 0 {
				out.Pairs = append(out.Pairs, variant.Pair{Key: x.near(p.Key, budget),
					Value: variant.Int(x.rng.IntN(3))})
			}
		}

		// Sometimes return a Dictionary whose keys are v, out, and a value near v.
		if x.rng.IntN(4) == 0 && v.Key == nil {
			return variant.NewDictionary(variant.Pair{Key: v}, variant.Pair{Key: out},
				variant.Pair{Key: x.near(v, budget)})
		}

		return out

	default:
		return x.near(v, budget)
	}
}

// near returns v, or a value that differs from v a little.
func (x *mutator) near(v variant.Variant, budget *int) variant.Variant {
	small := func(f float64) float64 { return f * (1 + 1e-12) }
	if x.rng.IntN(2) == 0 {
		return v
	}

	switch v := v.(type) {
	case variant.String:
		return variant.StringName(v)
	case variant.StringName:
		return variant.String(v)
	case variant.Float:
		return variant.Float(small(float64(v)))
	case gm.Vector2:
		return gm.Vector2{X: small(v.X), Y: v.Y}
	case gm.Vector3:
		return gm.Vector3{X: v.X, Y: v.Y, Z: small(v.Z)}
	case gm.Color:
		return gm.Color{R: small(v.R), G: v.G, B: v.B, A: v.A}
	case variant.Array, variant.Dictionary:
		return x.double(v, budget)
	}

	return v
}

// wrap puts the packet into an Array, as one or two items, or into a Dictionary, as one key or as
// two equal keys.
func (x *mutator) wrap(s settings) {
	var around variant.Variant = variant.NewArray(nil)
	copies := 1 + x.rng.IntN(2)

	dictionary := x.rng.IntN(2) == 0
	if dictionary {
		around = variant.Dictionary{}
	}

	head, err := s.In(codec.Default).Encode(around)
	if err != nil || len(x.packet) > 1<<11 {
		return
	}

	out := bytes.Clone(head[:8])
	binary.LittleEndian.PutUint32(out[4:], uint32(copies))
	for range copies {
		out = append(out, x.packet...)
		if dictionary {
			out = append(out, 0, 0, 0, 0)
		}
	}

	x.packet = append(x.packet[:0], out...)
}
