package jsonvar_test

import (
	"fmt"

	"godotvariant/codec/jsonvar"
	"godotvariant/math"
	"godotvariant/variant"
)

var player = variant.NewDictionary(
	variant.KV("hp", variant.Int(10)),
	variant.KV("at", math.V2(1, 2.5)),
)

func ExampleFormat() {
	data, err := jsonvar.Format(player, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(data))
	// Output:
	// {"args":["s:hp","i:10","s:at",{"args":[1.0,2.5],"type":"Vector2"}],"type":"Dictionary"}
}

func ExampleParse() {
	// In GDScript, JSON.stringify(JSON.from_native(Vector2(0.1, INF))) returns this text.
	v, err := jsonvar.Parse([]byte(`{"type":"Vector2","args":[0.100000001490116,1e99999]}`), nil)
	fmt.Println(v, err)

	_, err = jsonvar.Parse([]byte(`["i:1", 2]`), nil)
	fmt.Println(err)
	// Output:
	// Vector2(0.1, inf) <nil>
	// godot: parse $[1] at 1:9: syntax error: expected a value (a number is "i:1" or "f:1.0"), found '2'
}

func ExampleForm_Format() {
	data, err := jsonvar.Relaxed.Format(player, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(data))
	// Output:
	// {"hp":10,"at":{"x":1,"y":2.5}}
}

// Append to a buffer that is reused needs no allocation.
func ExampleForm_Append() {
	var line []byte
	for _, v := range []variant.Variant{player, variant.Int(3)} {
		var err error
		line, err = jsonvar.Relaxed.Append(line[:0], v, nil)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
	// Output:
	// {"hp":10,"at":{"x":1,"y":2.5}}
	// 3
}
