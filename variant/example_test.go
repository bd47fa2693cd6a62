package variant_test

import (
	"fmt"

	"godotvariant/math"
	"godotvariant/variant"
)

func ExampleDictionary_Set() {
	var d variant.Dictionary
	d.Set(variant.String("hp"), variant.Int(10))
	d.Set(variant.Int(7), variant.Nil{})
	d.Set(variant.StringName("hp"), variant.Int(9)) // the same key, as in Godot 4
	fmt.Println(d, d.Len())
	fmt.Println(d.Delete(variant.Int(7)), d)
	// Output:
	// {"hp": 9, 7: null} 2
	// true {"hp": 9}
}

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
