package packets

import (
	"errors"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// strict reports whether repeated keys and names are an error.
func (s *Scanner) strict() bool { return s.format.Mode == forms.Strict }

// openScope adds a scope for the container c to s.scopes. It is called before c is added to s.open.
func (s *Scanner) openScope(c *container) {
	last := len(s.open) - 1
	inKey := last >= 0 && (s.IsKey() || !s.scopes[last].whole)

	x := scope{whole: !inKey}
	switch {
	case c.parts == properties:
		x.names = s.r.PropertyNames(s.count)
	case c.parts == pairs && x.whole:
		x.keys = s.r.Keys().Open(s.count)
	}

	s.scopes = append(s.scopes, x)
}

// closeScope removes the scope of the innermost container c.
func (s *Scanner) closeScope(c *container) {
	last := len(s.scopes) - 1
	x := s.scopes[last]
	s.scopes = s.scopes[:last]

	switch {
	case c.parts == properties:
		x.names.Close()
	case c.parts == pairs && x.whole:
		s.r.Keys().Close(x.keys)
	}
}

// findRepeat validates the whole next key. If this key, or a key inside it, repeats an earlier key,
// findRepeat stores the offset of the repeated key. It ignores other errors, because they are found
// again when the tokens of the key are read. The argument scope has the earlier keys.
func (s *Scanner) findRepeat(c *container, scope wire.KeyScope) {
	r := s.reader(c.key, s.r.Reserved()-forms.MinPacket, true)
	defer r.Release()

	r.BeginKey()
	value(r)
	switch {
	case errors.Is(r.Err(), variant.ErrDuplicateKey):
		s.repeat = r.Fault().Offset
		return
	case r.Failed():
		return
	}

	keys, hash := s.r.Keys(), r.PartHash()
	same := func(int) bool { return s.repeats(c.key) }
	if keys.Find(scope, hash, same) >= 0 {
		s.repeat = c.key
		return
	}

	keys.Add(scope, hash, c.key)
}

// repeats reports whether the key at an offset repeats an earlier key. The hash of the key equals
// the hash of an earlier key, so the result is almost always true.
func (s *Scanner) repeats(key int) bool {
	var e *variant.Error
	_, err := Valid(s.format, s.whole, First)
	return errors.As(err, &e) && e.Offset == key
}
