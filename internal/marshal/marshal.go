// Package marshal implements the text and JSON methods of types with constructor text, such as
// Vector2. If UnmarshalText or UnmarshalJSON fails, the value does not change.
package marshal

import (
	"errors"
	"strings"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// JSON returns v as canonical JSON.
func JSON(v variant.Variant) ([]byte, error) { return variant.JSON(v) }

// UnmarshalText reads constructor text, such as Vector2(1, 2).
func UnmarshalText[T variant.Constructible](text []byte, dst *T) error {
	r := token.NewTextReader(string(text))
	v := readText(r, *dst)
	return assign(r, dst, v)
}

func readText(r *token.Reader, prototype variant.Constructible) variant.Variant {
	r.Begin(nilsafe.Name(prototype))
	return prototype.FromArgs(r)
}

// UnmarshalJSON reads the JSON that the MarshalJSON method of the type writes, and the text that
// encoding/json writes for a map key. For JSON null it changes nothing, as encoding/json does.
func UnmarshalJSON[T variant.Constructible](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	r := token.NewJSONReader(string(data))
	v := readJSON(r, *dst)
	return assign(r, dst, v)
}

func readJSON(r *token.Reader, prototype variant.Constructible) variant.Variant {
	name := nilsafe.Name(prototype)
	isText := r.IsText()
	at := r.Offset()

	switch {
	case isText:
		return readKey(r, at, r.Text(), prototype)
	case r.Peek() != '{':
		r.Unexpected(name)
		return nil
	}

	m := r.Members()
	switch {
	case r.Failed():
		return nil
	case m.Type != name:
		r.FailAt(at, variant.Because(variant.ErrSyntax,
			"expected "+name+", found "+printable.Clip(m.Type, 64)))
		return nil
	}

	return token.Construct(r, at, m.Args, name, prototype.FromArgs)
}

// readKey returns the value of the JSON string s, which is a NodePath with its tag, or the
// constructor text of a map key. The argument offset is the offset of s, for errors.
func readKey(r *token.Reader, offset int, s string,
	prototype variant.Constructible) variant.Variant {
	path, tagged := strings.CutPrefix(s, "np:")
	if tagged && prototype.Type() == variant.TypeNodePath {
		s = "NodePath(" + token.Quote(path) + ")"
	}

	inner := token.NewTextReader(s)
	v := readText(inner, prototype)
	inner.End()

	if !inner.Failed() {
		return v
	}

	r.FailAt(offset, errors.Unwrap(inner.Err()))
	return nil
}

// assign sets *dst to v, unless the Reader failed or has more to read.
func assign[T variant.Constructible](r *token.Reader, dst *T, v variant.Variant) error {
	r.End()
	t, ok := v.(T)
	if !ok || r.Failed() {
		return failed(r, *dst, v)
	}

	*dst = t
	return nil
}

// failed returns the error of the Reader. If the Reader has no error, the text has a value of the
// wrong type. Then the error names the expected type and the type of the value. The argument
// expected is a value of the expected type, and the argument found is the value of the text.
func failed(r *token.Reader, expected, found variant.Variant) error {
	if !r.Failed() {
		r.FailAt(0, variant.Because(variant.ErrSyntax,
			"expected "+nilsafe.Name(expected)+", found "+nilsafe.Name(found)))
	}
	return variant.NewError(variant.OpParse, nil, nil, r.Err())
}
