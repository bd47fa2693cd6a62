package layout

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/variant"
)

// Meaning returns the text for the bytes of a field.
func (f *Field) Meaning(b []byte) string {
	switch f.Kind {
	case FieldHeader:
		return f.value.String()
	case FieldText, FieldRaw:
		return look.Clip(string(b))
	case FieldLength:
		return message.Fill("bytes.record", nil)
	case FieldFault:
		if f.fault != "" {
			return f.fault
		}
		return message.Fill("bytes.fault", nil)
	case FieldPadding, FieldStray:
		return message.Fill("bytes."+f.Kind.Name(), nil)
	case FieldCount:
		return intText(b)
	}

	return f.numbersText(b)
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

// numberSize returns the length of a number in the field.
func (f *Field) numberSize() int {
	const long = 8

	switch f.value {
	case variant.TypePackedInt64Array, variant.TypePackedFloat64Array:
		return long
	case variant.TypeColor, variant.TypePackedColorArray:
		return shortNumber
	}

	if f.wide {
		return long
	}
	return shortNumber
}

// numbersText returns the numbers in the field.
func (f *Field) numbersText(b []byte) string {
	const most = 16
	size := f.numberSize()
	text := intText

	if slices.Contains(floating, f.value) {
		text = floatText
	}

	var list []string
	for ; len(b) >= size && len(list) < most; b = b[size:] {
		list = append(list, text(b[:size]))
	}

	if len(b) == 1 && len(list) == 0 {
		return strconv.Itoa(int(b[0]))
	}
	if len(b) > 0 {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// shortNumber is the length of an int32 or a float32 in bytes.
const shortNumber = 4

// intText returns the integer in 4 or 8 bytes.
func intText(b []byte) string {
	if len(b) == shortNumber {
		return strconv.Itoa(int(int32(binary.LittleEndian.Uint32(b))))
	}
	return strconv.FormatInt(int64(binary.LittleEndian.Uint64(b)), 10)
}

// floatText returns the float in 4 or 8 bytes.
func floatText(b []byte) string {
	if len(b) == shortNumber {
		x := math.Float32frombits(binary.LittleEndian.Uint32(b))
		return strconv.FormatFloat(float64(x), 'g', -1, 32)
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(b))
	return strconv.FormatFloat(x, 'g', -1, 64)
}
