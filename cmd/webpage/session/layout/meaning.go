package layout

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/variant"
)

// Meaning returns the text for the bytes of a field.
func (x *Index) Meaning(field Field, b []byte) string {
	var node Node
	if field.Node >= 0 {
		node = x.Nodes[field.Node]
	}

	switch field.Kind {
	case FieldHeader:
		return node.kind.String()
	case FieldText, FieldRaw:
		return look.Clip(string(b))
	case FieldLength:
		return message.Fill("bytes.record", nil)
	case FieldFault:
		if why := x.faults[field.From]; why != "" {
			return why
		}
		return message.Fill("bytes.fault", nil)
	case FieldPadding, FieldStray:
		return message.Fill("bytes."+field.Kind.Name(), nil)
	case FieldCount:
		return numberText(b, false)
	}

	return node.numbersText(b)
}

// floating are the types whose numbers are floats.
var floating = []variant.Type{
	variant.TypeFloat, variant.TypeVector2, variant.TypeVector3, variant.TypeVector4,
	variant.TypeRect2, variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB,
	variant.TypeBasis, variant.TypeTransform2D, variant.TypeTransform3D, variant.TypeProjection,
	variant.TypeColor, variant.TypePackedFloat32Array, variant.TypePackedFloat64Array,
	variant.TypePackedVector2Array, variant.TypePackedVector3Array,
	variant.TypePackedVector4Array, variant.TypePackedColorArray,
}

// numberSize returns the length of a number in a value.
func (n Node) numberSize() int {
	const short, long = 4, 8

	switch n.kind {
	case variant.TypePackedInt64Array, variant.TypePackedFloat64Array:
		return long
	case variant.TypeColor, variant.TypePackedColorArray:
		return short
	}

	if n.wide {
		return long
	}
	return short
}

// numbersText returns the numbers in a field of a value.
func (n Node) numbersText(b []byte) string {
	const most = 16
	size := n.numberSize()
	float := slices.Contains(floating, n.kind)

	var list []string
	for ; len(b) >= size && len(list) < most; b = b[size:] {
		list = append(list, numberText(b[:size], float))
	}

	if len(b) == 1 && len(list) == 0 {
		return strconv.Itoa(int(b[0]))
	}
	if len(b) > 0 {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// numberText returns the number in 4 or 8 bytes.
func numberText(b []byte, float bool) string {
	const short = 4

	switch {
	case len(b) == short && float:
		x := math.Float32frombits(binary.LittleEndian.Uint32(b))
		return strconv.FormatFloat(float64(x), 'g', -1, 32)
	case float:
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		return strconv.FormatFloat(x, 'g', -1, 64)
	case len(b) == short:
		return strconv.Itoa(int(int32(binary.LittleEndian.Uint32(b))))
	}
	return strconv.FormatInt(int64(binary.LittleEndian.Uint64(b)), 10)
}
