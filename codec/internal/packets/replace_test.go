package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// arrays is a dialect whose arrays may be typed, with objects and a precision by setting.
func arrays(change func(d *variant.Dialect, s *Settings)) Settings {
	d := *small
	d.Types = append([]variant.Type(nil), small.Types...)
	s := Settings{Dialect: &d, Prototypes: smallTypes}
	if change != nil {
		change(&d, &s)
	}
	return s
}

func format(t *testing.T, s Settings) *Format {
	t.Helper()
	f, err := NewFormat(s)
	require.NoError(t, err)
	return f
}

// sealed is a value that is kept as its packet.
type sealed struct {
	packet []byte
	of     *Format
}

func (sealed) Type() variant.Type { return variant.TypeArray }
func (s sealed) Encode(w *variant.Writer) error {
	return packets.Replace((*wire.Writer)(w), s.packet, s.of.Format)
}
func (sealed) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(variant.ErrUnsupported)
}

func seal(t *testing.T, f *Format, v variant.Variant) sealed {
	t.Helper()
	b, err := f.Append(nil, v)
	require.NoError(t, err)
	return sealed{b, f}
}

// TestPacketsStandForValues: a value that is kept as its packet is written as that packet, and
// equals its value.
func TestPacketsStandForValues(t *testing.T) {
	f := format(t, arrays(nil))
	list := variant.NewArray(one, str("x"))

	raw := seal(t, f, list)
	for _, v := range []variant.Variant{raw, variant.NewArray(raw),
		variant.NewArray(one, raw, raw)} {
		b, err := f.Append([]byte("before"), v)
		require.NoError(t, err)
		got, err := f.Decode(b[len("before"):])
		require.NoError(t, err)
		assert.True(t, variant.Equal(v, got), "%v", got)
		assert.True(t, variant.Equal(got, v), "%v", got)
	}

	assert.False(t, variant.Equal(raw, variant.NewArray(one)))
	assert.True(t, variant.KeyEqual(variant.NewArray(raw, one), variant.NewArray(list, one)))

	deep, same := variant.Variant(seal(t, f,
		variant.NewArray())), variant.Variant(variant.NewArray())
	for range 1024 {
		deep = variant.NewArray(deep)
		same = variant.NewArray(same)
	}

	assert.True(t, variant.Equal(deep, same), "at the greatest depth")
	assert.False(t, variant.Equal(variant.NewArray(deep), variant.NewArray(same)), "and beyond")
	assert.False(t, variant.Equal(sealed{[]byte("bad!"), f}, list),
		"what does not decode equals nothing")
	_, err := f.Append(nil, variant.NewArray(nil, sealed{[]byte("bad!"), f}))
	assert.ErrorIs(t, err, variant.ErrUnknownType)

	t.Run("depth", func(t *testing.T) {
		f := format(t, arrays(func(_ *variant.Dialect, s *Settings) { s.Limits.MaxDepth = 2 }))
		raw := seal(t, f, variant.NewArray(variant.NewArray()))
		_, err := f.Append(nil, variant.NewArray(raw))
		require.NoError(t, err)
		_, err = f.Append(nil, variant.NewArray(variant.NewArray(raw)))
		assert.ErrorIs(t, err, variant.ErrDepth)
		_, err = f.Append(nil, variant.NewArray(raw, variant.NewArray(variant.NewArray())))
		assert.NoError(t, err, "the depth is what it was")
	})

	t.Run("mode", func(t *testing.T) {
		strict := format(t, arrays(func(_ *variant.Dialect, s *Settings) {
			s.Mode = dialect.Strict
		}))
		dirty := sealed{words(2, 1, 0x1000078), f}
		_, err := f.Append(nil, dirty)
		require.NoError(t, err)
		_, err = strict.Append(nil, dirty)
		assert.ErrorIs(t, err, variant.ErrPadding)
	})

	t.Run("size", func(t *testing.T) {
		f := format(t, arrays(func(_ *variant.Dialect, s *Settings) { s.Limits.MaxSize = 32 }))
		raw := seal(t, f, str("0123456789abcdefghij")) // 28 bytes
		_, err := f.Append(nil, raw)
		require.NoError(t, err)
		_, err = f.Append(nil, variant.NewArray(raw))
		assert.ErrorIs(t, err, variant.ErrLimit)
	})

	t.Run("after an error", func(t *testing.T) {
		_, err := f.Append(nil, variant.NewArray(failing{func(w *variant.Writer) error {
			_ = w.Fail(variant.ErrRange)
			return packets.Replace((*wire.Writer)(w), raw.packet, f.Format)
		}}))
		assert.ErrorIs(t, err, variant.ErrRange)
	})
}

// failing is a user's type that is written as it is told, in the place of an Array.
type failing struct {
	encode func(w *variant.Writer) error
}

func (failing) Type() variant.Type                                { return variant.TypeArray }
func (f failing) Encode(w *variant.Writer) error                  { return f.encode(w) }
func (failing) Decode(r *variant.Reader) (variant.Variant, error) { return nil, r.Err() }

