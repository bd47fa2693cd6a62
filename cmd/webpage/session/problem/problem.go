// Package problem explains errors to people. It turns an error of the library into a
// [message.Fault]: a sentence for the kind of the error, with the path, the type and the offset of
// the bad value.
package problem

import (
	"errors"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Of returns an error as a fault. If the page has a sentence for the kind of the error, the code is
// "kind." followed by the name that [variant.KindOf] returns.
func Of(err error) *message.Fault {
	var f *message.Fault
	if errors.As(err, &f) {
		return f
	}

	f = &message.Fault{Code: codeOf(err), Params: message.Params{}, Err: err}
	f.Place = placeOf(err, f.Params)
	return f
}

// codeOf returns the code of an error.
func codeOf(err error) string {
	if errors.Is(err, document.ErrTie) {
		return "tie"
	}

	code := "kind." + variant.KindOf(err)
	if !message.Has("error." + code) {
		return "general"
	}
	return code
}

// placeOf returns a message about the place that an error contains, or nil. It adds the parts of
// the place to params.
func placeOf(err error, params message.Params) *message.Message {
	var place any = message.Say("place.file", nil)
	var about []any
	offset := 0

	var value *variant.Error
	if errors.As(err, &value) {
		offset = offsetOf(value)
		if len(value.Path) > 0 {
			place = look.Trail(value.Path)
			params["path"] = place
		}
		if value.Type != variant.TypeNil {
			params["type"] = value.Type.String()
			about = append(about, params["type"])
		}
		if value.Line > 0 {
			at := message.Params{"line": value.Line, "column": value.Column}
			about = append(about, message.Say("place.line", at))
		}
	}

	var container *savefile.Error
	if value == nil && errors.As(err, &container) {
		offset = int(container.Offset)
	}

	if offset > 0 {
		params["offset"] = offset
		about = append(about, message.Say("place.byte", message.Params{"offset": offset}))
	}

	switch {
	case len(about) > 0:
		return message.Note("place.about", message.Params{"place": place, "about": about})
	case params["path"] != nil:
		return message.Note("place.path", message.Params{"path": place})
	}
	return nil
}

// offsetOf returns the offset of an error in the bytes of a file, or 0.
func offsetOf(e *variant.Error) int {
	if e.Op != variant.OpDecode {
		return 0
	}
	return e.Offset
}
