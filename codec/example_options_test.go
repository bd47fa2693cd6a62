package codec_test

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	gomath "math"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// A server that passes positions on refuses those that are no numbers.
func ExampleOptions_finite() {
	server := codec.MustNew(codec.Options{Finite: true})
	packet, _ := codec.Encode(variant.NewDictionary(variant.KV("at",
		math.Vector2{X: 1, Y: gomath.NaN()})))
	_, err := server.Decode(packet)
	fmt.Println(err)
	fmt.Println(errors.Is(err, variant.ErrNotFinite))
	_, err = server.Encode(variant.Float(gomath.Inf(1)))
	fmt.Println(err)
	// Output:
	// godot: decode $["at"] (Vector2) at offset 28: not finite: nan (the option Finite or the tag finite refuses it)
	// true
	// godot: encode $ (float): not finite: inf (the option Finite or the tag finite refuses it)
}

// A script sends a float where an int is meant: {"hp": floor(4.2)}.
func ExampleOptions_wholeFloats() {
	var player struct {
		HP int `godot:"hp"`
	}
	packet, _ := codec.Encode(variant.NewDictionary(variant.KV("hp", variant.Float(4))))
	fmt.Println(codec.Unmarshal(packet, &player))
	fmt.Println(codec.MustNew(codec.Options{WholeFloats: true}).Unmarshal(packet, &player),
		player.HP)
	// Output:
	// godot: decode $["hp"] (float) at offset 20: wrong type: float into a Go int (the option WholeFloats or the tag whole takes 5.0)
	// <nil> 4
}

// The tags whole and finite are for one field.
func ExampleCodec_Unmarshal_tags() {
	var player struct {
		HP    int     `godot:"hp,whole"`
		Speed float64 `godot:"speed,finite"`
	}
	packet, _ := codec.Encode(variant.NewDictionary(variant.KV("hp", variant.Float(4)),
		variant.KV("speed", variant.Float(gomath.NaN()))))
	fmt.Println(codec.Unmarshal(packet, &player), player.HP)
	// Output:
	// godot: decode $["speed"] (float) at offset 48: not finite: nan (the option Finite or the tag finite refuses it) 4
}

// A program that takes the data of several engines tries the dialect that the error names.
func ExampleDialectError() {
	packet, _ := codec.MustNew(codec.Options{Dialect: codec.Godot3}).Encode(variant.NewDictionary(variant.KV("hp", variant.Int(4))))
	_, err := codec.Decode(packet)
	fmt.Println(err)
	var wrong *codec.DialectError
	if errors.As(err, &wrong) {
		v, err := codec.MustNew(codec.Options{Dialect: wrong.Detected}).Decode(packet)
		fmt.Println(v, err)
	}
	// Output:
	// godot: decode $ (Transform3D) at offset 4: unexpected end of data; these bytes are a Godot3 Dictionary, and Options.Dialect is Godot4
	// {"hp": 4} <nil>
}

// A slice becomes an Array in a dialect that has no packed array for it, and comes back from it.
func ExampleCodec_Marshal_olderDialect() {
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	packet, err := c.Marshal([]float64{0.1, 0.2})
	fmt.Println(err)
	v, _ := c.Decode(packet)
	fmt.Println(v.Type(), v)
	var back []float64
	fmt.Println(c.Unmarshal(packet, &back), back)
	// Output:
	// <nil>
	// Array [0.1, 0.2]
	// <nil> [0.1 0.2]
}

// gob stores the packet of the value.
func ExampleValue_MarshalBinary() {
	type slot struct {
		Name string
		Save codec.Value
	}

	var file bytes.Buffer
	in := slot{"one", codec.Value{V: variant.NewDictionary(variant.KV("at",
		math.Vector2{X: 1, Y: 2}))}}
	fmt.Println(gob.NewEncoder(&file).Encode(in))
	var out slot
	fmt.Println(gob.NewDecoder(&file).Decode(&out))
	fmt.Println(out.Name, out.Save.V)
	b, _ := codec.Value{V: variant.Int(7)}.MarshalBinary()
	fmt.Printf("% x\n", b)
	// Output:
	// <nil>
	// <nil>
	// one {"at": Vector2(1, 2)}
	// 02 00 00 00 07 00 00 00
}
