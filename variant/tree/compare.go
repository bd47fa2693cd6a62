package tree

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"strings"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// Compare returns -1 if a comes before b in the total order of values, 1 if it comes after, and 0
// if they are equal by [variant.Equal]. The order is for sorted keys and stable output:
//
//	slices.SortFunc(d.Pairs, func(a, b variant.Pair) int { return tree.Compare(a.Key, b.Key) })
//
// Values of different types come in the order of the constants TypeNil, TypeBool, …; only String
// and StringName are sorted as one type, by text and then by type. So an Int comes before every
// Float. Text is compared byte by byte. The order of Floats is: NaN with the sign bit, -Inf, …, -0,
// 0, …, Inf, NaN without the sign bit. Vectors and similar types are compared component by
// component, arrays item by item, and dictionaries pair by pair, in their order. If one list is the
// beginning of the other, the shorter list comes first. Values of all other types have an order
// too, which never changes.
//
// Values that are not equal to any value come after all other values: values that are deeper than
// 1024 or too large, see [variant.Equal], and nil pointers. Compare returns 0 for two of them,
// although Equal reports false.
func Compare(a, b variant.Variant) int {
	s, aText := keyText(a)
	t, bText := keyText(b)
	if aText && bText {
		return cmp.Or(strings.Compare(s, t), cmp.Compare(a.Type(), b.Type()))
	}

	x, errX := encode(universal, nil, a)
	y, errY := encode(universal, nil, b)
	if errX != nil || errY != nil {
		return boolOrder(errX != nil, errY != nil)
	}

	p := packetPair{x, y}
	return cmp.Or(p.compare(), p.rest())
}

func boolOrder(a, b bool) int { return int(wire.Bit(a)) - int(wire.Bit(b)) }

// A packetPair has the unread bytes of two packets in format universal. Everything before them
// compared as equal.
type packetPair struct{ a, b []byte }

// rest compares the unread bytes.
func (p *packetPair) rest() int {
	order := bytes.Compare(p.a, p.b)
	p.a = nil
	p.b = nil
	return order
}

// word reads the next word of both packets. Both results are 0 if one packet has no word left.
func (p *packetPair) word() (a, b uint32) {
	if len(p.a) < 4 || len(p.b) < 4 {
		return 0, 0
	}
	a, b = binary.LittleEndian.Uint32(p.a), binary.LittleEndian.Uint32(p.b)
	p.a = p.a[4:]
	p.b = p.b[4:]
	return a, b
}

// compare compares the next values of both packets.
func (p *packetPair) compare() int {
	a, b := p.word()
	t := variant.Type(a)
	if order := cmp.Compare(sortedAs(t), sortedAs(variant.Type(b))); order != 0 {
		return order
	}

	order := 0
	switch t {
	case variant.TypeInt:
		order = cmp.Compare(takeInt(&p.a, a), takeInt(&p.b, b))
	case variant.TypeFloat:
		order = cmp.Compare(takeFloat(&p.a, a), takeFloat(&p.b, b))
	case variant.TypeString, variant.TypeStringName:
		order = p.text()
	case variant.TypeArray:
		order = p.list(a, b, 1)
	case variant.TypeDictionary:
		order = p.list(a, b, 2)

	default:
		if t >= forms.TypeCount ||
			t != variant.TypeNil && forms.LayoutOf(t).Words+forms.LayoutOf(t).Reals == 0 {
			return p.rest()
		}

		for i := 0; i < forms.LayoutOf(t).Words && order == 0; i++ {
			x, y := p.word()
			order = cmp.Compare(int32(x), int32(y))
		}

		for i := 0; i < forms.LayoutOf(t).Reals && order == 0; i++ {
			order = cmp.Compare(takeFloat(&p.a, variant.Flag64), takeFloat(&p.b, variant.Flag64))
		}
	}

	return cmp.Or(order, cmp.Compare(a, b))
}

// sortedAs returns the type by which values of type t are sorted.
func sortedAs(t variant.Type) variant.Type {
	if t == variant.TypeStringName {
		return variant.TypeString
	}
	return t
}

// text compares the next texts of both packets.
func (p *packetPair) text() int { return bytes.Compare(takeText(&p.a), takeText(&p.b)) }

// list compares two Arrays or two Dictionaries with the headers a and b: first the parts, then the
// counts with the flag Shared, then the element types. The argument per is the number of packets
// that make one entry of the container: 1 for an item of an Array, 2 for a pair of a Dictionary.
func (p *packetPair) list(a, b uint32, per uint64) int {
	elemA, elemB := takeElems(&p.a, a), takeElems(&p.b, b)
	n, m := p.word()
	for left := per * uint64(min(n<<1, m<<1)/2); left > 0 && len(p.a)+len(p.b) > 0; left-- {
		if order := p.compare(); order != 0 {
			return order
		}
	}

	return cmp.Or(cmp.Compare(n<<1, m<<1), cmp.Compare(n, m), bytes.Compare(elemA, elemB))
}

// takeElems removes the element types of a container from the start of b and returns them. The
// argument head is the header of the container.
func takeElems(b *[]byte, head uint32) []byte {
	start := *b
	for shift := forms.FlagElem; shift <= forms.FlagValue; shift += 2 {
		if head>>shift&forms.KindMask != 0 {
			take(b, 4)
			takeText(b)
			takeText(b)
		}
	}

	return start[:len(start)-len(*b)]
}

// take removes n bytes from the start of b and returns them. It returns nil if there are fewer,
// which happens if a method Type returns a wrong type.
func take(b *[]byte, n int) []byte {
	if n > len(*b) {
		return nil
	}
	taken := (*b)[:n]
	*b = (*b)[n:]
	return taken
}

// takeText removes a text from the start of b and returns it. If b is too short it takes all bytes.
func takeText(b *[]byte) []byte {
	if all := *b; len(all) >= 4 {
		if n := uint64(binary.LittleEndian.Uint32(all)); n <= uint64(len(all)-4) {
			*b = all[4+n:]
			take(b, wire.Padding(int(n)))
			return all[4 : 4+n]
		}
	}
	return take(b, len(*b))
}

// takeInt removes the payload of an Int from the start of b and returns the Int. The argument head
// is the header of the Int.
func takeInt(b *[]byte, head uint32) int64 {
	switch x := take(b, size64(head)); len(x) {
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(x)))
	case 8:
		return int64(binary.LittleEndian.Uint64(x))
	}
	return 0
}

// takeFloat removes the payload of a Float from the start of b and returns it as an integer. A
// greater number has a greater integer.
func takeFloat(b *[]byte, head uint32) uint64 {
	var bits uint64
	switch x := take(b, size64(head)); len(x) {
	case 4:
		bits = math.Float64bits(float.Widen(binary.LittleEndian.Uint32(x)))
	case 8:
		bits = binary.LittleEndian.Uint64(x)
	}

	if bits>>63 != 0 {
		return ^bits
	}

	return bits | 1<<63
}

func size64(head uint32) int {
	if head&variant.Flag64 != 0 {
		return 8
	}
	return 4
}
