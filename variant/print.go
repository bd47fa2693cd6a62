package variant

import (
	"fmt"
	"io"
)

// formatVerb implements the Format method of containers: %v and %s print one line, %+v prints each
// part on its own line, and %#v prints Go source. %q and %x treat the line as a string.
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

// formatNumber implements the Format method of v, which holds the number n.
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

// Format implements fmt.Formatter: %v prints one line, %+v prints each part on its own line, and
// %#v prints Go source.
func (a Array) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v prints each part on its own line, and
// %#v prints Go source.
func (d Dictionary) Format(s fmt.State, verb rune) { formatVerb(s, verb, d) }

// Format implements fmt.Formatter: %v prints one line, %+v prints each part on its own line, and
// %#v prints Go source.
func (a TypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v prints one line, %+v prints each part on its own line, and
// %#v prints Go source.
func (a PackedTypedArray) Format(s fmt.State, verb rune) { formatVerb(s, verb, a) }

// Format implements fmt.Formatter: %v and %s print the result of String, %#v prints Go source, and
// all other verbs print the number as an int64.
func (i Int) Format(s fmt.State, verb rune) { formatNumber(s, verb, i, int64(i)) }

// Format implements fmt.Formatter: %v and %s print the result of String, %#v prints Go source in
// which a NaN shows its bits, and all other verbs print the number as a float64.
func (f Float) Format(s fmt.State, verb rune) { formatNumber(s, verb, f, float64(f)) }
