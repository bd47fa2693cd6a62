package variant_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// entered reads the packet just entered, of type typ, as code does that makes Go values
// of its own: containers and scalars by their heads and payloads, all else by
// its prototype.
func entered(r *variant.Reader, typ variant.Type, foreign bool) variant.Variant {
	if r.Failed() {
		return nil
	}
	defer r.Leave()
	switch {
	case foreign:
		return r.Payload()
	case typ == variant.TypeInt:
		return variant.Int(r.IntPayload())
	case typ == variant.TypeFloat:
		return variant.Float(r.FloatPayload())
	case typ == variant.TypeString:
		return variant.String(r.TextBytes())
	case typ == variant.TypeStringName:
		return variant.StringName(r.TextBytes())
	case typ == variant.TypePackedByteArray:
		return packed.PackedByteArray(r.AppendData(nil))
	case typ == variant.TypeArray:
		n, item := r.ArrayHead()
		return parts(r, n, item)
	case typ == variant.TypeDictionary:
		n, key, value := r.DictionaryHead()
		return pairs(r, n, key, value)
	}
	return r.Payload()
}

func part(r *variant.Reader, want variant.Type) variant.Variant {
	typ, foreign := r.EnterPart(want)
	return entered(r, typ, foreign)
}

func parts(r *variant.Reader, n int, item variant.Type) variant.Variant {
	a := variant.Array{}
	for i := 0; i < n && !r.Failed(); i++ {
		a.Items = append(a.Items, part(r, item))
		if r.Failed() {
			r.Step(variant.Step{Kind: variant.StepIndex, Index: i})
		}
	}
	return a
}

func pairs(r *variant.Reader, n int, key, value variant.Type) variant.Variant {
	d := variant.Dictionary{}
	for i := 0; i < n && !r.Failed(); i++ {
		k := part(r, key)
		if r.Failed() {
			r.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
			break
		}
		d.Set(k, part(r, value))
		if r.Failed() {
			r.Step(variant.Step{Kind: variant.StepKey, Key: k})
		}
	}
	return d
}

// matched is entered for packets of a plain header, which it looks for first.
func matched(r *variant.Reader, want variant.Type) variant.Variant {
	if n, ok := r.MatchContainer(variant.TypeArray, want); ok {
		defer r.Leave()
		a := variant.Array{}
		for i := 0; i < n && !r.Failed(); i++ {
			a.Items = append(a.Items, matched(r, variant.TypeNil))
			if r.Failed() {
				r.Step(variant.Step{Kind: variant.StepIndex, Index: i})
			}
		}
		return a
	}
	if n, ok := r.MatchContainer(variant.TypeDictionary, want); ok {
		defer r.Leave()
		d := variant.Dictionary{}
		for i := 0; i < n && !r.Failed(); i++ {
			k := matched(r, variant.TypeNil)
			if r.Failed() {
				r.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
				break
			}
			d.Set(k, matched(r, variant.TypeNil))
			if r.Failed() {
				r.Step(variant.Step{Kind: variant.StepKey, Key: k})
			}
		}
		return d
	}
	switch {
	case r.MatchHead(variant.TypeInt, want):
		return variant.Int(r.IntPayload())
	case r.MatchHead(variant.TypeFloat, want):
		return variant.Float(r.FloatPayload())
	case r.MatchHead(variant.TypeString, want):
		return variant.String(r.TextBytes())
	}
	return part(r, want)
}

// foreseen is matched for a packet that should be v, part by part.
func foreseen(f *variant.Format, r *variant.Reader, want variant.Type, v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		if n, ok := r.MatchContainer(variant.TypeArray, want); ok {
			defer r.Leave()
			a := variant.Array{}
			for i := 0; i < n && !r.Failed(); i++ {
				if i >= len(v.Items) {
					v.Items = append(v.Items, nil)
				}
				a.Items = append(a.Items, foreseen(f, r, variant.TypeNil, v.Items[i]))
				if r.Failed() {
					r.Step(variant.Step{Kind: variant.StepIndex, Index: i})
				}
			}
			return a
		}
	case variant.Dictionary:
		if n, ok := r.MatchContainer(variant.TypeDictionary, want); ok {
			defer r.Leave()
			d := variant.Dictionary{}
			for i := 0; i < n && !r.Failed(); i++ {
				if i >= len(v.Pairs) {
					v.Pairs = append(v.Pairs, variant.Pair{})
				}
				k := foreseen(f, r, variant.TypeNil, v.Pairs[i].Key)
				if r.Failed() {
					r.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
					break
				}
				d.Set(k, foreseen(f, r, variant.TypeNil, v.Pairs[i].Value))
				if r.Failed() {
					r.Step(variant.Step{Kind: variant.StepKey, Key: k})
				}
			}
			return d
		}
	case gdmath.Vector3:
		var c [3]float64
		if r.MatchReals(variant.TypeVector3, want, c[:]) {
			return gdmath.Vector3{X: c[0], Y: c[1], Z: c[2]}
		}
	case variant.Int, variant.String:
		packet, err := f.Append(nil, v)
		if long, ok := v.(variant.Int); ok && int64(int32(long)) != int64(long) {
			break // its header has a flag, which no Literal has
		}
		if err == nil && r.Match(r.Literal(v.Type(), want), packet[4:]) {
			return v
		}
	}
	return part(r, want)
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

