package objects_test

import (
	"fmt"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func ExampleNewObject() {
	timer := objects.NewObject("Timer",
		objects.Prop("wait_time", variant.Float(2.5)),
		objects.Prop("one_shot", variant.Bool(true)),
	)

	fmt.Println(timer)
	fmt.Println(timer.Get("one_shot"))
	fmt.Println(objects.Object{ID: 5})
	fmt.Println(objects.Object{}.IsNull())
	// Output:
	// Object(Timer,"wait_time":2.5,"one_shot":true)
	// true true
	// Object(EncodedObjectAsID,"object_id":5)
	// true
}

func ExampleParseNodePath() {
	p, err := objects.ParseNodePath("/root//Level/Door:position:x")
	fmt.Println(p, err)
	fmt.Println(p.Absolute, p.Names, p.SubNames)
	_, err = objects.ParseNodePath("a::b")
	fmt.Println(err)
	// Output:
	// /root/Level/Door:position:x <nil>
	// true [root Level Door] [position x]
	// godot: node path "a::b" has an empty subname
}

func ExampleObject_WithParts() {
	timer := objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)))
	next, err := tree.Set(timer, "wait_time", variant.Float(1)) // Set calls WithParts
	fmt.Println(next, err)
	fmt.Println(timer)
	// Output:
	// Object(Timer,"wait_time":1.0) <nil>
	// Object(Timer,"wait_time":2.5)
}
