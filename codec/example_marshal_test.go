package codec_test

import (
	"fmt"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

func ExampleMarshal() {
	type item struct {
		ID    string          `godot:"id"`
		Price decimal.Decimal `godot:"price,scale=2"`
	}

	type player struct {
		Name string       `godot:"name"`
		At   math.Vector2 `godot:"at"`
		Bag  []item       `godot:"bag,omitempty"`
	}

	packet, err := codec.Marshal(player{
		Name: "Tia",
		At:   math.Vector2{X: 1, Y: 2.5},
		Bag:  []item{{"lamp", decimal.RequireFromString("19.99")}},
	})

	if err != nil {
		fmt.Println(err)
		return
	}

	v, _ := codec.Decode(packet)
	fmt.Println(v)

	var back player
	fmt.Println(codec.Unmarshal(packet, &back), back.Bag[0].Price)
	// Output:
	// {"name": "Tia", "at": Vector2(1, 2.5), "bag": [{"id": "lamp", "price": 1999}]}
	// <nil> 19.99
}

// The buffer is used again for each message.
func ExampleAppendMarshal() {
	type move struct {
		X float64 `godot:"x"`
	}

	var buffer []byte
	for _, m := range []move{{1}, {2}} {
		var err error
		buffer, err = codec.AppendMarshal(buffer[:0], m)
		if err != nil {
			panic(err)
		}
		fmt.Println(codec.Decode(buffer))
	}
	// Output:
	// {"x": 1.0} <nil>
	// {"x": 2.0} <nil>
}

// The number that a float stands for in the game, to its last digit, and a price in cents.
func ExampleToDecimal() {
	fmt.Println(codec.ToDecimal(variant.Float(0.1)))
	price, err := codec.ToDecimal(variant.String("19.90"))
	fmt.Println(price, err)
	fmt.Println(codec.FixedInt(price, 2))
	// Output:
	// 0.1000000000000000055511151231257827021181583404541015625 <nil>
	// 19.9 <nil>
	// 1990 <nil>
}

func ExampleExplain() {
	for _, s := range []string{"0.5", "19.99", "16777217", "1e39"} {
		fmt.Println(codec.Explain(decimal.RequireFromString(s), codec.Single))
	}
	// Output:
	// 0.5 → single exact
	// 19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
	// 16777217 → single 16777216 (error -1)
	// 1e+39 → single overflow
}

func ExampleAudit() {
	v := variant.NewDictionary(
		variant.KV("pos", math.Vector2{X: 0.5, Y: 16777217}),
		variant.KV("price", variant.Float(0.1)), // a float is double on the wire
	)
	for path, conversion := range codec.Audit(v, codec.Single) {
		fmt.Println(path, conversion)
	}
	// Output:
	// $["pos"].y 16777217 → single 16777216 (error -1)
}

func ExampleValue() {
	save := codec.Value{V: variant.NewDictionary(variant.KV("hp", variant.Int(3)))}
	column, _ := save.Value() // what a database gets
	var back codec.Value
	fmt.Println(back.Scan(column), back.V)
	// Output:
	// <nil> {"hp": 3}
}
