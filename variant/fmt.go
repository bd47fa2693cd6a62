package variant

import (
	"fmt"
	"io"
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

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a Array) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (d Dictionary) Format(s fmt.State, verb rune) { formatVerb(s, verb, d) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a TypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v one part a line, %#v Go source.
func (a PackedTypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }
