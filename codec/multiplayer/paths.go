package multiplayer

import "container/list"

// givenPaths has the numbers that a peer gave to nodes of this World, and the paths of these nodes.
// The numbers are the keys of the field numbers.
type givenPaths struct {
	numbers map[uint32]*givenPath
	by      map[string]map[uint32]bool // numbers of each path
	loose   list.List                  // numbers of removed nodes, in the order of removal
}

// A givenPath is the path to which a peer gave a number.
type givenPath struct {
	path  string
	loose *list.Element // place of the number in givenPaths.loose; nil if it is not in this list
}

// path returns the path to which the peer gave a number.
func (g *givenPaths) path(number uint32) (path string, ok bool) {
	if one := g.numbers[number]; one != nil {
		return one.path, true
	}
	return "", false
}

// give stores the path to which the peer gives a number. The path replaces an earlier path of the
// number.
func (g *givenPaths) give(number uint32, path string) {
	g.forget(number)
	if g.numbers == nil {
		g.numbers = map[uint32]*givenPath{}
		g.by = map[string]map[uint32]bool{}
	}
	if g.by[path] == nil {
		g.by[path] = map[uint32]bool{}
	}
	g.numbers[number] = &givenPath{path: path}
	g.by[path][number] = true
}

// forget forgets a number.
func (g *givenPaths) forget(number uint32) {
	one := g.numbers[number]
	if one == nil {
		return
	}

	if one.loose != nil {
		g.loose.Remove(one.loose)
	}
	delete(g.numbers, number)
	delete(g.by[one.path], number)
	if len(g.by[one.path]) == 0 {
		delete(g.by, one.path)
	}
}

// removed adds the numbers of a path to the list in the field loose, because the node of the path
// was removed.
func (g *givenPaths) removed(path string) {
	for number := range g.by[path] {
		if one := g.numbers[number]; one.loose == nil {
			one.loose = g.loose.PushBack(number)
		}
	}
}

// forgetRemoved forgets one number of a removed node: the number whose node was removed first. It
// skips the number if a node with the same path exists again. It reports whether it has forgotten a
// number.
func (g *givenPaths) forgetRemoved(there func(path string) bool) bool {
	for g.loose.Len() > 0 {
		number := g.loose.Remove(g.loose.Front()).(uint32)
		one := g.numbers[number]
		one.loose = nil
		if !there(one.path) {
			g.forget(number)
			return true
		}
	}
	return false
}

// passedPaths has the numbers that a client gave to nodes of other clients, and the paths of these
// nodes. Only a server with a filter stores them, and only those that the client has used last.
type passedPaths struct {
	numbers map[uint32]*list.Element
	used    list.List // items of type passedPath; the last item was used last
	dropped uint32    // greatest number that was forgotten, see the method add
}

// A passedPath is an item of the list passedPaths.used. It has the number that a client gave to a
// node, and the path of this node.
type passedPath struct {
	number uint32
	path   string
}

// path returns the path of the node with a number, and records that the number was used.
func (s *passedPaths) path(number uint32) (path string, ok bool) {
	at := s.numbers[number]
	if at == nil {
		return "", false
	}
	s.used.MoveToBack(at)
	return at.Value.(passedPath).path, true
}

// add stores a new number and its path. The argument limit is the greatest count of stored numbers.
// If this count is reached, add first forgets the least recently used number.
func (s *passedPaths) add(number uint32, path string, limit int) {
	for s.used.Len() >= limit {
		old := s.used.Remove(s.used.Front()).(passedPath)
		delete(s.numbers, old.number)
		s.dropped = max(s.dropped, old.number)
	}
	if s.numbers == nil {
		s.numbers = map[uint32]*list.Element{}
	}
	s.numbers[number] = s.used.PushBack(passedPath{number, path})
}
