package tree

import (
	"encoding/binary"
	"slices"
)

// A numbering gives numbers to the nodes of trees. Nodes with equal values have the same number. If
// anyKeyOrder is true, the order of keys does not matter at any depth. If anyItemOrder is true, the
// order of items does not matter at any depth.
type numbering struct {
	anyKeyOrder, anyItemOrder bool
	known                     map[string]int32 // numbers by the bytes that identify a node
	buf                       []byte
}

// of returns the numbers of nodes of t. The argument start is the index of the first node, and the
// argument count is the number of nodes.
func (n *numbering) of(t *tree, start, count int) []int {
	if t.numbers == nil {
		t.numbers = make([]int32, len(t.nodes))
	}

	out := make([]int, count)
	for i := range out {
		at := start + i
		if t.numbers[at] == 0 {
			t.numbers[at] = n.number(t, &t.nodes[at])
		}
		out[i] = int(t.numbers[at])
	}

	return out
}

// size returns a number that is greater than all numbers of the numbering.
func (n *numbering) size() int { return len(n.known) + 1 }

func (n *numbering) number(t *tree, x *node) int32 {
	if x.shape == shapeLeaf {
		return n.intern(append(append(n.buf[:0], byte(shapeLeaf)), t.bytesOf(x)...))
	}

	numbers := n.of(t, int(x.first), int(x.n))
	switch {
	case x.shape == shapeItems && n.anyItemOrder:
		slices.Sort(numbers)
	case x.shape != shapeItems && n.anyKeyOrder && !t.hasDuplicates(t.parts(x)):
		sortPairs(numbers)
	}

	b := append(append(n.buf[:0], byte(x.shape)), t.headOf(x)...)
	for _, number := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(number))
	}

	return n.intern(b)
}

// intern returns the number for the bytes b, which identify a node. The number is at least 1.
func (n *numbering) intern(b []byte) int32 {
	n.buf = b
	if n.known == nil {
		n.known = map[string]int32{}
	}

	number, ok := n.known[string(b)]
	if !ok {
		number = int32(len(n.known)) + 1
		n.known[string(b)] = number
	}

	return number
}

// sortPairs sorts the pairs of a container by the numbers of their keys. The list numbers has the
// number of each key, followed by the number of its value.
func sortPairs(numbers []int) {
	pairs := make([][2]int, len(numbers)/2)
	for i := range pairs {
		pairs[i] = [2]int{numbers[2*i], numbers[2*i+1]}
	}

	slices.SortFunc(pairs, func(p, q [2]int) int { return p[0] - q[0] })

	for i, p := range pairs {
		numbers[2*i] = p[0]
		numbers[2*i+1] = p[1]
	}
}

// hasDuplicates reports whether a key occurs twice in pairs.
func (t *tree) hasDuplicates(pairs []node) bool {
	keys := newKeyMap()
	for i := 0; i < len(pairs); i += 2 {
		if _, ok := keys.get(pairs[i].value); ok {
			return true
		}
		keys.set(pairs[i].value, i)
	}

	return false
}
