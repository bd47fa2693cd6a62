package packed

import (
	"encoding/base64"
	stdmath "math"

	"godotvariant/math"
	"godotvariant/variant"
)

// ToArgs implements [variant.Constructible].
func (a PackedByteArray) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		w.Int(int64(v))
	}
}

// FromArgs implements [variant.Constructible]. It reads numbers, or one text in
// base64, as .tres files of Godot 4 have it.
func (PackedByteArray) FromArgs(a variant.Args) variant.Variant {
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

// ToArgs implements [variant.Constructible].
func (a PackedInt32Array) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		w.Int(int64(v))
	}
}

// FromArgs implements [variant.Constructible].
func (PackedInt32Array) FromArgs(a variant.Args) variant.Variant {
	return PackedInt32Array(readArgs(a, variant.Int32))
}

// ToArgs implements [variant.Constructible].
func (a PackedInt64Array) ToArgs(w variant.ArgsWriter) { w.Int(a...) }

// FromArgs implements [variant.Constructible].
func (PackedInt64Array) FromArgs(a variant.Args) variant.Variant {
	return PackedInt64Array(readArgs(a, variant.Args.Int))
}

// ToArgs implements [variant.Constructible].
func (a PackedFloat32Array) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		w.Real(variant.Widen(stdmath.Float32bits(v)))
	}
}

// FromArgs implements [variant.Constructible].
func (PackedFloat32Array) FromArgs(a variant.Args) variant.Variant {
	return PackedFloat32Array(readArgs(a, func(a variant.Args) float32 {
		bits, _ := variant.Narrow(a.Double())
		return stdmath.Float32frombits(bits)
	}))
}

// ToArgs implements [variant.Constructible].
func (a PackedFloat64Array) ToArgs(w variant.ArgsWriter) { w.Real(a...) }

// FromArgs implements [variant.Constructible].
func (PackedFloat64Array) FromArgs(a variant.Args) variant.Variant {
	return PackedFloat64Array(readArgs(a, variant.Args.Double))
}

// ToArgs implements [variant.Constructible].
func (a PackedStringArray) ToArgs(w variant.ArgsWriter) { w.Text(a...) }

// FromArgs implements [variant.Constructible].
func (PackedStringArray) FromArgs(a variant.Args) variant.Variant {
	return PackedStringArray(readArgs(a, variant.Args.Text))
}

// ToArgs implements [variant.Constructible].
func (a PackedVector2Array) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector2Array) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector2Array
	for c := [2]float64{}; variant.Tuple(a, c[:]); {
		out = append(out, math.Vector2{X: c[0], Y: c[1]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedVector3Array) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector3Array) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector3Array
	for c := [3]float64{}; variant.Tuple(a, c[:]); {
		out = append(out, math.Vector3{X: c[0], Y: c[1], Z: c[2]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedColorArray) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedColorArray) FromArgs(a variant.Args) variant.Variant {
	var out PackedColorArray
	for c := [4]float64{}; variant.Tuple(a, c[:]); {
		out = append(out, math.Color{R: c[0], G: c[1], B: c[2], A: c[3]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedVector4Array) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector4Array) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector4Array
	for c := [4]float64{}; variant.Tuple(a, c[:]); {
		out = append(out, math.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedVector2iArray) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector2iArray) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector2iArray
	for c := [2]int32{}; variant.IntTuple(a, c[:]); {
		out = append(out, math.Vector2i{X: c[0], Y: c[1]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedVector3iArray) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector3iArray) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector3iArray
	for c := [3]int32{}; variant.IntTuple(a, c[:]); {
		out = append(out, math.Vector3i{X: c[0], Y: c[1], Z: c[2]})
	}
	return out
}

// ToArgs implements [variant.Constructible].
func (a PackedVector4iArray) ToArgs(w variant.ArgsWriter) {
	for _, v := range a {
		v.ToArgs(w)
	}
}

// FromArgs implements [variant.Constructible].
func (PackedVector4iArray) FromArgs(a variant.Args) variant.Variant {
	var out PackedVector4iArray
	for c := [4]int32{}; variant.IntTuple(a, c[:]); {
		out = append(out, math.Vector4i{X: c[0], Y: c[1], Z: c[2], W: c[3]})
	}
	return out
}

func readArgs[T any](a variant.Args, get func(variant.Args) T) []T {
	var out []T
	for a.More() {
		out = append(out, get(a))
	}
	return out
}