// directPackets are packets in order, of every kind of header and payload.
func directPackets(t *testing.T) [][]byte {
	f := format(t, everyType(func(d *variant.Dialect, s *variant.Settings) {
		d.Real, d.SharedBit, s.Precision = variant.RealFlagged, true, variant.Double
	}))
	long := strings.Repeat("x", 63)
	many := make([]variant.Variant, 40)
	for i := range many {
		many[i] = variant.Int(i)
	}
	ints := &variant.ElementType{Type: variant.TypeInt}
	var packets [][]byte
	for _, v := range []variant.Variant{
		nil, one, variant.Int(-1), variant.Int(1 << 40), variant.Float(0.5), variant.Float(0.1), str(""), str("abc"), str("abcd"), str("é"), str(long), str(long + "y"), str(long + "yz"), str(long + "é"),
		variant.StringName("n"), variant.Bool(true), gdmath.Vector3{X: 1}, packed.PackedByteArray("abc"), packed.PackedStringArray{"a", "", "bcd"},
		objects.Object{ID: 5}, variant.NewArray(), variant.NewDictionary(), variant.Array{Items: []variant.Variant{one}, Shared: true},
		variant.NewArray(one, str("a"), variant.Float(2), nil, variant.NewArray(gdmath.Vector3{}, one), variant.NewDictionary(variant.KV("k", one))),
		variant.NewArray(append(many, variant.NewArray(nil))...),
		variant.NewArray(variant.NewArray(variant.Int(1<<40), one), one, variant.NewArray(variant.Int(1<<40), one, two), two, two),
		variant.NewDictionary(pair(one, variant.NewDictionary(pair(variant.Int(1<<40), one), pair(two, two))), pair(two, variant.NewArray(many...)), variant.KV("z", one)),
		variant.Array{Elem: ints, Items: []variant.Variant{one, two}},
		variant.Array{Elem: &variant.ElementType{Type: variant.TypeObject, Class: "Node"}, Items: []variant.Variant{nil, objects.Object{ID: 5}}},
		variant.NewDictionary(variant.KV("a", one), pair(two, str("x")), pair(variant.NewArray(one), variant.NewDictionary(pair(nil, nil)))),
		variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Value: ints, Pairs: []variant.Pair{variant.KV("a", one)}, Shared: true},
		variant.Dictionary{Value: &variant.ElementType{Type: variant.TypeFloat}, Pairs: []variant.Pair{variant.KV("a", variant.Float(1))}},
	} {
		b, err := f.Append(nil, v)
		require.NoError(t, err)
		packets = append(packets, b)
	}
	return packets
}

// TestReadDirect: what goes past the tree of values sees the values and the errors
// that Decode does, of packets in order, cut, and with a byte changed.
func TestReadDirect(t *testing.T) {
	for _, mode := range []variant.Mode{variant.Default, variant.Strict, variant.Lenient} {
		for _, maxDepth := range []int{0, 1} {
			f := format(t, everyType(func(d *variant.Dialect, s *variant.Settings) {
				d.Real, s.Mode, s.Limits.MaxDepth = variant.RealFlagged, mode, maxDepth
			}))
			lenient := format(t, everyType(func(d *variant.Dialect, s *variant.Settings) {
				d.Real, s.Mode = variant.RealFlagged, variant.Lenient
			}))
			for _, packet := range directPackets(t) {
				v, _, err := lenient.DecodeFirst(packet)
				require.NoError(t, err)
				readDirect(t, f, packet, v)
				for cut := range packet {
					readDirect(t, f, packet[:cut], v)
				}
				changed := make([]byte, len(packet))
				for i := range packet[:min(len(packet), 72)] {
					for _, x := range []byte{1, 0x16, 0x80, 0xff} {
						copy(changed, packet)
						changed[i] ^= x
						readDirect(t, f, changed, v)
					}
				}
				readDirect(t, f, append(packet[:len(packet):len(packet)], 0, 0, 0, 0), v)
			}
		}
	}
}

