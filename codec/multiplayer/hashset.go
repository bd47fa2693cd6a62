package multiplayer

// A hashSet is a set in the order of the engine's HashSet. New items come last. When an item is
// removed, the last item takes its position.
type hashSet[T comparable] struct {
	items []T // items in order
	at    map[T]int
}

// has reports whether the set has an item.
func (s *hashSet[T]) has(item T) bool {
	_, ok := s.at[item]
	return ok
}

// add adds an item, unless the set has it.
func (s *hashSet[T]) add(item T) {
	if s.has(item) {
		return
	}
	if s.at == nil {
		s.at = map[T]int{}
	}
	s.at[item] = len(s.items)
	s.items = append(s.items, item)
}

// remove removes an item, if the set has it.
func (s *hashSet[T]) remove(item T) {
	i, ok := s.at[item]
	if !ok {
		return
	}

	last := len(s.items) - 1
	moved := s.items[last]
	s.items[i] = moved
	s.at[moved] = i
	delete(s.at, item)

	var none T
	s.items[last] = none // frees the item for the garbage collector
	s.items = s.items[:last]
}
