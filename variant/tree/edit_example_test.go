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

func ExampleClone() {
	save := saved()
	snapshot, err := tree.Clone(save)
	save.Pairs[1].Value.(variant.Array).Items[0] = variant.Nil{}
	fmt.Println(save, err)
	fmt.Println(snapshot)
	// Output:
	// {"player": {"hp": 10, "at": Vector2(1, 2)}, "tags": [null, "b"]} <nil>
	// {"player": {"hp": 10, "at": Vector2(1, 2)}, "tags": ["a", "b"]}
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

func ExamplePath_Set() {
	path := tree.Path{{Kind: variant.StepKey, Key: variant.Int(7)}}
	fmt.Println(path.Set(variant.Dictionary{}, variant.Bool(true)))
	// Output:
	// {7: true} <nil>
}

func ExampleDelete() {
	fmt.Println(tree.Delete(saved(), "tags[0]"))
	_, err := tree.Delete(saved(), "player.mp")
	fmt.Println(err)
	// Output:
	// {"player": {"hp": 10, "at": Vector2(1, 2)}, "tags": ["b"]} <nil>
	// godot: delete $.player.mp (Dictionary): not found
}

func ExamplePath_Delete() {
	for path, v := range tree.Walk(saved()) {
		if v == variant.Variant(variant.Int(10)) {
			fmt.Println(path.Delete(saved()))
		}
	}
	// Output:
	// {"player": {"at": Vector2(1, 2)}, "tags": ["a", "b"]} <nil>
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

func ExampleEqualApprox() {
	sent, received := math.V2(0.1, 1e6), math.V2(float64(float32(0.1)), 1e6)
	fmt.Println(variant.Equal(sent, received))
	fmt.Println(tree.EqualApprox(sent, received, tree.Tolerance{}))
	fmt.Println(tree.EqualApprox(variant.Float(1), variant.Float(1.25),
		tree.Tolerance{Absolute: 0.5}))
	// Output:
	// false
	// true
	// true
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

func ExamplePatch_Apply() {
	before := saved()
	after, _ := tree.Set(before, "player.hp", variant.Int(7))
	patch, _ := tree.Diff(before, after, tree.DiffOptions{})
	fmt.Println(patch.Apply(before))
	_, err := patch.Apply(after)
	fmt.Println(err)
	// Output:
	// {"player": {"hp": 7, "at": Vector2(1, 2)}, "tags": ["a", "b"]} <nil>
	// godot: patch $["player"]["hp"] (Dictionary): not found: the old value is another one
}
