// Package parse reads values of constructor text and canonical JSON, for the packages codec/text,
// codec/jsonvar, codec/configfile and codec/resource.
package parse

import (
	"godotvariant/variant"
)

// Text returns the value of constructor text.
func Text(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("text")
	}

	p := newParser(textReader(s, o), o)
	v := p.value()
	p.End()

	if p.Failed() {
		return nil, p.Err()
	}

	return v, nil
}

// A Cursor reads values that stand among other text, as in a ConfigFile.
type Cursor struct{ *parser }

// NewCursor returns a Cursor at the start of s.
func NewCursor(s string, o Options) Cursor { return Cursor{newParser(textReader(s, o), o)} }

// Value reads a value. The path of its error begins with the steps, which come innermost first.
func (c Cursor) Value(steps ...variant.Step) variant.Variant {
	v := c.value()
	for _, step := range steps {
		c.addStep(step)
	}
	return v
}

// JSON returns the value of canonical JSON.
func JSON(s string, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 || o.MaxSize > 1<<31-1 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, tooLong("JSON")
	}

	p := newParser(nil, o) // only for its types and objects
	return variant.ReadJSON(s, variant.JSONOptions{Types: p.prototype, Object: p.jsonObject,
		Single: o.Single, MaxDepth: o.MaxDepth})
}
