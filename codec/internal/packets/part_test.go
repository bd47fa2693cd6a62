package packets_test

import (
	"bytes"
	"errors"
	"fmt"
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

// next reads the next packet as code does that makes Go values of its own: by the functions
// for its type, if there are some, and as a value if not.
func next(r *variant.Reader, want variant.Type) variant.Variant {
	switch t, own := (*wire.Reader)(r).NextType(want); {
	case t == variant.TypeNil && (*wire.Reader)(r).NextNil(want):
		return variant.Nil{}
	case t == variant.TypeBool:
		if b, ok := (*wire.Reader)(r).NextBool(want); ok {
			return variant.Bool(b)
		}

	case t == variant.TypeInt:
		if i, ok := (*wire.Reader)(r).NextInt(want); ok {
			return variant.Int(i)
		}

	case t == variant.TypeFloat:
		if f, ok := (*wire.Reader)(r).NextFloat(want); ok {
			return variant.Float(f)
		}

	case t == variant.TypeString:
		if b, ok := (*wire.Reader)(r).NextText(want); ok {
			return variant.String(b)
		}

	case t == variant.TypeVector3:
		if x, y, z, ok := (*wire.Reader)(r).NextReals3(t, want); ok {
			return gdmath.Vector3{X: x, Y: y, Z: z}
		}

	case t == variant.TypeColor:
		if x, y, z, w, ok := (*wire.Reader)(r).NextReals4(t, want); ok {
			return gdmath.Color{R: x, G: y, B: z, A: w}
		}

	case t == variant.TypePackedByteArray && own:
		(*wire.Reader)(r).NextPayload(t, want)
		defer (*wire.Reader)(r).Leave()
		return packed.PackedByteArray(bytes.Clone((*wire.Reader)(r).Bytes()))

	case t == variant.TypeArray:
		if n, item, ok := (*wire.Reader)(r).NextArray(want); ok {
			defer (*wire.Reader)(r).Leave()
			return items(r, n, item)
		}

	case t == variant.TypeDictionary:
		if n, key, value, ok := (*wire.Reader)(r).NextDictionary(want); ok {
			defer (*wire.Reader)(r).Leave()
			return pairs(r, n, key, value)
		}
	}

	return packets.NextValue((*wire.Reader)(r), want)
}

func items(r *variant.Reader, n int, item variant.Type) variant.Variant {
	a := variant.Array{}
	for i := range n {
		a.Items = append(a.Items, next(r, item))
		if (*wire.Reader)(r).Failed() {
			r.Step(variant.Step{Kind: variant.StepIndex, Index: i})
			break
		}
	}
	return a
}

// pairs looks for each key where it was last, and takes the packet itself if it is not.
func pairs(r *variant.Reader, n int, keyType, valueType variant.Type) variant.Variant {
	d := variant.Dictionary{}
	for i := range n {
		start := r.Offset()
		var key variant.Variant = variant.String("key")
		if !(*wire.Reader)(r).NextHasHeader(variant.TypeString, 4, keyType) ||
			!(*wire.Reader)(r).NextKey(&knownKey) {
			key = next(r, keyType)
		}

		if (*wire.Reader)(r).Failed() {
			r.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
			break
		}

		d.Set(key, next(r, valueType))
		if (*wire.Reader)(r).Failed() {
			r.Step(variant.Step{Kind: variant.StepKey, Key: packets.At((*wire.Reader)(r), start)})
			break
		}
	}

	return d
}

var knownKey = internal.NewKeyPacket(words(4, 3, "key"))

// TestNextKeySkipsOneKey: keys of each length are skipped, and no others.
func TestNextKeySkipsOneKey(t *testing.T) {
	f := format(t, everyType(nil))
	for n := range 40 {
		text := strings.Repeat("k", n)
		packet, err := f.Append(nil, variant.NewArray(str(text), one, one))
		require.NoError(t, err)

		require.NoError(t, opened(t, f, packet, func(r *variant.Reader) {
			end := len(packet) - 16
			for _, other := range []string{text + "x", "x" + text,
				strings.Repeat("k", max(0, n-1)) + "x", text + strings.Repeat("x", 40)} {
				k := internal.NewKeyPacket(appended(t, f, str(other)))
				assert.False(t, (*wire.Reader)(r).NextKey(&k), "%q is not %q", other, text)
			}
			k := internal.NewKeyPacket(packet[8:end])
			assert.True(t, (*wire.Reader)(r).NextKey(&k), text)
			assert.Equal(t, end, r.Offset())
			i, ok := (*wire.Reader)(r).NextWord(variant.TypeInt, variant.TypeInt)
			assert.True(t, ok && i == 1)
			packets.SkipNext((*wire.Reader)(r), variant.TypeNil)
		}))
	}

	b, err := f.Write(nil, func(w *variant.Writer) {
		(*wire.Writer)(w).PartWord(variant.TypeInt, 7)
	})

	require.NoError(t, err)
	err = f.Read(b, func(r *variant.Reader) {
		packets.SkipNext((*wire.Reader)(r), variant.TypeNil)
		(*wire.Reader)(r).FailValue(4, variant.TypeInt, variant.ErrRange)
	})

	assert.EqualError(t, err, "godot: decode $ (int) at offset 4: out of range")
	for _, read := range []func(r *variant.Reader) bool{
		func(r *variant.Reader) bool {
			_, ok := (*wire.Reader)(r).NextInt(variant.TypeNil)
			return ok
		},
		func(r *variant.Reader) bool {
			_, ok := (*wire.Reader)(r).NextFloat(variant.TypeNil)
			return ok
		},
		func(r *variant.Reader) bool {
			_, ok := (*wire.Reader)(r).NextBool(variant.TypeNil)
			return ok
		},
		func(r *variant.Reader) bool {
			_, ok := (*wire.Reader)(r).NextText(variant.TypeNil)
			return ok
		},
		func(r *variant.Reader) bool {
			t, _ := (*wire.Reader)(r).NextType(variant.TypeNil)
			return t != variant.TypeNil
		},
		func(r *variant.Reader) bool {
			return (*wire.Reader)(r).NextPayload(variant.TypeInt, variant.TypeNil)
		},
	} {
		for _, packet := range []string{"\x02\x00", string(words(240, 0))} {
			err := f.Read([]byte(packet), func(r *variant.Reader) {
				assert.False(t, read(r))
				assert.False(t, read(r), "nothing is read after an error")
			})
			assert.Error(t, err)
		}
	}
}

func appended(t *testing.T, f *Format, v variant.Variant) []byte {
	b, err := f.Append(nil, v)
	require.NoError(t, err)
	return b
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

// partPackets are packets in order, of every kind of header and payload.
func partPackets(t *testing.T) [][]byte {
	f := format(t, everyType(func(d *variant.Dialect, s *Settings) {
		d.Real = variant.RealFlagged
		d.SharedBit = true
		s.Precision = variant.Double
	}))

	long := strings.Repeat("x", 63)
	many := make([]variant.Variant, 40)
	for i := range many {
		many[i] = variant.Int(i)
	}

	ints := &variant.ElementType{Type: variant.TypeInt}
	var packets [][]byte
	for _, v := range []variant.Variant{
		nil, one, variant.Int(-1), variant.Int(1 << 40), variant.Float(0.5), variant.Float(0.1),
		str(""), str("abc"), str("abcd"), str("é"), str(long), str(long + "y"), str(long + "yz"),
		str(long + "é"),
		variant.StringName("n"), variant.Bool(true), gdmath.Vector3{X: 1},
		packed.PackedByteArray("abc"), packed.PackedStringArray{"a", "", "bcd"},
		objects.Object{ID: 5}, variant.NewArray(), variant.NewDictionary(),
		variant.Array{Items: []variant.Variant{one}, Shared: true},
		variant.NewArray(one, str("a"), variant.Float(2), nil,
			variant.NewArray(gdmath.Vector3{}, one), variant.NewDictionary(variant.KV("k", one))),
		variant.NewArray(append(many, variant.NewArray(nil))...),
		variant.NewArray(variant.NewArray(variant.Int(1<<40), one), one,
			variant.NewArray(variant.Int(1<<40), one, two), two, two),
		variant.NewDictionary(pair(one, variant.NewDictionary(pair(variant.Int(1<<40), one),
			pair(two, two))), pair(two, variant.NewArray(many...)), variant.KV("z", one)),
		variant.Array{Elem: ints, Items: []variant.Variant{one, two}},
		variant.Array{Elem: &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
			Items: []variant.Variant{nil, objects.Object{ID: 5}}},
		variant.NewDictionary(variant.KV("key", one), pair(two, str("x")),
			pair(variant.NewArray(one), variant.NewDictionary(pair(nil, nil)))),
		variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Value: ints,
			Pairs: []variant.Pair{variant.KV("a", one)}, Shared: true},
		variant.Dictionary{Value: &variant.ElementType{Type: variant.TypeFloat},
			Pairs: []variant.Pair{variant.KV("a", variant.Float(1))}},
	} {
		b, err := f.Append(nil, v)
		require.NoError(t, err)
		packets = append(packets, b)
	}

	return packets
}

// TestPartsAreReadAsDecodeReads: the functions for parts see the values and the errors that Decode
// sees, of packets in order, cut, and with a byte changed.
func TestPartsAreReadAsDecodeReads(t *testing.T) {
	for _, mode := range []dialect.Mode{dialect.Default, dialect.Strict, dialect.Lenient} {
		for _, maxDepth := range []int{0, 1} {
			f := format(t, everyType(func(d *variant.Dialect, s *Settings) {
				d.Real = variant.RealFlagged
				s.Mode = mode
				s.Limits.MaxDepth = maxDepth
			}))

			for _, packet := range partPackets(t) {
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

func sameAsDecode(t *testing.T, f *Format, packet []byte) {
	t.Helper()
	want, wantErr := f.Decode(packet)
	require.Equal(t, wantErr, f.Valid(packet), "% x", packet)
	var got variant.Variant

	err := f.Read(packet, func(r *variant.Reader) { got = next(r, variant.TypeNil) })
	switch {
	case errors.Is(wantErr, variant.ErrDuplicateKey): // documented: the one thing that is not found
	case wantErr != nil:
		var want, e *variant.Error
		require.ErrorAs(t, wantErr, &want)
		require.ErrorAs(t, err, &e, "% x", packet)
		e.Type = want.Type // which only the code that reads knows
		require.Equal(t, wantErr.Error(), err.Error(), "% x", packet)

	default:
		require.NoError(t, err, "% x", packet)
		require.True(t, variant.Equal(plainer(want), plainer(got)), "% x: %#v and %#v", packet,
			want, got)
	}
}

// opened calls read with the parts of the only Array in a packet.
func opened(t *testing.T, f *Format, packet []byte, read func(r *variant.Reader)) error {
	return f.Read(packet, func(r *variant.Reader) {
		_, _, ok := (*wire.Reader)(r).NextArray(variant.TypeNil)
		require.True(t, ok)
		read(r)
		(*wire.Reader)(r).Leave()
	})
}

// TestPartsOfOtherTypesAreNotRead: functions for another type read nothing.
func TestPartsOfOtherTypesAreNotRead(t *testing.T) {
	f := format(t, everyType(nil))
	packet := words(28, 2, 4, 1, "a", 2, 7)
	require.NoError(t, opened(t, f, packet, func(r *variant.Reader) {
		_, isInt := (*wire.Reader)(r).NextInt(variant.TypeNil)
		_, isFloat := (*wire.Reader)(r).NextFloat(variant.TypeNil)
		_, isBool := (*wire.Reader)(r).NextBool(variant.TypeNil)
		_, _, _, isVector3 := (*wire.Reader)(r).NextReals3(variant.TypeVector3, variant.TypeNil)
		_, _, _, _, isColor := (*wire.Reader)(r).NextReals4(variant.TypeColor, variant.TypeNil)
		_, _, isArray := (*wire.Reader)(r).NextArray(variant.TypeNil)
		_, _, _, isDictionary := (*wire.Reader)(r).NextDictionary(variant.TypeNil)

		_, isWord := (*wire.Reader)(r).NextWord(variant.TypeInt, variant.TypeNil)
		for i, mine := range []bool{
			isInt, isFloat, isBool, isVector3, isColor, isArray, isDictionary, isWord,
			(*wire.Reader)(r).NextNil(variant.TypeNil),
			(*wire.Reader)(r).NextPayload(variant.TypeInt, variant.TypeNil),
			(*wire.Reader)(r).NextKey(&knownKey),
		} {
			assert.False(t, mine, i)
		}

		assert.Equal(t, 8, r.Offset())
		assert.True(t, (*wire.Reader)(r).NextHasHeader(variant.TypeString, 4, variant.TypeString))
		assert.False(t, (*wire.Reader)(r).NextHasHeader(variant.TypeString, 4, variant.TypeInt))
		assert.False(t, (*wire.Reader)(r).NextHasHeader(variant.TypeStringName, 4, variant.TypeNil))
		packets.SkipNext((*wire.Reader)(r), variant.TypeNil)
		assert.False(t, (*wire.Reader)(r).Checking())
		assert.Equal(t, variant.Int(7), packets.NextValue((*wire.Reader)(r), variant.TypeNil))
		(*wire.Reader)(r).Unread(20)
		i, ok := (*wire.Reader)(r).NextWord(variant.TypeInt, variant.TypeNil)
		assert.Equal(t, uint32(7), i)
		assert.True(t, ok)
	}))

	packet[16] = 0xff
	err := opened(t, f, packet, func(r *variant.Reader) {
		packets.SkipNext((*wire.Reader)(r), variant.TypeNil)
		(*wire.Reader)(r).FailValue(0, variant.TypeNil, variant.ErrRange)
	})

	assert.ErrorIs(t, err, variant.ErrUTF8)
}

// TestErrorsOfReplacementsHavePaths: an error in a packet that stands for another has the offset
// of that one, and its path goes on.
func TestErrorsOfReplacementsHavePaths(t *testing.T) {
	f := format(t, everyType(nil))
	packet := words(28, 1, 2, 7)
	err := opened(t, f, packet, func(r *variant.Reader) {
		packets.SkipNext((*wire.Reader)(r), variant.TypeNil)
		packets.ReadWith((*wire.Reader)(r), f.Format, packet[:12], 8, func(in *wire.Reader) {
			next((*variant.Reader)(in), variant.TypeNil)
		})
		r.Step(variant.Step{Kind: variant.StepIndex, Index: 5})
	})

	assert.EqualError(t, err, "godot: decode $[5][0] (int) at offset 8: unexpected end of data")
	_, err = f.Write(nil, func(w *variant.Writer) {
		m, ok := (*wire.Writer)(w).PartOpen(variant.TypeArray, 1)
		require.True(t, ok)
		b, ok := (*wire.Writer)(w).WriteWith(f.Format, []byte("x"), func(in *wire.Writer) {
			in.PartInt(7)
		})

		assert.True(t, ok)
		assert.Equal(t, "x\x02\x00\x00\x00\x07\x00\x00\x00", string(b))
		_, ok = (*wire.Writer)(w).WriteWith(f.Format, nil, func(in *wire.Writer) {
			(*variant.Writer)(in).Value(variant.NewArray(nil, str("\xff")))
		})

		assert.False(t, ok)
		w.Step(variant.Step{Kind: variant.StepIndex, Index: 5})
		(*wire.Writer)(w).Close(m)
	})

	assert.ErrorContains(t, err, "encode $[5][1]")
}

// TestMatchStringsCompares: the texts of a PackedStringArray are compared without a copy.
func TestMatchStringsCompares(t *testing.T) {
	for _, nul := range []bool{false, true} {
		f := format(t, everyType(func(d *variant.Dialect, _ *Settings) { d.StringArrayNUL = nul }))
		packet, err := f.Append(nil, packed.PackedStringArray{"a", "", "bcd"})
		require.NoError(t, err)

		match := func(texts ...string) (same bool, end int, err error) {
			err = f.Read(packet, func(r *variant.Reader) {
				(*wire.Reader)(r).NextPayload(variant.TypePackedStringArray, variant.TypeNil)
				same = (*wire.Reader)(r).MatchStrings(texts)
				end = r.Offset()
				(*wire.Reader)(r).Leave()
			})
			return same, end, err
		}

		same, end, err := match("a", "", "bcd")
		require.NoError(t, err)
		assert.True(t, same)
		assert.Equal(t, len(packet), end)

		for _, texts := range [][]string{{"a", ""}, {"a", "", "bcd", ""}, {"a", "", "bce"},
			{"b", "", "bcd"}, nil} {
			same, end, _ := match(texts...)
			assert.False(t, same)
			assert.Equal(t, 4, end, "nothing is read of others")
		}

		packet[12] = 0xff
		_, _, err = match("a", "", "bcd")
		assert.ErrorIs(t, err, variant.ErrUTF8)
	}
}

// TestPanicsOfCallersPassOn: a panic of the function is the caller's, and an error leaves dst as
// it was.
func TestPanicsOfCallersPassOn(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Limits.MaxSize = 16 }))
	assert.Equal(t, variant.Single, f.Settings().Precision)
	assert.False(t, f.Settings().FullObjects)
	b, err := f.Write([]byte("x"), func(w *variant.Writer) { w.Value(one) })
	require.NoError(t, err)
	assert.Equal(t, "x\x02\x00\x00\x00\x01\x00\x00\x00", string(b))

	for name, write := range map[string]func(w *variant.Writer){
		"own":      func(w *variant.Writer) { w.Value(one); _ = w.Fail(variant.ErrRange) },
		"too long": func(w *variant.Writer) { w.Value(variant.NewArray(one, one)) },
	} {
		b, err = f.Write([]byte("x"), write)
		assert.Error(t, err, name)
		assert.Equal(t, "x", string(b), name)
	}

	full := format(t, everyType(func(d *variant.Dialect, s *Settings) {
		d.Real = variant.RealFlagged
		s.Precision = variant.Double
		s.FullObjects = true
	}))

	assert.Equal(t, "double true",
		fmt.Sprint(full.Settings().Precision, full.Settings().FullObjects))
}
