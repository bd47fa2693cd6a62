package variant

import (
	"strconv"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
)

// Text returns v as Godot 4's constructor text, as a container prints it: a String is in quotes,
// which the method String leaves out. For a type of your own it returns the result of the method
// PrintText if the type is a [TextPrinter], the name and the arguments in parentheses if it is
// [Constructible], or the result of the method String. For a type without any of these it returns
// the name of the type and "(…)".
func Text(v Variant) string { return string(appendText(nil, v)) }

func appendText(b []byte, v Variant) []byte { return Printer{}.Append(b, v) }

// maxText is the greatest length in bytes of a text that is printed.
const maxText = 64 << 20

// A Printer prints values as Godot 4's constructor text. It prints one line or, with an Indent, one
// part on each line. The zero value prints the result of [Text].
//
// A value at a depth of more than 1024, as in an array that contains itself, is printed as
// "…". After 64 MiB of text no more parts are printed; each list that is still open ends
// with the number of parts that are missing, as in [1, 2, … 998 more]. A nil pointer is
// printed as <nil>.
type Printer struct {
	Indent string // indentation for each level, such as "\t"; if it is empty, the text is one line

	level int
	// When the output has the length limit, no more parts are printed. 0 means that limit is not
	// set yet.
	limit   int
	exact   bool   // different values must have different texts, for paths
	omitted *error // receives the reason if something is left out
}

// A TextPrinter appends its own text. Implement it for your own container, so that the limits of
// depth and length include its parts. A type without parts needs only String.
type TextPrinter interface {
	Variant
	// PrintText appends the text of the value to b. It prints its parts with p, which
	// counts depth and length and indents lines.
	PrintText(b []byte, p Printer) []byte
}

// Append appends the text of v to b.
func (p Printer) Append(b []byte, v Variant) []byte {
	p = p.begin(b)
	switch {
	case p.level > forms.MaxDepth:
		return p.omit(b, "…", fault.ErrDepth)
	case len(b) > p.limit:
		return p.omit(b, "…", errTextLimit)
	}

	if v == nil {
		return append(b, "null"...)
	}

	out := b
	if !nilsafe.Guard(v, func() { out = p.custom(b, v) }) {
		return p.omit(b, "<nil>", errNilPointer)
	}

	return out
}

var errNilPointer = fault.Because(fault.ErrUnsupported, "a nil pointer has no value")

var errTextLimit = fault.Because(fault.ErrLimit, "the text is longer than 64 MiB")

// begin returns p with the field limit set.
func (p Printer) begin(b []byte) Printer {
	if p.limit == 0 {
		p.limit = len(b) + maxText
	}
	return p
}

// omit appends s instead of omitted values, and records err as the reason.
func (p Printer) omit(b []byte, s string, err error) []byte {
	if p.omitted != nil && *p.omitted == nil {
		*p.omitted = err
	}
	return append(b, s...)
}

// custom appends the text of v, which is not nil. If v is a nil pointer, custom may panic, and
// Append recovers from the panic.
func (p Printer) custom(b []byte, v Variant) []byte {
	v.Type() // most nil pointers panic here, and the caller recovers

	if c, ok := v.(Constructible); ok && p.exact {
		return token.AppendExactCall(b, nameOf(v), p.limit, c.ToArgs)
	}

	switch v := v.(type) {
	case TextPrinter:
		if null, ok := v.(interface{ IsNull() bool }); ok && p.exact && null.IsNull() {
			return append(b, "Object(null)"...) // not "null", which is the text of Nil
		}
		return v.PrintText(b, p)

	case Constructible:
		return token.AppendCall(b, nameOf(v), v.ToArgs)
	case interface{ String() string }:
		return append(b, v.String()...)
	default:
		return p.omit(b, nameOf(v)+"(…)", fault.Because(fault.ErrUnsupported, "it has no text"))
	}
}

// typed appends the parts of a container. If typ is not empty, it writes typ before the parts, and
// puts the parts in parentheses. If p.exact is true, as it is for paths, the parts of a container
// with the flag Shared are in shared(…).
func (p Printer) typed(b []byte, typ string, shared bool, parts func(b []byte) []byte) []byte {
	if shared && p.exact {
		inner := parts
		parts = func(b []byte) []byte { return append(inner(append(b, "shared("...)), ')') }
	}

	if typ == "" {
		return parts(b)
	}

	return append(parts(append(append(b, typ...), '(')), ')')
}

// arrayType returns the text of an array's type, such as Array[int], or "" for an untyped array.
func arrayType(elem *ElementType) string {
	if !elem.typed() {
		return ""
	}
	return "Array[" + elem.script() + "]"
}

// dictionaryType returns the text of a dictionary's type, such as Dictionary[String, Variant], or
// "" for an untyped dictionary.
func dictionaryType(key, value *ElementType) string {
	if !key.typed() && !value.typed() {
		return ""
	}
	return "Dictionary[" + key.script() + ", " + value.script() + "]"
}

// script returns the text of the element type inside the brackets of Array[…] or Dictionary[…, …].
func (e *ElementType) script() string {
	switch {
	case !e.typed():
		return "Variant"
	case e.Script != "":
		return "Resource(" + token.Quote(e.Script) + ")"
	case e.Class != "":
		return e.class()
	default:
		return e.Type.String()
	}
}

// List appends a list of n parts. The argument opening is the text before the parts, and the
// argument closing is the text after them. It calls the function part to append each part, and
// passes the Printer to use for the values inside this part. In one line, parts are separated by
// the argument sep, which is ", " or ",".
func (p Printer) List(b []byte, opening, sep, closing string, n int,
	part func(b []byte, p Printer, i int) []byte) []byte {
	p = p.begin(b)
	b = append(b, opening...)
	inner := p
	inner.level++

	for i := range n {
		switch {
		case p.Indent != "":
			b = inner.newline(b)
		case i > 0:
			b = append(b, sep...)
		}

		if len(b) > p.limit {
			b = p.omit(b, "… "+strconv.Itoa(n-i)+" more", errTextLimit)
			break
		}

		b = part(b, inner, i)

		if p.Indent != "" && i < n-1 {
			b = append(b, ',')
		}
	}

	if p.Indent != "" && n > 0 {
		b = p.newline(b)
	}

	return append(b, closing...)
}

func (p Printer) newline(b []byte) []byte {
	b = append(b, '\n')
	for range p.level {
		b = append(b, p.Indent...)
	}
	return b
}
