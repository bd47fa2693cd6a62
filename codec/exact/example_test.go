package exact_test

import (
	"fmt"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/math"
	"godotvariant/variant"
)

// Decimal returns the exact number that a float has in the game, with all its digits. Fixed
// converts a price to cents.
func ExampleDecimal() {
	fmt.Println(exact.Decimal(variant.Float(0.1)))
	price, err := exact.Decimal(variant.String("19.90"))
	fmt.Println(price, err)
	fmt.Println(exact.Fixed(price, 2))
	// Output:
	// 0.1000000000000000055511151231257827021181583404541015625 <nil>
	// 19.9 <nil>
	// 1990 <nil>
}

func ExampleExplain() {
	for _, s := range []string{"0.5", "19.99", "16777217", "1e39"} {
		fmt.Println(exact.Explain(decimal.RequireFromString(s), codec.Single))
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
		variant.KV("price", variant.Float(0.1)), // packets keep a float in double precision
	)
	for path, conversion := range exact.Audit(v, nil) {
		fmt.Println(path, conversion)
	}
	// Output:
	// $["pos"].y 16777217 → single 16777216 (error -1)
}
