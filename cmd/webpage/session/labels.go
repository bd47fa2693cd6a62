package session

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// labelOf returns the label of a part: a word without quotes, any other key as in GDScript.
func labelOf(step variant.Step) string {
	key, ok := step.Key.(variant.String)
	switch {
	case step.Kind == variant.StepProperty:
		return step.Name
	case step.Kind == variant.StepIndex:
		return strconv.Itoa(step.Index)
	case ok && isWord(string(key)):
		return string(key)
	}

	return short(step.Key)
}

func isWord(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// keyType returns the type of a step: that of a key, index or property.
func keyType(step variant.Step) string {
	switch {
	case step.Kind == variant.StepProperty:
		return "property"
	case step.Kind == variant.StepIndex:
		return "index"
	case step.Key == nil:
		return ""
	}
	return step.Key.Type().String()
}

// summary returns one line for a value: its text, or the number n of its parts with the first.
func summary(v variant.Variant, n int) string {
	switch v := v.(type) {
	case variant.String:
		return clip(string(v[:min(len(v), maxLine+1)]))
	case variant.StringName:
		return clip(string(v[:min(len(v), maxLine+1)]))
	case vmath.Color:
		return hexOf(v)
	case objects.Object:
		return clip(v.Class + ", " + fill("count.properties", Params{"n": n}))
	case variant.Dictionary:
		return fill("count.keys", Params{"n": n})
	}

	if n == 0 {
		return short(v)
	}

	return fill("count.items", Params{"n": n}) + begin(v, n)
}

// begin returns the first items of an array of numbers, after a space.
func begin(v variant.Variant, n int) string {
	const shown = 8
	parts := partsOf(v)

	var items []string
	for i := range min(n, shown) {
		switch x := parts.at(i).value.(type) {
		case variant.Int, variant.Float, variant.Bool:
			items = append(items, variant.Text(x))
		default:
			return ""
		}
	}

	if n > shown {
		items = append(items, "…")
	}

	return " [" + strings.Join(items, ", ") + "]"
}

// typeOf returns the name of a value's type as in a declaration of GDScript: Array[int].
func typeOf(v variant.Variant) string {
	name := func(e *variant.ElementType) string {
		if e == nil {
			return "Variant"
		}
		return e.String()
	}

	switch v := v.(type) {
	case variant.Array:
		if v.Elem != nil {
			return fmt.Sprintf("Array[%s]", name(v.Elem))
		}

	case variant.Dictionary:
		if v.Key != nil || v.Value != nil {
			return fmt.Sprintf("Dictionary[%s, %s]", name(v.Key), name(v.Value))
		}
	}

	return v.Type().String()
}

// familyOf returns the family of a value's type, by which rows are colored.
func familyOf(v variant.Variant) string {
	switch v.(type) {
	case variant.Nil:
		return "null"
	case variant.Bool:
		return "bool"
	case variant.Int:
		return "int"
	case variant.Float:
		return "float"
	case variant.String, variant.StringName, objects.NodePath:
		return "string"
	case vmath.Color:
		return "color"
	case objects.Object:
		return "object"
	case variant.Container:
		return "container"
	}

	if isPacked(v.Type()) {
		return "packed"
	}
	if componentNames[v.Type()] != nil {
		return "vector"
	}
	return "other"
}

// isPacked reports whether a type is that of a packed array.
func isPacked(t variant.Type) bool { return strings.HasPrefix(t.String(), "Packed") }

// maxSwatches is how many colors a row shows.
const maxSwatches = 8

// swatches returns the colors of a value.
func swatches(v variant.Variant) []string {
	switch v := v.(type) {
	case vmath.Color:
		return []string{hexOf(v)}

	case packed.PackedColorArray:
		var list []string
		for _, c := range v[:min(len(v), maxSwatches)] {
			list = append(list, hexOf(c))
		}
		return list
	}

	return nil
}

// hexOf returns a color as #rrggbbaa.
func hexOf(c vmath.Color) string {
	b := []byte{'#'}
	for _, x := range []float64{c.R, c.G, c.B, c.A} {
		n := byte(math.Round(min(max(x, 0), 1) * math.MaxUint8))
		b = fmt.Appendf(b, "%02x", n)
	}
	return string(b)
}

// maxLine is the most bytes of a value in a line.
const maxLine = 200

// short returns the text of a value in one line. It cuts a String before printing it, because a
// String may be as long as the file.
func short(v variant.Variant) string {
	if v == nil {
		return ""
	}
	if s, ok := v.(variant.String); ok && len(s) > maxLine {
		v = s[:maxLine+1]
	}
	if size(v) > longest {
		return summary(v, partsOf(v).n)
	}
	return clip(variant.Text(v))
}

// clip shortens a text to maxLine bytes and joins its lines.
func clip(s string) string {
	if len(s) > maxLine {
		s = strings.ToValidUTF8(s[:maxLine], "") + "…"
	}

	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '�'
		}
		return r
	}, s)
}
