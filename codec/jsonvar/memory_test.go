package jsonvar_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

var forms = []jsonvar.Form{jsonvar.Canonical, jsonvar.Relaxed}

// TestAppend: the JSON is appended to dst, and dst does not change after an error.
func TestAppend(t *testing.T) {
	dst := append(make([]byte, 0, 8), "before "...)
	nested := variant.NewArray(variant.NewArray(variant.String("<a>\n"), variant.Float(1e30)))

	for _, form := range forms {
		want, err := form.Format(nested, nil)
		require.NoError(t, err, form)
		got, err := form.Append(dst, nested, nil)
		require.NoError(t, err, form)
		assert.Equal(t, "before "+string(want), string(got), form)

		got, err = form.Append(dst, testkit.SelfContaining()["array"], nil)
		assert.ErrorIs(t, err, variant.ErrDepth, form)
		assert.Equal(t, dst, got, form)

		again, err := form.Format(nested, nil)
		require.NoError(t, err, form)
		assert.Equal(t, want, again, "%s: an error leaves nothing behind", form)

		long := make([]byte, 100)
		got, err = form.Append(long, variant.Nil{}, limited(codec.Limits{MaxSize: 8}))
		require.NoError(t, err, "%s: the limit is that of the JSON alone", form)
		assert.Equal(t, string(long)+"null", string(got), form)
	}
}

// TestAllocations: a new buffer for the JSON is the only allocation.
func TestAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	for _, w := range workloads.Messages() {
		for _, form := range forms {
			name := form.String() + ", " + w.Name
			b, err := form.Format(w.Value, nil)
			require.NoError(t, err, name)

			fresh := testkit.AllocsPerRun(20, func() { _, _ = form.Format(w.Value, nil) })
			assert.Equal(t, 1.0, fresh, name)
			reused := testkit.AllocsPerRun(20, func() { _, _ = form.Append(b[:0], w.Value, nil) })
			assert.Zero(t, reused, name)
		}
	}
}

// TestParseAllocates: Parse makes about 14 allocations for each entity of a scene, as text.Parse
// does.
func TestParseAllocates(t *testing.T) {
	data := mustFormat(t, workloads.Scene(100))
	n := testkit.AllocsPerRun(10, func() { _, _ = jsonvar.Parse(data, nil) })
	assert.InDelta(t, 100*14, n, 50)
}
