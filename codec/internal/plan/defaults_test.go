package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// listener stores the first and the last text that it has received.
type listener struct{ First, Last string }

func (h *listener) UnmarshalVariant(v Value) error {
	text, _ := v.(String)
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

// defaults returns a Go value with content, as a caller may pass it to Unmarshal.
func defaults() config {
	return config{
		HP: 1, Team: "red", Tags: []string{"a"}, Inner: innerConfig{1, 2, 3},
		Pointer: &innerConfig{4, 5, 6}, Map: map[string]int{"old": 1}, Hook: listener{"old", "old"},
		Any: Int(1), private: 7,
	}
}

// TestDuplicateKeysKeepDefaults: if keys come twice, Unmarshal has the same result as FromVariant
// of the decoded value. The last value of a key counts. An earlier value changes nothing, even if
// it does not fit the field. But if the target had content before the call, and the earlier value
// may have changed this content, Unmarshal fails.
func TestDuplicateKeysKeepDefaults(t *testing.T) {
	x, y, wrong := kv("x", Int(10)), kv("y", Int(20)), String("x")
	const harmless = true // Unmarshal succeeds even if the fields were not empty

	type pairs = []variant.Pair

	for name, c := range map[string]struct {
		harmless bool
		pairs    pairs
	}{
		"a misfit":      {false, pairs{kv("hp", wrong), kv("hp", Int(5))}},
		"a struct":      {false, pairs{kv("inner", dict(x)), kv("inner", dict(y))}},
		"nothing":       {false, pairs{kv("inner", dict(x)), kv("inner", dict())}},
		"a pointer":     {false, pairs{kv("pointer", dict(x)), kv("pointer", dict(y))}},
		"a nil":         {false, pairs{kv("pointer", nil), kv("pointer", dict(y))}},
		"a map":         {false, pairs{kv("map", dict(x)), kv("map", dict(y))}},
		"a hook":        {false, pairs{kv("hook", wrong), kv("hook", String("y"))}},
		"any":           {harmless, pairs{kv("any", wrong), kv("any", Int(2))}},
		"a slice":       {harmless, pairs{kv("tags", list(wrong)), kv("tags", list())}},
		"in a struct":   {false, pairs{kv("inner", dict(kv("x", wrong), y, x))}},
		"in it, right":  {harmless, pairs{kv("inner", dict(x, x, y))}},
		"without field": {harmless, pairs{kv("other", dict(x)), kv("other", wrong), x}},
		"misfit in it":  {false, pairs{kv("inner", dict(x, kv("y", wrong))), kv("inner", dict(y))}},
		"misfit between": {false, pairs{kv("inner", dict(x)), kv("hp", wrong), kv("inner", dict()),
			kv("hp", Int(5))}},
	} {
		once, repeated := dict(c.pairs...), testkit.Encode(t, standard, list(dict(c.pairs...)))
		packet := testkit.Encode(t, standard, once)

		for start, dst := range map[string]func() config{
			"defaults": defaults, "zero": func() config { return config{} },
			"some": func() config { return config{HP: 1, private: 7, Pointer: &innerConfig{X: 1}} },
		} {
			want, got := dst(), dst()
			require.NoError(t, codec.FromVariant(testkit.Decode(t, standard, packet), &want), name)
			err := codec.Unmarshal(packet, &got)

			if start != "zero" && !c.harmless {
				require.ErrorIs(t, err, variant.ErrDuplicateKey, "%s, %s", name, start)
				require.Equal(t, dst().private, got.private, "%s, %s", name, start)
			} else {
				require.NoError(t, err, "%s, %s", name, start)
				require.Equal(t, want, got, "%s, %s", name, start)
			}

			wantItems, gotItems := []config{dst()}, []config{dst()}
			value := testkit.Decode(t, standard, repeated)
			require.NoError(t, codec.FromVariant(value, &wantItems))
			require.NoError(t, codec.Unmarshal(repeated, &gotItems))
			require.Equal(t, wantItems, gotItems, "%s, %s, in a slice", name, start)
		}
	}
}

// TestMisfitKeepsUnnamedFields: after an error, the fields that the packet does not name are
// unchanged.
func TestMisfitKeepsUnnamedFields(t *testing.T) {
	got := defaults()
	packet := testkit.Encode(t, standard, dict(kv("hp", String("x"))))
	require.ErrorIs(t, codec.Unmarshal(packet, &got), variant.ErrWrongType)
	require.Equal(t, defaults(), got)
}
