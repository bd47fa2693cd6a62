package codec

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// The methods in this file return the content of a token without building a value.

// leaf returns the form and the payload of a value without parts. It returns a nil form for a type
// that a Decode method of the program reads.
func (s *Scanner) leaf() (f *forms.Form, payload []byte) {
	f = s.in.Form()
	if s.Kind() != TokenValue || f.Kind == forms.KindForeign {
		return &forms.Form{}, nil
	}
	return f, s.in.Bytes()[forms.MinPacket:]
}

// Bool returns the value of a bool. For other tokens ok is false.
func (s *Scanner) Bool() (x, ok bool) {
	f, b := s.leaf()
	if f.Type != variant.TypeBool {
		return false, false
	}
	return binary.LittleEndian.Uint32(b) != 0, true
}

// Int returns the value of an int. For other tokens ok is false.
func (s *Scanner) Int() (x int64, ok bool) {
	f, b := s.leaf()
	switch f.Kind {
	case forms.KindInt32:
		return int64(int32(binary.LittleEndian.Uint32(b))), true
	case forms.KindInt64:
		return int64(binary.LittleEndian.Uint64(b)), true
	default:
		return 0, false
	}
}

// Float returns the value of a float. For other tokens ok is false.
func (s *Scanner) Float() (x float64, ok bool) {
	f, b := s.leaf()
	switch f.Kind {
	case forms.KindFloat32:
		return float.Quieten(float.Widen(binary.LittleEndian.Uint32(b))), true
	case forms.KindFloat64:
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), true
	default:
		return 0, false
	}
}

// Text returns the text of a String, a StringName or a TokenName. At the TokenOpen of an object it
// returns the class. The result aliases the packet. For other tokens it is nil.
func (s *Scanner) Text() []byte {
	if s.Kind() == TokenName {
		return s.in.TextAt(s.Offset())
	}

	f, _ := s.leaf()
	text := f.Kind == forms.KindString || f.Kind == forms.KindStringName
	if text || s.Kind() == TokenOpen && s.Type() == variant.TypeObject {
		return s.in.TextAt(s.Offset() + forms.MinPacket)
	}

	return nil
}

// Bytes returns the content of a PackedByteArray. The result aliases the packet. For other tokens
// it is nil.
func (s *Scanner) Bytes() []byte {
	if f, _ := s.leaf(); f.Type == variant.TypePackedByteArray {
		// A PackedByteArray has the layout of a text.
		return s.in.TextAt(s.Offset() + forms.MinPacket)
	}
	return nil
}

// AppendInts appends the numbers of an int, a Vector2i, Rect2i, Vector3i or Vector4i, or a packed
// array of ints or of these vectors, in the order of the packet. For other tokens it returns dst
// unchanged.
func (s *Scanner) AppendInts(dst []int64) []int64 {
	f, b := s.leaf()
	switch f.Type {
	case variant.TypeInt:
		x, _ := s.Int()
		return append(dst, x)

	case variant.TypeVector2i, variant.TypeRect2i, variant.TypeVector3i, variant.TypeVector4i:
		return appendInts(dst, b, 4)

	case variant.TypePackedInt32Array, variant.TypePackedVector2iArray,
		variant.TypePackedVector3iArray, variant.TypePackedVector4iArray:
		return appendInts(dst, b[s.countSize():], 4)

	case variant.TypePackedInt64Array:
		return appendInts(dst, b[s.countSize():], 8)
	default:
		return dst
	}
}

// countSize returns the length in bytes of the count of a packed array. The token must be a packed
// array.
func (s *Scanner) countSize() int {
	if s.Type() == variant.TypePackedInt64Array && s.in.Format().Spec.Int64ArrayCount64 {
		return 8
	}
	return 4
}

func appendInts(dst []int64, b []byte, width int) []int64 {
	for ; len(b) >= width; b = b[width:] {
		if width == 8 {
			dst = append(dst, int64(binary.LittleEndian.Uint64(b)))
		} else {
			dst = append(dst, int64(int32(binary.LittleEndian.Uint32(b))))
		}
	}
	return dst
}

// AppendFloats appends the numbers of a float, of a type of package math with floats, such as
// Vector3, Transform3D or Color, or of a packed array of floats, vectors or colors. The order of
// the numbers is the order of the packet, which the comment of each type shows. For other tokens it
// returns dst unchanged.
func (s *Scanner) AppendFloats(dst []float64) []float64 {
	f, b := s.leaf()
	layout := forms.LayoutOf(f.Type)
	switch {
	case f.Type == variant.TypeFloat:
		x, _ := s.Float()
		return append(dst, x)

	case layout.Reals > 0:
		return appendFloats(dst, b, int(f.Width))
	case layout.Each > 0:
		return appendFloats(dst, b[s.countSize():], int(f.Width))
	default:
		return dst
	}
}

func appendFloats(dst []float64, b []byte, width int) []float64 {
	for ; len(b) >= width; b = b[width:] {
		if width == 8 {
			dst = append(dst, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		} else {
			dst = append(dst, float.Widen(binary.LittleEndian.Uint32(b)))
		}
	}
	return dst
}
