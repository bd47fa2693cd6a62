// Package input reads the values that a user enters: GDScript, plain text, components and colors. A
// new value gets the type of the value that it replaces. Its numbers have the precision of the
// file.
package input

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/problem"
	vmath "godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Reader reads the input of users, for a file.
type Reader struct{ Doc *document.Document }

// Input returns the value that a user has entered in place of another value. The new value has the
// type of the old value, unless a.Retype is set.
func (r Reader) Input(a journal.EditArgs, t Target) (variant.Variant, error) {
	place := edit.Place{Path: t.Path, Value: t.Value, Around: t.Around}

	switch {
	case a.Parts != nil:
		return r.fromParts(t.Value, a.Parts)
	case a.Hex != "":
		return r.fromHex(t.Value, a.Hex)

	case a.Plain != nil:
		v, err := r.edits().ReadPlain(*a.Plain, place)
		return v, r.fault(*a.Plain, t, err)

	case a.Text != nil && strings.TrimSpace(*a.Text) != "":
		v, err := r.edits().Read(*a.Text, place, a.Retype)
		return v, r.fault(*a.Text, t, err)
	}

	return nil, message.NewFault("valueMissing", nil)
}

// edits returns the reader of package edit for the file.
func (r Reader) edits() edit.Reader { return edit.NewReader(r.Doc.Codec()) }

// fault converts the error of an entered text to a fault that the page knows. If the entered value
// has another type than the old value, the fault is "retype" if the type may change, otherwise
// "elementType".
func (r Reader) fault(typed string, t Target, err error) error {
	var wrong *edit.Mismatch
	var syntax *variant.Error

	switch {
	case errors.As(err, &wrong) && (wrong.Fixed || len(wrong.Item) > 0):
		return message.NewFault("elementType", message.Params{"element": wrong.Want,
			"value": look.Short(wrong.Value)})

	case errors.As(err, &wrong):
		return message.NewFault("retype", message.Params{"path": look.Trail(t.Path),
			"old": wrong.Want, "new": values.TypeOf(wrong.Value), "value": look.Short(wrong.Value)})

	case errors.As(err, &syntax):
		return r.syntax(typed, t.Value, err)
	}

	return err
}

// NewPart returns the value that a user has entered for a new part of a container.
func (r Reader) NewPart(a journal.EditArgs, around variant.Variant) (variant.Variant, error) {
	want := values.ElementType(around)
	text := values.ZeroText(want)

	switch {
	case a.Text != nil:
		text = *a.Text
	case a.Type != "":
		text = values.ZeroText(a.Type)
	case a.Plain != nil && want != "":
		like, err := r.Parse(values.ZeroText(want))
		if err != nil {
			return nil, err
		}

		v, err := r.edits().ReadPlain(*a.Plain, edit.Place{Value: like, Around: around})
		return v, r.fault(*a.Plain, Target{}, err)

	case a.Plain != nil:
		return variant.String(*a.Plain), nil
	case text == "":
		text = "null"
	}

	return r.Parse(text)
}

// fromParts parses the texts of components, and returns the value v with these components.
func (r Reader) fromParts(v variant.Variant, texts []string) (variant.Variant, error) {
	components := values.Components(v)
	if len(components) == 0 || len(components) != len(texts) {
		return nil, message.NewFault("componentCount", message.Params{"n": len(components)})
	}

	for i, c := range components {
		x, err := r.Parse(texts[i])
		if err == nil {
			x, err = edit.Fit(c.Value, x)
		}

		var wrong *edit.Mismatch
		if errors.As(err, &wrong) {
			err = notNumber(texts[i], c.Value)
		}
		if err != nil {
			return nil, problem.Of(err).At(c.Name)
		}

		v, err = tree.Set(v, c.Name, x)
		if err != nil {
			return nil, problem.Of(err).At(c.Name)
		}
	}

	return r.edits().Stored(v)
}

// fromHex returns a color from #rrggbb or #rrggbbaa.
func (r Reader) fromHex(old variant.Variant, hex string) (variant.Variant, error) {
	c, ok := vmath.ColorFromHTML(hex)
	if _, color := old.(vmath.Color); !color || !ok {
		return nil, message.NewFault("notColor", message.Params{"value": hex})
	}
	return r.edits().Stored(c)
}

