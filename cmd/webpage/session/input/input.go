// Package input reads the values that a user enters: GDScript, plain text, components and colors.
// A new value gets the type of the value that it replaces, as the engine of the file stores it.
package input

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

// A Reader reads what users enter, for a file.
type Reader struct {
	Doc  *document.Document
	Root variant.Variant // the current value
}

// Input returns the value that a user has entered in the place of another one. It has the type of
// the old one, unless a.Retype is set.
func (r Reader) Input(a journal.EditArgs, t Target) (variant.Variant, error) {
	var v variant.Variant
	var err error

	switch {
	case a.Parts != nil:
		return r.fromParts(t.Value, a.Parts)
	case a.Hex != "":
		return r.fromHex(t.Value, a.Hex)
	case a.Plain != nil:
		v, err = r.fromPlain(t.Value, *a.Plain)
	case a.Text != nil:
		v, err = r.Parse(*a.Text)
	default:
		return nil, message.NewFault("empty", nil)
	}

	if err != nil {
		return nil, err
	}

	return r.keepType(a, t, v)
}

// keepType converts a value to the type of the value that it replaces. If that is impossible, the
// error is the fault "retype", unless the type may change.
func (r Reader) keepType(a journal.EditArgs, t Target, v variant.Variant) (variant.Variant, error) {
	fit, err := r.fit(t.Value, v)
	if err == nil {
		return fit, nil
	}

	if want := r.elementOf(t.Path); want != "" {
		return nil, message.NewFault("elementType", message.Params{"element": want,
			"value": look.Short(v)})
	}

	var wrong *message.Fault
	if errors.As(err, &wrong) && wrong.Code == "elementType" && !a.Retype {
		return nil, err
	}

	if a.Retype {
		return v, nil
	}

	return nil, message.NewFault("retype", message.Params{"path": t.Path.String(),
		"old": values.TypeOf(t.Value), "new": values.TypeOf(v), "value": look.Short(v)})
}

// elementOf returns the element type of the container of a path, or "".
func (r Reader) elementOf(path variant.Path) string {
	if len(path) == 0 {
		return ""
	}

	_, around, err := outline.Locate(r.Root, path[:len(path)-1])
	if err != nil {
		return ""
	}
	return values.ElementType(around)
}

var errType = errors.New("another type")

// fit converts v to the type of old, with the element types of old.
func (r Reader) fit(old, v variant.Variant) (variant.Variant, error) {
	if old.Type() == variant.TypeNil {
		return v, nil
	}

	switch old := old.(type) {
	case variant.Array:
		if items, ok := v.(variant.Array); ok {
			return r.fitArray(old, items)
		}

	case variant.Dictionary:
		if pairs, ok := v.(variant.Dictionary); ok {
			return r.fitDictionary(old, pairs)
		}
	}

	if old.Type() == v.Type() {
		return v, nil
	}

	return r.as(v, old.Type())
}

// as converts a value to another type if nothing is lost, such as 4 to 4.0.
func (r Reader) as(v variant.Variant, want variant.Type) (variant.Variant, error) {
	if v.Type() == want {
		return v, nil
	}

	switch x := v.(type) {
	case variant.Int:
		if float := variant.Float(x); want == variant.TypeFloat && variant.Int(float) == x {
			return float, nil
		}

	case variant.Float:
		whole := float64(x) == math.Trunc(float64(x)) && math.Abs(float64(x)) < 1<<53
		if want == variant.TypeInt && whole {
			return variant.Int(x), nil
		}

	case variant.String:
		return asText(string(x), want)

	case variant.Array:
		if name := want.String(); values.PackedElement(want) != "" {
			text := r.Doc.Text(variant.NewArray(x.Items...))
			return r.Parse(name + "(" + strings.Trim(text, "[]") + ")")
		}
	}

	n := len(values.ComponentPaths(v.Type()))
	if n > 0 && n == len(values.ComponentPaths(want)) && want != variant.TypeColor &&
		v.Type() != variant.TypeColor {
		text := strings.Replace(r.Doc.Text(v), v.Type().String(), want.String(), 1)
		return r.Parse(text)
	}

	return nil, errType
}

// asText returns text as a String, StringName or NodePath.
func asText(s string, want variant.Type) (variant.Variant, error) {
	switch want {
	case variant.TypeString:
		return variant.String(s), nil
	case variant.TypeStringName:
		return variant.StringName(s), nil
	case variant.TypeNodePath:
		return objects.ParseNodePath(s)
	}
	return nil, errType
}

// Element returns a value as an item of an element type.
func (r Reader) Element(v variant.Variant, want *variant.ElementType) (variant.Variant, error) {
	if want == nil || want.Type == variant.TypeNil {
		return v, nil
	}

	if as, err := r.as(v, want.Type); err == nil {
		v = as
	}

	v, err := want.Convert(v)
	if err != nil {
		return nil, message.NewFault("elementType", message.Params{"element": want.String(),
			"value": look.Short(v)})
	}
	return v, nil
}

// fitArray returns an array with the element type of another one.
func (r Reader) fitArray(old, v variant.Array) (variant.Variant, error) {
	if old.Elem == nil {
		v.Elem = nil
		return v, nil
	}

	items := make([]variant.Variant, len(v.Items))
	for i, item := range v.Items {
		as, err := r.Element(item, old.Elem)
		if err != nil {
			return nil, err
		}
		items[i] = as
	}

	v.Items = items
	v.Elem = old.Elem
	return v, nil
}

