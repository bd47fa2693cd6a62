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
// A pattern is a path as in [Lookup], with two wildcards. [*] or .* is any step to a part, as [Parts]
// yields them: every item, every value of a dictionary, every property, component or element. [**]
// or .** is any number of steps into arrays, dictionaries and objects, also none, so "**.hp" has
// every hp at any depth, and "**" alone is v and all values in it. In quotes a star is no wildcard:
// ."*". A part that a step does not find is left out; a pattern that finds nothing yields nothing.
//
// The values come in the order of [Walk], each once. Their paths are those of Walk, and valid until
// the next step of the iteration; to keep one, use slices.Clone. Keys of dictionaries do not match.
// Match has the bounds of Walk: it skips values deeper than 1024, and ends after 67,108,864 values.
//
// The error is an [*variant.Error] of kind [variant.ErrSyntax], for text that is not a pattern.
func Match(v variant.Variant, pattern string) (iter.Seq2[variant.Path, variant.Variant], error) {
	p, err := parsePattern(pattern)
	if err != nil {
		return nil, err
	}

	return func(yield func(variant.Path, variant.Variant) bool) {
		m := matcher{pattern: p, path: make(variant.Path, 0, 8), left: maxWalk, yield: yield}
		m.match(v, m.enter(nil, 0))
	}, nil
}

// A matcher walks through a value and keeps, for the path to each value, the places in the pattern
// that the path may have reached: the numbers of the steps that come next.
type matcher struct {
	pattern pattern
	path    variant.Path
	left    int // values that may still be visited
	yield   func(variant.Path, variant.Variant) bool
}

// enter adds the place to places, and the places that follow it without a step.
func (m *matcher) enter(places []int, place int) []int {
	if slices.Contains(places, place) {
		return places
	}

	places = append(places, place)
	if place < len(m.pattern) && m.pattern[place].wildcard == anyDepth {
		places = m.enter(places, place+1)
	}

	return places
}

// match yields v, if its path matches, and what matches in v. It returns false to end the walk.
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

	s := m.searchOf(v, places)
	if s.end == 0 {
		return true
	}

	i := 0
	for step, part := range Parts(v) {
		next := m.after(s, i)
		if len(next) > 0 && !m.part(step, part, next) {
			return false
		}

		i++
		if i == s.end {
			break
		}
	}

	return true
}

// part matches the part at a step. All paths use the same memory.
func (m *matcher) part(s variant.Step, v variant.Variant, places []int) bool {
	m.path = append(m.path, s)
	more := m.match(v, places)
	m.path = m.path[:len(m.path)-1]
	return more
}

// A search says which parts of a value lead on from places in the pattern.
type search struct {
	places  []int
	numbers []int // for each place the number of the only part that leads on, allParts or noPart
	end     int   // number of parts to look at, -1 for all
}

const (
	noPart   = -1
	allParts = -2
)

// searchOf returns which parts of v lead on.
func (m *matcher) searchOf(v variant.Variant, places []int) search {
	s := search{places: places, numbers: make([]int, len(places))}
	for i, place := range places {
		n := m.number(v, place)
		s.numbers[i] = n

		switch {
		case n == allParts:
			s.end = -1
		case s.end >= 0:
			s.end = max(s.end, n+1)
		}
	}

	return s
}

// number returns the number of the part of v that the step at a place leads to, allParts or noPart.
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

// after returns the places in the pattern that part number i leads to.
func (m *matcher) after(s search, i int) (next []int) {
	for k, place := range s.places {
		switch {
		case s.numbers[k] != allParts && s.numbers[k] != i:
		case m.pattern[place].wildcard == anyDepth:
			next = m.enter(next, place)
		default:
			next = m.enter(next, place+1)
		}
	}
	return next
}
