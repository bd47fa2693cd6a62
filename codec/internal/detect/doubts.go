package detect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A doubt is a reason why a game is unlikely to have stored a value.
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
	doubtName:    "with invalid names",
	doubtHandle:  "that only mean something inside of a running game",
}

// doubts counts the examined values, and the doubtful values by their reason.
type doubts struct {
	values int
	of     [doubtCount]int
}

const (
	maxExamined = 10_000 // values
	maxElements = 100    // per packed array
)

// enough reports whether maxExamined values were examined.
func (d *doubts) enough() bool { return d.values >= maxExamined }

// plausibleShare returns the share of the values that are not doubtful, a number in (0, 1].
func (d *doubts) plausibleShare() float64 {
	n := 0
	for _, k := range d.of {
		n += k
	}
	return 1 - float64(n)/float64(d.values+1)
}

// texts returns one text for each reason that was found.
func (d *doubts) texts() (texts []string) {
	for k, n := range d.of {
		if n > 0 {
			texts = append(texts, fmt.Sprintf("%d of %d values %s", n, d.values, doubtTexts[k]))
		}
	}
	return texts
}

// examine counts v and all values that v contains.
func (d *doubts) examine(v variant.Variant) {
	for _, part := range tree.Walk(v) {
		if d.enough() {
			return
		}

		d.values++
		if kind, doubtful := doubtOf(part); doubtful {
			d.of[kind]++
		}
	}
}

// doubtOf reports whether v is doubtful, and why. It does not examine the values inside v.
func doubtOf(v variant.Variant) (doubt, bool) {
	switch v := v.(type) {
	case variant.Float:
		f := float64(v)
		return doubtNumber, !plausible(f) && !math.IsNaN(f) && !math.IsInf(f, 0)

	case variant.String:
		return doubtText, oddText(string(v))
	case variant.StringName:
		return doubtText, oddText(string(v))

	case objects.NodePath:
		return doubtName, slices.ContainsFunc(v.Names, oddName) ||
			slices.ContainsFunc(v.SubNames, oddText)

	case objects.Object:
		return doubtName, v.Class != "" && !identifier(v.Class)
	case objects.Signal:
		return doubtName, v.Name != "" && !identifier(v.Name)
	case objects.RID:
		return doubtHandle, true
	case packed.PackedByteArray:
		return 0, false
	case packed.PackedStringArray:
		return doubtText, slices.ContainsFunc(v[:min(len(v), maxElements)], oddText)

	case variant.Constructible: // a type of package math, or an array of such a type
		n := numberCheck{left: maxElements * max(1, elementSize[v.Type()])}
		v.ToArgs(&n)
		return n.doubt, n.odd

	default:
		return 0, false
	}
}

// elementSize is the number of components of one element, by the type of the packed array.
var elementSize = map[variant.Type]int{
	variant.TypePackedVector2Array:  2,
	variant.TypePackedVector3Array:  3,
	variant.TypePackedVector4Array:  4,
	variant.TypePackedColorArray:    4,
	variant.TypePackedVector2iArray: 2,
	variant.TypePackedVector3iArray: 3,
	variant.TypePackedVector4iArray: 4,
}

// A numberCheck examines the numbers that ToArgs writes, up to a limit.
type numberCheck struct {
	left  int // how many more numbers may be examined
	doubt doubt
	odd   bool
}

func (n *numberCheck) Real(f float64) {
	if n.left > 0 {
		n.left--
		n.odd = n.odd || !plausible(f)
	}
}

func (n *numberCheck) Int(i int64) {
	n.doubt = doubtInteger
	if n.left > 0 {
		n.left--
		n.odd = n.odd || i > maxInteger || i < -maxInteger
	}
}

func (*numberCheck) Uint(uint64)    {}
func (*numberCheck) Text(string)    {}
func (*numberCheck) RowMajor() bool { return false }

// The sizes of numbers in games. An int misread as a float falls below minNumber. Four
// letters misread as a float exceed maxNumber. 1.0 misread as an int is 1,065,353,216.
const (
	minNumber  = 1e-20
	maxNumber  = 1e12
	maxInteger = 1 << 29
)

func plausible(f float64) bool {
	a := math.Abs(f)
	return a == 0 || minNumber <= a && a <= maxNumber
}

// oddText reports whether text has characters that games do not store.
func oddText(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' && c != '\x1b'
	})
}

// oddName reports whether s is not a valid name of a node.
func oddName(s string) bool { return s == "" || oddText(s) || strings.ContainsAny(s, "/:") }

// identifier reports whether s is a valid name of a class or signal, or empty.
func identifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return true
}