// fitDictionary returns a dictionary with the types of keys and values of another one.
func (r Reader) fitDictionary(old, v variant.Dictionary) (variant.Variant, error) {
	pairs := make([]variant.Pair, len(v.Pairs))
	for i, p := range v.Pairs {
		key, err := r.Element(p.Key, old.Key)
		if err != nil {
			return nil, err
		}

		value, err := r.Element(p.Value, old.Value)
		if err != nil {
			return nil, err
		}
		pairs[i] = variant.Pair{Key: key, Value: value}
	}

	return variant.Dictionary{Pairs: pairs, Key: old.Key, Value: old.Value}, nil
}

// NewPart returns the value that a user has entered for a new part of a value.
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
		return r.fromPlain(like, *a.Plain)
	case a.Plain != nil:
		return variant.String(*a.Plain), nil
	case text == "":
		text = "null"
	}

	v, err := r.Parse(text)
	if err != nil {
		return nil, err
	}

	if d, ok := around.(variant.Dictionary); ok {
		return r.Element(v, d.Value)
	}
	if x, ok := around.(variant.Array); ok {
		return r.Element(v, x.Elem)
	}

	if want == "" {
		return v, nil
	}

	like, err := r.Parse(values.ZeroText(want))
	if err != nil {
		return nil, err
	}

	v, err = r.fit(like, v)
	if err != nil {
		return nil, message.NewFault("elementType", message.Params{"element": want, "value": text})
	}
	return v, nil
}

// fromPlain reads text without quotes, a number, true or false as a value of the type of like.
func (r Reader) fromPlain(like variant.Variant, text string) (variant.Variant, error) {
	switch like.(type) {
	case variant.String, variant.StringName, objects.NodePath:
		return asText(text, like.Type())
	}

	return r.Parse(text)
}

// fromParts returns a value with other components.
func (r Reader) fromParts(v variant.Variant, texts []string) (variant.Variant, error) {
	names := values.ComponentPaths(v.Type())
	if len(names) == 0 || len(names) != len(texts) {
		return nil, message.NewFault("parts", message.Params{"n": len(names)})
	}

	for i, name := range names {
		old, err := tree.Lookup(v, name)
		if err != nil {
			return nil, err
		}

		x, err := r.Parse(texts[i])
		if err == nil {
			x, err = r.as(x, old.Type())
		}
		if errors.Is(err, errType) {
			err = message.NewFault("notNumber", message.Params{"value": texts[i],
				"type": values.TypeOf(old)})
		}
		if err != nil {
			return nil, message.AsFault(err).At(name)
		}

		v, err = tree.Set(v, name, x)
		if err != nil {
			return nil, message.AsFault(message.EditFault(err)).At(name)
		}
	}

	return r.stored(v)
}

// fromHex returns a color from #rrggbb or #rrggbbaa.
func (r Reader) fromHex(old variant.Variant, hex string) (variant.Variant, error) {
	c, ok := vmath.ColorFromHTML(hex)
	if _, color := old.(vmath.Color); !color || !ok {
		return nil, message.NewFault("hex", message.Params{"value": hex})
	}
	return r.stored(c)
}

// Parse reads the text of a value, as the engine of the file stores it.
func (r Reader) Parse(text string) (variant.Variant, error) {
	if strings.TrimSpace(text) == "" {
		return nil, message.NewFault("empty", nil)
	}

	v, err := r.Doc.Parse(text)
	if err != nil {
		return nil, r.syntax(text, err)
	}

	return r.stored(v)
}

// stored returns a value as the engine of the file stores it, in single or double precision.
func (r Reader) stored(v variant.Variant) (variant.Variant, error) {
	switch v.(type) {
	case variant.Int, variant.Bool, variant.String, variant.Nil:
		return v, nil
	}

	packet, err := r.Doc.Codec().Encode(v)
	if err != nil {
		return nil, err
	}
	return r.Doc.Codec().Decode(packet)
}

// syntax returns the error of a text that is not a value. It suggests a similar text that is one.
func (r Reader) syntax(text string, err error) error {
	if errors.Is(err, variant.ErrRange) {
		params := message.Params{"value": look.Clip(text)}
		return &message.Fault{Code: "range", Params: params, Err: err}
	}

	params := message.Params{"problem": err.Error(), "at": 0}
	var at *notation.Error
	if errors.As(err, &at) {
		params["at"] = at.Offset
		params["problem"] = at.Err.Error()
	}

	try := ""
	for _, candidate := range candidates(text) {
		if _, err := r.Doc.Parse(candidate); err == nil {
			try = candidate
			break
		}
	}

	code := "syntax"
	if try != "" {
		params["try"] = try
		code = "syntaxTry"
	}

	return &message.Fault{Code: code, Params: params, Err: err}
}

// candidates returns similar texts that the user may mean.
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

// Converted returns a value in another type, or the zero of that type.
func (r Reader) Converted(v variant.Variant, want string) (variant.Variant, error) {
	zero := cmp.Or(values.ZeroText(want), values.ZeroOfPacked(want))
	if zero == "" {
		return nil, message.NewFault("noType", message.Params{"type": want})
	}

	like, err := r.Parse(zero)
	if err != nil {
		return nil, err
	}

	if fit, err := r.fit(like, v); err == nil && like.Type() != variant.TypeNil {
		return fit, nil
	}

	switch x := v.(type) {
	case variant.String: // a number in a text
		if as, err := r.Parse(string(x)); err == nil {
			if fit, err := r.fit(like, as); err == nil {
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

	if as, err := asText(look.Plain(v), like.Type()); err == nil && look.Plain(v) != "" {
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
