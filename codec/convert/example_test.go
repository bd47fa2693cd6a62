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

// A save that Godot 4 encrypted, for Godot 3.
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

	secret := savefile.Options{Format: savefile.Encrypted4, Password: "secret"}
	if err := savefile.WriteFile(old, records.Bytes(), secret); err != nil {
		log.Fatal(err)
	}

	info, err := convert.File(converted, old, convert.Options{
		From: codec.MustNew(codec.Options{Dialect: codec.Godot4}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		In:   savefile.Options{Password: "secret"},
		Report: func(record int, n codec.Note) {
			fmt.Printf("record %d: %v\n", record, n)
		},
	})

	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(info.Format, info.Records)
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
