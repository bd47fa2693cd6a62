package packed

import (
	"encoding/base64"
	stdmath "math"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// ToArgs and FromArgs of each type write and read the arguments of its constructor in text
// and JSON.

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedByteArray) ToArgs(w notation.ArgsWriter) {
	for _, v := range a {
		w.Int(int64(v))
	}
}

// FromArgs reads the arguments of the constructor: numbers, or one string in base64, as
// in .tres files of Godot 4.
func (PackedByteArray) FromArgs(a notation.Args) variant.Variant {
	var out PackedByteArray
	for a.More() {
		if len(out) == 0 && a.IsText() {
			data, err := base64.StdEncoding.DecodeString(a.Text())
			if err != nil || a.More() {
				a.Fail(variant.Because(variant.ErrSyntax, "expected base64"))
			}
			return PackedByteArray(data)
		}

		i := a.Int()
		if i != int64(byte(i)) {
			a.Fail(variant.Because(variant.ErrRange, "not a byte"))
		}

		out = append(out, byte(i))
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedInt32Array) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, a...) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedInt32Array) FromArgs(a notation.Args) variant.Variant {
	return PackedInt32Array(readArgs(a, notation.Int32))
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedInt64Array) ToArgs(w notation.ArgsWriter) {
	for _, v := range a {
		w.Int(v)
	}
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedInt64Array) FromArgs(a notation.Args) variant.Variant {
	return PackedInt64Array(readArgs(a, notation.Args.Int))
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedFloat32Array) ToArgs(w notation.ArgsWriter) {
	for _, v := range a {
		w.Real(float.Widen(stdmath.Float32bits(v)))
	}
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedFloat32Array) FromArgs(a notation.Args) variant.Variant {
	return PackedFloat32Array(readArgs(a, notation.Args.Float32))
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedFloat64Array) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, a...) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedFloat64Array) FromArgs(a notation.Args) variant.Variant {
	return PackedFloat64Array(readArgs(a, notation.Args.Double))
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedStringArray) ToArgs(w notation.ArgsWriter) {
	for _, s := range a {
		w.Text(s)
	}
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedStringArray) FromArgs(a notation.Args) variant.Variant {
	return PackedStringArray(readArgs(a, notation.Args.Text))
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector2Array) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector2Array) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector2Array
	var c [2]float64

	for notation.Tuple(a, c[:]) {
		out = append(out, math.Vector2{X: c[0], Y: c[1]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector3Array) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector3Array) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector3Array
	var c [3]float64

	for notation.Tuple(a, c[:]) {
		out = append(out, math.Vector3{X: c[0], Y: c[1], Z: c[2]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedColorArray) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedColorArray) FromArgs(a notation.Args) variant.Variant {
	var out PackedColorArray
	var c [4]float64

	for notation.Tuple(a, c[:]) {
		out = append(out, math.Color{R: c[0], G: c[1], B: c[2], A: c[3]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector4Array) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector4Array) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector4Array
	var c [4]float64

	for notation.Tuple(a, c[:]) {
		out = append(out, math.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector2iArray) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector2iArray) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector2iArray
	var c [2]int32

	for notation.IntTuple(a, c[:]) {
		out = append(out, math.Vector2i{X: c[0], Y: c[1]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector3iArray) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector3iArray) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector3iArray
	var c [3]int32

	for notation.IntTuple(a, c[:]) {
		out = append(out, math.Vector3i{X: c[0], Y: c[1], Z: c[2]})
	}

	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a PackedVector4iArray) ToArgs(w notation.ArgsWriter) { token.PutParts(w, a) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (PackedVector4iArray) FromArgs(a notation.Args) variant.Variant {
	var out PackedVector4iArray
	var c [4]int32

	for notation.IntTuple(a, c[:]) {
		out = append(out, math.Vector4i{X: c[0], Y: c[1], Z: c[2], W: c[3]})
	}

	return out
}

func readArgs[T any](a notation.Args, read func(notation.Args) T) []T {
	var out []T
	for a.More() {
		out = append(out, read(a))
	}

	return out
}
