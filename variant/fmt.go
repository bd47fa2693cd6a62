package variant

import (
	"fmt"
	"io"
)

// FormatVerb is the Format method of values with values inside: %v and %s print
// them in one line, %+v one part a line, %#v as Go source, and %q and %x treat
// the line as they do a string.
func FormatVerb(s fmt.State, verb rune, v Variant) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, GoText(v))
	case verb == 'v' && s.Flag('+'):
		s.Write(Printer{Indent: "\t"}.Append(nil, v))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), Text(v))
	}
}

// Format implements fmt.Formatter, see [FormatVerb].
func (a Array) Format(s fmt.State, verb rune) { FormatVerb(s, verb, a) }

// Format implements fmt.Formatter, see [FormatVerb].
func (d Dictionary) Format(s fmt.State, verb rune) { FormatVerb(s, verb, d) }

// Format implements fmt.Formatter, see [FormatVerb].
func (a TypedArray) Format(s fmt.State, verb rune) { FormatVerb(s, verb, a) }

// Format implements fmt.Formatter, see [FormatVerb].
func (a PackedTypedArray) Format(s fmt.State, verb rune) { FormatVerb(s, verb, a) }
