package packets_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// next reads the next packet as code does that makes Go values of its own: by the functions for
// its type, if there are some, and as a value if not.
func next(r *reader, want variant.Type) variant.Variant {
	switch t, own := r.NextType(want); {
	case t == variant.TypeNil && r.NextNil(want):
		return null
	case t == variant.TypeBool:
		if b, ok := r.NextBool(want); ok {
			return variant.Bool(b)
		}
	case t == variant.TypeInt:
		if i, ok := r.NextInt(want); ok {
			return variant.Int(i)
		}
	case t == variant.TypeFloat:
		if f, ok := r.NextFloat(want); ok {
			return variant.Float(f)
		}
	case t == variant.TypeString:
		if b, ok := r.NextText(want); ok {
			return variant.String(b)
		}

	case t == variant.TypeVector3:
		if x, y, z, ok := r.NextReals3(t, want); ok {
			return gdmath.Vector3{X: x, Y: y, Z: z}
		}
	case t == variant.TypeColor:
		if x, y, z, w, ok := r.NextReals4(t, want); ok {
			return gdmath.Color{R: x, G: y, B: z, A: w}
		}

	case t == variant.TypePackedByteArray && own:
		r.NextPayload(t, want)
		defer r.Leave()
		return packed.PackedByteArray(bytes.Clone(r.Bytes()))
	case t == variant.TypeArray:
		if n, item, ok := r.NextArray(want); ok {
			defer r.Leave()
			return items(r, n, item)
		}
	case t == variant.TypeDictionary:
		if n, key, value, ok := r.NextDictionary(want); ok {
			defer r.Leave()
			return pairs(r, n, key, value)
		}
	}

	return packets.NextValue(r, want)
}

func items(r *reader, n int, item variant.Type) variant.Variant {
	a := variant.Array{}
	for i := range n {
		a.Items = append(a.Items, next(r, item))
		if r.Failed() {
			r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			break
		}
	}
	return a
}

var knownKey = internal.NewKeyPacket(words(4, 3, "key"))

// pairs reads pairs. It compares each key with the known one before it reads the key.
func pairs(r *reader, n int, keyType, valueType variant.Type) variant.Variant {
	d := variant.Dictionary{}
	for i := range n {
		start := r.Offset()
		key := str("key")
		if !r.NextHasHeader(variant.TypeString, 4, keyType) || !r.NextKey(&knownKey) {
			key = next(r, keyType)
		}

		if r.Failed() {
			r.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
			break
		}

		d.Set(key, next(r, valueType))
		if r.Failed() {
			r.Step(wire.Step{Kind: wire.StepKey, Key: packets.At(r, start)})
			break
		}
	}

	return d
}

// opened calls read with the items of the only Array in a packet.
func (f *format) opened(packet []byte, read func(r *reader)) error {
	return f.Read(packet, func(r *reader) {
		_, _, ok := r.NextArray(variant.TypeNil)
		require.True(f.t, ok)
		read(r)
		r.Leave()
	})
}

// TestNextKeySkipsOneKey: keys of each length are skipped, and no others.
func TestNextKeySkipsOneKey(t *testing.T) {
	f := every(t)
	for n := range 40 {
		text := strings.Repeat("k", n)
		packet := f.encode(list(str(text), one, one))

		require.NoError(t, f.opened(packet, func(r *reader) {
			end := len(packet) - 16
			for _, other := range []string{text + "x", "x" + text,
				strings.Repeat("k", max(0, n-1)) + "x", text + strings.Repeat("x", 40)} {
				k := internal.NewKeyPacket(f.encode(str(other)))
				assert.False(t, r.NextKey(&k), "%q is not %q", other, text)
			}

			k := internal.NewKeyPacket(packet[8:end])
			assert.True(t, r.NextKey(&k), text)
			assert.Equal(t, end, r.Offset())
			i, ok := r.NextWord(variant.TypeInt, variant.TypeInt)
			assert.True(t, ok && i == 1)
			packets.SkipNext(r, variant.TypeNil)
		}))
	}
}

