//go:build !race

package variant_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// These tests make the library do as much work as its limits allow. That is too much for the race
// detector.

// TestPrintingEnds: printing of every value ends, and the text shows where it was cut.
func TestPrintingEnds(t *testing.T) {
	if !testkit.Long() {
		t.Skip("prints half a gigabyte")
	}

	values := testkit.SelfContaining()
	values["doubling"] = testkit.Doubling(60, packed.PackedStringArray{strings.Repeat("x", 1<<20)})
	printed := map[string][]string{
		"array": {"%v", "%+v"}, "pointer": {"%#v"}, "typed": {"%v"}, "dictionary": {"%v"},
		"object": {"%+v", "%#v"}, "doubling": {"%v"},
	}

	for name, verbs := range printed {
		v := values[name]
		for _, verb := range verbs {
			s := fmt.Sprintf(verb, v)
			assert.Less(t, len(s), 70<<20, "%s of %s", verb, name)
			assert.Contains(t, s[len(s)-min(len(s), 1<<16):], "… ", "%s of %s", verb, name)
		}

		if name == "array" {
			_, err := v.(variant.Array).MarshalText()
			assert.ErrorIs(t, err, variant.ErrDepth,
				"what is left out is an error where the text is read again")
		}
	}
}

// TestLongTextIsComplete: the text of a long value is not cut, and no part is missing.
func TestLongTextIsComplete(t *testing.T) {
	if !testkit.Long() {
		t.Skip("takes a gigabyte")
	}

	v := testkit.Doubling(18, one)
	assert.Equal(t, 1<<18, strings.Count(variant.Text(v), "1"))
	_, err := v.(variant.Array).MarshalText()
	require.NoError(t, err)
	_, err = testkit.Doubling(30, one).(variant.Array).MarshalText()
	assert.ErrorIs(t, err, variant.ErrLimit)
	_, err = variant.JSON(testkit.Doubling(30, one))
	assert.ErrorIs(t, err, variant.ErrLimit)
}

// TestWalkEnds: a walk ends after as many values as a packet of 256 MiB can hold.
func TestWalkEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("walks through 2^26 values, twice")
	}

	endless, large := testkit.SelfContaining()["array"], testkit.Doubling(60, one)
	for _, v := range []variant.Variant{endless, large} {
		n := 0
		for range tree.Walk(v) {
			n++
		}
		assert.Equal(t, 1<<26, n)
	}
}
