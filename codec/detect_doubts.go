package codec

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	math3d "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A doubt is a reason why no game has stored a value that reads so.
type doubt uint8

const (
	doubtNumber doubt = iota
	doubtInteger
	doubtText
	doubtName
	doubtHandle
	doubtCount
)

var doubtTexts = [doubtCount]string{
	doubtNumber:  "with numbers that look like integers or text",
	doubtInteger: "with integers that look like floats",
	doubtText:    "with control characters or broken text",
	doubtName:    "with names that none has",
	doubtHandle:  "that only mean something inside of a running game",
}

// doubts counts values, and those among them that are doubtful, by kind.
type doubts struct {
	values int
	of     [doubtCount]int
}

// mostWeighed bounds the values looked at, and mostElements those of each packed
// array.
const (
	mostWeighed  = 10_000
	mostElements = 100
)

// enough reports whether more values would change little.
func (d *doubts) enough() bool { return d.values >= mostWeighed }

// sound returns the share of values without doubt, more than 0.
func (d *doubts) sound() float64 {
	n := 0
	for _, k := range d.of {
		n += k
	}
	return 1 - float64(n)/float64(d.values+1)
}

// text says what the doubts are.
func (d *doubts) text() (texts []string) {
	for k, n := range d.of {
		if n > 0 {
			texts = append(texts, fmt.Sprintf("%d of %d values %s", n, d.values, doubtTexts[k]))
		}
	}
	return texts
}

// weigh looks at v and all values inside.
func (d *doubts) weigh(v variant.Variant) {
	for _, part := range variant.Walk(v) {
		if d.enough() {
			return
		}
		d.values++
		if kind, doubtful := doubtOf(part); doubtful {
			d.of[kind]++
		}
	}
}

// doubtOf returns what is odd about a value, not looking at those inside of it.
func doubtOf(v variant.Variant) (doubt, bool) {
	switch v := v.(type) {
	case variant.Float:
		return doubtNumber, !plausible(float64(v)) && !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0)
	case variant.String:
		return doubtText, oddText(string(v))
	case variant.StringName:
		return doubtText, oddText(string(v))
	case objects.NodePath:
		return doubtName, slices.ContainsFunc(v.Names, oddName) || slices.ContainsFunc(v.SubNames, oddText)
	case objects.Object:
		return doubtName, v.Class != "" && !identifier(v.Class)
	case objects.Signal:
		return doubtName, v.Name != "" && !identifier(v.Name)
	case objects.RID:
		return doubtHandle, true
	case packed.PackedStringArray:
		return doubtText, slices.ContainsFunc(first(v), oddText)
	case variant.Nil, variant.Bool, variant.Int, variant.Array, variant.Dictionary, packed.PackedByteArray, objects.Callable:
		return 0, false
	}
	if integers(v) {
		return doubtInteger, slices.ContainsFunc(numbersIn(v), func(f float64) bool { return math.Abs(f) > mostInteger })
	}
	return doubtNumber, slices.ContainsFunc(numbersIn(v), func(f float64) bool { return !plausible(f) })
}

// Sizes that games deal in. An int in the place of a float reads as less than
// the smallest, four letters as more than the largest; 1.0 in the place of an
// int reads as 1,065,353,216.
const (
	smallestNumber = 1e-20
	largestNumber  = 1e12
	mostInteger    = 1 << 29
)

func plausible(f float64) bool {
	a := math.Abs(f)
	return a == 0 || smallestNumber <= a && a <= largestNumber
}

// integers reports whether a type's components are integers.
func integers(v variant.Variant) bool {
	switch v.(type) {
	case math3d.Vector2i, math3d.Vector3i, math3d.Vector4i, math3d.Rect2i,
		packed.PackedInt32Array, packed.PackedInt64Array,
		packed.PackedVector2iArray, packed.PackedVector3iArray, packed.PackedVector4iArray:
		return true
	default:
		return false
	}
}

// first returns the elements that are looked at.
func first[T any](a []T) []T { return a[:min(len(a), mostElements)] }

// oddText reports whether text has characters that no game writes.
func oddText(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' && c != '\x1b'
	})
}

// oddName reports whether a node can't be called so.
func oddName(s string) bool { return s == "" || oddText(s) || strings.ContainsAny(s, "/:") }

// identifier reports whether a class or signal can be called so.
func identifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return true
}
