// Package look describes a value on the screen: its label, type, text in one line, colors and
// components, and guesses about its meaning, such as a date or a picture.
package look

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Limits for texts that are shown or edited, in bytes.
const (
	MaxLine     = 200      // limit for a value in one line
	Longest     = 64 << 10 // limit for GDScript that can be edited
	LongestText = 5 << 20  // limit for plain text that can be edited
)

// Label returns the label of a part: a word without quotes, or any other key as GDScript text. If
// the key of a pair is too long for a path, or can't be read, the label is the number of the pair:
// [pair 1].
func Label(step variant.Step) string {
	key, ok := step.Key.(variant.String)
	switch {
	case step.Kind == variant.StepProperty:
		return step.Name
	case step.Kind == variant.StepIndex:
		return strconv.Itoa(step.Index)
	case step.Kind == variant.StepPair || step.Kind == variant.StepPairKey:
		return step.String()
	case ok && IsWord(string(key)):
		return string(key)
	}

	return Short(step.Key)
}

// Trail returns the labels of the steps of a path: player › gold. The path of the root is "$".
func Trail(path variant.Path) string {
	if len(path) == 0 {
		return "$"
	}

	labels := make([]string, len(path))
	for i, step := range path {
		labels[i] = Label(step)
	}
	return strings.Join(labels, " › ")
}

// IsWord reports whether a text has only letters, digits and _, and does not begin with a digit.
func IsWord(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// KeyType returns the type of the key, index or property of a step.
func KeyType(step variant.Step) string {
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

// Summary returns one line for a value: its text, or the number n of its parts. For an array of
// numbers, the first numbers follow.
func Summary(v variant.Variant, n int) string {
	switch v := v.(type) {
	case variant.String:
		return Clip(string(v[:min(len(v), MaxLine+1)]))
	case variant.StringName:
		return Clip(string(v[:min(len(v), MaxLine+1)]))
	case vmath.Color:
		return Hex(v)
	case objects.Object:
		return Clip(v.Class + ", " + message.Fill("count.properties", message.Params{"n": n}))
	case variant.Dictionary:
		return message.Fill("count.keys", message.Params{"n": n})
	}

	if n == 0 {
		return Short(v)
	}

	return message.Fill("count.items", message.Params{"n": n}) + begin(v, n)
}

// begin returns text with the first items of an array of n items. The text begins with a space. If
// one of these first items is neither a number nor a bool, begin returns "".
func begin(v variant.Variant, n int) string {
	const shown = 8
	parts := values.Of(v)

	var items []string
	for i := range min(n, shown) {
		switch x := parts.At(i).Value.(type) {
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

// maxSwatches is the greatest number of colors in a row.
const maxSwatches = 8

// Swatches returns the color of a Color, or the first colors of a PackedColorArray, as #rrggbbaa.
func Swatches(v variant.Variant) []string {
	switch v := v.(type) {
	case vmath.Color:
		return []string{Hex(v)}

	case packed.PackedColorArray:
		var list []string
		for _, c := range v[:min(len(v), maxSwatches)] {
			list = append(list, Hex(c))
		}
		return list
	}

	return nil
}

// Hex returns a color as #rrggbbaa.
func Hex(c vmath.Color) string {
	b := []byte{'#'}
	for _, x := range []float64{c.R, c.G, c.B, c.A} {
		n := byte(math.Round(min(max(x, 0), 1) * math.MaxUint8))
		b = fmt.Appendf(b, "%02x", n)
	}
	return string(b)
}

// Short returns the text of a value in one line. It cuts a String before printing it, because a
// String may be as long as the file.
func Short(v variant.Variant) string {
	if v == nil {
		return ""
	}
	if s, ok := v.(variant.String); ok && len(s) > MaxLine {
		v = s[:MaxLine+1]
	}
	if Size(v) > Longest {
		return Summary(v, values.Of(v).N)
	}
	return Clip(variant.Text(v))
}

// Clip shortens a text to MaxLine bytes and joins its lines.
func Clip(s string) string { return values.Line(s, MaxLine) }

// Plain returns the text of a number or bool, or the content of a text value. For any other value
// it returns "".
func Plain(v variant.Variant) string {
	switch v.(type) {
	case variant.Int, variant.Float, variant.Bool:
		return variant.Text(v)
	}

	s, _ := values.Text(v)
	return s
}

// Size returns the approximate length of the text of a value. It stops counting above Longest.
func Size(v variant.Variant) (n int) {
	for _, part := range tree.Walk(v) {
		const least = 8
		n += least
		if n > Longest {
			break
		}

		switch part := part.(type) {
		case variant.String:
			n += len(part)
		case variant.StringName:
			n += len(part)
		case variant.Container:

		default:
			p := values.Of(part)
			n += p.N
			for i := 0; i < p.N && n <= Longest; i++ {
				if text, ok := p.At(i).Value.(variant.String); ok {
					n += len(text)
				}
			}
		}
	}

	return n
}
