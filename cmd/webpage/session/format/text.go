package format

import (
	"errors"
	"unicode/utf8"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/variant"
)

// textName is the name of the kind of plain text files.
const textName = "text"

// TextKind is the kind of plain text files. The value of such a file is one String.
func TextKind() document.Kind {
	return document.Kind{
		Name: textName,
		Is:   beginsText,
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

// IsText reports whether a file is text.
func IsText(b []byte) bool { return utf8.Valid(b) && beginsText(b) }

// beginsText reports whether a file that begins with b may be text. The last letter of b may be
// cut.
func beginsText(b []byte) bool {
	_, known := MagicOf(b)
	if known || len(b) == 0 {
		return false
	}

	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 && len(b)-i >= utf8.UTFMax {
			return false
		}
		if r < ' ' && r != '\t' && r != '\r' && r != '\n' && r != '\f' {
			return false
		}
		i += n
	}

	return true
}

// A textBody is the Body of a text.
type textBody struct{ read, text string }

// Root implements document.Body.
func (b *textBody) Root() variant.Variant { return variant.String(b.text) }

// SetRoot implements document.Body.
func (b *textBody) SetRoot(v variant.Variant) error {
	text, ok := v.(variant.String)
	if !ok {
		return errors.New("the file is a text")
	}
	b.text = string(text)
	return nil
}

// Changed implements document.Body.
func (b *textBody) Changed() bool { return b.text != b.read }

// Bytes implements document.Body.
func (b *textBody) Bytes() ([]byte, error) { return []byte(b.text), nil }
