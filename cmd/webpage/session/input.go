package session

import (
	"errors"
	"math"
	"strconv"
	"strings"

	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

// componentNames are the paths of the components of types, in the order of editors.
var componentNames = map[variant.Type][]string{
	variant.TypeVector2:    fields("x y"),
	variant.TypeVector2i:   fields("x y"),
	variant.TypeVector3:    fields("x y z"),
	variant.TypeVector3i:   fields("x y z"),
	variant.TypeVector4:    fields("x y z w"),
	variant.TypeVector4i:   fields("x y z w"),
	variant.TypeRect2:      fields("position.x position.y size.x size.y"),
	variant.TypeRect2i:     fields("position.x position.y size.x size.y"),
	variant.TypePlane:      fields("normal.x normal.y normal.z d"),
	variant.TypeQuaternion: fields("x y z w"),
	variant.TypeAABB:       fields("position.x position.y position.z size.x size.y size.z"),
	variant.TypeColor:      fields("r g b a"),
	variant.TypeBasis:      fields("x.x x.y x.z y.x y.y y.z z.x z.y z.z"),
	variant.TypeTransform2D: fields(
		"x.x x.y y.x y.y origin.x origin.y"),
	variant.TypeTransform3D: fields("basis.x.x basis.x.y basis.x.z basis.y.x basis.y.y basis.y.z " +
		"basis.z.x basis.z.y basis.z.z origin.x origin.y origin.z"),
	variant.TypeProjection: fields(
		"x.x x.y x.z x.w y.x y.y y.z y.w z.x z.y z.z z.w w.x w.y w.z w.w"),
}

func fields(s string) []string { return strings.Fields(s) }

// input returns the value that a user has entered in the place of another one. It has the type of
// the old one, unless a.Retype is set.
func (f *file) input(a EditArgs, t target) (variant.Variant, error) {
	var v variant.Variant
	var err error

	switch {
	case a.Parts != nil:
		return f.fromParts(t.value, a.Parts)
	case a.Hex != "":
		return f.fromHex(t.value, a.Hex)
	case a.Plain != nil:
		v, err = f.fromPlain(t.value, *a.Plain)
	case a.Text != nil:
		v, err = f.parse(*a.Text)
	default:
		return nil, fault("empty", nil)
	}

	if err != nil {
		return nil, err
	}

	return f.keepType(a, t, v)
}

// keepType converts a value to the type of the one that it replaces. If it can't be, that is the
// fault "retype", unless the type may change.
func (f *file) keepType(a EditArgs, t target, v variant.Variant) (variant.Variant, error) {
	fit, err := f.fit(t.value, v)
	if err == nil {
		return fit, nil
	}

	if want := f.elementOf(t.path); want != "" {
		return nil, fault("elementType", Params{"element": want, "value": short(v)})
	}

	var wrong *Fault
	if errors.As(err, &wrong) && wrong.Code == "elementType" && !a.Retype {
		return nil, err
	}

	if a.Retype {
		return v, nil
	}

	return nil, fault("retype", Params{"path": t.path.String(), "old": typeOf(t.value),
		"new": typeOf(v), "value": short(v)})
}

// elementOf returns the type that the container around a path asks of its parts, or "".
func (f *file) elementOf(path tree.Path) string {
	if len(path) == 0 {
		return ""
	}

	_, around, err := locate(f.value, path[:len(path)-1])
	if err != nil {
		return ""
	}
	return elementType(around)
}

// elementType returns the type of the parts of a typed container, or "".
func elementType(v variant.Variant) string {
	switch v := v.(type) {
	case variant.Array:
		if v.Elem != nil {
			return v.Elem.String()
		}
	case variant.Dictionary:
		if v.Value != nil {
			return v.Value.String()
		}
	}

	return packedElements[v.Type()]
}

// packedElements are the types of the elements of packed arrays.
var packedElements = map[variant.Type]string{
	variant.TypePackedByteArray: "int", variant.TypePackedInt32Array: "int",
	variant.TypePackedInt64Array: "int", variant.TypePackedFloat32Array: "float",
	variant.TypePackedFloat64Array: "float", variant.TypePackedStringArray: "String",
	variant.TypePackedVector2Array: "Vector2", variant.TypePackedVector3Array: "Vector3",
	variant.TypePackedVector4Array: "Vector4", variant.TypePackedColorArray: "Color",
	variant.TypePackedVector2iArray: "Vector2i", variant.TypePackedVector3iArray: "Vector3i",
	variant.TypePackedVector4iArray: "Vector4i",
}

// zeros are texts of a value of each type that a new value may have.
var zeros = map[string]string{
	"bool": "false", "int": "0", "float": "0.0", "String": `""`, "StringName": `&""`,
	"NodePath": `NodePath("")`, "Array": "[]", "Dictionary": "{}", "Nil": "null",
	"Vector2": "Vector2(0, 0)", "Vector2i": "Vector2i(0, 0)", "Vector3": "Vector3(0, 0, 0)",
	"Vector3i": "Vector3i(0, 0, 0)", "Vector4": "Vector4(0, 0, 0, 0)",
	"Vector4i": "Vector4i(0, 0, 0, 0)", "Color": "Color(0, 0, 0, 1)",
}

var errType = errors.New("another type")

// fit returns v in the type of old. Types of elements are kept.
func (f *file) fit(old, v variant.Variant) (variant.Variant, error) {
	if old.Type() == variant.TypeNil {
		return v, nil
	}

	switch old := old.(type) {
	case variant.Array:
		if items, ok := v.(variant.Array); ok {
			return f.fitArray(old, items)
		}

	case variant.Dictionary:
		if pairs, ok := v.(variant.Dictionary); ok {
			return f.fitDictionary(old, pairs)
		}
	}

	if old.Type() == v.Type() {
		return v, nil
	}

	return f.as(v, old.Type())
}

// as returns a value in another type that can say the same, such as 4.0 for 4.
func (f *file) as(v variant.Variant, want variant.Type) (variant.Variant, error) {
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
		if name := want.String(); packedElements[want] != "" {
			text := f.doc.Text(variant.NewArray(x.Items...))
			return f.parse(name + "(" + strings.Trim(text, "[]") + ")")
		}
	}

	n := len(componentNames[v.Type()])
	if n > 0 && n == len(componentNames[want]) && want != variant.TypeColor &&
		v.Type() != variant.TypeColor {
		text := strings.Replace(f.doc.Text(v), v.Type().String(), want.String(), 1)
		return f.parse(text)
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

// element returns a value as an item of an element type.
func (f *file) element(v variant.Variant, want *variant.ElementType) (variant.Variant, error) {
	if want == nil || want.Type == variant.TypeNil {
		return v, nil
	}

	if as, err := f.as(v, want.Type); err == nil {
		v = as
	}

	v, err := want.Convert(v)
	if err != nil {
		return nil, fault("elementType", Params{"element": want.String(), "value": short(v)})
	}
	return v, nil
}

// fitArray returns an array with the element type of another one.
func (f *file) fitArray(old, v variant.Array) (variant.Variant, error) {
	if old.Elem == nil {
		v.Elem = nil
		return v, nil
	}

	items := make([]variant.Variant, len(v.Items))
	for i, item := range v.Items {
		as, err := f.element(item, old.Elem)
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
func (f *file) fitDictionary(old, v variant.Dictionary) (variant.Variant, error) {
	pairs := make([]variant.Pair, len(v.Pairs))
	for i, p := range v.Pairs {
		key, err := f.element(p.Key, old.Key)
		if err != nil {
			return nil, err
		}

		value, err := f.element(p.Value, old.Value)
		if err != nil {
			return nil, err
		}
		pairs[i] = variant.Pair{Key: key, Value: value}
	}

	return variant.Dictionary{Pairs: pairs, Key: old.Key, Value: old.Value}, nil
}

// newPart returns the value that a user has entered for a new part of a value.
func (f *file) newPart(a EditArgs, around variant.Variant) (variant.Variant, error) {
	want := elementType(around)
	text := zeros[want]

	switch {
	case a.Text != nil:
		text = *a.Text
	case a.Type != "":
		text = zeros[a.Type]
	case a.Plain != nil && want != "":
		like, err := f.parse(zeros[want])
		if err != nil {
			return nil, err
		}
		return f.fromPlain(like, *a.Plain)
	case a.Plain != nil:
		return variant.String(*a.Plain), nil
	case text == "":
		text = "null"
	}

	v, err := f.parse(text)
	if err != nil {
		return nil, err
	}

	if d, ok := around.(variant.Dictionary); ok {
		return f.element(v, d.Value)
	}
	if x, ok := around.(variant.Array); ok {
		return f.element(v, x.Elem)
	}

	if want == "" {
		return v, nil
	}

	like, err := f.parse(zeros[want])
	if err != nil {
		return nil, err
	}

	v, err = f.fit(like, v)
	if err != nil {
		return nil, fault("elementType", Params{"element": want, "value": text})
	}
	return v, nil
}

// fromPlain reads text without quotes, a number, or true and false, as a value like another one.
func (f *file) fromPlain(like variant.Variant, text string) (variant.Variant, error) {
	switch like.(type) {
	case variant.String, variant.StringName, objects.NodePath:
		return asText(text, like.Type())
	}

	return f.parse(text)
}

// fromParts returns a value with other components.
func (f *file) fromParts(v variant.Variant, texts []string) (variant.Variant, error) {
	names := componentNames[v.Type()]
	if len(names) == 0 || len(names) != len(texts) {
		return nil, fault("parts", Params{"n": len(names)})
	}

	for i, name := range names {
		old, err := tree.Lookup(v, name)
		if err != nil {
			return nil, err
		}

		x, err := f.parse(texts[i])
		if err == nil {
			x, err = f.as(x, old.Type())
		}
		if errors.Is(err, errType) {
			err = fault("notNumber", Params{"value": texts[i], "type": typeOf(old)})
		}
		if err != nil {
			return nil, asFault(err).at(name)
		}

		v, err = tree.Set(v, name, x)
		if err != nil {
			return nil, asFault(editFault(err)).at(name)
		}
	}

	return f.stored(v)
}

// fromHex returns a color from #rrggbb or #rrggbbaa.
func (f *file) fromHex(old variant.Variant, hex string) (variant.Variant, error) {
	c, ok := vmath.ColorFromHTML(hex)
	if _, color := old.(vmath.Color); !color || !ok {
		return nil, fault("hex", Params{"value": hex})
	}
	return f.stored(c)
}

// parse reads the text of a value, as the engine of the file stores it.
func (f *file) parse(text string) (variant.Variant, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fault("empty", nil)
	}

	v, err := f.doc.Parse(text)
	if err == nil {
		return f.stored(v)
	}

	if loose, again := f.doc.Parse(plainScript(text)); again == nil {
		return f.stored(loose)
	}
	return nil, f.syntax(text, err)
}

// stored returns a value as the engine of the file stores it, with the digits that it has room for.
func (f *file) stored(v variant.Variant) (variant.Variant, error) {
	switch v.(type) {
	case variant.Int, variant.Bool, variant.String, variant.Nil:
		return v, nil
	}

	packet, err := f.doc.Codec().Encode(v)
	if err != nil {
		return nil, err
	}
	return f.doc.Codec().Decode(packet)
}

// syntax returns the error of a text that is no value, with a text that is one and may be meant.
func (f *file) syntax(text string, err error) error {
	if errors.Is(err, variant.ErrRange) {
		return &Fault{Code: "range", Params: Params{"value": clip(text)}, Err: err}
	}

	params := Params{"problem": err.Error(), "at": 0}
	var at *notation.Error
	if errors.As(err, &at) {
		params["at"] = at.Offset
		params["problem"] = at.Err.Error()
	}

	try := ""
	for _, candidate := range candidates(text) {
		if _, err := f.doc.Parse(candidate); err == nil {
			try = candidate
			break
		}
	}

	code := "syntax"
	if try != "" {
		params["try"] = try
		code = "syntaxTry"
	}

	return &Fault{Code: code, Params: params, Err: err}
}

// candidates returns texts that a user may have meant.
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

// converted returns a value in another type, or the zero of that type.
func (f *file) converted(v variant.Variant, want string) (variant.Variant, error) {
	zero, ok := zeros[want]
	if !ok {
		for t, element := range packedElements {
			if t.String() == want && element != "" {
				zero = want + "()"
				ok = true
			}
		}
	}
	if !ok {
		return nil, fault("noType", Params{"type": want})
	}

	like, err := f.parse(zero)
	if err != nil {
		return nil, err
	}

	if fit, err := f.fit(like, v); err == nil && like.Type() != variant.TypeNil {
		return fit, nil
	}

	switch x := v.(type) {
	case variant.String: // a number in a text
		if as, err := f.parse(string(x)); err == nil {
			if fit, err := f.fit(like, as); err == nil {
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

	if as, err := asText(plainOf(v), like.Type()); err == nil && plainOf(v) != "" {
		return as, nil
	}

	if p := partsOf(v); want == "Array" && p.n > 0 {
		items := make([]variant.Variant, p.n)
		for i := range items {
			items[i] = p.at(i).value
		}
		return variant.NewArray(items...), nil
	}

	return like, nil
}
