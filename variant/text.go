package variant

import (
	"encoding"

	"godotvariant/internal/token"
)

// Text returns v as Godot 4's constructor text, as it stands inside of a container: text
// is quoted, which String prints bare. For a type of your own it returns what its methods
// PrintText, AppendText or String return, the first of them that it has; without any, its
// name with the arguments of a [Constructible] in parentheses, or with "…".
func Text(v Variant) string { return string(appendText(nil, v)) }

func appendText(b []byte, v Variant) []byte { return Printer{}.Append(b, v) }

// A Printer prints values as Godot 4's constructor text, in one line or, with an
// Indent, one part a line. The zero value prints what [Text] returns. A value at a depth
// of more than 1024, as in an array that contains itself, is printed as "…".
type Printer struct {
	Indent string // for each level, as "\t"; empty: all in one line
	level  int
}

// A TextPrinter is a container that prints itself, and its parts by the Printer, which
// keeps account of depth and indentation. Containers of your own implement it; for other
// types String is enough.
type TextPrinter interface {
	Variant
	PrintText(b []byte, p Printer) []byte
}

// Append appends the text of v to b.
func (p Printer) Append(b []byte, v Variant) []byte {
	if p.level > defaultMaxDepth {
		return append(b, "…"...)
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case String:
		return append(b, token.Quote(string(v))...)
	case Array:
		return p.array(b, v.Elem, v.Items)
	case TypedArray:
		return p.array(b, &v.Elem, v.Items)
	case PackedTypedArray:
		return p.array(b, &v.Elem, v.Items)
	case Dictionary:
		return p.dictionary(b, v)
	case TextPrinter:
		return v.PrintText(b, p)
	case interface {
		Variant
		encoding.TextAppender
	}:
		if out, err := v.AppendText(b); err == nil {
			return out
		}
		return append(b, nameOf(v)...)
	case interface{ String() string }:
		return append(b, v.String()...)
	case Constructible:
		return token.AppendCall(b, nameOf(v), v.ToArgs)
	default:
		return append(append(b, nameOf(v)...), "(…)"...)
	}
}

func (p Printer) array(b []byte, elem *ElementType, items []Variant) []byte {
	return typedText(b, arrayType(elem), func(b []byte) []byte {
		return p.List(b, "[", ", ", "]", len(items), func(b []byte, p Printer, i int) []byte {
			return p.Append(b, items[i])
		})
	})
}

func (p Printer) dictionary(b []byte, d Dictionary) []byte {
	return typedText(b, dictionaryType(d), func(b []byte) []byte {
		return p.List(b, "{", ", ", "}", len(d.Pairs), func(b []byte, p Printer, i int) []byte {
			b = append(p.Append(b, d.Pairs[i].Key), ": "...)
			return p.Append(b, d.Pairs[i].Value)
		})
	})
}

// typedText appends the parts of a container, in parentheses after its type if it has one.
func typedText(b []byte, typ string, parts func(b []byte) []byte) []byte {
	if typ == "" {
		return parts(b)
	}
	return append(parts(append(append(b, typ...), '(')), ')')
}

// arrayType returns Array[int], or "" for an untyped array.
func arrayType(elem *ElementType) string {
	if !elem.typed() {
		return ""
	}
	return "Array[" + elem.script() + "]"
}

// dictionaryType returns Dictionary[String, Variant], or "" for an untyped dictionary.
func dictionaryType(d Dictionary) string {
	if !d.Key.typed() && !d.Value.typed() {
		return ""
	}
	return "Dictionary[" + d.Key.script() + ", " + d.Value.script() + "]"
}

// script returns the type as it stands in the text of a typed container.
func (e *ElementType) script() string {
	switch {
	case !e.typed():
		return "Variant"
	case e.Script != "":
		return "Resource(" + token.Quote(e.Script) + ")"
	default:
		return e.String()
	}
}

// List appends open, n parts and end. It calls part to append each part, with the Printer
// for values inside of it. sep, ", " or ",", separates parts in one line.
func (p Printer) List(b []byte, open, sep, end string, n int, part func(b []byte, p Printer, i int) []byte) []byte {
	b = append(b, open...)
	inner := Printer{p.Indent, p.level + 1}
	for i := range n {
		switch {
		case p.Indent != "":
			b = inner.newline(b)
		case i > 0:
			b = append(b, sep...)
		}
		b = part(b, inner, i)
		if p.Indent != "" && i < n-1 {
			b = append(b, ',')
		}
	}
	if p.Indent != "" && n > 0 {
		b = p.newline(b)
	}
	return append(b, end...)
}

func (p Printer) newline(b []byte) []byte {
	b = append(b, '\n')
	for range p.level {
		b = append(b, p.Indent...)
	}
	return b
}
