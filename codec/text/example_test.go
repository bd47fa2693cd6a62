package text_test

import (
	"fmt"
	stdmath "math"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

var player = variant.NewDictionary(
	variant.KV("name", variant.String("Tia")),
	variant.KV("at", math.V2(1, 2.5)),
	variant.KV("bag", packed.PackedByteArray{1, 2}),
)

func ExampleFormat() {
	s, err := text.Format(player, nil)
	fmt.Println(s, err)
	// Output:
	// {
	// "at": Vector2(1, 2.5),
	// "bag": PackedByteArray(1, 2),
	// "name": "Tia"
	// } <nil>
}

// The Form text.Str writes the text that print() shows. You can compare it with the log of a game.
func ExampleForm_Format() {
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	for _, c := range []*codec.Codec{nil, three} {
		s, err := text.Str.Format(player, c)
		fmt.Println(s, err)
	}
	// Output:
	// { "name": "Tia", "at": (1.0, 2.5), "bag": [1, 2] } <nil>
	// {at:(1, 2.5), bag:[PoolByteArray], name:Tia} <nil>
}

func ExampleForm_Format_lossless() {
	v := math.V2(stdmath.Copysign(0, -1), 0.1)
	for _, form := range []text.Form{text.VarToStr, text.Lossless} {
		s, err := form.Format(v, nil)
		fmt.Println(s, err)
	}
	// Output:
	// Vector2(0, 0.1) <nil>
	// Vector2(-0.0, 0.1) <nil>
}

func ExampleParse() {
	v, err := text.Parse(`{"at": Vector2(1, 2.5), "turn": Quat(0, 0, 0, 1), } ; of Godot 3`, nil)
	fmt.Println(v, err)

	_, err = text.Parse("{\n\"at\": Vector2(1 2.5)}", nil)
	fmt.Println(err)

	_, err = text.Parse(`Object(Timer,"wait_time":1.0)`, nil)
	fmt.Println(err)
	// Output:
	// {"at": Vector2(1, 2.5), "turn": Quaternion(0, 0, 0, 1)} <nil>
	// godot: parse $["at"] at 2:17: syntax error: expected ',' or ')', found '2'
	// godot: parse $ at 1:1: full objects are not allowed: the option FullObjects accepts a Timer
}
