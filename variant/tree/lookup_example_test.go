package tree_test

import (
	"fmt"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func ExampleLookup() {
	v := variant.NewDictionary(
		variant.KV("player", variant.NewDictionary(
			variant.KV("inventory", variant.NewArray(
				variant.NewDictionary(variant.KV("id", variant.String("lamp"))),
			)),
		)),
	)

	fmt.Println(tree.Lookup(v, "player.inventory[0].id"))
	_, err := tree.Lookup(v, "player.inventory[1].id")
	fmt.Println(err)
	// Output:
	// lamp <nil>
	// godot: look up $.player.inventory[1] (Array): not found
}

func ExampleGet() {
	player := variant.NewDictionary(variant.KV("hp", variant.Int(3)))
	fmt.Println(tree.Get[variant.Int](player, "hp"))
	_, err := tree.Get[variant.Float](player, "hp")
	fmt.Println(err)
	// Output:
	// 3 <nil>
	// godot: look up $["hp"] (int): wrong type: int and not float
}

// A change of a nested save: what Get returns shares the pairs that exist, so put it back
// after it has grown.
func ExampleGet_change() {
	save := variant.NewDictionary(
		variant.KV("player", variant.NewDictionary(variant.KV("hp", variant.Int(10)))),
	)

	player, err := tree.Get[variant.Dictionary](save, "player")
	if err != nil {
		panic(err)
	}

	player.Set(variant.String("hp"), variant.Int(7)) // a key that exists: save has it now
	fmt.Println(save)
	player.Set(variant.String("coins"), variant.Int(5)) // a new key: only player has it
	fmt.Println(save)
	save.Set(variant.String("player"), player)
	fmt.Println(save)
	// Output:
	// {"player": {"hp": 7}}
	// {"player": {"hp": 7}}
	// {"player": {"hp": 7, "coins": 5}}
}

// What a server sends of a state that has changed.
func ExamplePatch_Delta() {
	before := variant.NewDictionary(
		variant.KV("hp", variant.Int(10)),
		variant.KV("items", variant.NewArray(variant.String("axe"), variant.String("bow"))),
		variant.KV("curse", variant.Bool(true)),
	)
	after := variant.NewDictionary(
		variant.KV("hp", variant.Int(7)),
		variant.KV("items", variant.NewArray(variant.String("axe"), variant.String("cup"),
			variant.String("bow"))),
	)

	patch, err := tree.Diff(before, after, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		fmt.Println(err)
		return
	}

	delta, err := patch.Delta()
	fmt.Println(delta, err)

	state, err := tree.ApplyDelta(before, delta) // what the client does
	fmt.Println(state, err)
	// Output:
	// [[["curse"]], [["hp"], 7], [["items", 1], "cup", true]] <nil>
	// {"hp": 7, "items": ["axe", "cup", "bow"]} <nil>
}
