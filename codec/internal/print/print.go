// Package print writes constructor text by the rules of a codec. Package codec/text and codec.Value
// use it, and codec/internal/parse reads what it writes.
package print

import (
	"godotvariant/codec/internal/parse"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Text returns the text of v.
func Text(v variant.Variant, f *forms.Format, form Form) (string, error) {
	return text(v, f, form, f.Limits.MaxSize)
}

// Value returns the lossless text of v in the form of Godot 4, even if the format has the dialect
// of Godot 3. The reason is that the text of Godot 3 has no StringName.
func Value(v variant.Variant, f *forms.Format) ([]byte, error) {
	p := printers.Get().(*printer)
	p.begins(nil, f, Lossless)
	p.godot3 = false

	b, err := p.append(v, Lossless)
	p.release()

	if err != nil {
		return nil, err
	}
	return b, nil
}

// maxKey is the greatest length of the text of a key.
const maxKey = 1 << 20

// Key returns the lossless text of v, which is a key of a dictionary. It is for forms in which all
// keys are text.
func Key(v variant.Variant, f *forms.Format) (string, error) {
	return text(v, f, Lossless, min(f.Limits.MaxSize, maxKey))
}

func text(v variant.Variant, f *forms.Format, form Form, maxSize int) (string, error) {
	p := printers.Get().(*printer)
	p.begins(p.spare, f, form)
	p.maxSize = maxSize

	b, err := p.append(v, form)
	s := ""
	if err == nil {
		s = string(b)
	}

	p.spare = b[:0]
	p.release()

	return s, err
}

// Append appends the text of v to dst. After an error it returns dst unchanged.
func Append(dst []byte, v variant.Variant, f *forms.Format, form Form) ([]byte, error) {
	p := printers.Get().(*printer)
	p.begins(dst, f, form)
	b, err := p.append(v, form)
	p.release()

	if err != nil {
		return dst, err
	}
	return b, nil
}

// append appends the text of v to the buffer, and returns the buffer. After an error it returns the
// buffer unchanged.
func (p *printer) append(v variant.Variant, form Form) ([]byte, error) {
	switch {
	case form == Str && p.godot3:
		p.str3(v)
	case form == Str:
		p.str4(v, unquoted)
	default:
		p.value(v)
	}

	if len(p.b)-p.start > p.maxSize {
		p.fail(v, errTooLong)
	}
	if p.err == nil && p.lossless {
		p.verify(v)
	}
	if p.err != nil {
		return p.b[:p.start], p.err
	}

	return p.b, nil
}

// verify fails unless the text reads back as v.
func (p *printer) verify(v variant.Variant) {
	back, err := parse.Text(string(p.b[p.start:]), &parse.Rules{
		FullObjects: true,
		MaxDepth:    p.maxDepth,
		MaxSize:     len(p.b),
		Types:       p.customTypes,
	})
	if err != nil || !variant.Equal(v, back) {
		p.fail(v, variant.Because(variant.ErrUnsupported, "text does not hold all of it"))
	}
}
