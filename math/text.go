package math

import (
	"math"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
)

// textOf returns Godot's constructor text for a type with float components.
func textOf(name string, components ...float64) string {
	b := append(make([]byte, 0, 64), name...)
	for i, c := range components {
		b = token.AppendReal(append(b, separator(i)...), c)
	}
	return string(append(b, ')'))
}

// textOfInts returns Godot's constructor text for a type with int components.
func textOfInts(name string, components ...int32) string {
	b := append(make([]byte, 0, 64), name...)
	for i, c := range components {
		b = strconv.AppendInt(append(b, separator(i)...), int64(c), 10)
	}
	return string(append(b, ')'))
}

func separator(i int) string {
	if i == 0 {
		return "("
	}
	return ", "
}

// goStruct returns the Go source of a struct of this package. The argument fields has the name of
// each field, followed by its source.
func goStruct(name string, fields ...string) string {
	s := "math." + name + "{"
	for i := 0; i+1 < len(fields); i += 2 {
		if i > 0 {
			s += ", "
		}
		s += fields[i] + ": " + fields[i+1]
	}

	return s + "}"
}

// goFloat returns the Go source of x. The infinities, -0 and [NaN] use the names of this package. A
// NaN with other bits needs Go's own package math, which the source calls stdmath.
func goFloat(x float64) string {
	if literal, ok := float.Literal(x, 64); ok {
		return literal
	}

	switch {
	case x > 0:
		return "math.Inf"
	case x < 0:
		return "-math.Inf"
	case x == 0:
		return "-1 / math.Inf" // -0
	case math.Float64bits(x) == math.Float64bits(NaN):
		return "math.NaN"
	}

	return "stdmath.Float64frombits(0x" + strconv.FormatUint(math.Float64bits(x), 16) + ")"
}

func goInt(x int32) string { return strconv.FormatInt(int64(x), 10) }