func readDirect(t *testing.T, f *variant.Format, packet []byte, v variant.Variant) {
	t.Helper()
	want, wantErr := f.Decode(packet)
	require.Equal(t, wantErr, f.Valid(packet), "% x", packet)
	for name, read := range map[string]func(r *variant.Reader) variant.Variant{
		"entered": func(r *variant.Reader) variant.Variant {
			typ, foreign := r.Enter(variant.TypeNil)
			return entered(r, typ, foreign)
		},
		"matched": func(r *variant.Reader) variant.Variant {
			r.Owe(4) // of what is around, were it a part
			return matched(r, variant.TypeNil)
		},
		"foreseen": func(r *variant.Reader) variant.Variant {
			r.Owe(4)
			return foreseen(f, r, variant.TypeNil, v)
		},
	} {
		var got variant.Variant
		err := f.Read(packet, func(r *variant.Reader) { got = read(r) })
		if errors.Is(wantErr, variant.ErrDuplicateKey) {
			continue // documented: the one thing that is not found
		}
		if wantErr != nil {
			var want, e *variant.Error
			require.ErrorAs(t, wantErr, &want)
			require.ErrorAs(t, err, &e, "%s: % x", name, packet)
			e.Type = want.Type // which only the code that reads knows
			require.Equal(t, wantErr.Error(), err.Error(), "%s: % x", name, packet)
			continue
		}
		require.NoError(t, err, "%s: % x", name, packet)
		require.True(t, variant.Equal(plainer(want), plainer(got)), "%s: % x: %#v and %#v", name, packet, want, got)
	}
}

// TestDrop passes over a payload, which is checked all the same.
func TestDrop(t *testing.T) {
	f := format(t, everyType(nil))
	packet := []byte("\x1c\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00")
	drop := func(r *variant.Reader) (v variant.Variant) {
		r.Enter(variant.TypeNil)
		r.ArrayHead()
		r.EnterPart(variant.TypeNil)
		r.Drop()
		assert.False(t, r.Checking())
		r.Leave()
		return part(r, variant.TypeNil)
	}
	var got variant.Variant
	require.NoError(t, f.Read(packet, func(r *variant.Reader) { got = drop(r); r.Leave() }))
	assert.Equal(t, variant.Int(7), got)
	packet[16] = 0xff
	err := f.Read(packet, func(r *variant.Reader) { drop(r); r.Leave() })
	assert.ErrorIs(t, err, variant.ErrUTF8)
}

