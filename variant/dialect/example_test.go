package dialect_test

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// New makes a dialect for a fork of Godot 3 that has one more type, with its own ID.
func ExampleNew() {
	spec := codec.Godot3.Spec()
	spec.Name = "MyFork"
	spec.Types = append(spec.Types, variant.TypeVector2i)

	fork, err := dialect.New(spec)
	if err != nil {
		panic(err)
	}

	c := codec.MustNew(codec.Options{Dialect: fork})
	packet, err := c.Encode(math.Vector2i{X: 3, Y: 4})
	fmt.Printf("% x %v\n", packet, err)

	fmt.Println(c.Dialect() == fork, c.Dialect() == codec.Godot3, fork.Family())

	// Output:
	// 1b 00 00 00 03 00 00 00 04 00 00 00 <nil>
	// true false FamilyGodot3
}

// A new dialect with three types, printed as Go source.
func ExampleDialect() {
	d := dialect.MustNew(dialect.Spec{
		Name:  "Robots",
		Types: []dialect.Type{dialect.TypeNil, dialect.TypeInt, dialect.TypeArray},
		Int:   dialect.IntPlain64,
	})

	fmt.Println(d)
	fmt.Printf("%#v\n", d)

	_, err := codec.MustNew(codec.Options{Dialect: d}).Encode(variant.Float(0.5))
	fmt.Println(err)

	// Output:
	// Robots
	// dialect.MustNew(dialect.Spec{Name: "Robots", Types: []dialect.Type{dialect.TypeNil, dialect.TypeInt, dialect.TypeArray}, Int: dialect.IntPlain64})
	// godot: encode $ (float): unsupported: Robots has no float
}

// A type has the same name everywhere, and may have a different ID in each dialect.
func ExampleType() {
	t, ok := dialect.ByName("Vector3")
	fmt.Printf("%v %#v %t\n", t, t, ok)

	for _, d := range []*dialect.Dialect{codec.Godot4, codec.Godot3} {
		for id, listed := range d.Spec().Types {
			if listed == t {
				fmt.Println(d, id)
			}
		}
	}

	// Output:
	// Vector3 TypeVector3 true
	// Godot4 9
	// Godot3 7
}
