package variant

import (
	"encoding"
	"strings"
)

// Text returns v as Godot 4's constructor text, the way it stands inside of a
// container: where String prints text bare, Text prints it quoted. A value
// whose String is not that text implements encoding.TextAppender.
func Text(v Variant) string { return text(v) }

func text(v Variant) string { return string(appendText(nil, v)) }

func appendText(b []byte, v Variant) []byte { return Printer{}.Append(b, v) }

// A Printer prints values as Godot 4's constructor text, in one line or, with an
// Indent, one part a line. The zero value prints what [Text] returns. A value
// within more than 1024 others, as in an array that contains itself, is printed
// as "…".
type Printer struct {
	Indent string // for each level, as "\t"; empty: all in one line
	level  int
}

// A TextPrinter is a value with values inside that prints itself and hands them
// to the Printer, so that depth and indentation go on. Types of your own that
// have values inside implement it; for others String is enough.
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
		return append(b, Quote(string(v))...)
	case TextPrinter:
		return v.PrintText(b, p)
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

// List appends open, n parts that part appends with the Printer it is handed,
// and end. Between two parts in one line stands sep, ", " or ",".
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

// PrintText appends the array's text. See [TextPrinter].
func (a Array) PrintText(b []byte, p Printer) []byte {
	typed := a.Elem.typed()
	if typed {
		b = append(append(append(b, "Array["...), a.Elem.script()...), "]("...)
	}
	b = p.List(b, "[", ", ", "]", len(a.Items), func(b []byte, p Printer, i int) []byte {
		return p.Append(b, a.Items[i])
	})
	if typed {
		b = append(b, ')')
	}
	return b
}

// PrintText appends the dictionary's text. See [TextPrinter].
func (d Dictionary) PrintText(b []byte, p Printer) []byte {
	typed := d.Key.typed() || d.Value.typed()
	if typed {
		b = append(append(b, "Dictionary["...), d.Key.script()...)
		b = append(append(append(b, ", "...), d.Value.script()...), "]("...)
	}
	b = p.List(b, "{", ", ", "}", len(d.Pairs), func(b []byte, p Printer, i int) []byte {
		b = append(p.Append(b, d.Pairs[i].Key), ": "...)
		return p.Append(b, d.Pairs[i].Value)
	})
	if typed {
		b = append(b, ')')
	}
	return b
}

// PrintText appends the array's text. See [TextPrinter].
func (a TypedArray) PrintText(b []byte, p Printer) []byte {
	return NewTypedArray(a.Elem, a.Items...).PrintText(b, p)
}

// PrintText appends the array's text. See [TextPrinter].
func (a PackedTypedArray) PrintText(b []byte, p Printer) []byte {
	return TypedArray(a).PrintText(b, p)
}

// script returns the type as the text of a typed container has it.
func (e *ElementType) script() string {
	switch {
	case !e.typed():
		return "Variant"
	case e.Script != "":
		return "Resource(" + Quote(e.Script) + ")"
	default:
		return e.String()
	}
}

// Quote returns s in double quotes as Godot's constructor text has it, with \,
// ", newline, tab and carriage return escaped and all else as it is.
func Quote(s string) string { return `"` + escapes.Replace(s) + `"` }

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)
