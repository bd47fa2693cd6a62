package codec_test

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// Where each value of a packet begins and ends.
func ExampleCodec_Trace() {
	packet, _ := codec.Encode(variant.NewArray(math.Vector2i{X: 1, Y: 2}))
	_, err := codec.MustNew(codec.Options{}).Trace(packet, func(e codec.TraceEvent) {
		if e.Kind == codec.TraceClose {
			fmt.Println(e.Offset, e.End, e.Type)
		}
	})
	fmt.Println(err)
	// Output:
	// 8 20 Vector2i
	// 0 20 Array
	// <nil>
}

func ExampleDialectByName() {
	fmt.Println(codec.DialectByName("godot3") == codec.Godot3)
	fmt.Println(codec.DialectByName("godot2") == nil)
	// Output:
	// true
	// true
}

// PixelPoint is a Vector2 that the program rounds when it decodes one.
type PixelPoint struct{ math.Vector2 }

// Decode reads the payload of a Vector2.
func (PixelPoint) Decode(r *variant.Reader) (variant.Variant, error) {
	v, err := math.Vector2{}.Decode(r)
	if err != nil {
		return nil, err
	}
	return PixelPoint{v.(math.Vector2).Round()}, nil
}

func ExampleRegistry_Replace() {
	registry := codec.NewRegistry()
	if err := registry.Replace(PixelPoint{}); err != nil {
		panic(err)
	}
	c := codec.MustNew(codec.Options{Registry: registry})
	packet, _ := c.Encode(math.Vector2{X: 1.75, Y: -0.5})
	v, err := c.Decode(packet)
	fmt.Printf("%T %v %v\n", v, v, err)
	// Output:
	// codec_test.PixelPoint Vector2(2, -1) <nil>
}

// A value of a Godot 4 game, for a game made with Godot 3.
func ExampleCodec_Convert() {
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	player := variant.NewDictionary(
		variant.Pair{Key: variant.StringName("tile"), Value: math.Vector2i{X: 3, Y: 4}},
		variant.KV("pos", math.V2(16777217, 0.5)),
	)
	v, err := three.Convert(player, func(n codec.Note) { fmt.Println(n) })
	fmt.Println(v, err)
	// Output:
	// $[key 0]: replaced: StringName → String
	// $[&"tile"]: replaced: Vector2i → Vector2
	// $["pos"].x: rounded: 16777217 → single 16777216 (error -1)
	// {"tile": Vector2(3, 4), "pos": Vector2(16777216, 0.5)} <nil>
}
