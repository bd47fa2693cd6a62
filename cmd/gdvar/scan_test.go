package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// toScan writes saves with something to find.
func toScan(t *testing.T) {
	t.Helper()
	require.NoError(t, os.Mkdir("found", 0o777))

	wide := codec.MustNew(codec.Options{Precision: variant.Double, FullObjects: true})
	write := func(name string, values ...variant.Variant) {
		f, err := os.Create("found/" + name)
		require.NoError(t, err)
		defer f.Close()
		enc := wide.NewEncoder(f, codec.FrameU32)
		for _, v := range values {
			require.NoError(t, enc.Encode(v))
		}
	}

	write("double.save", variant.NewDictionary(variant.KV("pos", math.V2(0.1, 0.5))),
		variant.Float(0.1),
		variant.NewArray(make(packed.PackedVector2Array, 2), packed.PackedVector2Array{{X: 1e300}}))

	many := make(packed.PackedVector2Array, 500)
	for i := range many {
		many[i].X = float64(i) + 0.1
	}

	write("many.save", many)
	source := objects.NewObject("GDScript",
		objects.Prop("script/source", variant.String("extends Node")))

	file := objects.NewObject("GDScript",
		objects.Prop("resource_path", variant.String("res://pet.gd")))
	write("scripts.save", variant.NewArray(
		objects.NewObject("Node2D", objects.Prop("script", source)),
		objects.NewObject("Resource", objects.Prop("script", file)),
		objects.NewObject("Resource", objects.Prop("script", variant.String("res://new.gd")),
			objects.Prop("next",
				objects.NewObject("Timer", objects.Prop("script", variant.Nil{})))),
		objects.Object{ID: 7}, objects.Object{},
	))

	require.NoError(t, os.WriteFile("found/notes.txt", []byte("no save"), 0o666))
	font := append([]byte{0, 1, 0, 0, 0, 0x13, 1, 0}, make([]byte, 300)...)
	require.NoError(t, os.WriteFile("found/font.ttf", font, 0o666))
	require.NoError(t, os.Symlink("double.save", "found/link.save"))
}

func TestScan(t *testing.T) {
	goldenAfter(t, "scan", func() { toScan(t) },
		"gdvar scan found",
		"gdvar scan --precision single found/double.save",
		"gdvar scan --precision double found",
		"gdvar scan --json found",
		"gdvar scan --color always found/double.save",
		"gdvar scan godot3 godot4",
		"gdvar scan --json godot3/plain.save godot4/secret.save damaged/compressed.save",
		"GDVAR_PASSWORD=secret gdvar scan godot4",
		"gdvar scan damaged",
		"gdvar scan none found/double.save",
		"gdvar scan",
		"gdvar scan --precision half found",
	)

	all := gdvar(t, "", "gdvar scan --all found/many.save")
	require.Equal(t, codeFound, all.code)
	require.Equal(t, 500, strings.Count(all.out, "found/many.save: rounded: $["))
	require.Zero(t, gdvar(t, "", "gdvar scan godot3/plain.save").code)
}
