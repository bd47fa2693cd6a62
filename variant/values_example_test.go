package variant_test

import (
	"fmt"

	"godotvariant/math"
	"godotvariant/variant"
)

// A value is a plain Go value: build it as a literal, and read it with a type switch.
func Example() {
	show := func(v variant.Variant) {
		switch v := v.(type) {
		case variant.Int:
			fmt.Println("a number:", v+1)
		case math.Vector2:
			fmt.Println("a vector:", v.X, v.Y)
		case variant.Array:
			fmt.Println("an array of", v.Len())
		default:
			fmt.Println("of type", v.Type())
		}
	}

	show(variant.Int(9))
	show(math.V2(1, 2.5))
	show(variant.NewArray(variant.String("a"), variant.Nil{}))
	show(variant.String("text"))
	// Output:
	// a number: 10
	// a vector: 1 2.5
	// an array of 2
	// of type String
}

// String shows text as it is, and Text as it stands in a container.
func ExampleText() {
	fmt.Println(variant.String("two words"))
	fmt.Println(variant.Text(variant.String("two words")))
	// Output:
	// two words
	// "two words"
}

// The keys 1 and 1.0 are two keys, and two keys NaN are one.
func ExampleKeyEqual() {
	nan := variant.Float(math.NaN)
	fmt.Println(variant.KeyEqual(variant.String("hp"), variant.StringName("hp")))
	fmt.Println(variant.KeyEqual(variant.Int(1), variant.Float(1)))
	fmt.Println(variant.KeyEqual(nan, nan))
	// Output:
	// true
	// false
	// true
}
