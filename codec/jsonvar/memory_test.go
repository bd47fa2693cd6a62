package jsonvar_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/jsonvar"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

// forms are the forms of JSON, each with its two functions.
var forms = map[string]struct {
	marshal func(v variant.Variant) ([]byte, error)
	append  func(dst []byte, v variant.Variant) ([]byte, error)
}{
	"canonical": {jsonvar.Marshal, jsonvar.Append},
	"relaxed":   {jsonvar.MarshalRelaxed, jsonvar.AppendRelaxed},
}

// TestAppend: the JSON stands behind dst, and dst stays as it is after an error.
func TestAppend(t *testing.T) {
	dst := append(make([]byte, 0, 8), "before "...)
	nested := variant.NewArray(variant.NewArray(variant.String("<a>\n"), variant.Float(1e30)))

	for name, form := range forms {
		want, err := form.marshal(nested)
		require.NoError(t, err, name)
		got, err := form.append(dst, nested)
		require.NoError(t, err, name)
		assert.Equal(t, "before "+string(want), string(got), name)

		got, err = form.append(dst, testkit.SelfContaining()["array"])
		assert.ErrorIs(t, err, variant.ErrDepth, name)
		assert.Equal(t, dst, got, name)

		again, err := form.marshal(nested)
		require.NoError(t, err, name)
		assert.Equal(t, want, again, "%s: an error leaves nothing behind", name)
	}
}

// TestAllocations: a new buffer for the JSON is the only allocation.
func TestAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}

	for _, w := range workloads.Messages() {
		for name, form := range forms {
			name += ", " + w.Name
			b, err := form.marshal(w.Value)
			require.NoError(t, err, name)

			fresh := testkit.AllocsPerRun(20, func() { _, _ = form.marshal(w.Value) })
			assert.Equal(t, 1.0, fresh, name)
			reused := testkit.AllocsPerRun(20, func() { _, _ = form.append(b[:0], w.Value) })
			assert.Zero(t, reused, name)
		}
	}
}

// TestUnmarshalAllocates: see TestParseAllocates of package text.
func TestUnmarshalAllocates(t *testing.T) {
	data := mustMarshal(t, workloads.Scene(100))
	n := testkit.AllocsPerRun(10, func() { _, _ = jsonvar.Unmarshal(data, jsonvar.Options{}) })
	assert.InDelta(t, 100*14, n, 50)
}
