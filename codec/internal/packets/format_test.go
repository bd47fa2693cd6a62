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
