package variant

import (
	"math"
	"strconv"

	"godotvariant/internal/gosrc"
)

// GoText returns v as Go source: what %#v prints.
func GoText(v Variant) string { return string(GoPrinter{}.Append(nil, v)) }

// A GoPrinter prints values as Go source. A value within more than 1024 others,
// as in an array that contains itself, is printed as nil with a comment.
type GoPrinter struct{ level int }

// A GoTextPrinter is a value with values inside that prints itself as Go source
// and hands them to the GoPrinter, so that depth goes on: what a [TextPrinter] is to %v.
type GoTextPrinter interface {
	Variant
	PrintGo(b []byte, p GoPrinter) []byte
}

// Append appends the source of v to b.
func (p GoPrinter) Append(b []byte, v Variant) []byte {
	if p.level > defaultMaxDepth {
		return append(b, "nil /* too deep */"...)
	}
	p.level++
	switch v := v.(type) {
	case nil:
		return append(b, "nil"...)
	case GoTextPrinter:
		return v.PrintGo(b, p)
	case interface{ GoString() string }:
		return append(b, v.GoString()...)
	default:
		return appendText(b, v)
	}
}

// PrintGo appends the array's Go source. See [GoTextPrinter].
func (a Array) PrintGo(b []byte, p GoPrinter) []byte {
	b = p.items(append(b, "variant.Array{Items: "...), a.Items)
	b = appendGoElem(b, "Elem", a.Elem)
	return append(appendGoShared(b, a.Shared), '}')
}

// PrintGo appends the dictionary's Go source. See [GoTextPrinter].
func (d Dictionary) PrintGo(b []byte, p GoPrinter) []byte {
	b = append(b, "variant.Dictionary{Pairs: []variant.Pair{"...)
	for i, pair := range d.Pairs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.Append(append(b, "{Key: "...), pair.Key)
		b = append(p.Append(append(b, ", Value: "...), pair.Value), '}')
	}
	b = appendGoElem(append(b, '}'), "Key", d.Key)
	b = appendGoElem(b, "Value", d.Value)
	return append(appendGoShared(b, d.Shared), '}')
}

// PrintGo appends the array's Go source. See [GoTextPrinter].
func (a TypedArray) PrintGo(b []byte, p GoPrinter) []byte {
	b = p.items(append(b, "variant.TypedArray{Items: "...), a.Items)
	return append(append(append(b, ", Elem: "...), a.Elem.GoString()...), '}')
}

// PrintGo appends the array's Go source. See [GoTextPrinter].
func (a PackedTypedArray) PrintGo(b []byte, p GoPrinter) []byte {
	b = p.items(append(b, "variant.PackedTypedArray{Items: "...), a.Items)
	return append(append(append(b, ", Elem: "...), a.Elem.GoString()...), '}')
}

func (p GoPrinter) items(b []byte, items []Variant) []byte {
	b = append(b, "[]variant.Variant{"...)
	for i, v := range items {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.Append(b, v)
	}
	return append(b, '}')
}

func appendGoElem(b []byte, field string, e *ElementType) []byte {
	if e == nil {
		return b
	}
	return append(append(append(b, ", "...), field...), ": &"+e.GoString()...)
}

func appendGoShared(b []byte, shared bool) []byte {
	if shared {
		b = append(b, ", Shared: true"...)
	}
	return b
}

// GoString returns the type as Go source, for %#v.
func (e ElementType) GoString() string {
	s := "variant.ElementType{Type: variant." + e.Type.GoString()
	if e.Class != "" {
		s += ", Class: " + strconv.Quote(e.Class)
	}
	if e.Script != "" {
		s += ", Script: " + strconv.Quote(e.Script)
	}
	return s + "}"
}

// GoString returns the name of the constant, for %#v.
func (t Type) GoString() string {
	switch {
	case t == TypeUnsupported:
		return "TypeUnsupported"
	case t >= typeCount:
		return "Type(" + strconv.Itoa(int(t)) + ")"
	}
	name := t.String()
	return "Type" + string(name[0]&^0x20) + name[1:] // int is TypeInt
}

// GoFloat returns f as a Go expression of type float64, for GoString methods: 0.1,
// math.Inf(1), math.Float64frombits(…).
func GoFloat(f float64) string {
	if literal, ok := gosrc.Float(f, 64); ok {
		return literal
	}
	switch {
	case f > 0:
		return "math.Inf(1)"
	case f < 0:
		return "math.Inf(-1)"
	case f == 0:
		return "math.Copysign(0, -1)"
	}
	return "math.Float64frombits(0x" + strconv.FormatUint(math.Float64bits(f), 16) + ")"
}
