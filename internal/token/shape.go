package token

import "strings"

// Limits of Shapes. Storing keys takes time, which is wasted if no other dictionary has these keys.
const (
	maxShapeKeys = 32
	maxShapeText = 64
	maxShapes    = 8
)

// Shapes has the keys that a parser expects, for each depth of dictionaries. Dictionaries next to
// each other often have the same keys in the same order. The parser reads an expected key with one
// comparison. It does not have to look for repeated keys, because the keys of a Shape are all
// different.
type Shapes[K any] [maxShapes]Shape[K]

// At returns the Shape for dictionaries at a depth. The least depth is 0. If the Shapes have no
// Shape for the depth, At returns nil.
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

// A shapeKey is a key and its source, the text from which the key was read. The source ends with a
// quote.
type shapeKey[K any] struct {
	source, text string
	key          K
}

// Next reads key number i of the Shape and returns it. If the next text is different, Next returns
// false, and reads nothing but space.
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

// Learn stores a key as key number i of the Shape, and removes all keys from number i on. Call it
// if Next has returned false. The source of the key is the text from the offset start to the
// cursor. The argument text is the key without quotes and escapes. Learn returns false, and does
// not store the key, in three cases: the key is long, it equals an earlier key, or the Shape does
// not have all earlier keys.
func (s *Shape[K]) Learn(r *Reader, i, start int, key K, text string) bool {
	if s == nil || i > len(s.keys) {
		return false
	}

	s.keys = s.keys[:i]
	source := r.text[start:r.pos]

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
