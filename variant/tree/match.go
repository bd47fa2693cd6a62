package tree

import (
	"iter"
	"slices"

	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Match yields the values in v whose paths match a pattern, with these paths:
//
//	for path, id := range must(tree.Match(save, "player.bag[*].id")) { … }
//	for path, hp := range must(tree.Match(save, "**.hp")) { … }
//
// A pattern is a path as in [Lookup], with two wildcards. [*] or .* is any step to a part, as
// [Parts] yields them: every item, every value of a dictionary, every property, component or
// element. [**] or .** is any number of steps into arrays, dictionaries and objects, or no step. So
// "**.hp" matches every hp at any depth, and "**" alone matches v and all values in it. In quotes a
// star is not a wildcard: ."*". If a step finds no part in a value, that value is skipped. So Match
// may yield nothing.
//
// Match yields the values in the order of [Walk], each once, with the same paths as Walk. A path is
// valid until the next step of the iteration. To keep a path, use slices.Clone. Keys of
// dictionaries do not match. Match has the bounds of Walk: it skips values deeper than 1024, and
// ends after 67,108,864 values.
//
// The error is an [*variant.Error] of kind [variant.ErrSyntax], for text that is not a pattern.
func Match(v variant.Variant, pattern string) (iter.Seq2[variant.Path, variant.Variant], error) {
	p, err := parsePattern(pattern)
	if err != nil {
		return nil, err
	}

	return func(yield func(variant.Path, variant.Variant) bool) {
		m := matcher{pattern: p, path: make(variant.Path, 0, 8), left: maxWalk, yield: yield}
		m.enter(0, 0)
		m.match(v, m.memory)
	}, nil
}

// A matcher walks through a value. A place is an index in the pattern: the steps before the index
// match the path to a value. A path can have several places, because [**] stands for any number of
// steps. The matcher keeps all of them.
type matcher struct {
	pattern pattern
	path    variant.Path
	left    int // number of values that may still be visited
	yield   func(variant.Path, variant.Variant) bool

	// memory is a stack. For each container around the visited value, and then for the visited
	// value, it has the places and the results of the method numbers.
	memory []int
}

// enter adds a place to the list memory[first:]. It also adds the places that can be reached from
// this place without a step. It adds each place only once.
func (m *matcher) enter(first, place int) {
	if slices.Contains(m.memory[first:], place) {
		return
	}

	m.memory = append(m.memory, place)
	if place < len(m.pattern) && m.pattern[place].wildcard == anyDepth {
		m.enter(first, place+1)
	}
}

// match yields v, if its path matches, and all values in v that match. It returns false to end the
// walk.
func (m *matcher) match(v variant.Variant, places []int) bool {
	m.left--
	if m.left < 0 {
		return false
	}

	if slices.Contains(places, len(m.pattern)) && !m.yield(m.path, v) {
		return false
	}
	if len(m.path) >= forms.MaxDepth {
		return true
	}

	first := len(m.memory)
	more := m.parts(v, places)
	m.memory = m.memory[:first]
	return more
}

// parts matches the parts of v.
func (m *matcher) parts(v variant.Variant, places []int) bool {
	numbers, limit := m.numbers(v, places)
	if limit == 0 {
		return true
	}

	i := 0
	for step, part := range Parts(v) {
		first := len(m.memory)
		m.advance(places, numbers, i)

		if next := m.memory[first:]; len(next) > 0 && !m.part(step, part, next) {
			return false
		}

		m.memory = m.memory[:first]
		i++
		if i == limit {
			break
		}
	}

	return true
}

// part matches the part at a step. All paths share the memory of m.path.
func (m *matcher) part(s variant.Step, v variant.Variant, places []int) bool {
	m.path = append(m.path, s)
	more := m.match(v, places)
	m.path = m.path[:len(m.path)-1]
	return more
}

// These constants are used instead of the index of a part.
const (
	noPart   = -1
	allParts = -2
)

// numbers calls the method number for each place, and returns the results. The result limit is the
// index after the last part that has to be visited, or -1 if all parts have to be visited.
func (m *matcher) numbers(v variant.Variant, places []int) (numbers []int, limit int) {
	first := len(m.memory)
	for _, place := range places {
		n := m.number(v, place)
		m.memory = append(m.memory, n)

		switch {
		case n == allParts:
			limit = -1
		case limit >= 0:
			limit = max(limit, n+1)
		}
	}

	return m.memory[first:], limit
}

// number returns the index of the part of v to which the step at a place leads, or allParts or
// noPart.
func (m *matcher) number(v variant.Variant, place int) int {
	if place == len(m.pattern) {
		return noPart
	}

	switch step := m.pattern[place]; step.wildcard {
	case anyStep:
		return allParts
	case anyDepth:
		if _, ok := v.(variant.Container); ok {
			return allParts
		}
		return noPart
	default:
		return numberOf(step.step, v)
	}
}

// advance adds the places of the part with index i to memory. The argument places has the places of
// the container, and the argument numbers has the results of the method numbers for these places.
func (m *matcher) advance(places, numbers []int, i int) {
	first := len(m.memory)
	for k, place := range places {
		switch {
		case numbers[k] != allParts && numbers[k] != i:
		case m.pattern[place].wildcard == anyDepth:
			m.enter(first, place)
		default:
			m.enter(first, place+1)
		}
	}
}
