package token

import "slices"

// A Stack collects the parts of nested lists. The parts of an inner list are on top of the parts of
// the lists around it, so that all lists grow in the same memory.
type Stack[T any] struct{ parts []T }

// Len returns the number of parts on the stack.
func (s *Stack[T]) Len() int { return len(s.parts) }

// Push adds a part.
func (s *Stack[T]) Push(part T) {
	if s.parts == nil {
		s.parts = make([]T, 0, 8)
	}
	s.parts = append(s.parts, part)
}

// Pop removes the parts whose index is at least start, and returns them in new memory. It returns
// nil if there are no such parts.
func (s *Stack[T]) Pop(start int) []T {
	top := s.parts[start:]
	if len(top) == 0 {
		return nil
	}

	list := slices.Clone(top)

	clear(top)
	s.parts = s.parts[:start]

	return list
}

// Reset removes all parts. It keeps the memory for up to 1024 parts.
func (s *Stack[T]) Reset() {
	const most = 1 << 10
	if cap(s.parts) > most {
		s.parts = nil
		return
	}

	clear(s.parts)
	s.parts = s.parts[:0]
}