// Parse returns the value of a text, as the engine of the file stores it: in single or double
// precision.
func (r Reader) Parse(text string) (variant.Variant, error) {
	if strings.TrimSpace(text) == "" {
		return nil, message.NewFault("valueMissing", nil)
	}

	v, err := r.edits().Parse(text)
	return v, r.fault(text, Target{}, err)
}

// syntax returns the error of a text that is not a value. The error suggests a similar text that is
// a value. It suggests a String only if the value is new or replaces a String.
func (r Reader) syntax(text string, old variant.Variant, err error) error {
	if errors.Is(err, variant.ErrRange) {
		params := message.Params{"value": look.Clip(text)}
		return &message.Fault{Code: "range", Params: params, Err: err}
	}

	params := message.Params{"at": 1 + column(text, err)}

	try := ""
	for _, candidate := range candidates(text) {
		v, err := r.Doc.Parse(candidate)
		if err == nil && (old == nil || isString(old) || !isString(v)) {
			try = candidate
			break
		}
	}

	switch {
	case try != "":
		params["try"] = try
		return &message.Fault{Code: "syntaxTry", Params: params, Err: err}
	case isNumber(old):
		return notNumber(text, old)
	}

	return &message.Fault{Code: "syntax", Params: params, Err: err}
}

// notNumber returns the error for a text that is entered instead of a number.
func notNumber(text string, old variant.Variant) error {
	return message.NewFault("notNumber", message.Params{"value": look.Clip(text),
		"type": values.TypeOf(old)})
}

// column returns the number of characters of a text in front of the offset of an error.
func column(text string, err error) int {
	var at *variant.Error
	if !errors.As(err, &at) {
		return 0
	}
	return utf8.RuneCountInString(text[:min(at.Offset, len(text))])
}

func isNumber(v variant.Variant) bool {
	switch v.(type) {
	case variant.Int, variant.Float:
		return true
	}
	return false
}

func isString(v variant.Variant) bool {
	_, ok := v.(variant.String)
	return ok
}

// candidates returns texts that are similar to a text with a mistake. The user probably means one
// of them.
func candidates(text string) []string {
	const long = 200
	s := strings.TrimSpace(text)
	if len(s) > long {
		return nil
	}

	before, _, comment := strings.Cut(s, "#")
	list := []string{strings.ToLower(s), strings.Replace(s, ",", ".", 1)}

	if comment {
		list = append(list, strings.TrimSpace(before))
	}
	if s == "None" || s == "nil" || s == "undefined" {
		list = append(list, "null")
	}

	for _, end := range []string{")", "]", "}", `"`, `")`, `"]`, `"}`} {
		list = append(list, s+end)
	}

	if name, inner, ok := strings.Cut(s, "("); ok && !strings.ContainsAny(name, " \"'") {
		name = strings.TrimSpace(name)
		if name != "" {
			list = append(list, strings.ToUpper(name[:1])+name[1:]+"("+inner)
		}
	}

	return append(list, strconv.Quote(s))
}

// Converted converts a value to another type. If it can't be converted, the result is the zero of
// that type.
func (r Reader) Converted(v variant.Variant, want string) (variant.Variant, error) {
	zero := cmp.Or(values.ZeroText(want), values.ZeroOfPacked(want))
	if zero == "" {
		return nil, message.NewFault("noType", message.Params{"type": want})
	}

	like, err := r.Parse(zero)
	if err != nil {
		return nil, err
	}

	if like.Type() == variant.TypeNil {
		return like, nil
	}
	if fit, err := edit.Fit(like, v); err == nil {
		return fit, nil
	}

	switch x := v.(type) {
	case variant.String: // the text may be a literal of the wanted type
		if as, err := r.Parse(string(x)); err == nil {
			if fit, err := edit.Fit(like, as); err == nil {
				return fit, nil
			}
		}

	case variant.Float:
		if want == "int" && math.Abs(float64(x)) < 1<<62 {
			return variant.Int(math.Round(float64(x))), nil
		}

	case variant.Bool:
		if want == "int" && bool(x) {
			return variant.Int(1), nil
		}

	case variant.Int:
		if want == "bool" {
			return variant.Bool(x != 0), nil
		}
	}

	plain := look.Plain(v)
	if as, err := edit.Fit(like, variant.String(plain)); err == nil && plain != "" {
		return as, nil
	}

	if p := values.Of(v); want == "Array" && p.N > 0 {
		items := make([]variant.Variant, p.N)
		for i := range items {
			items[i] = p.At(i).Value
		}
		return variant.NewArray(items...), nil
	}

	return like, nil
}
