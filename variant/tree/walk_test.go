package tree_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestWalk: every part comes once, after the value that it is in, with a path that leads to it.
func TestWalk(t *testing.T) {
	v := variant.NewDictionary(
		pair(variant.NewArray(one), variant.NewArray(variant.Int(2), nil)),
		variant.KV("o", objects.NewObject("A",
			objects.Prop("p", variant.TypedArray{Items: []variant.Variant{null}}))),
		variant.KV("q", variant.PackedTypedArray{Items: []variant.Variant{one}}),
	)

	var paths []string
	for path, part := range tree.Walk(v) {
		paths = append(paths, fmt.Sprintf("%v %v", path, part))
	}

	assert.Equal(t, []string{
		"$ " + v.String(),
		"$[key 0] [1]", "$[key 0][0] 1", "$[[1]] [2, null]", "$[[1]][0] 2", "$[[1]][1] <nil>",
		`$[key 1] o`, `$["o"] ` + v.Pairs[1].Value.(objects.Object).String(), `$["o"].p [null]`,
		`$["o"].p[0] null`,
		`$[key 2] q`, `$["q"] [1]`, `$["q"][0] 1`,
	}, paths)

	for stop := range paths { // whoever has seen enough gets no more
		n := 0
		for range tree.Walk(v) {
			n++
			if n > stop {
				break
			}
		}

		assert.Equal(t, stop+1, n)
	}

	items := make([]variant.Variant, 1)
	items[0] = variant.Array{Items: items}

	n := 0
	for range tree.Walk(items[0]) {
		n++
	}

	assert.Equal(t, 1025, n, "a cycle is left at the depth that the wire allows")
}
