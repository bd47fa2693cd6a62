package kinds

import (
	"errors"
	"unicode/utf8"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/variant"
)

// Text is the kind of plain text files. It is not one of the kinds that All returns. The value of
// such a file is one String.
func Text() document.Kind {
	return document.Kind{
		Name: probe.PlainText,
		Read: func(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
			if !utf8.Valid(data) {
				return nil, nil, errors.New("the text is not UTF-8")
			}

			d := o.Dialect
			if d == nil {
				d = codec.Godot4
			}

			return &textBody{read: string(data), text: string(data)}, d, nil
		},
	}
}

// IsText reports whether bytes are plain text.
func IsText(b []byte) bool { return utf8.Valid(b) && probe.Is(probe.PlainText, b) }

// A textBody is the Body of a text.
type textBody struct{ read, text string }

// Root implements document.Body.
func (b *textBody) Root() variant.Variant { return variant.String(b.text) }

// SetRoot implements document.Body.
func (b *textBody) SetRoot(v variant.Variant) error {
	text, ok := v.(variant.String)
	if !ok {
		return errors.New("a text file has one value, and it is of type String")
	}
	b.text = string(text)
	return nil
}

// Changed implements document.Body.
func (b *textBody) Changed() bool { return b.text != b.read }

// Bytes implements document.Body.
func (b *textBody) Bytes() ([]byte, error) { return []byte(b.text), nil }