// TestPacketsOfOneMeaningAreReplaced: a packet of another format is taken if it means the same
// there.
func TestPacketsOfOneMeaningAreReplaced(t *testing.T) {
	bySetting := func(d *variant.Dialect, s *Settings) {
		d.Real = variant.RealSetting
		d.Object = variant.ObjectBySetting
	}

	flagged := func(d *variant.Dialect, s *Settings) { d.Real = variant.RealFlagged }
	for name, c := range map[string]struct {
		base, change func(d *variant.Dialect, s *Settings)
		same         bool
	}{
		"nothing": {nil, nil, true},
		"name":    {nil, func(d *variant.Dialect, _ *Settings) { d.Name = "other" }, false},
		"ints": {nil, func(d *variant.Dialect, _ *Settings) {
			d.Int = variant.IntPlain64
		}, false},
		"reals": {nil, flagged, false},
		"objects": {nil, func(d *variant.Dialect, _ *Settings) {
			d.Object = variant.ObjectBySetting
		}, false},
		"basis": {nil, func(d *variant.Dialect, _ *Settings) {
			d.BasisColumns = true
		}, false},
		"RIDs": {nil, func(d *variant.Dialect, _ *Settings) {
			d.RIDPayload = true
		}, false},
		"mask":           {nil, func(d *variant.Dialect, _ *Settings) { d.IDMask = 0xFFFF }, false},
		"the usual mask": {nil, func(d *variant.Dialect, _ *Settings) { d.IDMask = 0xFF }, true},
		"one type": {nil, func(d *variant.Dialect, _ *Settings) {
			d.Types[2] = variant.TypeNodePath
		}, false},
		"one type less": {nil, func(d *variant.Dialect, _ *Settings) {
			d.Types[2] = variant.TypeUnsupported
		}, false},
		"a custom type": {nil, func(_ *variant.Dialect, s *Settings) {
			s.Custom = map[variant.Type]uint8{variant.TypeCustom: 200}
		}, false},
		"another ID": {func(_ *variant.Dialect, s *Settings) {
			s.Custom = map[variant.Type]uint8{variant.TypeCustom + 1: 200}
		}, func(_ *variant.Dialect, s *Settings) {
			s.Custom = map[variant.Type]uint8{variant.TypeCustom: 200}
		}, false},
		"mode": {nil, func(_ *variant.Dialect, s *Settings) {
			s.Mode = dialect.Strict
		}, true},
		"precision": {bySetting, func(d *variant.Dialect, s *Settings) {
			bySetting(d, s)
			s.Precision = variant.Double
		}, false},
		"flagged": {flagged, func(d *variant.Dialect, s *Settings) {
			flagged(d, s)
			s.Precision = variant.Double
		}, true},
		"full objects": {bySetting, func(d *variant.Dialect, s *Settings) {
			bySetting(d, s)
			s.FullObjects = true
		}, false},
		"objects by flags": {nil, func(_ *variant.Dialect, s *Settings) {
			s.FullObjects = true
		}, true},
	} {
		from, to := format(t, arrays(c.base)), format(t, arrays(c.change))
		b, err := to.Append(nil, sealed{[]byte{1, 0, 0, 0, 7, 0, 0, 0}, from})
		if c.same {
			require.NoError(t, err, name)
			assert.Equal(t, []byte{1, 0, 0, 0, 7, 0, 0, 0}, b, name)
			continue
		}

		assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		assert.ErrorContains(t, err, "a packet of ", name)
		assert.Empty(t, b)
	}
}

// TestReplacedPacketsNameTheFormats: the error of a packet that means something else names both
// formats.
func TestReplacedPacketsNameTheFormats(t *testing.T) {
	bySetting := func(p variant.Precision, full bool) *Format {
		return format(t, arrays(func(d *variant.Dialect, s *Settings) {
			d.Real = variant.RealSetting
			d.Object = variant.ObjectBySetting
			s.Precision = p
			s.FullObjects = full
		}))
	}

	plain := format(t, arrays(func(_ *variant.Dialect, s *Settings) { s.FullObjects = true }))
	for want, c := range map[string][2]*Format{
		"a packet of small in double precision for small in single precision with FullObjects": {bySetting(variant.Double, false), bySetting(variant.Single, true)},
		"a packet of small for small in double precision":                                      {plain, bySetting(variant.Double, false)},
	} {
		_, err := c[1].Append(nil, sealed{[]byte{0, 0, 0, 0}, c[0]})
		assert.EqualError(t, err, "godot: encode $ (Array): not in this dialect: "+want+
			"; its decoded value can be encoded")
	}
}

// TestTypeOfAHeader: the type of a packet is found by its header, in the bits of the mask.
func TestTypeOfAHeader(t *testing.T) {
	for header, want := range map[uint32]variant.Type{
		0x00000001: variant.TypeInt, 0xFFFFFF01: variant.TypeInt, 0x13: variant.TypeArray,
		0x63: variant.TypeNil, 0xFF: variant.TypeNil,
	} {
		assert.Equal(t, want, format(t, arrays(nil)).TypeOf(header), "%x", header)
	}

	whole := format(t, arrays(func(d *variant.Dialect, s *Settings) {
		d.IDMask = 0xFFFFFFFF
		s.Custom = map[variant.Type]uint8{variant.TypeCustom: 255}
	}))

	for header, want := range map[uint32]variant.Type{1: variant.TypeInt, 255: variant.TypeCustom,
		256: variant.TypeNil, 0x10001: variant.TypeNil} {
		assert.Equal(t, want, whole.TypeOf(header), "%x", header)
	}
}
