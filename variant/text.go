package variant

import (
	"encoding"
	"math"
	"strconv"
	"strings"
)

// FormatReal returns f as it stands in Godot 4's constructor text, for the
// String methods of types with components: 1, 2.5, -3, 1e-07, inf, -inf, nan. A
// number that single precision holds exactly prints as the shortest text that
// single precision reads back, so that a decoded 0.1 prints as 0.1.
func FormatReal(f float64) string { return string(AppendReal(nil, f)) }

// AppendReal appends [FormatReal] of f to b.
func AppendReal(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case float64(float32(f)) == f:
		return strconv.AppendFloat(b, f, 'g', -1, 32)
	default:
		return strconv.AppendFloat(b, f, 'g', -1, 64)
	}
}

// appendFloat is AppendReal for the type float, whose text always shows that it
// is none of an int: 1.0.
func appendFloat(b []byte, f float64) []byte {
	n := len(b)
	b = AppendReal(b, f)
	for _, c := range b[n:] {
		if c < '0' && c != '-' || c > '9' { // a point, an exponent, inf or nan
			return b
		}
	}
	return append(b, ".0"...)
}

// Quote returns s in double quotes as Godot's constructor text has it, with \,
// ", newline, tab and carriage return escaped and all else as it is.
func Quote(s string) string { return `"` + escapes.Replace(s) + `"` }

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// Text returns v as Godot 4's constructor text, the way it stands inside of a
// container: where String prints text bare, Text prints it quoted. A value
// whose String is not that text implements encoding.TextAppender.
func Text(v Variant) string { return text(v) }

func text(v Variant) string { return string(appendText(nil, v)) }

// appendText appends v as it stands inside of a container's text.
func appendText(b []byte, v Variant) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case String:
		return append(b, Quote(string(v))...)
	case Array:
		return appendTyped(b, "Array", v.Elem, nil, func(b []byte) []byte { return appendItems(b, v.Items) })
	case Dictionary:
		return appendTyped(b, "Dictionary", v.Key, v.Value, func(b []byte) []byte { return appendPairs(b, v.Pairs) })
	case interface {
		Variant
		encoding.TextAppender
	}:
		if out, err := v.AppendText(b); err == nil {
			return out
		}
		return append(b, v.Type().String()...)
	case interface{ String() string }:
		return append(b, v.String()...)
	default:
		return append(append(b, v.Type().String()...), "(…)"...)
	}
}

// appendTyped puts a typed container's type around its contents.
func appendTyped(b []byte, name string, first, second *ElementType, contents func([]byte) []byte) []byte {
	if first == nil && second == nil {
		return contents(b)
	}
	b = append(append(b, name...), '[')
	b = append(b, first.orVariant()...)
	if name == "Dictionary" {
		b = append(append(b, ", "...), second.orVariant()...)
	}
	return append(contents(append(b, "]("...)), ')')
}

func (e *ElementType) orVariant() string {
	if e == nil {
		return "Variant"
	}
	return e.String()
}

func appendItems(b []byte, items []Variant) []byte {
	b = append(b, '[')
	for i, v := range items {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendText(b, v)
	}
	return append(b, ']')
}

func appendPairs(b []byte, pairs []Pair) []byte {
	b = append(b, '{')
	for i, p := range pairs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(appendText(b, p.Key), ": "...)
		b = appendText(b, p.Value)
	}
	return append(b, '}')
}
