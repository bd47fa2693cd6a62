package text

import (
	"godotvariant/variant"
)

// Format returns the text of v: with Options{} exactly what var_to_str(v) returns
// in Godot 4, with other options what var2str(v) or str(v) return. A type of your own
// is written by its name and arguments if it is a variant.Constructible. Godot:
// var_to_str; Godot 3: var2str.
//
// The error is an [*variant.Error] of one of these kinds:
//
//   - variant.ErrUnsupported for a type that the version does not have, for a class whose name is
//     not an identifier, and without Lossless for the name of a property with a quote or backslash.
//     An engine would read these as something else, such as code to run. For Godot 3 a StringName
//     is written as a String.
//   - variant.ErrNUL for text with a NUL, unless Str or Lossless is set. Engines end a text at a
//     NUL.
//   - variant.ErrDepth and variant.ErrLimit.
func Format(v variant.Variant, o Options) (string, error) {
	p := printers.Get().(*printer)
	b, err := p.format(p.spare, v, o)
	s := ""
	if err == nil {
		s = string(b)
	}

	p.spare = b[:0]
	p.release()

	return s, err
}

// Append is like [Format] but appends the text to dst. After an error it returns dst
// unchanged.
func Append(dst []byte, v variant.Variant, o Options) ([]byte, error) {
	p := printers.Get().(*printer)
	b, err := p.format(dst, v, o)
	p.release()

	return b, err
}

// format is [Append].
func (p *printer) format(dst []byte, v variant.Variant, o Options) ([]byte, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}

	p.o = o
	p.b = dst
	p.start = len(dst)

	switch {
	case o.Str && o.Version == Version3:
		p.str3(v)
	case o.Str:
		p.str4(v, unquoted)
	default:
		p.value(v)
	}

	if p.err == nil && o.Lossless && !o.Str {
		verify(p, v)
	}
	if p.err != nil {
		return dst, p.err
	}

	return p.b, nil
}

// verify fails unless the text reads back as v.
func verify(p *printer, v variant.Variant) {
	back, err := Parse(string(p.b[p.start:]), ParseOptions{Objects: true, MaxSize: p.o.MaxSize,
		Types: p.customTypes})
	if err != nil || !variant.Equal(v, back) {
		p.fail(v, variant.Because(variant.ErrUnsupported, "text does not hold all of it"))
	}
}
