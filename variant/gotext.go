package variant

import "strconv"

// goText returns v as Go source: what %#v prints.
func goText(v Variant) string { return string(goPrinter{}.append(nil, v)) }

// A goPrinter prints values as Go source. A value at a depth of more than 1024, as in an
// array that contains itself, is printed as nil with a comment.
type goPrinter struct{ level int }

func (p goPrinter) append(b []byte, v Variant) []byte {
	if p.level > defaultMaxDepth {
		return append(b, "nil /* too deep */"...)
	}
	p.level++
	switch v := v.(type) {
	case nil:
		return append(b, "nil"...)
	case Array:
		b = p.items(append(b, "variant.Array{Items: "...), v.Items)
		b = appendGoElem(b, "Elem", v.Elem)
		return append(appendGoShared(b, v.Shared), '}')
	case TypedArray:
		b = p.items(append(b, "variant.TypedArray{Items: "...), v.Items)
		return append(append(append(b, ", Elem: "...), v.Elem.GoString()...), '}')
	case PackedTypedArray:
		b = p.items(append(b, "variant.PackedTypedArray{Items: "...), v.Items)
		return append(append(append(b, ", Elem: "...), v.Elem.GoString()...), '}')
	case Dictionary:
		return p.dictionary(b, v)
	case interface { // an objects.Object
		PrintGo(b []byte, value func(b []byte, v Variant) []byte) []byte
	}:
		return v.PrintGo(b, p.append)
	case interface{ GoString() string }:
		return append(b, v.GoString()...)
	default:
		return appendText(b, v)
	}
}

func (p goPrinter) dictionary(b []byte, d Dictionary) []byte {
	b = append(b, "variant.Dictionary{Pairs: []variant.Pair{"...)
	for i, pair := range d.Pairs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.append(append(b, "{Key: "...), pair.Key)
		b = append(p.append(append(b, ", Value: "...), pair.Value), '}')
	}
	b = appendGoElem(append(b, '}'), "Key", d.Key)
	b = appendGoElem(b, "Value", d.Value)
	return append(appendGoShared(b, d.Shared), '}')
}

func (p goPrinter) items(b []byte, items []Variant) []byte {
	b = append(b, "[]variant.Variant{"...)
	for i, v := range items {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.append(b, v)
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
