package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/variant"
)

// TestRepairCompressed: repair keeps the blocks before the damage of a compressed file. The new
// file has the same container.
func TestRepairCompressed(t *testing.T) {
	t.Chdir(t.TempDir())
	var items []variant.Variant
	for i := range 5000 {
		items = append(items, variant.Int(i*i))
	}

	store(t, "plain.save", variant.NewArray(items...))
	fine(t, "gdvar pack plain.save --container compressed -o long.save")
	b := programtest.Content(t, "long.save")
	programtest.Write(t, "long.save", b[:len(b)*2/3])

	r := gdvar(t, "", "gdvar repair long.save -o mended.save")
	require.Zero(t, r.Code, r.Err)
	require.Contains(t, r.Err, "$ has ")
	require.Contains(t, fine(t, "gdvar detect mended.save"), "GCPF (compressed): FastLZ")

	d := must(document.Read(must(os.ReadFile("mended.save")), document.Options{}))
	left := d.Root().(variant.Array).Items
	require.Greater(t, len(left), 1000)
	require.Less(t, len(left), 5000)
	require.True(t, variant.Equal(variant.NewArray(items[:len(left)]...), d.Root()))
}
