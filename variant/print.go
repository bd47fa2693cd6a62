package variant

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"

	"godotvariant/internal"
	"godotvariant/internal/care"
	"godotvariant/internal/float"
	"godotvariant/internal/gosrc"
	"godotvariant/internal/wire"
)

// formatVerb is the Format method of containers: %v and %s print one line, %+v one part a
// line, %#v Go source; %q and %x treat the line as a string.
func formatVerb(s fmt.State, verb rune, v Variant) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, goText(v))
	case verb == 'v' && s.Flag('+'):
		s.Write(Printer{Indent: "\t"}.Append(nil, v))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), Text(v))
	}
}

// formatNumber is the Format method of v, whose number is n.
func formatNumber(s fmt.State, verb rune, v Variant, n any) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, goText(v))
	case verb == 'v', verb == 's':
		fmt.Fprintf(s, fmt.FormatString(s, verb), Text(v))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), n)
	}
}

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a Array) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (d Dictionary) Format(s fmt.State, verb rune) { formatVerb(s, verb, d) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a TypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a PackedTypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// goText returns v as Go source: what %#v prints.
func goText(v Variant) string { return string(goPrinter{}.append(nil, v)) }

// A goPrinter prints values as Go source. A value at a depth of more than 1024, as in an
// array that contains itself, is printed as nil with a comment. After 64 MiB of text no more
// parts are printed; a comment in each list gives the number of parts that are missing.
type goPrinter struct {
	level int
	end   int // the length of the output after which no more parts are printed; 0: not known yet
}

func (p goPrinter) append(b []byte, v Variant) []byte {
	if p.end == 0 {
		p.end = len(b) + maxText
	}

	switch {
	case p.level > wire.MaxDepth:
		return append(b, "nil /* too deep */"...)
	case len(b) > p.end:
		return append(b, "nil /* … */"...)
	}

	p.level++

	switch v := pointed(v).(type) {
	case nil:
		return append(b, "nil"...)
	case Int:
		return append(append(append(b, "variant.Int("...), v.String()...), ')')
	case Float:
		return append(append(append(b, "variant.Float("...), gosrc.Float64(float64(v))...), ')')

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
		if !care.Guard(v, func() { out = p.custom(b, v) }) {
			return append(b, "nil /* a nil pointer */"...)
		}
		return out
	}
}

// custom appends the source of a value by its own methods.
func (p goPrinter) custom(b []byte, v Variant) []byte {
	v.Type() // panics for most nil pointers
	switch v := v.(type) {
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
	b = append(b, "variant.Dictionary{Pairs: "...)
	b = p.list(b, "[]variant.Pair{", len(d.Pairs), func(b []byte, i int) []byte {
		b = p.append(append(b, "{Key: "...), d.Pairs[i].Key)
		return append(p.append(append(b, ", Value: "...), d.Pairs[i].Value), '}')
	})

	b = appendGoElem(b, "Key", d.Key)
	b = appendGoElem(b, "Value", d.Value)
	return append(appendGoShared(b, d.Shared), '}')
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

		if len(b) > p.end {
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

// Limits of what one value adds to a log, however large it is.
const (
	maxLogEntries = 32  // of one container
	maxLogValues  = 128 // of all together
	maxLogDepth   = 4
	maxLogText    = 256 // bytes of one text
)

// LogValue returns a container as a group for package slog: the extra attributes, the
// first 32 entries by index, key or property name, and under "(more)" how many are left
// out. Containers inside are groups too, to a depth of 4 and 128 values in all; long text
// is cut.
func LogValue(c Container, extra ...slog.Attr) slog.Value {
	left := maxLogValues
	return logGroup(c, extra, &left, 1)
}

func logGroup(c Container, attrs []slog.Attr, left *int, depth int) slog.Value {
	more := 0
	taken := len(attrs) + maxLogEntries
	for step, v := range partsOf(c) {
		switch {
		case step.Kind == StepPairKey:
		case len(attrs) == taken || *left == 0:
			more++
		default:
			*left--
			attrs = append(attrs, slog.Attr{Key: logKey(step), Value: logPart(v, left, depth)})
		}
	}

	if more > 0 {
		attrs = append(attrs, slog.Int("(more)", more))
	}

	return slog.GroupValue(attrs...)
}

func logKey(s Step) string {
	switch s.Kind {
	case StepIndex:
		return strconv.Itoa(s.Index)
	case StepProperty:
		return clip(s.Name)
	}

	if s, ok := keyText(s.Key); ok {
		return clip(s)
	}

	step := s.short()
	return step[1 : len(step)-1] // without the brackets
}

func logPart(v Variant, left *int, depth int) slog.Value {
	switch v := v.(type) {
	case nil:
		return slog.StringValue("null")
	case Bool:
		return slog.BoolValue(bool(v))
	case Int:
		return slog.Int64Value(int64(v))

	case Float:
		if !float.Finite(float64(v)) { // JSON has no number for it
			return slog.StringValue(v.String())
		}
		return slog.Float64Value(float64(v))

	case String:
		return slog.StringValue(internal.Clip(string(v), maxLogText))
	case StringName:
		return slog.StringValue(internal.Clip(v.String(), maxLogText))
	}

	out := slog.StringValue("<nil>")
	care.Guard(v, func() { out = logCustom(v, left, depth) })
	return out
}

// logCustom is logPart by the methods of v.
func logCustom(v Variant, left *int, depth int) slog.Value {
	t := v.Type()
	switch v := v.(type) {
	case Container:
		if depth >= maxLogDepth {
			return slog.StringValue(t.String() + "(…)")
		}
		return logGroup(v, nil, left, depth+1)

	case slog.LogValuer:
		return v.LogValue()
	default:
		return slog.StringValue(internal.Clip(Text(v), maxLogText))
	}
}

// LogValue implements slog.LogValuer with the number.
func (i Int) LogValue() slog.Value { return logPart(i, nil, 0) }

// LogValue implements slog.LogValuer with the number.
func (f Float) LogValue() slog.Value { return logPart(f, nil, 0) }

// LogValue implements slog.LogValuer with the text without quotes; long text is cut.
func (s String) LogValue() slog.Value { return logPart(s, nil, 0) }

// LogValue implements slog.LogValuer with what String returns; long text is cut.
func (s StringName) LogValue() slog.Value { return logPart(s, nil, 0) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a Array) LogValue() slog.Value { return LogValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (d Dictionary) LogValue() slog.Value { return LogValue(d) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a TypedArray) LogValue() slog.Value { return LogValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a PackedTypedArray) LogValue() slog.Value { return LogValue(a) }

// Format implements fmt.Formatter: %v and %s print what String returns, %#v Go source, and all
// other verbs the number, as of an int64.
func (i Int) Format(s fmt.State, verb rune) { formatNumber(s, verb, i, int64(i)) }

// Format implements fmt.Formatter: %v and %s print what String returns, %#v Go source, in which a
// NaN shows its bits, and all other verbs the number, as of a float64.
func (f Float) Format(s fmt.State, verb rune) { formatNumber(s, verb, f, float64(f)) }
