// Package nearest finds the path that a user probably meant by a path that leads nowhere. It also
// finds keys that look like another key.
package nearest

import (
	"slices"
	"strings"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Path returns a remark about a path that leads nowhere in a value, such as "the nearest is hp".
// The argument root is this value. Path returns "" if there is nothing to remark, or if the path
// without its last step leads nowhere, too.
func Path(root variant.Variant, path variant.Path) string {
	if _, err := tree.Lookup(root, path); err == nil {
		return ""
	}

	before := path[:len(path)-1]
	last := path[len(path)-1]
	around, err := tree.Lookup(root, before)
	if err != nil {
		return ""
	}

	if last.Kind == variant.StepIndex {
		return items(around, before)
	}

	name := nameOf(last)
	if step, ok := similar(around, name, min(3, len(name)/3)); ok {
		return "the nearest is " + Text(child(before, step))
	}

	if there, ok := elsewhere(root, name); ok {
		return "there is " + Text(there)
	}

	return ""
}

// Key returns a key or property of a container whose name is almost equal to the name in the given
// step. The two names differ in upper and lower case, or in the characters between words. Long
// names may also differ in one letter.
func Key(around variant.Variant, last variant.Step) (variant.Step, bool) {
	name := nameOf(last)
	if len(name) < longName {
		return similar(around, name, 0)
	}
	return similar(around, name, 1)
}

// longName is a length in bytes. Two names of this length or more are rarely similar by chance.
const longName = 4

// items returns a remark that names the last item of an array, or says that the array is empty. For
// any other value it returns "".
func items(around variant.Variant, path variant.Path) string {
	c, ok := around.(variant.Container)
	if !ok {
		return ""
	}

	n := 0
	for step := range c.Parts() {
		if step.Kind != variant.StepIndex {
			return ""
		}
		n++
	}

	if n == 0 {
		return Text(path) + " has no items"
	}

	last := variant.Step{Kind: variant.StepIndex, Index: n - 1}
	return "the last item is " + Text(child(path, last))
}

// child returns the path of a part.
func child(path variant.Path, step variant.Step) variant.Path {
	return append(slices.Clip(path), step)
}

// similar returns the step to the part of a container whose name is most similar to a given name.
// The argument limit is the greatest number of letters in which the names may differ.
func similar(container variant.Variant, name string, limit int) (best variant.Step, found bool) {
	c, ok := container.(variant.Container)
	if !ok || name == "" {
		return best, false
	}

	for step := range c.Parts() {
		other := nameOf(step)
		if other == "" || other == name || step.Kind == variant.StepPairKey {
			continue
		}

		if n := distance(plain(name), plain(other)); n <= limit && !numbered(name, other) {
			best, found = step, true
			limit = n - 1
		}
	}

	return best, found
}

// plain returns a name in lower case without the characters between its words.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// numbered reports whether two names differ only in their digits, as slot1 and slot2 do.
func numbered(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, s)
	}

	return letters(a) == letters(b)
}

// distance returns the number of changes that turn a into b. A change adds, removes or replaces a
// letter, or swaps two neighbors.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > longest || len(y)-len(x) > longest {
		return longest
	}

	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range y {
		rows[0][j+1] = j + 1
	}

	for i := range x {
		for j := range y {
			cost := rows[i][j]
			if x[i] != y[j] {
				cost = 1 + min(cost, rows[i][j+1], rows[i+1][j])
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				cost = min(cost, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = cost
		}
	}

	return rows[len(x)][len(y)]
}

// longest is a distance that is too great for similar names.
const longest = 10

// elsewhere returns the shortest path from the root to a part with this name.
func elsewhere(root variant.Variant, name string) (best variant.Path, found bool) {
	if name == "" {
		return nil, false
	}

	for path := range tree.Walk(root) {
		n := len(path)
		if n == 0 || nameOf(path[n-1]) != name || path[n-1].Kind == variant.StepPairKey {
			continue
		}
		if !found || n < len(best) {
			best, found = slices.Clone(path), true
		}
	}

	return best, found
}
