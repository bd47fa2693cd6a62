package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// sealedArray is an Array that is stored as its packet.
type sealedArray struct {
	packet []byte
	of     *format
}

func (sealedArray) Type() variant.Type { return variant.TypeArray }

func (s sealedArray) Encode(w *variant.Writer) error {
	return packets.Replace((*wire.Writer)(w), s.packet, s.of.Format)
}

func (sealedArray) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(variant.ErrUnsupported)
}

// seal returns v in a form that stores the packet of v.
func (f *format) seal(v variant.Variant) variant.Variant { return sealedArray{f.encode(v), f} }

// TestPacketsStandForValues: a value that is stored as a packet is written as this packet. It
// equals the value in the packet.
func TestPacketsStandForValues(t *testing.T) {
	f := small(t)
	values := list(one, str("x"))
	raw, bad := f.seal(values), sealedArray{[]byte("bad!"), f}

	for _, v := range []variant.Variant{raw, list(raw), list(one, raw, raw)} {
		b, err := f.Append([]byte("before"), v)
		require.NoError(t, err)
		got := f.decode(b[len("before"):])
		assert.True(t, variant.Equal(v, got) && variant.Equal(got, v), "%v", got)
	}

	assert.False(t, variant.Equal(raw, list(one)))
	assert.True(t, variant.KeyEqual(list(raw, one), list(values, one)))

	deep, same := f.seal(list()), variant.Variant(list())
	for range 1024 {
		deep = list(deep)
		same = list(same)
	}

	assert.True(t, variant.Equal(deep, same), "at the greatest depth")
	assert.False(t, variant.Equal(list(deep), list(same)), "and beyond")
	assert.False(t, variant.Equal(bad, values), "what does not decode equals nothing")
	_, err := f.Append(nil, list(nil, bad))
	assert.ErrorIs(t, err, variant.ErrUnknownType)

	padded := sealedArray{words(2, 1, 0x1000078), f}
	assert.NotEmpty(t, f.encode(padded))
	_, err = small(t, mode(forms.Strict)).Append(nil, padded)
	assert.ErrorIs(t, err, variant.ErrPadding, "the mode counts in which it is written")

	_, err = f.Write(nil, func(w *writer) {
		_ = w.Fail(variant.ErrRange)
		assert.ErrorIs(t, packets.Replace(w, words(1, 7), f.Format), variant.ErrRange)
	})
	assert.ErrorIs(t, err, variant.ErrRange)
}

// TestPacketsOfOneMeaningAreReplaced: a packet in another format can be written in place of a value
// if the packet has the same meaning in both formats.
func TestPacketsOfOneMeaningAreReplaced(t *testing.T) {
	bySetting := func(s *settings) {
		s.Spec.Real = dialect.RealSetting
		s.Spec.Object = dialect.ObjectBySetting
	}

	flagged := func(s *settings) { s.Spec.Real = dialect.RealFlagged }
	double := func(s *settings) { s.Precision = variant.Double }
	custom := func(t variant.Type) change {
		return func(s *settings) { s.Custom = map[variant.Type]uint8{t: 200} }
	}

	for name, c := range map[string]struct {
		same     bool
		from, to []change
	}{
		"nothing":        {true, nil, nil},
		"the usual mask": {false, nil, []change{func(s *settings) { s.Spec.IDMask = 0xFF }}},
		"mode":           {true, nil, []change{mode(forms.Strict)}},
		"flagged":        {true, []change{flagged}, []change{flagged, double}},
		"full objects":   {true, nil, []change{fullObjects}},
		"by setting":     {false, []change{bySetting}, []change{bySetting, fullObjects}},
		"precision":      {false, []change{bySetting}, []change{bySetting, double}},
		"reals":          {false, nil, []change{flagged}},
		"one type less":  {false, nil, []change{without(variant.TypeInt)}},
		"a custom type":  {false, nil, []change{custom(variant.TypeCustom)}},
		"another ID": {false, []change{custom(variant.TypeCustom + 1)},
			[]change{custom(variant.TypeCustom)}},
		"objects": {false, nil, []change{func(s *settings) {
			s.Spec.Object = dialect.ObjectBySetting
		}}},
		"one type": {false, nil, []change{func(s *settings) {
			s.Spec.Types[2] = variant.TypeNodePath
		}}},
		"name":  {false, nil, []change{func(s *settings) { s.Spec.Name = "other" }}},
		"ints":  {false, nil, []change{func(s *settings) { s.Spec.Int = dialect.IntPlain64 }}},
		"basis": {false, nil, []change{func(s *settings) { s.Spec.BasisColumns = true }}},
		"RIDs":  {false, nil, []change{func(s *settings) { s.Spec.RIDPayload = true }}},
		"mask":  {false, nil, []change{func(s *settings) { s.Spec.IDMask = 0xFFFF }}},
	} {
		b, err := small(t, c.to...).Append(nil, sealedArray{words(1, 7), small(t, c.from...)})
		if c.same {
			require.NoError(t, err, name)
			assert.Equal(t, words(1, 7), b, name)
			continue
		}

		assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		assert.ErrorContains(t, err, "a packet of ", name)
		assert.Empty(t, b)
	}

	doubled, full := small(t, bySetting, double), small(t, bySetting, fullObjects)
	for _, c := range []struct {
		from, to *format
		want     string
	}{
		{doubled, full, "small in double precision for small in single precision with FullObjects"},
		{small(t), doubled, "small for small in double precision"},
	} {
		_, err := c.to.Append(nil, sealedArray{words(0), c.from})
		assert.EqualError(t, err, "godot: encode $ (Array): unsupported: a packet of "+
			c.want+"; its decoded value can be encoded")
	}
}

// TestErrorsOfReplacementsHavePaths: an error in a packet that replaces another packet has the
// offset of the replaced packet. Its path continues into the new packet.
func TestErrorsOfReplacementsHavePaths(t *testing.T) {
	f := every(t)
	packet := words(28, 1, 2, 7)
	assert.EqualError(t, f.Read(packet, func(r *reader) {
		_, _, ok := r.NextArray(variant.TypeNil)
		require.True(t, ok)
		packets.SkipNext(r, variant.TypeNil)
		assert.Equal(t, one+6, packets.At(r, 8))

		packets.ReadWith(r, f.Format, packet[:12], 8, func(in *reader) {
			packets.NextValue(in, variant.TypeNil)
		})
		r.Step(wire.Step{Kind: wire.StepIndex, Index: 5})
		r.Leave()
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

// TestNextValueOfAType: a value that does not have the element type of the container is an error.
// After an error nothing more is read.
func TestNextValueOfAType(t *testing.T) {
	err := every(t).Read(words(2, 7), func(r *reader) {
		assert.Nil(t, packets.NextValue(r, variant.TypeFloat))
		assert.Nil(t, packets.NextValue(r, variant.TypeInt))
	})
	require.ErrorIs(t, err, variant.ErrElementType)
}
