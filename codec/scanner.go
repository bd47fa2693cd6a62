package codec

import (
	"bytes"
	"encoding/binary"
	"math"

	"godotvariant/codec/internal/packets"
	"godotvariant/variant"
)

// A Scanner reads a packet in place, token by token. It builds only the values that the program
// asks for, and allocates no memory for a token. It is for programs that print, search, index, cut
// or check packets of any length.
//
// # Tokens
//
// A container is two tokens, [TokenOpen] and [TokenClose], with the tokens of its parts between
// them: the items of an array, each key and its value for a Dictionary, the name and the value of
// each property for a full object. Any other value is one token, a [TokenValue]. These are the
// tokens of the packet of {"hp": 10, "at": [1.5]}, and the fields of each:
//
//	Kind   Type        Offset  End  Depth  Fields
//	Open   Dictionary       0    8      0  Header 0:4, Count 4:8
//	Value  String           8   20      1  Header 8:12, Count 12:16, Text 16:18, Padding 18:20
//	Value  int             20   28      1  Header 20:24, Numbers 24:28
//	Value  String          28   40      1  Header 28:32, Count 32:36, Text 36:38, Padding 38:40
//	Open   Array           40   48      1  Header 40:44, Count 44:48
//	Value  float           48   56      2  Header 48:52, Numbers 52:56
//	Close  Array           40   56      1
//	Close  Dictionary       0   56      0
//
// A loop over all tokens:
//
//	s := codec.NewScanner(packet, c)
//	for s.Next() {
//		fmt.Println(s.Kind(), s.Type(), s.Offset(), s.End(), s.Depth(), s.Path())
//	}
//	err := s.Err()
//
// The tokens and the fields do not depend on build tags or the machine.
//
// # Skipping and building
//
// At a TokenOpen, Skip, Value and Raw read the whole container and move to its TokenClose. The next
// call of Next continues after the container. So if a program needs only one key, it reads the
// other keys at the speed of [Codec.Valid]:
//
//	s.Next() // the Dictionary
//	for s.Next() && s.Depth() > 0 {
//		if s.IsKey() && string(s.Text()) == "to" {
//			s.Next()
//			to, _ = s.Int()
//		}
//		s.Skip()
//	}
//
// Bool, Int, Float, Text, Bytes, AppendInts and AppendFloats read a token without building a value.
//
// # Errors
//
// A Scanner checks what [Codec.DecodeFirst] checks, in the mode and with the limits of the codec,
// and ends with the same error. The only difference is that the error has no hint at another
// dialect. The tokens before the error are valid. After the error there is no token, but the
// methods describe the invalid value:
//
//	Type       its type; variant.TypeNil if its header is not valid
//	Offset     its first byte
//	End        the byte after the last one that was read
//	Fields     its fields that were read
//	Depth      the number of containers that are open
//	Path       the path to it
//
// If a part of a container is invalid, Next returns the tokens before it. Skip, Value and Raw end
// at once.
//
// In strict mode the error of a repeated key comes after the tokens of the key. Bytes after the
// packet are not an error. They begin at the offset End, after Next has returned false without an
// error.
//
// The packet must not change while it is scanned. The zero Scanner has no tokens; Reset gives it a
// packet. A Scanner is not safe for concurrent use, and must not be copied.
type Scanner struct {
	_     noCopy
	in    packets.Scanner
	codec *Codec
}

// noCopy makes go vet report copies of a struct that has it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// A TokenKind is the kind of a token of a [Scanner].
type TokenKind uint8

const (
	// TokenNone means that there is no token: before the first call of Next, at the end of the
	// packet, and after an error.
	TokenNone = TokenKind(packets.TokenNone)
	// TokenValue is a value without parts.
	TokenValue = TokenKind(packets.TokenValue)
	// TokenOpen is the beginning of a container: its header, its element types and its count.
	// Containers are Array, Dictionary, full objects with a class, TypedArray and PackedTypedArray.
	TokenOpen = TokenKind(packets.TokenOpen)
	// TokenClose is the end of a container.
	TokenClose = TokenKind(packets.TokenClose)
	// TokenName is the name of a property of an object. The value of the property follows.
	TokenName = TokenKind(packets.TokenName)
)

var tokenKinds = [...]string{
	TokenNone: "None", TokenValue: "Value", TokenOpen: "Open", TokenClose: "Close",
	TokenName: "Name",
}

// String returns the name of the constant without "Token", such as Open.
func (k TokenKind) String() string {
	if int(k) >= len(tokenKinds) {
		return tokenKinds[TokenNone]
	}
	return tokenKinds[k]
}

// NewScanner returns a Scanner of the packet at the start of b. Bytes may follow the packet. A nil
// codec means the codec of Options{}.
func NewScanner(b []byte, c *Codec) *Scanner {
	s := new(Scanner)
	s.Reset(b, c)
	return s
}

