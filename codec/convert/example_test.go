package convert_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
	"godotvariant/math"
	"godotvariant/variant"
)

// File converts a save that Godot 4 encrypted, for Godot 3.
func ExampleFile() {
	dir, err := os.MkdirTemp("", "saves")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	old, converted := filepath.Join(dir, "slot1.save"), filepath.Join(dir, "slot1-3.save")
	var records bytes.Buffer

	enc := codec.NewEncoder(&records, codec.FrameU32)
	if err := enc.Encode(variant.NewDictionary(variant.KV("tile", math.Vector2i{X: 3, Y: 4}),
		variant.KV("hp", variant.Int(10)))); err != nil {
		log.Fatal(err)
	}

	secret := savefile.Options{Container: savefile.Encrypted4, Password: "secret"}
	if err := savefile.WriteFile(old, records.Bytes(), secret); err != nil {
		log.Fatal(err)
	}

	info, err := convert.File(converted, old, convert.Options{
		From: codec.MustNew(codec.Options{Dialect: codec.Godot4}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		In:   savefile.Options{Password: "secret"},
		Report: func(record int, n convert.Note) {
			fmt.Printf("record %d: %v\n", record, n)
		},
	})

	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(info.Container, info.Records)
	// Output:
	// record 0: $["tile"]: replaced: Vector2i → Vector2
	// GDEC (encrypted, Godot 3) 1
}

func ExampleStream() {
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	var old, converted bytes.Buffer
	if err := three.NewEncoder(&old, codec.FrameU32).Encode(variant.NewArray(math.V2(1,
		2))); err != nil {
		log.Fatal(err)
	}

	_, err := convert.Stream(&converted, &old, convert.Options{From: three})
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(codec.NewDecoder(&converted, codec.FrameU32).Decode())
	// Output:
	// [Vector2(1, 2)] <nil>
}

// Value converts a value of a Godot 4 game for a game made with Godot 3.
func ExampleValue() {
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	player := variant.NewDictionary(
		variant.Pair{Key: variant.StringName("tile"), Value: math.Vector2i{X: 3, Y: 4}},
		variant.KV("pos", math.V2(16777217, 0.5)),
	)
	v, err := convert.Value(player, three, func(n convert.Note) { fmt.Println(n) })
	fmt.Println(v, err)
	// Output:
	// $[key 0]: replaced: StringName → String
	// $[&"tile"]: replaced: Vector2i → Vector2
	// $["pos"].x: rounded: 16777217 → single 16777216 (error -1)
	// {"tile": Vector2(3, 4), "pos": Vector2(16777216, 0.5)} <nil>
}
