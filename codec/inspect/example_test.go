package inspect_test

import (
	"bytes"
	"fmt"
	"os"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/math"
	"godotvariant/variant"
)

// Detect finds the dialect of a save file from an unknown version of a game.
func ExampleDetect() {
	save := []byte("\x1c\x00\x00\x00" +
		"\x12\x00\x00\x00\x01\x00\x00\x00" +
		"\x04\x00\x00\x00\x02\x00\x00\x00hp\x00\x00" +
		"\x02\x00\x00\x00\x0a\x00\x00\x00")

	found := inspect.Detect(save)
	fmt.Println(found[0])

	best := codec.MustNew(codec.Options{Dialect: found[0].Dialect, Precision: found[0].Precision})
	v, err := best.NewDecoder(bytes.NewReader(save), found[0].Framing).Decode()
	fmt.Println(v, err)
	// Output:
	// Godot3, single precision, 1 record (FrameU32): score 1.00: writes the same bytes; begins with a Dictionary
	// {"hp": 10} <nil>
}

func ExampleDump() {
	data, err := codec.Encode(variant.NewDictionary(
		variant.KV("hp", variant.Int(10)),
		variant.KV("at", math.Vector2{X: 1, Y: 2}),
	))

	if err != nil {
		panic(err)
	}

	// Eight bytes are missing.
	err = inspect.Dump(os.Stdout, data[:len(data)-8], inspect.Options{})
	if err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
	}
	// Output:
	// 00000000  1b 00 00 00              $         Dictionary
	// 00000004  02 00 00 00              $         2
	// 00000008  04 00 00 00              $[key 0]  String = "hp"
	// 0000000c  02 00 00 00              $[key 0]  2
	// 00000010  68 70                    $[key 0]  "hp"
	// 00000012  00 00                    $[key 0]  padding
	// 00000014  02 00 00 00              $["hp"]   int = 10
	// 00000018  0a 00 00 00              $["hp"]
	// 0000001c  04 00 00 00              $[key 1]  String = "at"
	// 00000020  02 00 00 00              $[key 1]  2
	// 00000024  61 74                    $[key 1]  "at"
	// 00000026  00 00                    $[key 1]  padding
	// 00000028  05 00 00 00              $["at"]   Vector2
	// 0000002c                           $["at"]   !! unexpected end of data
	// godot: decode $["at"] (Vector2) at offset 44: unexpected end of data
}
