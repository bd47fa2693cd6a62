// Package parse reads values from constructor text and from canonical JSON. The packages
// codec/text, codec/jsonvar, codec/configfile and codec/resource use it.
package parse

import (
	"godotvariant/variant"
)

// Text returns the value that the constructor text s describes.
func Text(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("text")
	}

	p := parsers.Get().(*parser)
	p.start(s, o)

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
func NewCursor(s string, o Options) Cursor {
	c := Cursor{newParser()}
	c.start(s, o)
	return c
}

// Value reads a value. After an error, the path of the error begins with steps. The last step is
// the outermost.
func (c Cursor) Value(steps ...variant.Step) variant.Variant {
	v := c.value()
	for _, step := range steps {
		c.addStep(step)
	}
	return v
}

// JSON returns the value that the canonical JSON s describes.
func JSON(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 || o.MaxSize > 1<<31-1 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("JSON")
	}

	p := newParser() // only its types and objects are used
	p.start("", o)

	return variant.ReadJSON(s, variant.JSONOptions{Types: p.prototype, Object: p.jsonObject,
		Single: o.Single, MaxDepth: o.MaxDepth})
}
