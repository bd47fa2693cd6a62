package variant_test

import (
	"fmt"
	"strings"

	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
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

func ExampleAs() {
	hp, ok := variant.As[variant.Int](variant.Int(10))
	fmt.Println(hp, ok)
	_, ok = variant.As[variant.Int](variant.Float(10)) // As does not convert
	fmt.Println(ok)
	// Output:
	// 10 true
	// false
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

func ExampleArray_All() {
	for i, item := range variant.NewArray(variant.Int(3), variant.String("two")).All() {
		fmt.Println(i, item)
	}
	// Output:
	// 0 3
	// 1 two
}

func ExampleDictionary_Delete() {
	d := variant.NewDictionary(variant.KV("a", variant.Int(1)), variant.KV("b", variant.Int(2)))
	fmt.Println(d.Delete(variant.String("a")), d)
	fmt.Println(d.Delete(variant.String("a")), d.Has(variant.String("a")))
	// Output:
	// true {"b": 2}
	// false false
}

func ExampleDictionary_Keys() {
	d := variant.NewDictionary(variant.KV("hp", variant.Int(10)),
		variant.Pair{Key: variant.Int(7), Value: variant.Nil{}})
	for key := range d.Keys() {
		fmt.Println(variant.Text(key))
	}
	// Output:
	// "hp"
	// 7
}

// The names of a path are text keys or components. Other keys are in brackets.
func ExampleParsePath() {
	path, err := tree.ParsePath(`players["a b"].at.x`)
	fmt.Println(path, len(path), err)
	v := variant.NewDictionary(variant.KV("players", variant.NewDictionary(
		variant.KV("a b", variant.NewDictionary(variant.KV("at", math.V2(1, 2)))),
	)))
	fmt.Println(path.Lookup(v))
	_, err = tree.ParsePath("players[")
	fmt.Println(err)
	// Output:
	// $.players["a b"].at.x 4 <nil>
	// 1.0 <nil>
	// godot: look up $.players: not found: "players[" is not a path
}

// With an Indent a Printer prints one part a line, as %+v does.
func ExamplePrinter_Append() {
	text := variant.Printer{Indent: "  "}.Append(nil, level())
	fmt.Println(strings.Count(string(text), "\n") + 1)
	fmt.Println(string(text))
	// Output:
	// 7
	// {
	//   "name": "Harbour",
	//   "waves": [
	//     3,
	//     0.5
	//   ]
	// }
}
