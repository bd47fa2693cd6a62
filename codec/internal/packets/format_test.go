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
)

// TestNewFormatErrors: settings that contradict each other, or that exceed their limits, are
// errors.
func TestNewFormatErrors(t *testing.T) {
	fallback := func(s *settings) {
		s.Spec.Fallback = map[variant.Type]variant.Type{variant.TypeCustom: variant.TypeString}
		s.Custom = map[variant.Type]uint8{variant.TypeCustom: 200}
	}

	custom := func(t variant.Type, id uint8) change {
		return func(s *settings) { s.Custom = map[variant.Type]uint8{t: id} }
	}

	for want, change := range map[string]change{
		"Options.Mode is 3":            mode(forms.Lenient + 1),
		"Options.Precision is 2":       func(s *settings) { s.Precision = variant.Double + 1 },
		"small has no double":          func(s *settings) { s.Precision = variant.Double },
		"Options.Registry has custom":  fallback,
		"1 of custom type 0 is taken":  custom(variant.TypeCustom, 1),
		"3 of custom type 1 is taken":  custom(variant.TypeCustom+1, 3),
		"MaxDepth is -1; it must be":   limits(forms.Limits{MaxDepth: -1}),
		"it must be from 1 to 1024":    limits(forms.Limits{MaxDepth: -1}),
		"MaxDepth is 1025":             limits(forms.Limits{MaxDepth: 1025}),
		"MaxFrame is 3":                limits(forms.Limits{MaxFrame: 3}),
		"MaxSize is 3":                 limits(forms.Limits{MaxSize: 3}),
		"must be from 4 to 2147483647": limits(forms.Limits{MaxFrame: 1}),
	} {
		s := settings{Spec: smallSpec()}
		change(&s)
		s.Dialect = dialectOf(s.Spec)
		_, err := forms.NewFormat(s.Settings)
		assert.ErrorContains(t, err, want)
	}

	for _, d := range []*variant.Dialect{nil, {}} {
		_, err := forms.NewFormat(forms.Settings{Dialect: d})
		assert.ErrorContains(t, err, "Options.Dialect is empty")
	}
}

func limits(l forms.Limits) change { return func(s *settings) { s.Limits = l } }

// TestNewFormatBounds: limits, types and IDs with their greatest values are accepted. Greater
// values are refused.
func TestNewFormatBounds(t *testing.T) {
	if strconv.IntSize == 64 {
		beyond := math.MaxInt32
		beyond++
		for _, l := range []forms.Limits{{MaxFrame: beyond}, {MaxSize: beyond}} {
			_, err := forms.NewFormat(forms.Settings{Dialect: dialectOf(smallSpec()), Limits: l})
			assert.ErrorContains(t, err, "must be from 4 to 2147483647")
		}
	}

	for _, l := range []forms.Limits{{MaxDepth: 1, MaxFrame: 4, MaxSize: 4},
		{MaxDepth: 1024, MaxFrame: 1<<31 - 1, MaxSize: 1<<31 - 1}} {
		assert.Equal(t, l, small(t, limits(l)).Limits)
	}

	small(t, func(s *settings) {
		s.Spec.Types = slices.Repeat([]variant.Type{variant.TypeUnsupported}, 256)
	})
	small(t, func(s *settings) {
		s.Custom[variant.TypeCustom] = uint8(len(s.Spec.Types))
	})
}

// TestFormat: a format has the settings that NewFormat gets, and defaults for settings that are
// zero. It refuses unknown types and bytes after the value.
func TestFormat(t *testing.T) {
	f := small(t, mode(forms.Strict))
	assert.Equal(t, forms.Limits{MaxDepth: 1024, MaxFrame: 8 << 20, MaxSize: 256 << 20}, f.Limits)
	assert.Equal(t, forms.Strict, f.Mode)
	assert.Same(t, dialectOf(smallSpec()), f.Dialect)
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
		forms.Settings{Dialect: dialectOf(smallSpec())}, variant.Array{}))
	require.NoError(t, err)
	f = &format{few, t}
	assert.ErrorContains(t, f.refuse(words(0x13, 1, 2, 0), variant.ErrUnknownType),
		"2 is String, which is not registered")
}
