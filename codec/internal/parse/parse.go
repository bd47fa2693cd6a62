// Package parse reads values from constructor text and from canonical JSON. The packages
// codec/text, codec/jsonvar, codec/configfile and codec/resource use it.
package parse

import (
	"slices"

	"godotvariant/internal/token"
	"godotvariant/variant"
)

// Text returns the value that the constructor text s describes.
func Text(s string, r *Rules) (variant.Variant, error) {
	if len(s) > r.MaxSize {
		return nil, tooLong("text")
	}

	p := parsers.Get().(*parser)
	p.start(s, r)
	p.form = (*parser).textValue

	return p.whole()
}

// JSON returns the value that the canonical JSON s describes. variant.JSON documents the form.
func JSON(s string, r *Rules) (variant.Variant, error) {
	if len(s) > r.MaxSize {
		return nil, tooLong("JSON")
	}

	p := parsers.Get().(*parser)
	*p.Reader = *token.NewJSONReader(s)
	p.obey(r)
	p.form = (*parser).jsonValue

	return p.whole()
}

// whole reads a value, which must end at the end of the text, and releases the parser.
func (p *parser) whole() (variant.Variant, error) {
	v := p.value()
	p.End()

	var err error
	if p.Failed() {
		v = nil
		err = p.Err()
	}

	p.release()
	return v, err
}

// A Cursor reads values between other text, as in a ConfigFile.
type Cursor struct{ *parser }

// NewCursor returns a Cursor at the start of s.
func NewCursor(s string, r *Rules) Cursor {
	c := Cursor{newParser()}
	c.start(s, r)
	c.form = (*parser).textValue
	return c
}

// Value reads the next value. The given path leads to this value. The path of an error begins with
// it.
func (c Cursor) Value(path ...variant.Step) variant.Variant {
	v := c.value()
	if c.Failed() && c.path == nil {
		c.path = slices.Clone(path)
	}
	return v
}
