package variant

import (
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
)

// goText returns v as Go source, the text of %#v.
func goText(v Variant) string { return string(goPrinter{}.append(nil, v)) }

// A goPrinter prints values as Go source. A value at a depth of more than 1024, as in an array that
// contains itself, becomes nil and a comment. After 64 MiB of text no more parts are printed; a
// comment in each list gives the number of parts that are missing.
type goPrinter struct {
	level int
	limit int // length of the output after which no more parts are printed; 0: not known yet
}

func (p goPrinter) append(b []byte, v Variant) []byte {
	if p.limit == 0 {
		p.limit = len(b) + maxText
	}

	switch {
	case p.level > forms.MaxDepth:
		return append(b, "nil /* too deep */"...)
	case len(b) > p.limit:
		return append(b, "nil /* … */"...)
	}

	p.level++

	switch v := pointed(v).(type) {
	case nil:
		return append(b, "nil"...)
	case Int:
		return append(append(append(b, "variant.Int("...), v.String()...), ')')
	case Float:
		return append(append(append(b, "variant.Float("...), float.Source(float64(v))...), ')')

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

	default:
		out := b
		if !nilsafe.Guard(v, func() { out = p.custom(b, v) }) {
			return append(b, "nil /* a nil pointer */"...)
		}
		return out
	}
}

// custom appends the source of a value whose type has no case in the method append.
func (p goPrinter) custom(b []byte, v Variant) []byte {
	v.Type() // most nil pointers panic here, and the caller recovers
	switch v := v.(type) {
	case object:
		return p.object(b, v)
	case interface{ GoString() string }:
		return append(b, v.GoString()...)
	default:
		return appendText(b, v)
	}
}

func (p goPrinter) dictionary(b []byte, d Dictionary) []byte {
	b = append(b, "variant.Dictionary{Pairs: "...)
	b = p.list(b, "[]variant.Pair{", len(d.Pairs), func(b []byte, i int) []byte {
		b = p.append(append(b, "{Key: "...), d.Pairs[i].Key)
		return append(p.append(append(b, ", Value: "...), d.Pairs[i].Value), '}')
	})

	b = appendGoElem(b, "Key", d.Key)
	b = appendGoElem(b, "Value", d.Value)
	return append(appendGoShared(b, d.Shared), '}')
}

// object appends an object with its properties.
func (p goPrinter) object(b []byte, o object) []byte {
	b = append(b, "objects.Object{"...)
	separator := ""
	field := func(name string) {
		b = append(append(append(b, separator...), name...), ": "...)
		separator = ", "
	}

	if class := o.ClassName(); class != "" {
		field("Class")
		b = strconv.AppendQuote(b, class)
	}

	if id := o.InstanceID(); id != 0 {
		field("ID")
		b = strconv.AppendUint(b, id, 10)
	}

	end := ""
	for step, v := range o.Parts() {
		if end == "" {
			field("Properties")
			b = append(b, "[]objects.Property{"...)
			end = "}"
		} else {
			b = append(b, ", "...)
		}

		b = strconv.AppendQuote(append(b, "{Name: "...), step.Name)
		b = append(p.append(append(b, ", Value: "...), v), '}')
	}

	return append(append(b, end...), '}')
}

func (p goPrinter) items(b []byte, items []Variant) []byte {
	return p.list(b, "[]variant.Variant{", len(items), func(b []byte, i int) []byte {
		return p.append(b, items[i])
	})
}

func (p goPrinter) list(b []byte, open string, n int, part func(b []byte, i int) []byte) []byte {
	b = append(b, open...)
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}

		if len(b) > p.limit {
			b = append(b, "/* … "+itoa(n-i)+" more */"...)
			break
		}

		b = part(b, i)
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
