package codec_test

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// godot3 is a codec for games made with Godot 3. A program makes one and shares it.
var godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})

func ExampleCodec_Raw() {
	raw, err := godot3.Raw([]byte("\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00"))
	if err != nil {
		panic(err)
	}
	b, err := godot3.Encode(raw) // the same bytes, where an Int is written in 4
	fmt.Println(raw, len(b), err)
	// Output:
	// 7 12 <nil>
}

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

func ExampleCodec_Audit() {
	for path, conversion := range codec.MustNew(codec.Options{}).Audit(math.Vector2{X: 0.1}) {
		fmt.Println(path, conversion)
	}
	// Output:
	// $.x 0.1 → single 0.100000001490116119384765625 (error 0.0000000014901161138336505018742172978818416595458984375)
}

func ExampleDialectByName() {
	fmt.Println(codec.DialectByName("godot3") == codec.Godot3)
	fmt.Println(codec.DialectByName("godot2") == nil)
	// Output:
	// true
	// true
}

func ExampleDialects() {
	for _, d := range codec.Dialects()[:5] {
		fmt.Println(d.Name)
	}
	// Output:
	// Godot4
	// Godot43
	// Godot40
	// Godot3
	// Godot30
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

// A relay sends the packet that it got to several clients.
func ExampleRaw_AppendPacket() {
	raw, _ := godot3.Raw([]byte("\x02\x00\x00\x00\x07\x00\x00\x00"))
	var datagram []byte
	for range 2 {
		datagram = raw.AppendPacket(datagram[:0])
		fmt.Printf("% x\n", datagram)
	}
	// Output:
	// 02 00 00 00 07 00 00 00
	// 02 00 00 00 07 00 00 00
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
