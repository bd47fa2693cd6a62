//go:build !gc || purego

package variant

import (
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
)

// The block of box_unsafe.go has memory for future values. A block of this file has memory only for
// the bytes of texts, and Go allocates the memory of each value.
type block struct {
	types *[256]Variant
	chunk wire.Chunk
}

func (*block) boxInt(i int64) Variant { return Int(i) }

func (*block) boxFloat(x float64) Variant { return Float(x) }

func (s *block) boxReals2(r *wire.Reader, t Type) Variant { return boxReals(r, s.types[t]) }
func (s *block) boxReals3(r *wire.Reader, t Type) Variant { return boxReals(r, s.types[t]) }
func (s *block) boxReals4(r *wire.Reader, t Type) Variant { return boxReals(r, s.types[t]) }

// boxReals reads the payload of the packet at the cursor with the prototype's Decode method.
func boxReals(r *wire.Reader, prototype Variant) Variant {
	r.Skip(forms.MinPacket)
	r.SetWidth(4)
	v, _ := prototype.Decode((*Reader)(r))
	return v
}

func (*block) boxText(t Type, text string) Variant {
	if t == TypeString {
		return String(text)
	}
	return StringName(text)
}

func writeReals(*wire.Writer, Type, Variant) bool { return false }
func writeRun(*wire.Writer, []Variant) int        { return 0 }