// Reset makes s a Scanner of another packet, and reuses the memory of s.
func (s *Scanner) Reset(b []byte, c *Codec) {
	s.codec = c
	s.in.Reset(c.format(), b)
}

// Next moves to the next token. It returns false at the end of the packet and after an error.
func (s *Scanner) Next() bool { return s.in.Next() }

// Err returns the error that ended the scanning, or nil. It is an [*variant.Error].
func (s *Scanner) Err() error { return s.in.Err() }

// Kind returns the kind of the token.
func (s *Scanner) Kind() TokenKind { return TokenKind(s.in.Kind()) }

// Type returns the type of the value. For TokenOpen and TokenClose this is the type of the
// container. For a TokenName it is variant.TypeNil.
func (s *Scanner) Type() variant.Type {
	if f := s.in.Form(); f != nil {
		return f.Type
	}
	return variant.TypeNil
}

// Flags returns the flags in the header of the value, such as variant.Flag64.
func (s *Scanner) Flags() uint32 { return s.in.Flags() }

// Offset returns the offset of the first byte of the token. For TokenClose it returns the offset of
// the container.
func (s *Scanner) Offset() int { return s.in.Start() }

// End returns the offset of the byte after the token. For TokenOpen this is the offset of the first
// part.
func (s *Scanner) End() int { return s.in.End() }

// Depth returns the number of containers around the token. It is the same for TokenOpen and
// TokenClose of a container.
func (s *Scanner) Depth() int { return s.in.Depth() }

// Container returns the offset of container number i around the token. Number 0 is the outermost
// container, and number Depth()-1 is the innermost container.
func (s *Scanner) Container(i int) int { return s.in.Head(i) }

// Len returns the number of items, pairs or properties of the container that a TokenOpen begins.
// For other tokens it is 0.
func (s *Scanner) Len() int {
	if s.Kind() != TokenOpen {
		return 0
	}
	return s.in.Count()
}

// Index returns the index of the item, pair or property that the token belongs to.
func (s *Scanner) Index() int { return s.in.Index() }

// IsKey reports whether the token is the key of a pair, or the beginning or end of a key.
func (s *Scanner) IsKey() bool { return s.in.IsKey() }

// Step returns the step of a path from the token's container to the token. The step to the value of
// a pair has the key, which each call of Step decodes. The step to a key has the Kind
// variant.StepPairKey.
func (s *Scanner) Step() variant.Step {
	if n := s.Depth(); n > 0 {
		return s.in.Step(n - 1)
	}
	return variant.Step{}
}

// Path returns the path from the value of the packet to the token. Each call builds a new path.
func (s *Scanner) Path() variant.Path {
	path := make(variant.Path, s.Depth())
	for i := range path {
		path[i] = s.in.Step(i)
	}
	return path
}

// Skip moves from TokenOpen to the TokenClose of the container, and checks the bytes between them.
// At other tokens it does nothing. It returns false after an error.
func (s *Scanner) Skip() bool { return s.in.Skip() }

// Value returns the value of the token, as [Codec.DecodeFirst] does. From TokenOpen it moves to the
// TokenClose of the container. The value is nil for a TokenName, and if there is no token.
func (s *Scanner) Value() (variant.Variant, error) { return s.in.Value() }

// Raw returns a copy of the packet of the value, as [Codec.Raw] does. From TokenOpen it moves to
// the TokenClose of the container. It returns the zero Raw for a TokenName, and if there is no
// token.
//
// To use the bytes without a copy, call Skip: then the bytes are between Offset and End.
func (s *Scanner) Raw() (Raw, error) {
	if !s.Skip() {
		return Raw{}, s.Err()
	}
	if s.in.Form() == nil {
		return Raw{}, nil
	}
	return rawOf(s.in.Bytes(), s.Type(), s.codec), nil
}

// Empty returns the container that a TokenOpen begins, without its parts. It has the element types,
// class and script of the container. For other tokens it returns nil.
func (s *Scanner) Empty() (variant.Variant, error) {
	if s.Kind() != TokenOpen {
		return nil, s.Err()
	}

	b := bytes.Clone(s.in.Bytes())
	count := b[len(b)-4:]
	binary.LittleEndian.PutUint32(count, binary.LittleEndian.Uint32(count)&^math.MaxInt32)

	return s.codec.Decode(b)
}

// ElementTypes returns the element types of the container that a TokenOpen begins. For a Dictionary
// these are the types of the keys and of the values. For an array, the second result is the type of
// the items. A type is nil if the parts may have any type. For other tokens both are nil.
func (s *Scanner) ElementTypes() (keys, items *variant.ElementType) {
	v, err := s.Empty()
	if err != nil {
		return nil, nil // Next will return the error
	}

	switch v := v.(type) {
	case variant.Array:
		return nil, v.Elem
	case variant.TypedArray:
		return nil, &v.Elem
	case variant.PackedTypedArray:
		return nil, &v.Elem
	case variant.Dictionary:
		return v.Key, v.Value
	}
	return nil, nil
}
