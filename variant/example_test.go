package variant_test

import (
	"fmt"

	"godotvariant/variant"
)

func level() variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("name", variant.String("Harbour")),
		variant.KV("waves", variant.NewArray(variant.Int(3), variant.Float(0.5))),
	)
}

func ExampleNewDictionary() {
	fmt.Println(level())
	fmt.Printf("%#v\n", variant.NewArray(variant.Int(1), variant.String("two")))
	// Output:
	// {"name": "Harbour", "waves": [3, 0.5]}
	// variant.Array{Items: []variant.Variant{variant.Int(1), variant.String("two")}}
}

func ExampleDictionary_Get() {
	d := level()
	name, ok := d.Get(variant.String("name"))
	fmt.Println(name, ok)
	_, ok = d.Get(variant.StringName("name")) // the same key, as in Godot 4
	fmt.Println(ok)
	_, ok = d.Get(variant.Int(1))
	fmt.Println(ok)
	// Output:
	// Harbour true
	// true
	// false
}

func ExampleDictionary_Set() {
	var d variant.Dictionary
	d.Set(variant.String("hp"), variant.Int(10))
	d.Set(variant.Int(7), variant.Nil{})
	d.Set(variant.String("hp"), variant.Int(9))
	fmt.Println(d, d.Len())
	fmt.Println(d.Delete(variant.Int(7)), d)
	// Output:
	// {"hp": 9, 7: null} 2
	// true {"hp": 9}
}

func ExampleEqual() {
	fmt.Println(variant.Equal(variant.Int(1), variant.Int(1)))
	fmt.Println(variant.Equal(variant.Int(1), variant.Float(1)))
	fmt.Println(variant.Equal(variant.String("a"), variant.StringName("a")))
	fmt.Println(variant.KeyEqual(variant.String("a"), variant.StringName("a")))
	// Output:
	// true
	// false
	// false
	// true
}

// All verbs but %v, %s and %#v print the number.
func ExampleInt_Format() {
	i := variant.Int(255)
	fmt.Printf("%v %d %5d %x %08b %#v\n", i, i, i, i, i, i)
	fmt.Printf("%v %.2f %e\n", variant.Float(1), variant.Float(1), variant.Float(1))
	// Output:
	// 255 255   255 ff 11111111 variant.Int(255)
	// 1.0 1.00 1.000000e+00
}
