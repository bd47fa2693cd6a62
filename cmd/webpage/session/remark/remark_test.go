package remark_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/remark"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/exact"
	"godotvariant/codec/inspect"
	gmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// TestKinds: each kind of note has its own sentence, which begins with the path.
func TestKinds(t *testing.T) {
	root := variant.Path{{Kind: variant.StepKey, Key: variant.String("player")}}
	kinds := 0
	for k := convert.NoteKind(0); !strings.HasPrefix(k.String(), "note of kind"); k++ {
		kinds++
		r := remark.Converted(convert.Note{Kind: k, From: "A", To: "B", Text: "of a test"}, root)
		require.True(t, message.Has(r.Key), r.Key)
		require.NotEqual(t, "note.changed", r.Key, "%v has no sentence", k)
		require.Regexp(t, "^player: .+[^.]$", r.Text)
		require.Equal(t, "of a test", r.Detail)
	}
	require.Equal(t, 5, kinds)

	r := remark.Converted(convert.Note{Kind: convert.NoteKind(kinds)}, root)
	require.Equal(t, "note.changed", r.Key)
	require.True(t, message.Has(r.Key))

	for outcome, key := range map[exact.Outcome]string{exact.Rounded: "note.rounded",
		exact.Overflow: "note.infinite", exact.Underflow: "note.zero", exact.NaNBits: "note.nan"} {
		r := remark.Converted(convert.Note{Kind: convert.NumberRounded,
			Conversion: exact.Conversion{Outcome: outcome}}, nil)
		require.Equal(t, key, r.Key)
		require.True(t, message.Has(key))
	}
}

// TestConverted checks the remarks about a conversion to Godot 3 in single precision.
func TestConverted(t *testing.T) {
	v := variant.NewDictionary(variant.KV("cell", gmath.Vector2i{X: 1, Y: 2}),
		variant.KV("signal", objects.Signal{Name: "died"}),
		variant.KV("pos", gmath.Vector2{X: 0.1}))
	c, err := codec.New(codec.Options{Dialect: codec.Godot3})
	require.NoError(t, err)

	var texts []string
	_, err = convert.Value(v, c, func(n convert.Note) {
		texts = append(texts, remark.Converted(n, nil).Text)
	})
	require.NoError(t, err)
	require.Equal(t, []string{
		"cell: Vector2i becomes Vector2",
		"signal: Signal means nothing outside of the game and becomes null",
		"pos › x: 0.1 is rounded to 0.10000000149011612",
	}, texts)
}

// TestDetected: the message tells whether a person has chosen the engine, or how certain the
// detection is.
func TestDetected(t *testing.T) {
	d := inspect.Detection{Score: 1, Why: "writes the same bytes"}
	require.Equal(t, "detected.chosen", remark.Detected(d, true).Key)
	require.Empty(t, remark.Detected(d, true).Detail)
	require.Equal(t, "detected.sure", remark.Detected(d, false).Key)
	require.Equal(t, d.Why, remark.Detected(d, false).Detail)

	d.Score = 0.9
	require.Equal(t, "detected.doubt", remark.Detected(d, false).Key)
	for _, chosen := range []bool{true, false} {
		require.Regexp(t, `^[A-Z].+\.$`, remark.Detected(d, chosen).Text)
	}
}
