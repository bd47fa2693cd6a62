package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// listener counts how often it is set, and keeps the first text.
type listener struct{ First, Last string }

func (h *listener) UnmarshalVariant(v variant.Variant) error {
	text, _ := v.(variant.String)
	if h.First == "" {
		h.First = string(text)
	}
	h.Last = string(text)
	return nil
}

type innerConfig struct {
	X, Y    int
	private int
}

type config struct {
	HP      int
	Team    string
	Tags    []string
	Inner   innerConfig
	Pointer *innerConfig
	Map     map[string]int
	Hook    listener
	Any     any
	private int
}

// defaults returns what the caller had before it called Unmarshal.
func defaults() config {
	return config{
		HP: 1, Team: "red", Tags: []string{"a"}, Inner: innerConfig{1, 2, 3},
		Pointer: &innerConfig{4, 5, 6}, Map: map[string]int{"old": 1}, Hook: listener{"old", "old"},
		Any: variant.Int(1), private: 7,
	}
}

// TestDuplicateKeysKeepDefaults: whatever keys come twice, Unmarshal leaves what FromVariant of the
// decoded value leaves. The last value of a key counts, and a value before it changes nothing, not
// even if it does not fit the field. Where the first value may have changed what the caller had,
// Unmarshal fails.
func TestDuplicateKeysKeepDefaults(t *testing.T) {
	inner := func(pairs ...variant.Pair) variant.Variant { return variant.NewDictionary(pairs...) }
	x, y := variant.KV("X", variant.Int(10)), variant.KV("Y", variant.Int(20))
	wrong := variant.String("x")

	// Rows that succeed even if the caller had something.
	harmless := map[string]bool{"any": true, "a slice": true, "twice in a struct, own": true, "no key of a field": true}

	for name, pairs := range map[string][]variant.Pair{
		"a misfit":               {variant.KV("HP", wrong), variant.KV("HP", variant.Int(5))},
		"a struct":               {variant.KV("Inner", inner(x)), variant.KV("Inner", inner(y))},
		"a struct, nothing":      {variant.KV("Inner", inner(x)), variant.KV("Inner", inner())},
		"a pointer":              {variant.KV("Pointer", inner(x)), variant.KV("Pointer", inner(y))},
		"a pointer, set to nil":  {variant.KV("Pointer", nil), variant.KV("Pointer", inner(y))},
		"a map":                  {variant.KV("Map", inner(x)), variant.KV("Map", inner(y))},
		"a hook":                 {variant.KV("Hook", wrong), variant.KV("Hook", variant.String("y"))},
		"any":                    {variant.KV("Any", wrong), variant.KV("Any", variant.Int(2))},
		"a slice":                {variant.KV("Tags", variant.NewArray(wrong, wrong)), variant.KV("Tags", variant.NewArray())},
		"a misfit in a struct":   {variant.KV("Inner", inner(x, variant.KV("Y", wrong))), variant.KV("Inner", inner(y))},
		"a misfit and a struct":  {variant.KV("Inner", inner(x)), variant.KV("HP", wrong), variant.KV("Inner", inner()), variant.KV("HP", variant.Int(5))},
		"twice in a struct":      {variant.KV("Inner", inner(variant.KV("X", wrong), y, x))},
		"twice in a struct, own": {variant.KV("Inner", inner(x, x, y))},
		"no key of a field":      {variant.KV("Other", inner(x)), variant.KV("Other", wrong), x},
	} {
		packet := testkit.Encode(t, standard, variant.Dictionary{Pairs: pairs})
		value := testkit.Decode(t, standard, packet)

		for start, dst := range map[string]func() config{
			"defaults": defaults, "zero": func() config { return config{} },
			"some": func() config { return config{HP: 1, private: 7, Pointer: &innerConfig{X: 1}} },
		} {
			want, got := dst(), dst()
			require.NoError(t, codec.FromVariant(value, &want), "%s, %s", name, start)

			err := codec.Unmarshal(packet, &got)
			if start != "zero" && !harmless[name] {
				require.ErrorIs(t, err, variant.ErrDuplicateKey, "%s, %s", name, start)
				require.Equal(t, dst().private, got.private, "%s, %s", name, start)
			} else {
				require.NoError(t, err, "%s, %s", name, start)
				require.Equal(t, want, got, "%s, %s", name, start)
			}

			again := []config{dst()}
			wantItems, gotItems := []config{dst()}, again[:1]
			list := testkit.Encode(t, standard, variant.NewArray(variant.Dictionary{Pairs: pairs}))
			require.NoError(t, codec.FromVariant(testkit.Decode(t, standard, list), &wantItems))
			require.NoError(t, codec.Unmarshal(list, &gotItems))
			require.Equal(t, wantItems, gotItems, "%s, %s, in a slice", name, start)
		}
	}
}

// TestMisfitKeepsUnnamedFields: an error leaves alone what the packet does not name.
func TestMisfitKeepsUnnamedFields(t *testing.T) {
	got := defaults()
	packet := testkit.Encode(t, standard, variant.NewDictionary(variant.KV("HP", variant.String("x"))))
	require.ErrorIs(t, codec.Unmarshal(packet, &got), variant.ErrWrongType)
	require.Equal(t, defaults(), got)
}
