package packets_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestNewFormatErrors: settings that contradict each other or their bounds are errors.
func TestNewFormatErrors(t *testing.T) {
	types := func(types ...variant.Type) change {
		return func(s *settings) { s.Dialect.Types = types }
	}

	fallback := func(from, to variant.Type) change {
		return func(s *settings) {
			s.Dialect.Fallback = map[variant.Type]variant.Type{from: to}
		}
	}

	custom := func(t variant.Type, id uint8) change {
		return func(s *settings) { s.Custom = map[variant.Type]uint8{t: id} }
	}

	for want, change := range map[string]change{
		"Options.Dialect is missing":   func(s *settings) { s.Dialect = nil },
		"Options.Mode is 3":            mode(dialect.Lenient + 1),
		"Options.Precision is 2":       func(s *settings) { s.Precision = variant.Double + 1 },
		"small has no double":          func(s *settings) { s.Precision = variant.Double },
		"has 257 types":                types(make([]variant.Type, 257)...),
		"lists int twice":              types(variant.TypeInt, variant.TypeInt),
		"from StringName to Vector2":   fallback(variant.TypeStringName, variant.TypeVector2),
		"back from int to String":      fallback(variant.TypeInt, variant.TypeString),
		"1 of custom type 0 is taken":  custom(variant.TypeCustom, 1),
		"3 of custom type 1 is taken":  custom(variant.TypeCustom+1, 3),
		"MaxDepth is -1; it must be":   limits(dialect.Limits{MaxDepth: -1}),
		"it must be from 1 to 1024":    limits(dialect.Limits{MaxDepth: -1}),
		"MaxDepth is 1025":             limits(dialect.Limits{MaxDepth: 1025}),
		"MaxFrame is 3":                limits(dialect.Limits{MaxFrame: 3}),
		"MaxSize is 3":                 limits(dialect.Limits{MaxSize: 3}),
		"must be from 4 to 2147483647": limits(dialect.Limits{MaxFrame: 1}),
	} {
		s := forms.Settings{Dialect: smallDialect()}
		change(&s)
		_, err := forms.NewFormat(s)
		assert.ErrorContains(t, err, want)
	}
}

func limits(l dialect.Limits) change { return func(s *settings) { s.Limits = l } }

// TestNewFormatBounds: limits, types and IDs at their bounds are accepted, and no greater ones.
func TestNewFormatBounds(t *testing.T) {
	if strconv.IntSize == 64 {
		beyond := math.MaxInt32
		beyond++
		for _, l := range []dialect.Limits{{MaxFrame: beyond}, {MaxSize: beyond}} {
			_, err := forms.NewFormat(forms.Settings{Dialect: smallDialect(), Limits: l})
			assert.ErrorContains(t, err, "must be from 4 to 2147483647")
		}
	}

	for _, l := range []dialect.Limits{{MaxDepth: 1, MaxFrame: 4, MaxSize: 4},
		{MaxDepth: 1024, MaxFrame: 1<<31 - 1, MaxSize: 1<<31 - 1}} {
		assert.Equal(t, l, small(t, limits(l)).Limits)
	}

	small(t, func(s *settings) {
		s.Dialect.Types = slices.Repeat([]variant.Type{variant.TypeUnsupported}, 256)
	})
	small(t, func(s *settings) {
		s.Custom[variant.TypeCustom] = uint8(len(s.Dialect.Types))
	})
}

// TestFormat: a format has the settings and their defaults, and a copy of its dialect.
func TestFormat(t *testing.T) {
	d := smallDialect()
	f := small(t, mode(dialect.Strict), func(s *settings) { s.Dialect = d })
	assert.Equal(t, dialect.Limits{MaxDepth: 1024, MaxFrame: 8 << 20, MaxSize: 256 << 20}, f.Limits)
	assert.Equal(t, dialect.Strict, f.Mode)
	assert.Equal(t, "small", f.Dialect.Name)
	d.Types[1] = variant.TypeString
	assert.Equal(t, variant.TypeInt, f.TypeOf(1))

	packet := f.encode(list(one, str("ab")))
	more := append(packet, 1, 2, 3)
	v, n, err := packets.Decode(f.Format, more, false)
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)
	assert.Equal(t, list(one, str("ab")), v)
	n, err = packets.Valid(f.Format, more, false)
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)
	f.refuse(more, variant.ErrTrailing)

	f.refuse(words(3), variant.ErrUnsupported)
	assert.ErrorContains(t, f.refuse(words(99), variant.ErrUnknownType), "99 in dialect small")

	few, err := forms.NewFormat(registered(
		forms.Settings{Dialect: smallDialect()}, variant.Array{}))
	require.NoError(t, err)
	f = &format{few, t}
	assert.ErrorContains(t, f.refuse(words(0x13, 1, 2, 0), variant.ErrUnknownType),
		"2 is String, which is not registered")
}

// TestReaderMirrorsWriter: every kind of field that is written is read, and no shorter packet is.
// The Reader and the Writer tell what they read and write.
func TestReaderMirrorsWriter(t *testing.T) {
	var in dialect.Mode
	m := method{func(out *writer) {
		w := (*variant.Writer)(out)
		assert.Equal(t, "small", w.Dialect().Name)
		assert.Equal(t, 4, out.Width())
		assert.False(t, out.Format().FullObjects || out.Comparing() || out.Failed())
		w.Uint32(7)
		w.Int32(-1)
		w.Uint32(1 << 31)
		w.Int64(-1 << 40)
		w.Uint64(1 << 63)
		w.Float32(0.5)
		w.Float64(0.1)
		w.Real(0.25)
		w.Bool(true)
		w.String("näme")
		w.Data([]byte("abc"))
		w.Value(list(one))
	}, func(kernel *reader) (variant.Variant, error) {
		r := (*variant.Reader)(kernel)
		assert.Equal(t, "small", r.Dialect().Name)
		assert.Equal(t, in, r.Mode())
		assert.Equal(t, 4, kernel.Width())
		assert.Equal(t, 4, r.Offset())
		assert.Zero(t, r.Flags())
		assert.False(t, kernel.Format().FullObjects || kernel.Failed() || kernel.Hashing() ||
			kernel.Checking())
		kernel.Mix(1) // without a key: nothing
		kernel.MixText("a")

		got := []any{kernel.UnhashedWord(), r.Int32(), r.Uint32(), r.Int64(), r.Uint64(),
			r.Float32(), r.Float64(), r.Real(), r.Bool(), r.String(), r.Data(), r.Value()}
		if r.Err() == nil {
			assert.Equal(t, []any{uint32(7), int32(-1), uint32(1 << 31), int64(-1 << 40),
				uint64(1 << 63), float32(0.5), 0.1, 0.25, true, "näme", []byte("abc"), list(one),
			}, got)
		}
		return variant.Result(r, null)
	}}

	for _, in = range []dialect.Mode{dialect.Default, dialect.Strict, dialect.Lenient} {
		f := smallWith(t, m, mode(in))
		packet := f.encode(m)
		require.Zero(t, len(packet)%4)
		f.decode(packet)

		for i := range packet {
			require.ErrorIs(t, f.Valid(packet[:i]), variant.ErrTruncated, i)
		}
	}

	assert.Equal(t, "single", variant.Single.String())
	assert.Equal(t, "double", variant.Double.String())
}
