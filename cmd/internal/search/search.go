// Package search finds values by their keys, texts, types and numbers.
package search

import (
	"sort"
	"strings"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Search finds values in the order of the tree. Each call of Run tests some values.
type Search struct {
	query Query
	stack []level // containers around the next value
	begun bool
	Found []outline.Place
	More  int // number of found values that are not in Found, because there are more than mostFound
	Count int // number of values that were tested
	Ended bool

	edited func(path string) bool
	labels labels
}

// A level is a value whose parts are being searched.
type level struct {
	parts values.Parts
	next  int
}

// mostFound is the greatest number of places that a search keeps.
const mostFound = 200_000

// New returns a search. The function edited reports whether the value at a path has been edited.
func New(q Query, edited func(path string) bool) *Search {
	return &Search{query: q, edited: edited, labels: labels{}}
}

// Step is the greatest number of values that one call of Run looks at.
const Step = 1000

// Run tests the next values, at most Step.
func (s *Search) Run(root variant.Variant) {
	if !s.begun {
		s.begun = true
		s.look(nil, variant.Step{}, root)
		s.stack = []level{{parts: values.Of(root)}}
	}

	for range Step {
		last := len(s.stack) - 1
		if last < 0 {
			s.Ended = true
			return
		}

		top := &s.stack[last]
		if top.next == top.parts.N {
			s.stack = s.stack[:last]
			continue
		}

		part := top.parts.At(top.next)
		top.next++
		s.look(s.stack, part.Step, part.Value)

		if inner := values.Of(part.Value); inner.N > 0 {
			s.stack = append(s.stack, level{parts: inner})
		}
	}
}

// look tests one value. The argument levels has the containers around the value.
func (s *Search) look(levels []level, step variant.Step, v variant.Variant) {
	s.Count++
	if !s.query.matches(s.labels, step, v) {
		return
	}

	p := make(outline.Place, len(levels))
	for i := range levels {
		p[i] = levels[i].next - 1
	}

	if s.query.changed && !s.changed(p) {
		return
	}

	if len(s.Found) == mostFound {
		s.More++
		return
	}
	s.Found = append(s.Found, p)
}

// changed reports whether the value at a place has been edited.
func (s *Search) changed(p outline.Place) bool {
	path := make([]string, 0, len(p))
	for i := range p {
		level := s.stack[i]
		path = append(path, level.parts.At(p[i]).Step.String())
	}
	return s.edited("$" + strings.Join(path, ""))
}

// Has reports whether the search has found the value at a place.
func (s *Search) Has(p outline.Place) bool {
	if s == nil {
		return false
	}
	_, ok := s.Index(p)
	return ok
}

// Index returns the index of a place among the found places, or the index at which it would be
// inserted.
func (s *Search) Index(p outline.Place) (int, bool) {
	i := sort.Search(len(s.Found), func(i int) bool { return s.Found[i].Compare(p) >= 0 })
	return i, i < len(s.Found) && s.Found[i].Compare(p) == 0
}
