package edit

import (
	"errors"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Read returns the value that a user has entered at a place, by the rule of types in the package
// comment. If retype is true, Read returns the value of the text as a literal, and ignores the type
// of the old value.
func (r Reader) Read(typed string, place Place, retype bool) (variant.Variant, error) {
	t := &input{reader: r, text: typed}
	return t.at(place, retype)
}

// ReadPlain is like Read, except at a place that has text. At such a place all characters of the
// entered text, even quotes, are part of the value.
func (r Reader) ReadPlain(typed string, place Place) (variant.Variant, error) {
	if isText(place.Value) {
		return Fit(place.Value, variant.String(typed))
	}
	return r.Read(typed, place, false)
}

// An input has the text that a user has entered for one or several places. The text is parsed only
// once.
type input struct {
	reader Reader
	text   string

	parsed  bool
	literal variant.Variant
	err     error
}

// parse returns the value of the text as a literal.
func (t *input) parse() (variant.Variant, error) {
	if !t.parsed {
		t.literal, t.err = t.reader.Parse(t.text)
		t.parsed = true
	}
	return t.literal, t.err
}

// at returns the value of the text at a place.
func (t *input) at(place Place, retype bool) (variant.Variant, error) {
	v, err := t.value(place.Value, retype)

	var wrong *Mismatch
	if errors.As(err, &wrong) && values.ElementType(place.Around) != "" {
		wrong.Fixed = true
	}
	if err != nil {
		return nil, err
	}

	return t.reader.inPlace(place, v)
}

// value returns the value of the text for a place. The argument old is the value that the place has
// now.
func (t *input) value(old variant.Variant, retype bool) (variant.Variant, error) {
	switch {
	case retype:
		return t.parse()
	case isText(old) && !isQuoted(t.text):
		return Fit(old, variant.String(t.text))
	}

	v, err := t.parse()
	if err == nil {
		return Fit(old, v)
	}

	if _, isColor := old.(math.Color); isColor {
		if c, ok := math.ColorByName(strings.TrimSpace(t.text)); ok {
			return t.reader.Stored(c)
		}
	}

	return nil, err
}

// isText reports whether a value is a String, StringName or NodePath.
func isText(old variant.Variant) bool {
	switch old.(type) {
	case variant.String, variant.StringName, objects.NodePath:
		return true
	default:
		return false
	}
}

// isQuoted reports whether a text begins like a quoted literal of GDScript.
func isQuoted(s string) bool {
	s = strings.TrimLeft(s, " \t\n")
	for _, start := range []string{`"`, `'`, `&"`, `&'`, `^"`, `^'`, `r"`, `r'`} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}
