package packets

import (
	"encoding/binary"
	"errors"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Reset makes s a Scanner of the packet at the start of b.
func (s *Scanner) Reset(f *forms.Format, b []byte) {
	s.release()
	s.r = wire.NewReader(f, b, &wire.Reading{Validate: true})
	s.format, s.whole = f, b

	s.kind, s.form, s.start, s.end = TokenNone, nil, 0, 0
	s.open, s.scopes = s.open[:0], s.scopes[:0]
	s.begun, s.repeat, s.inName, s.err = false, -1, false, nil
}

func (s *Scanner) release() {
	if s.r != nil {
		s.r.Release()
		s.r = nil
	}
}

// Next moves to the next token. It returns false at the end and after an error.
func (s *Scanner) Next() bool {
	if s.kind == TokenOpen && !s.enter() {
		return false
	}

	last := len(s.open) - 1
	switch {
	case s.r == nil:
		return false
	case last < 0:
		return s.outermost()
	}

	c := &s.open[last]
	if c.left == 0 {
		s.leave(c)
		return true
	}

	switch {
	case c.parts == items:

	case c.parts == properties:
		if s.kind != TokenName {
			return s.name(c)
		}
		if s.r.TooDeep() {
			return s.stop()
		}

	case c.left&1 == 0:
		c.key = s.r.Offset()
		if s.strict() && s.scopes[last].whole {
			s.findRepeat(c, s.scopes[last].keys)
		}

	case c.key == s.repeat:
		s.r.FailValue(c.key, dialect.TypeNil, variant.ErrDuplicateKey)
		return s.stop()
	}

	want := c.want
	c.want, c.or = c.or, want
	c.left--
	c.index++
	s.r.Reserve(-forms.MinPacket)

	return s.value(want)
}

// outermost reads the value of the packet. At the end of the value it returns false.
func (s *Scanner) outermost() bool {
	if !s.begun {
		s.begun = true
		return s.value(dialect.TypeNil)
	}

	s.kind = TokenNone
	s.form = nil
	s.start = s.end
	s.release()
	return false
}

// value reads a value. The argument elem is the element type of the container around the value. If
// the value is itself a container, it is read up to its first part.
func (s *Scanner) value(elem dialect.Type) bool {
	r := s.r
	start := r.Offset()
	s.start = start

	f, word := r.MatchHeader(elem)
	if f == nil {
		f, word = r.ReadHeader(elem)
		if f == nil {
			return s.fail(s.formAtFault(start))
		}
	}

	s.form = f
	s.kind = TokenValue
	switch {
	case f.Kind <= forms.LastFixed:
		r.Skip(int(f.Size))

	case f.Kind <= forms.LastText:
		r.Skip(8)
		r.TextOf(start+forms.MinPacket, uint32(word>>32))
	default:
		s.payload(f, uint32(word)&f.Flags)
	}

	if r.Failed() {
		r.FailPacket(f, start, nil)
		return s.fail(f)
	}

	s.end = r.Offset()
	return true
}

// formAtFault returns the form of an invalid value, or nil if the header of the value is not valid.
func (s *Scanner) formAtFault(start int) *forms.Form {
	if s.r.Fault().Offset <= start {
		return nil
	}
	return s.formAt(start)
}

// formAt returns the form of the value at an offset. The header of the value must be valid.
func (s *Scanner) formAt(start int) *forms.Form {
	head := binary.LittleEndian.Uint32(s.whole[start:])
	id := head & s.format.IDMask
	if f := &s.format.Forms[id]; head&f.Flags&dialect.Flag64 == 0 {
		return f
	}
	return &s.format.Forms[256+id]
}

// payload reads a payload of variable length. It is not used for types whose payload is one text.
func (s *Scanner) payload(f *forms.Form, flags uint32) {
	s.reserved = s.r.Reserved()
	switch {
	case f.Kind == forms.KindArray:
		s.array(flags)
	case f.Kind == forms.KindDictionary:
		s.dictionary(flags)

	case f.Kind == forms.KindForeign:
		s.validate()
	case f.Type == dialect.TypeTypedArray, f.Type == dialect.TypePackedTypedArray:
		s.typedArray(flags)
	case f.Type == dialect.TypeObject && s.format.FullObjects && flags&dialect.Flag64 == 0:
		s.object()

	default:
		s.validate()
	}
}

// array reads an Array up to its first item.
func (s *Scanner) array(flags uint32) {
	var elem dialect.Type
	s.r.Skip(forms.MinPacket)
	if flags != 0 {
		elem = s.r.PartType(flags >> forms.FlagElem)
	}

	n, _ := s.r.CountShared(forms.MinPacket)
	s.opens(items, n, elem, elem)
}

// dictionary reads a Dictionary up to its first key.
func (s *Scanner) dictionary(flags uint32) {
	var keys, values dialect.Type
	s.r.Skip(forms.MinPacket)
	if flags != 0 {
		keys = s.r.PartType(flags >> forms.FlagKey)
		values = s.r.PartType(flags >> forms.FlagValue)
	}

	n, _ := s.r.CountShared(2 * forms.MinPacket)
	s.opens(pairs, n, keys, values)
}

// typedArray reads a TypedArray or a PackedTypedArray up to its first item.
func (s *Scanner) typedArray(flags uint32) {
	s.r.Enter() // depth for the class
	s.r.Skip(forms.MinPacket)
	elem, _ := s.r.TypedElement(flags)
	n, _ := s.r.CountShared(forms.MinPacket)
	s.r.Leave()
	s.opens(items, n, elem, elem)
}

// object reads an Object up to the name of its first property. The object is null if it has no
// class.
func (s *Scanner) object() {
	s.r.Skip(forms.MinPacket)
	if _, named := s.r.ClassName(); !named {
		return
	}

	n := s.r.CountParts(2 * forms.MinPacket)
	s.opens(properties, n, dialect.TypeNil, dialect.TypeNil)
}

// opens makes the beginning of a container the current token. The container has n parts. The
// argument evenType is the element type of the values 0, 2, 4 …, and oddType is the element type of
// the values 1, 3, 5 ….
func (s *Scanner) opens(p parts, n int, evenType, oddType dialect.Type) {
	s.kind = TokenOpen
	s.count = n

	c := &s.next // assigning a literal would copy the whole container
	c.head = s.start
	c.parts, c.left, c.index = p, n, -1
	c.want, c.or = evenType, oddType

	if p == pairs {
		c.left = 2 * n
	}
}

// enter adds the container that the current token begins to s.open. Its parts are read next.
func (s *Scanner) enter() bool {
	c, r := &s.next, s.r
	r.Enter()
	r.Reserve(c.left * forms.MinPacket)
	if c.parts == properties {
		r.Reserve(c.left * forms.MinPacket) // bytes for the names
	}

	if s.strict() {
		s.openScope(c)
	}

	s.open = append(s.open, *c)
	if c.parts != properties && s.count > 0 && r.TooDeep() {
		s.open[len(s.open)-1].index = 0
		return s.stop()
	}

	return true
}

// leave ends the innermost container c. The end of c becomes the current token.
func (s *Scanner) leave(c *container) {
	if s.strict() {
		s.closeScope(c)
	}

	s.r.Leave()
	s.kind = TokenClose
	s.start, s.end = c.head, s.r.Offset()
	s.form = s.formAt(c.head)
	s.open = s.open[:len(s.open)-1]
}

// name reads the name of a property.
func (s *Scanner) name(c *container) bool {
	r := s.r
	r.Reserve(-forms.MinPacket)
	c.key = r.Offset()

	if s.strict() {
		s.scopes[len(s.scopes)-1].names.Read()
	} else {
		r.TextBytes()
	}

	s.kind = TokenName
	s.form = nil
	s.start = c.key

	if r.Failed() {
		c.index++
		if !errors.Is(r.Err(), variant.ErrDuplicateKey) {
			c.key = len(s.whole) // so that the path has "" in place of the invalid name
		}

		s.inName = true
		return s.fail(nil)
	}

	s.end = r.Offset()
	return true
}

// validate reads the whole value of the token.
func (s *Scanner) validate() {
	s.r.Seek(s.start)
	value(s.r)
}

// build builds the value of the token and moves to the end of the value. After an error it returns
// nil, and s.r is the Reader that has the error. The path of this error has the keys of
// dictionaries. The path of an error in a validation does not have them.
func (s *Scanner) build() variant.Variant {
	in := s.reader(s.start, s.reserved, false)
	v := value(in)

	if in.Failed() {
		s.r.Release()
		s.r = in
		return nil
	}

	s.r.Seek(in.Offset())
	in.Release()
	return v
}

// fail completes the error of the Reader. The invalid value has the form f. If its header is not
// valid, f is nil.
func (s *Scanner) fail(f *forms.Form) bool {
	s.kind = TokenNone
	s.form = f
	s.end = s.r.Offset()

	for i := len(s.open) - 1; i >= 0; i-- {
		step := wireStep(s.Step(i))
		step.Index = s.open[i].position()
		s.r.Step(step)
		s.r.Leave()
	}

	s.err = errOf(s.r)
	s.release()
	return false
}

// stop does the same as fail for an error between two tokens.
func (s *Scanner) stop() bool {
	s.start = s.r.Offset()
	return s.fail(nil)
}

func wireStep(s variant.Step) wire.Step {
	return wire.Step{Kind: wire.StepKind(s.Kind), Index: s.Index, Key: s.Key, Name: s.Name}
}

// Skip moves from the beginning of a container to its end, and stays at other tokens.
func (s *Scanner) Skip() bool {
	if s.kind != TokenOpen {
		return s.err == nil
	}

	s.validate()
	if s.r.Failed() {
		s.explain()
		return s.fail(s.form)
	}

	s.closes()
	return true
}

// explain decodes the container, because only a decoding has the keys of dictionaries for the path
// of the error. If the container can be decoded, the error stays.
func (s *Scanner) explain() { s.build() }

// closes moves to the end of the container that was read. This end becomes the current token.
func (s *Scanner) closes() {
	s.kind = TokenClose
	s.end = s.r.Offset()
}

// Value returns the value of the token. If the token is the beginning of a container, Value moves
// to its end.
func (s *Scanner) Value() (variant.Variant, error) {
	switch s.kind {
	case TokenValue, TokenClose:
		return s.valueAt(s.start)

	case TokenOpen:
		v := s.build()
		if s.r.Failed() {
			s.fail(s.form)
			return nil, s.err
		}

		s.closes()
		return v, nil
	}

	return nil, s.err
}