// isNext are the functions that read a packet of one type. They report whether they did.
var isNext = []func(r *reader) bool{
	func(r *reader) bool { return last(r.NextInt(variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextFloat(variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextBool(variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextWord(variant.TypeInt, variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextReals3(variant.TypeVector3, variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextReals4(variant.TypeColor, variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextArray(variant.TypeNil)) },
	func(r *reader) bool { return last(r.NextDictionary(variant.TypeNil)) },
	func(r *reader) bool { return r.NextPayload(variant.TypeInt, variant.TypeNil) },
	func(r *reader) bool { return r.NextNil(variant.TypeNil) },
	func(r *reader) bool { return r.NextKey(&knownKey) },
}

func last(results ...any) bool { return results[len(results)-1].(bool) }

// TestPartsOfOtherTypesAreNotRead: functions for another type read nothing, and no function reads
// anything after an error.
func TestPartsOfOtherTypesAreNotRead(t *testing.T) {
	f := every(t)
	packet := words(28, 2, 4, 1, "a", 2, 7)
	require.NoError(t, f.opened(packet, func(r *reader) {
		for i, read := range isNext {
			assert.False(t, read(r), i)
		}

		assert.Equal(t, 8, r.Offset())
		assert.True(t, r.NextHasHeader(variant.TypeString, 4, variant.TypeString))
		assert.False(t, r.NextHasHeader(variant.TypeString, 4, variant.TypeInt))
		assert.False(t, r.NextHasHeader(variant.TypeStringName, 4, variant.TypeNil))
		packets.SkipNext(r, variant.TypeNil)
		assert.False(t, r.Checking())
		assert.Equal(t, variant.Int(7), packets.NextValue(r, variant.TypeNil))
		r.Unread(20)
		i, ok := r.NextWord(variant.TypeInt, variant.TypeNil)
		assert.True(t, ok && i == 7)
	}))

	packet[16] = 0xff
	assert.ErrorIs(t, f.opened(packet, func(r *reader) {
		packets.SkipNext(r, variant.TypeNil)
		r.FailValue(0, variant.TypeNil, variant.ErrRange)
	}), variant.ErrUTF8)

	assert.EqualError(t, f.Read(words(2, 7), func(r *reader) {
		packets.SkipNext(r, variant.TypeNil)
		r.FailValue(4, variant.TypeInt, variant.ErrRange)
	}), "godot: decode $ (int) at offset 4: out of range")

	for _, packet := range [][]byte{words(2)[:2], words(240, 0)} {
		for i, read := range append(isNext,
			func(r *reader) bool { return last(r.NextText(variant.TypeNil)) },
			func(r *reader) bool { return last(r.NextType(variant.TypeNil)) }) {
			assert.Error(t, f.Read(packet, func(r *reader) {
				assert.False(t, read(r), i)
				assert.False(t, read(r), i)
			}))
		}
	}
}

// plainer returns v without what a Go value has no place for, and with each key once.
func plainer(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		a := variant.Array{}
		for _, item := range v.Items {
			a.Items = append(a.Items, plainer(item))
		}
		return a

	case variant.Dictionary:
		d := variant.Dictionary{}
		for _, p := range v.Pairs {
			d.Set(plainer(p.Key), plainer(p.Value))
		}
		return d
	}

	return v
}

// partValues have every kind of header and payload.
func partValues() []variant.Variant {
	long := strings.Repeat("x", 63)
	many := make([]variant.Variant, 40)
	for i := range many {
		many[i] = variant.Int(i)
	}

	big, deep := variant.Int(1<<40), dict(pair(variant.Int(1<<40), one), pair(two, two))
	node, ints, floats, texts := objectsOf("Node", ""), of(variant.TypeInt), of(variant.TypeFloat),
		of(variant.TypeString)

	return []variant.Variant{
		nil, one, variant.Int(-1), big, variant.Float(0.5), variant.Float(0.1),
		str(""), str("abc"), str("abcd"), str("é"), str(long), str(long + "y"), str(long + "yz"),
		str(long + "é"), variant.StringName("n"), variant.Bool(true), gdmath.Vector3{X: 1},
		packed.PackedByteArray("abc"), packed.PackedStringArray{"a", "", "bcd"},
		objects.Object{ID: 5}, list(), dict(),
		variant.Array{Items: []variant.Variant{one}, Shared: true},
		list(one, str("a"), variant.Float(2), nil, list(gdmath.Vector3{}, one), dict(kv("k", one))),
		list(append(many, list(nil))...),
		list(list(big, one), one, list(big, one, two), two, two),
		dict(pair(one, deep), pair(two, list(many...)), kv("z", one)),
		variant.Array{Elem: &ints, Items: []variant.Variant{one, two}},
		variant.Array{Elem: &node, Items: []variant.Variant{nil, objects.Object{ID: 5}}},
		dict(kv("key", one), pair(two, str("x")), pair(list(one), dict(pair(nil, nil)))),
		variant.Dictionary{Key: &texts, Value: &ints, Pairs: []variant.Pair{kv("a", one)},
			Shared: true},
		variant.Dictionary{Value: &floats, Pairs: []variant.Pair{kv("a", variant.Float(1))}},
	}
}

// TestPartsAreReadAsDecodeReads: the functions for parts see the values and the errors that Decode
// sees, of packets in order, cut, and with a byte changed.
func TestPartsAreReadAsDecodeReads(t *testing.T) {
	in := every(t, flaggedDouble, func(s *settings) { s.Dialect.SharedBit = true })

	for _, m := range []dialect.Mode{dialect.Default, dialect.Strict, dialect.Lenient} {
		for _, depth := range []int{0, 1} {
			f := every(t, mode(m), limits(dialect.Limits{MaxDepth: depth}),
				func(s *settings) { s.Dialect.Real = variant.RealFlagged })

			for _, v := range partValues() {
				packet := in.encode(v)
				sameAsDecode(t, f, packet)
				for cut := range packet {
					sameAsDecode(t, f, packet[:cut])
				}

				changed := make([]byte, len(packet))
				for i := range packet[:min(len(packet), 72)] {
					for _, x := range []byte{1, 0x16, 0x80, 0xff} {
						copy(changed, packet)
						changed[i] ^= x
						sameAsDecode(t, f, changed)
					}
				}

				sameAsDecode(t, f, append(packet[:len(packet):len(packet)], 0, 0, 0, 0))
			}
		}
	}
}

func sameAsDecode(t *testing.T, f *format, packet []byte) {
	t.Helper()
	want, wantErr := f.Decode(packet)
	require.Equal(t, wantErr, f.Valid(packet), "% x", packet)

	var got variant.Variant
	err := f.Read(packet, func(r *reader) { got = next(r, variant.TypeNil) })
	switch {
	case errors.Is(wantErr, variant.ErrDuplicateKey): // documented: the one thing that is not found
	case wantErr != nil:
		e := fault(t, err, nil, "% x", packet)
		e.Type = fault(t, wantErr, nil).Type // which only the code that reads knows
		require.Equal(t, wantErr.Error(), err.Error(), "% x", packet)

	default:
		require.NoError(t, err, "% x", packet)
		require.True(t, variant.Equal(plainer(want), plainer(got)), "% x: %#v and %#v", packet,
			want, got)
	}
}

// TestErrorsOfReplacementsHavePaths: an error in a packet that stands for another has the offset
// of that one, and its path goes on.
func TestErrorsOfReplacementsHavePaths(t *testing.T) {
	f := every(t)
	packet := words(28, 1, 2, 7)
	assert.EqualError(t, f.opened(packet, func(r *reader) {
		packets.SkipNext(r, variant.TypeNil)
		packets.ReadWith(r, f.Format, packet[:12], 8, func(in *reader) {
			next(in, variant.TypeNil)
		})
		r.Step(wire.Step{Kind: wire.StepIndex, Index: 5})
	}), "godot: decode $[5][0] (int) at offset 8: unexpected end of data")

	_, err := f.Write(nil, func(w *writer) {
		m, ok := w.PartOpen(variant.TypeArray, 1)
		require.True(t, ok)
		b, ok := w.WriteWith(f.Format, []byte("x"), func(in *writer) { in.PartInt(7) })
		assert.True(t, ok)
		assert.Equal(t, "x\x02\x00\x00\x00\x07\x00\x00\x00", string(b))

		_, ok = w.WriteWith(f.Format, nil, func(in *writer) { value(in, list(nil, str("\xff"))) })
		assert.False(t, ok)
		w.Step(wire.Step{Kind: wire.StepIndex, Index: 5})
		w.Close(m)
	})

	assert.ErrorContains(t, err, "encode $[5][1]")
}

// TestMatchStringsCompares: the texts of a PackedStringArray are compared without a copy.
func TestMatchStringsCompares(t *testing.T) {
	for _, nul := range []bool{false, true} {
		f := every(t, func(s *settings) { s.Dialect.StringArrayNUL = nul })
		packet := f.encode(packed.PackedStringArray{"a", "", "bcd"})

		for _, c := range []struct {
			texts []string
			same  bool
			end   int
		}{
			{[]string{"a", "", "bcd"}, true, len(packet)},
			{[]string{"a", ""}, false, 4}, // nothing is read of others
			{[]string{"a", "", "bcd", ""}, false, 4},
			{[]string{"a", "", "bce"}, false, 4},
			{[]string{"b", "", "bcd"}, false, 4},
			{nil, false, 4},
		} {
			match := func(r *reader) {
				r.NextPayload(variant.TypePackedStringArray, variant.TypeNil)
				assert.Equal(t, c.same, r.MatchStrings(c.texts))
				assert.Equal(t, c.end, r.Offset())
				r.Leave()
			}

			err := f.Read(packet, match)
			assert.Equal(t, c.same, err == nil, "the bytes that follow are an error")
		}

		packet[12] = 0xff
		assert.ErrorIs(t, f.Read(packet, func(r *reader) {
			r.NextPayload(variant.TypePackedStringArray, variant.TypeNil)
			r.MatchStrings([]string{"a", "", "bcd"})
		}), variant.ErrUTF8)
	}
}
