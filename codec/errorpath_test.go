package codec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// within returns values that contain the argument leaf at different places. The keys of the map are
// the paths to leaf in an error.
func within(leaf variant.Variant) map[string]variant.Variant {
	one := variant.Int(1)
	long := strings.Repeat("k", 65)
	pair := func(key, value variant.Variant) variant.Pair {
		return variant.Pair{Key: key, Value: value}
	}

	return map[string]variant.Variant{
		"$":         leaf,
		"$[1]":      variant.NewArray(one, leaf),
		`$["a"]`:    variant.NewDictionary(variant.KV("b", one), variant.KV("a", leaf)),
		`$[&"a"]`:   variant.NewDictionary(pair(variant.StringName("a"), leaf)),
		"$[key 1]":  variant.NewDictionary(variant.KV("a", one), pair(leaf, one)),
		"$[pair 1]": variant.NewDictionary(variant.KV("a", one), variant.KV(long, leaf)),
		"$[0][2.5]": variant.NewArray(variant.NewDictionary(pair(variant.Float(2.5), leaf))),
		"$.p":       objects.NewObject("Node", objects.Prop("q", one), objects.Prop("p", leaf)),
		"$[pair 2]": objects.NewObject("Node", objects.Prop("a", one), objects.Prop("b", one),
			objects.Prop(long, leaf)),
		"$[pair 0]": variant.NewDictionary(
			pair(variant.NewArray(variant.String(long)), leaf)),
		"$[[1, 2]]": variant.NewDictionary(
			pair(variant.NewArray(one, variant.Int(2)), leaf)),
		`$["` + long[1:] + `"]`: variant.NewDictionary(variant.KV(long[1:], leaf)),
		"$[Vector2i(1, 2)][0]": variant.NewDictionary(
			pair(math.V2i(1, 2), variant.NewArray(leaf))),
	}
}

// requirePath requires that an error has this path, as a variant.Path and as text, and that the
// path leads to the leaf.
func requirePath(t *testing.T, err error, path string, v, leaf variant.Variant) {
	t.Helper()
	var e *variant.Error
	require.ErrorAs(t, err, &e, path)
	require.Equal(t, path, e.Path.String())

	found, err := tree.Lookup(v, e.Path)
	require.NoError(t, err, path)
	require.Equal(t, leaf, found, path)

	found, err = tree.Lookup(v, e.Path.String())
	require.NoError(t, err, path)
	require.Equal(t, leaf, found, path)
}

// TestPathsOfErrorsLead: the path of an error leads to the invalid part of the value, when it is
// written and when its packet is read.
func TestPathsOfErrorsLead(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	bad := objects.NewObject("no\x00class")
	for path, v := range within(bad) {
		_, err := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict}).Encode(v)
		requirePath(t, err, path, v, bad)
	}

	finite := codec.MustNew(codec.Options{FullObjects: true, Finite: true})
	endless := math.Vector2{X: math.Inf}
	for path, v := range within(endless) {
		packet := testkit.Encode(t, c, v)
		for name, read := range map[string]func() error{
			"Decode":    func() error { _, err := finite.Decode(packet); return err },
			"Valid":     func() error { return finite.Valid(packet) },
			"Unmarshal": func() error { return finite.Unmarshal(packet, new(any)) },
			"Encode":    func() error { _, err := finite.Encode(v); return err },
		} {
			if name == "Unmarshal" && strings.HasPrefix(path, "$[key") {
				continue // a key of a Go map has another path
			}
			requirePath(t, read(), path, v, endless)
		}
	}
}
