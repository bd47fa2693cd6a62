package views

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"godotvariant/cmd/internal/large"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// JSONForms are the values of the flag --json.
var JSONForms = []string{"canonical", "relaxed"}

// exact rounds no component, so that JSON has all digits of a file of either precision.
var exact = codec.MustNew(codec.Options{Precision: codec.Double})

// MarshalJSON returns the function that writes this form of JSON.
func MarshalJSON(form string) func(variant.Variant) ([]byte, error) {
	f := jsonvar.Canonical
	if form == "relaxed" {
		f = jsonvar.Relaxed
	}
	return func(v variant.Variant) ([]byte, error) { return f.Format(v, exact) }
}

// PlainJSON escapes characters that could change a terminal, such as those of bidirectional text.
// They can only be in strings, where an escape has the same meaning.
func PlainJSON(b []byte) []byte {
	if !bytes.ContainsFunc(b, printable.IsControl) {
		return b
	}

	var out []byte
	for _, r := range string(b) {
		if !printable.IsControl(r) {
			out = utf8.AppendRune(out, r)
			continue
		}

		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}

	return out
}

// LargeJSON writes a packet that is read in place as a line of JSON.
func LargeJSON(
	w io.Writer, p *large.Packet, marshal func(variant.Variant) ([]byte, error),
) error {
	if err := p.JSON(plainWriter{w}, marshal); err != nil {
		return err
	}

	_, err := io.WriteString(w, "\n")
	return err
}

// A plainWriter writes JSON through PlainJSON.
type plainWriter struct{ w io.Writer }

func (w plainWriter) Write(b []byte) (int, error) {
	if _, err := w.w.Write(PlainJSON(b)); err != nil {
		return 0, err
	}

	return len(b), nil
}
