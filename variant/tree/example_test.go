package tree_test

import (
	"fmt"
	"slices"

	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func saved() variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("player", variant.NewDictionary(variant.KV("hp", variant.Int(10)),
			variant.KV("at", math.V2(1, 2)))),
		variant.KV("tags", variant.NewArray(variant.String("a"), variant.String("b"))),
	)
}

func ExampleSet() {
	save := saved()
	next, err := tree.Set(save, "player.at.x", variant.Float(5))
	fmt.Println(next, err)
	next, err = tree.Set(next, "tags[2]", variant.String("c"))
	fmt.Println(next, err)
	fmt.Println(save)
	_, err = tree.Set(save, "player.at.x", variant.Int(5))

	fmt.Println(err)
	// Output:
	// {"player": {"hp": 10, "at": Vector2(5, 2)}, "tags": ["a", "b"]} <nil>
	// {"player": {"hp": 10, "at": Vector2(5, 2)}, "tags": ["a", "b", "c"]} <nil>
	// {"player": {"hp": 10, "at": Vector2(1, 2)}, "tags": ["a", "b"]}
	// godot: set $.player.at.x (Vector2): wrong type: int and not float
}

func ExampleDelete() {
	fmt.Println(tree.Delete(saved(), "tags[0]"))
	_, err := tree.Delete(saved(), "player.mp")
	fmt.Println(err)
	// Output:
	// {"player": {"hp": 10, "at": Vector2(1, 2)}, "tags": ["b"]} <nil>
	// godot: delete $.player.mp (Dictionary): not found
}

func ExampleCompare() {
	scores := variant.NewDictionary(
		variant.KV("Tia", variant.Int(3)), variant.Pair{Key: variant.Int(7),
			Value: variant.Int(1)}, variant.KV("Bo", variant.Int(2)),
	)
	slices.SortFunc(scores.Pairs, func(a, b variant.Pair) int { return tree.Compare(a.Key, b.Key) })
	fmt.Println(scores)
	// Output:
	// {7: 1, "Bo": 2, "Tia": 3}
}

func ExampleDiff() {
	before := saved()
	after, _ := tree.Set(before, "player.hp", variant.Int(7))
	after, _ = tree.Set(after, "tags[0]", variant.Bool(true))
	after, _ = tree.Set(after, "tags[2]", variant.String("c"))
	patch, err := tree.Diff(before, after, tree.DiffOptions{})
	fmt.Print(patch)

	fmt.Println(len(patch), patch[1].Kind, err)
	// Output:
	// @ $["player"]["hp"]
	// - 10
	// + 7
	// @ $["tags"][0]
	// - "a"
	// + true
	// @ $["tags"][2]
	// + "c"
	// 3 retyped <nil>
}

func ExampleLookup() {
	fmt.Println(tree.Lookup(saved(), "player.at.y"))
	_, err := tree.Lookup(saved(), "tags[2]")
	fmt.Println(err)
	// Output:
	// 2.0 <nil>
	// godot: look up $.tags[2] (Array): not found
}

func ExampleMatch() {
	save := variant.NewDictionary(
		variant.KV("hp", variant.Int(10)),
		variant.KV("bag", variant.NewArray(
			variant.NewDictionary(variant.KV("id", variant.String("lamp"))),
			variant.NewDictionary(variant.KV("id", variant.String("shield")),
				variant.KV("hp", variant.Int(3))),
		)),
	)

	for _, pattern := range []string{"bag[*].id", "**.hp"} {
		found, err := tree.Match(save, pattern)
		if err != nil {
			fmt.Println(err)
			return
		}
		for path, v := range found {
			fmt.Println(path, v)
		}
	}
	// Output:
	// $["bag"][0]["id"] lamp
	// $["bag"][1]["id"] shield
	// $["hp"] 10
	// $["bag"][1]["hp"] 3
}

func ExampleParts() {
	box := math.NewRect2(1, 2, 30, 40)
	for step, part := range tree.Parts(box) {
		fmt.Println(step, part)
	}
	// Output:
	// .position Vector2(1, 2)
	// .size Vector2(30, 40)
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

// A server sends only the changes between two states.
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

	state, err := tree.ApplyDelta(before, delta) // the client's part
	fmt.Println(state, err)
	// Output:
	// [[["curse"]], [["hp"], 7], [["items", 1], "cup", true]] <nil>
	// {"hp": 7, "items": ["axe", "cup", "bow"]} <nil>
}
