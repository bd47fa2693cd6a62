package tree

import (
	"slices"
)

// This file finds the common items of two lists of ints. Equal ints represent equal items.

// maxEdits bounds the search for the shortest list of changes between two lists. The time of the
// search is at most proportional to maxEdits times the length of the lists.
const maxEdits = 256

// A match pairs item i of one list with the equal item j of another list.
type match struct{ i, j int }

// align returns matches of equal items of a and b. Both indices rise from each match to the next.
// First align matches the items that occur once in each list and in the same order, in O(n log n).
// Between two of these matches it looks for as many other matches as possible.
func align(a, b []int) []match {
	var out []match
	last := match{}
	for _, m := range append(anchors(a, b), match{len(a), len(b)}) {
		out = shortest(out, a, b, last, m)
		if m.i < len(a) {
			out = append(out, m)
		}
		last = match{m.i + 1, m.j + 1}
	}

	return out
}

// anchors returns matches of items that occur once in each list. The items have the same order in
// both lists.
func anchors(a, b []int) []match {
	type count struct{ inA, inB, i, j int }
	counts := map[int]*count{}
	for i, x := range a {
		c := counts[x]
		if c == nil {
			c = new(count)
			counts[x] = c
		}

		c.inA++
		c.i = i
	}

	for j, x := range b {
		if c := counts[x]; c != nil {
			c.inB++
			c.j = j
		}
	}

	var once []match
	var positions []int // positions in b
	for i, x := range a {
		if c := counts[x]; c.inA == 1 && c.inB == 1 {
			once = append(once, match{i, c.j})
			positions = append(positions, c.j)
		}
	}

	var out []match
	for _, k := range ascending(positions) {
		out = append(out, once[k])
	}

	return out
}

// ascending returns the indices of a longest ascending subsequence of xs.
func ascending(xs []int) []int {
	// tails[n] is the index of the smallest item that ends an ascending subsequence of n+1 items.
	var tails []int
	before := make([]int, len(xs))
	for i, x := range xs {
		n, _ := slices.BinarySearchFunc(tails, x, func(k, x int) int { return xs[k] - x })
		if n == len(tails) {
			tails = append(tails, i)
		}

		tails[n] = i
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
	}

	if len(tails) == 0 {
		return nil
	}

	out := make([]int, len(tails))
	i := tails[len(tails)-1]
	for n := len(tails) - 1; n >= 0; n-- {
		out[n] = i
		i = before[i]
	}

	return out
}

// shortest appends matches of items of a and b to out. It looks only at the items from.i to to.i-1
// of a, and at the items from.j to to.j-1 of b. First it matches equal items at the beginning and
// at the end of these ranges. The function between finds the matches of the items in the middle.
func shortest(out []match, a, b []int, from, to match) []match {
	for from.i < to.i && from.j < to.j && a[from.i] == b[from.j] {
		out = append(out, from)
		from = match{from.i + 1, from.j + 1}
	}

	end := to
	for from.i < end.i && from.j < end.j && a[end.i-1] == b[end.j-1] {
		end = match{end.i - 1, end.j - 1}
	}

	out = append(out, between(a[from.i:end.i], b[from.j:end.j], from)...)
	for ; end != to; end = (match{end.i + 1, end.j + 1}) {
		out = append(out, end)
	}

	return out
}

// between returns as many matches of a and b as possible, or none if more than maxEdits items
// differ. The slices a and b are parts of two longer lists, in which they begin at the indices
// from.i and from.j. The matches have indices in the longer lists. The algorithm is Myers' O(ND)
// algorithm: diagonal k has the pairs of indices with i - j = k. For each diagonal, the array
// furthest has the greatest i that d differences reach.
func between(a, b []int, from match) []match {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}

	const middle = maxEdits + 1
	var furthest [2*middle + 1]int

	// steps[d] is a copy of the diagonals from -d-1 to d+1 of the array furthest, as they are
	// before round d of the loop. The function trace follows the path back with these copies.
	var steps [][]int
	for d := range min(maxEdits, len(a)+len(b)) + 1 {
		steps = append(steps, slices.Clone(furthest[middle-d-1:middle+d+2]))
		for k := -d; k <= d; k += 2 {
			i := start(furthest[middle-d-1:], d, k)
			for i < len(a) && i-k >= 0 && i-k < len(b) && a[i] == b[i-k] {
				i++
			}

			furthest[middle+k] = i
			if k == len(a)-len(b) && i >= len(a) {
				return trace(steps, len(a), len(b), from)
			}
		}
	}

	return nil
}

// start returns the greatest index i that d differences reach on diagonal k, without the equal
// items that follow the last difference. The element furthest[0] is of diagonal -d-1.
func start(furthest []int, d, k int) int {
	if down := furthest[d+1+k+1]; k == -d || k < d && furthest[d+1+k-1] < down {
		return down
	}
	return furthest[d+1+k-1] + 1
}

// trace returns the matches on the path that the function between has found. The path ends at the
// indices i and j.
func trace(steps [][]int, i, j int, from match) []match {
	var out []match
	for d := len(steps) - 1; d >= 0; d-- {
		k := i - j
		for first := start(steps[d], d, k); i > first; {
			i--
			j--
			out = append(out, match{from.i + i, from.j + j})
		}

		if k == -d || k < d && steps[d][d+1+k-1] < steps[d][d+1+k+1] {
			j--
		} else {
			i--
		}
	}

	slices.Reverse(out)
	return out
}
