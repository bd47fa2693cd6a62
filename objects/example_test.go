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

// A signal that a game sent names an object of that game.
func ExampleSignal() {
	hit := objects.Signal{Name: "hit", Object: 5}
	fmt.Println(hit, hit.Name)
	// Output: Signal(5, "hit") hit
}

func ExampleRID() {
	fmt.Println(objects.RID(7), objects.RID(0))
	// Output: RID(7) RID(0)
}

// A game cannot send its functions. What arrives is empty.
func ExampleCallable() {
	fmt.Println(objects.Callable{})
	// Output: Callable()
}

// The three kinds of objects.
func ExampleObject() {
	for _, o := range []objects.Object{{}, {ID: 5}, {Class: "Timer"}} {
		fmt.Println(o, o.IsNull())
	}
	// Output:
	// null true
	// Object(EncodedObjectAsID,"object_id":5) false
	// Object(Timer) false
}

func ExampleObject_Get() {
	timer := objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)))
	fmt.Println(timer.Get("wait_time"))
	fmt.Println(timer.Get("autostart"))
	// Output:
	// 2.5 true
	// <nil> false
}

func ExampleProp() {
	p := objects.Prop("wait_time", variant.Float(2.5))
	fmt.Println(p.Name, p.Value)
	// Output: wait_time 2.5
}

func ExampleProperty() {
	timer := objects.Object{Class: "Timer", Properties: []objects.Property{
		{Name: "wait_time", Value: variant.Float(2.5)},
	}}
	for _, p := range timer.Properties {
		fmt.Println(p.Name, p.Value)
	}
	// Output: wait_time 2.5
}

func ExampleNodePath() {
	door := objects.NodePath{Names: []string{"root", "Level", "Door"}, Absolute: true}
	fmt.Println(door)
	door.SubNames = []string{"position", "x"}
	fmt.Println(door)
	// Output:
	// /root/Level/Door
	// /root/Level/Door:position:x
}

func ExampleMustParseNodePath() {
	sprite := objects.MustParseNodePath("../Player/Sprite2D:modulate")
	fmt.Println(sprite.Names, sprite.SubNames)
	// Output: [.. Player Sprite2D] [modulate]
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
