// Package remark describes remarks of the library to people: the changes of a conversion, and the
// reason why a file is read for an engine. A [Remark] has a sentence that the page translates, and
// the text of the library.
package remark

import (
	"slices"
	"strconv"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/codec/convert"
	"godotvariant/codec/exact"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// A Remark is a sentence that the page translates. Below the sentence the page shows the English
// text of the library.
type Remark struct {
	message.Message
	Detail string `json:"detail"`
}

// Converted returns the remark about a change that a conversion makes. The argument root is the
// path of the converted value. The path of the note n starts from this value.
func Converted(n convert.Note, root variant.Path) Remark {
	params := message.Params{"path": place(slices.Concat(root, n.Path)),
		"from": n.From, "to": n.To}
	if n.Kind == convert.NumberRounded {
		params["from"] = number(n.Conversion.Asked)
		params["to"] = number(n.Conversion.Stored)
	}
	return Remark{message.Say("note."+noteKey(n), params), n.Text}
}

// place returns a path as a text for people. For the root it returns a message.
func place(at variant.Path) any {
	if len(at) == 0 {
		return message.Say("place.file", nil)
	}
	return look.Trail(at)
}

// number returns the shortest text that a float64 parser reads as the same number.
func number(d interface{ InexactFloat64() float64 }) string {
	return strconv.FormatFloat(d.InexactFloat64(), 'g', -1, 64)
}

// noteKey returns the name of the sentence for a note.
func noteKey(n convert.Note) string {
	switch n.Kind {
	case convert.Replaced:
		return "replaced"
	case convert.Renamed:
		return "renamed"
	case convert.NumberRounded:
		return roundedKey(n.Conversion.Outcome)
	case convert.ForeignText:
		return "foreign"
	case convert.Lost:
		if n.To == variant.TypeNil.String() {
			return "null"
		}
		return "lost"
	}
	return "changed"
}

// roundedKey returns the name of the sentence for a number that is rounded.
func roundedKey(o exact.Outcome) string {
	switch o {
	case exact.Overflow:
		return "infinite"
	case exact.Underflow:
		return "zero"
	case exact.NaNBits:
		return "nan"
	}
	return "rounded"
}

// Detected returns the remark with the reason why a file is read for an engine: a person has chosen
// the engine, or it fits the bytes best.
func Detected(d inspect.Detection, chosen bool) Remark {
	switch {
	case chosen:
		return Remark{Message: message.Say("detected.chosen", nil)}
	case d.Score == 1:
		return Remark{message.Say("detected.sure", nil), d.Why}
	}
	return Remark{message.Say("detected.doubt", nil), d.Why}
}
