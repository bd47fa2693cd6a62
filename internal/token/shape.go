package token

import "strings"

// The limits of a Shape. They bound the time for keys that come only once.
const (
	maxShapeKeys = 32
	maxShapeText = 64
	maxShapes    = 8
)

// Shapes has the keys that a parser expects, by the depth of the dictionary. Dictionaries next to
// each other often have the same keys in the same order. Such keys are read with one comparison,
// and are known to differ from each other.
type Shapes[K any] [maxShapes]Shape[K]

// At returns the Shape for dictionaries at a depth from 0, or nil for a greater depth.
func (s *Shapes[K]) At(depth int) *Shape[K] {
	if depth < 0 || depth >= len(s) {
		return nil
	}
	return &s[depth]
}

// A Shape has the first keys of a dictionary in their order. Each key is a quoted text. No two keys
// are equal. A nil Shape has no keys.
type Shape[K any] struct {
	keys []shapeKey[K]
}

// A shapeKey is a key with the text that was read, which ends with a quote, and with the meaning of
// this text.
type shapeKey[K any] struct {
	source, text string
	key          K
}

// Next reads key number i of the Shape and returns it. It returns false, and reads nothing but
// space, if something else is next.
func (s *Shape[K]) Next(r *Reader, i int) (key K, ok bool) {
	if s == nil || i >= len(s.keys) || r.Peek() == 0 {
		return key, false
	}

	known := &s.keys[i]
	if !strings.HasPrefix(r.text[r.pos:], known.source) {
		return key, false
	}

	r.pos += len(known.source)
	return known.key, true
}

// Learn stores a key as key number i of the Shape, in place of the keys from i on. The key is a
// quoted text that was read from offset at to the cursor, and stands for text. Call it when Next
// has not read the key. Learn does not store a long key, a key that equals an earlier one, and a key
// whose earlier keys the Shape does not have. Then it returns false.
func (s *Shape[K]) Learn(r *Reader, i, at int, key K, text string) bool {
	if s == nil || i > len(s.keys) {
		return false
	}

	s.keys = s.keys[:i]
	source := r.text[at:r.pos]

	if i >= maxShapeKeys || len(source) > maxShapeText {
		return false
	}

	for _, known := range s.keys {
		if known.text == text {
			return false
		}
	}

	if s.keys == nil {
		s.keys = make([]shapeKey[K], 0, 8)
	}

	s.keys = append(s.keys, shapeKey[K]{source, text, key})
	return true
}

// Forget removes the keys from i on. Call it when key number i is not a quoted text.
func (s *Shape[K]) Forget(i int) {
	if s != nil && i < len(s.keys) {
		s.keys = s.keys[:i]
	}
}

// Reset removes all keys, and keeps the memory for them.
func (s *Shapes[K]) Reset() {
	for i := range s {
		if keys := s[i].keys; keys != nil {
			clear(keys[:cap(keys)])
			s[i].keys = keys[:0]
		}
	}
}
