package variant

import (
	"math"
	"strconv"
)

// GoText returns v as Go source: what %#v prints.
func GoText(v Variant) string { return goText(v) }

func goText(v Variant) string { return string(appendGo(nil, v)) }

func appendGo(b []byte, v Variant) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "nil"...)
	case Array:
		b = append(b, "variant.Array{Items: "...)
		b = appendGoItems(b, v.Items)
		b = appendGoElem(b, "Elem", v.Elem)
		return append(appendGoShared(b, v.Shared), '}')
	case Dictionary:
		b = append(b, "variant.Dictionary{Pairs: []variant.Pair{"...)
		for i, p := range v.Pairs {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendGo(append(b, "{Key: "...), p.Key)
			b = append(appendGo(append(b, ", Value: "...), p.Value), '}')
		}
		b = appendGoElem(append(b, '}'), "Key", v.Key)
		b = appendGoElem(b, "Value", v.Value)
		return append(appendGoShared(b, v.Shared), '}')
	case interface{ GoString() string }:
		return append(b, v.GoString()...)
	default:
		return appendText(b, v)
	}
}

func appendGoItems(b []byte, items []Variant) []byte {
	b = append(b, "[]variant.Variant{"...)
	for i, v := range items {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendGo(b, v)
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
	s := "variant.ElementType{Type: variant.Type(" + strconv.Itoa(int(e.Type)) + ")"
	if e.Type < typeCount {
		s = "variant.ElementType{Type: variant." + e.Type.GoString()
	}
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
	switch {
	case math.IsNaN(f):
		return "math.Float64frombits(0x" + strconv.FormatUint(math.Float64bits(f), 16) + ")"
	case math.IsInf(f, 1):
		return "math.Inf(1)"
	case math.IsInf(f, -1):
		return "math.Inf(-1)"
	case f == 0 && math.Signbit(f):
		return "math.Copysign(0, -1)"
	default:
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
}
