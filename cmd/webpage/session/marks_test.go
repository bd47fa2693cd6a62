package session

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestRevertAll: each change can be taken back, in any order, after any edits. In the end all
// values have their old names and places.
func TestRevertAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))

	for range 300 {
		for _, value := range []string{
			`{"a": 1, "b": 2, "c": {"d": 3, "e": 4, "f": 5}, "g": 6, "h": 7}`,
			`{"list": [[1, 2, [3, 4]], [5, [6], 7], {"a": [8, 9], "b": 1}], "n": {"x": [1, 2]}}`,
		} {
			p := pageOfText(t, value)
			var done []string

			for range 1 + random.IntN(8) {
				edit := anyEdit(random, p.session.file.value)
				if _, _, fault := p.try("edit", edit, nil); fault == nil {
					done = append(done, edit)
				}
			}

			for range 100 { // a value may move twice, if all of its siblings have moved
				list := p.call("changes", `{}`)["changes"].([]any)
				if len(list) == 0 {
					break
				}
				c := list[random.IntN(len(list))].(object)
				revert := shown(object{"path": c["path"], "kind": c["kind"]})
				_, _, fault := p.try("revert", revert, nil)
				require.Nil(t, fault, "%v: %s", done, revert)
				done = append(done, revert)
			}

			require.Equal(t, value, p.text(), done)
		}
	}
}

// anyEdit returns the arguments of a random edit, which may be impossible.
func anyEdit(random *rand.Rand, root variant.Variant) string {
	var paths []string
	for path := range tree.Walk(root) {
		n := len(path)
		if n > 0 && path[n-1].Kind != variant.StepPairKey {
			paths = append(paths, slices.Clone(path).String())
		}
	}
	if len(paths) == 0 {
		paths = []string{"$"}
	}

	args := object{"path": paths[random.IntN(len(paths))], "at": 0, "to": random.IntN(3),
		"key": string(rune('p' + random.IntN(3))), "text": "7", "retype": true}
	args["op"] = []string{"insert", "move", "rename", "set", "remove", "remove"}[random.IntN(6)]
	return shown(args)
}