// TestMatch passes over parts of known type and payload, and over no others.
func TestMatch(t *testing.T) {
	f := format(t, everyType(nil))
	packet := []byte("\x1c\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00")
	err := f.Read(packet, func(r *variant.Reader) {
		n, ok := r.MatchContainer(variant.TypeArray, variant.TypeNil)
		assert.True(t, ok)
		assert.Equal(t, 2, n)
		for _, c := range []struct {
			t, want variant.Type
			payload string
		}{
			{variant.TypeString, variant.TypeInt, "\x01\x00\x00\x00a\x00\x00\x00"}, // wanted is another
			{variant.TypeStringName, variant.TypeNil, "\x01\x00\x00\x00a\x00\x00\x00"},
			{variant.TypeString, variant.TypeNil, "\x01\x00\x00\x00b\x00\x00\x00"},
			{variant.TypeString, variant.TypeNil, "\x01\x00\x00\x00a\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00\x00"}, // beyond the end
			{variant.TypeCustom, variant.TypeNil, ""},                                                                  // of no ID
		} {
			assert.False(t, r.Match(r.Literal(c.t, c.want), []byte(c.payload)), "%v %q", c.t, c.payload)
			assert.Equal(t, 8, r.Offset())
		}
		assert.False(t, r.Match(variant.Literal{}, nil), "the zero Literal begins nothing")
		assert.False(t, r.MatchHead(variant.TypeString, variant.TypeInt), "wanted is another")
		assert.False(t, r.MatchHead(variant.TypeInt, variant.TypeNil))
		assert.False(t, r.MatchReals(variant.TypeVector2, variant.TypeNil, make([]float64, 2)))
		_, ok = r.MatchContainer(variant.TypeArray, variant.TypeNil)
		assert.False(t, ok)
		assert.Equal(t, 8, r.Offset())
		assert.True(t, r.Match(r.Literal(variant.TypeString, variant.TypeString), []byte("\x01\x00\x00\x00a\x00\x00\x00")))
		assert.True(t, r.Match(r.Literal(variant.TypeInt, variant.TypeNil), []byte("\x07\x00\x00\x00")), "up to the very end")
		r.Leave()
	})
	require.NoError(t, err)

	vector, err := f.Append(nil, variant.NewArray(gdmath.Vector2{X: 1, Y: 2}, variant.NewArray()))
	require.NoError(t, err)
	err = f.Read(vector, func(r *variant.Reader) {
		_, ok := r.MatchContainer(variant.TypeArray, variant.TypeArray)
		assert.True(t, ok)
		c := make([]float64, 2)
		assert.False(t, r.MatchReals(variant.TypeVector2, variant.TypeVector3, c), "wanted is another")
		assert.True(t, r.MatchReals(variant.TypeVector2, variant.TypeVector2, c))
		assert.Equal(t, []float64{1, 2}, c)
		_, ok = r.MatchContainer(variant.TypeArray, variant.TypeInt)
		assert.False(t, ok, "wanted is another")
		_, ok = r.MatchContainer(variant.TypeArray, variant.TypeArray)
		assert.True(t, ok)
		r.Leave()
		r.Leave()
	})
	require.NoError(t, err)

	for name, change := range map[string]func(d *variant.Dialect, s *variant.Settings){
		"foreign": func(_ *variant.Dialect, s *variant.Settings) {
			s.Foreign = map[variant.Type]bool{variant.TypeString: true}
		},
		"without a reader": func(_ *variant.Dialect, s *variant.Settings) {
			s.Prototypes = map[variant.Type]variant.Variant{variant.TypeArray: variant.Array{}}
		},
		"too deep": func(_ *variant.Dialect, s *variant.Settings) { s.Limits.MaxDepth = 1 },
	} {
		f := format(t, everyType(change))
		_ = f.Read([]byte("\x1c\x00\x00\x00\x01\x00\x00\x00\x1c\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00"), func(r *variant.Reader) {
			for range 2 {
				_, ok := r.MatchContainer(variant.TypeArray, variant.TypeNil)
				assert.True(t, ok, name)
			}
			assert.False(t, r.Match(r.Literal(variant.TypeString, variant.TypeNil), []byte{0, 0, 0, 0}), name)
			assert.False(t, r.MatchHead(variant.TypeString, variant.TypeNil), name)
		})
	}
}

// TestMatchStrings compares the texts of a PackedStringArray in place.
func TestMatchStrings(t *testing.T) {
	for _, nul := range []bool{false, true} {
		f := format(t, everyType(func(d *variant.Dialect, _ *variant.Settings) { d.StringArrayNUL = nul }))
		packet, err := f.Append(nil, packed.PackedStringArray{"a", "", "bcd"})
		require.NoError(t, err)
		for _, c := range []struct {
			texts []string
			same  bool
		}{
			{[]string{"a", "", "bcd"}, true}, {[]string{"a", ""}, false}, {[]string{"a", "", "bcd", ""}, false},
			{[]string{"a", "", "bce"}, false}, {[]string{"b", "", "bcd"}, false}, {nil, false},
		} {
			_ = f.Read(packet, func(r *variant.Reader) {
				r.Enter(variant.TypeNil)
				assert.Equal(t, c.same, r.MatchStrings(c.texts), "%q", c.texts)
				want := 4
				if c.same {
					want = len(packet)
				}
				assert.Equal(t, want, r.Offset(), "nothing is read of others")
				r.Leave()
			})
		}
		packet[12] = 0xff
		err = f.Read(packet, func(r *variant.Reader) {
			r.Enter(variant.TypeNil)
			assert.False(t, r.MatchStrings([]string{"a", "", "bcd"}))
			r.Leave()
		})
		assert.ErrorIs(t, err, variant.ErrUTF8)
	}
}

// TestWrite: a panic of the function is the caller's, an error leaves dst as it was.
func TestWrite(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *variant.Settings) { s.Limits.MaxSize = 16 }))
	assert.Equal(t, variant.Single, f.Precision())
	assert.False(t, f.FullObjects())
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
	full := format(t, everyType(func(d *variant.Dialect, s *variant.Settings) {
		d.Real, s.Precision, s.FullObjects = variant.RealFlagged, variant.Double, true
	}))
	assert.Equal(t, "double true", fmt.Sprint(full.Precision(), full.FullObjects()))
}
