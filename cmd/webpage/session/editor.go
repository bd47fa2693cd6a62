package session

import (
	"slices"
	"strings"

	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Value is one value for the form that edits it.
type Value struct {
	Path    string  `json:"path"`
	Label   string  `json:"label"`
	Crumbs  []Crumb `json:"crumbs"` // of the values around it, and its own
	Type    string  `json:"type"`
	Family  string  `json:"family"`
	Editor  string  `json:"editor"` // bool, int, float, text, color, parts, code or none
	Parts   []Part  `json:"parts"`  // of color and parts
	Plain   string  `json:"plain"`  // of bool, int, float and text
	Hex     string  `json:"hex"`    // of color
	Range   *Range  `json:"range"`  // of int
	Code    string  `json:"code"`   // GDScript; empty if it is long
	Bytes   int     `json:"bytes"`  // of a text or a PackedByteArray
	Element string  `json:"element"`
	Adds    string  `json:"adds"` // "pair" or "item": the parts that can be added; or empty

	Editable     bool     `json:"editable"`
	CodeEditable bool     `json:"codeEditable"`
	Why          *Message `json:"why"` // the reason if it is not editable

	Removable  bool `json:"removable"`
	Renamable  bool `json:"renamable"`
	Movable    bool `json:"movable"`
	Duplicable bool `json:"duplicable"`
	HasMark    bool `json:"changed"` // it can be reverted

	KeyText string   `json:"keyText"` // of a key, GDScript
	Index   int      `json:"index"`
	Of      int      `json:"of"`
	About   *Message `json:"about"`
	Retypes []string `json:"retypes"`
}

// A Crumb is a value around another one.
type Crumb struct {
	Label string `json:"label"`
	Path  string `json:"path"`
}

// A Part is a component of a value.
type Part struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Type string `json:"type"`
}

// A Range has the least and the greatest number.
type Range struct {
	Min string `json:"min"`
	Max string `json:"max"`
}

const (
	longest     = 64 << 10 // the longest code that can be edited, in bytes
	longestText = 5 << 20  // the longest plain text
)

// ranges are those of the elements of packed arrays.
var ranges = map[variant.Type]Range{
	variant.TypePackedByteArray:  {"0", "255"},
	variant.TypePackedInt32Array: {"-2147483648", "2147483647"},
}

// Value returns a value for its editor.
func (f *file) Value(a PathArgs) (Value, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Value{}, err
	}

	out := Value{
		Path: path.String(), Label: f.rootLabel(), Crumbs: f.crumbs(path), Type: typeOf(v),
		Family: familyOf(v), Parts: components(v), Plain: plainOf(v), Of: 1,
		Element: elementType(v), About: guess(v), HasMark: f.revertible(path),
		Retypes: f.retypes(v),
	}

	f.fillEditor(&out, v)
	writable := f.writable()

	if writable == nil {
		f.fillAbilities(&out, path, p, v)
	} else {
		out.Editable = false
		out.CodeEditable = false
		why := asFault(writable)
		out.Why = &Message{"error." + why.Code, why.Params, why.Error()}
	}

	return out, nil
}

// crumbs returns the values on a path.
func (f *file) crumbs(path tree.Path) []Crumb {
	list := []Crumb{{f.rootLabel(), "$"}}
	for i, step := range path {
		list = append(list, Crumb{labelOf(step), path[:i+1].String()})
	}
	return list
}

func (f *file) revertible(path tree.Path) bool {
	m := f.edits.marks(f).at(path.String())
	return m != nil && m.old != nil
}

// fillEditor sets what depends on the value alone.
func (f *file) fillEditor(out *Value, v variant.Variant) {
	long := size(v) > longest
	out.Editor = editorOf(v)

	switch v := v.(type) {
	case vmath.Color:
		out.Hex = hexOf(v)
	case packed.PackedByteArray:
		out.Bytes = len(v)
	case variant.String:
		out.Bytes = len(v)
	}

	if !long {
		out.Code = f.codeOf(v)
		out.CodeEditable = f.means(out.Code, v)
	}

	out.Editable = out.Editor != "code" || out.CodeEditable

	switch {
	case out.Editor == "text" && len(out.Plain) > longestText:
		out.Plain = ""
		out.Editor = "none"
		out.Editable = false
		out.Why = note("why.longText", Params{"bytes": out.Bytes})
	case out.Editor == "code" && long:
		out.Editor = "none"
		out.Why = note("why.long", nil)
	case out.Editor == "code" && !out.CodeEditable:
		out.Editor = "none"
		out.Why = note("why.noText", nil)
	}
}

// editorOf returns the editor for a value.
func editorOf(v variant.Variant) string {
	switch v.(type) {
	case variant.Bool:
		return "bool"
	case variant.Int:
		return "int"
	case variant.Float:
		return "float"
	case variant.String, variant.StringName, objects.NodePath:
		return "text"
	case vmath.Color:
		return "color"
	}

	if componentNames[v.Type()] != nil {
		return "parts"
	}
	return "code"
}

// fillAbilities sets what can be done with the value in its place.
func (f *file) fillAbilities(out *Value, path tree.Path, p place, v variant.Variant) {
	switch v.(type) {
	case variant.Dictionary, objects.Object:
		out.Adds = "pair"
	default:
		if v.Type() == variant.TypeArray || packedElements[v.Type()] != "" {
			out.Adds = "item"
		}
	}

	if len(path) == 0 {
		return
	}

	step := path[len(path)-1]
	_, around, _ := locate(f.value, path[:len(path)-1])
	out.Label = labelOf(step)
	out.Index = p[len(p)-1]
	out.Of = partsOf(around).n
	out.Removable = true
	out.Movable = out.Of > 1
	out.Renamable = step.Kind != variant.StepIndex
	out.KeyText = labelOf(step)

	if step.Key != nil {
		out.KeyText = f.doc.Text(step.Key)
	}

	switch step.Key.(type) {
	case nil:
		out.Duplicable = step.Kind == variant.StepIndex
	case variant.String, variant.StringName, variant.Int:
		out.Duplicable = true
	}

	if r, ok := ranges[around.Type()]; ok {
		out.Range = &r
	}
}

// components returns the components of a vector, color and the like.
func components(v variant.Variant) []Part {
	var list []Part
	for _, name := range componentNames[v.Type()] {
		x, err := tree.Lookup(v, name)
		if err != nil {
			return nil
		}
		list = append(list, Part{name, variant.Text(x), typeOf(x)})
	}
	return list
}

// plainOf returns a value as plain text, or "".
func plainOf(v variant.Variant) string {
	switch v := v.(type) {
	case variant.String:
		return string(v)
	case variant.StringName:
		return string(v)
	case objects.NodePath:
		return v.String()
	case variant.Int, variant.Float, variant.Bool:
		return variant.Text(v)
	}
	return ""
}

// retypes returns the types that a value can be converted to.
func (f *file) retypes(v variant.Variant) []string {
	if elementType(v) != "" && !isPacked(v.Type()) {
		return []string{}
	}

	names := []string{}
	for name := range zeros {
		known := slices.ContainsFunc(f.doc.Dialect().Types, func(t variant.Type) bool {
			return t.String() == name
		})
		if name != v.Type().String() && known {
			names = append(names, name)
		}
	}

	slices.Sort(names)
	return names
}

// means reports whether parsing a text returns the value v.
func (f *file) means(text string, v variant.Variant) bool {
	again, err := f.doc.Parse(text)
	return err == nil && variant.Equal(again, v)
}

// codeOf returns the text of a value on several lines. If that text does not parse to the same
// value, it returns one line with all digits.
func (f *file) codeOf(v variant.Variant) string {
	lines := string(variant.Printer{Indent: "\t"}.Append(nil, v))
	if f.means(lines, v) {
		return lines
	}
	return f.doc.Text(v)
}

// size returns the approximate length of the text of a value. It stops above longest.
func size(v variant.Variant) (n int) {
	for _, part := range tree.Walk(v) {
		const least = 8
		n += least
		if n > longest {
			break
		}

		switch part := part.(type) {
		case variant.String:
			n += len(part)
		case variant.StringName:
			n += len(part)
		case variant.Container:

		default:
			p := partsOf(part)
			n += p.n
			for i := 0; i < p.n && n <= longest; i++ {
				if text, ok := p.at(i).value.(variant.String); ok {
					n += len(text)
				}
			}
		}
	}

	return n
}

// CheckAnswer is the value that an edit would set.
type CheckAnswer struct {
	OK   bool   `json:"ok"`
	Type string `json:"type"`
	Text string `json:"text"`
}

// Check returns the value that the edit "set" with the same arguments would set, or its error.
func (f *file) Check(a EditArgs) (CheckAnswer, error) {
	path, p, old, err := f.parsePath(a.Path)
	if err != nil {
		return CheckAnswer{}, err
	}

	v, err := f.input(a, target{path, p, old})
	if err != nil {
		return CheckAnswer{}, err
	}

	return CheckAnswer{true, typeOf(v), short(v)}, nil
}

// blobOf returns the bytes of a PackedByteArray or a text.
func blobOf(v variant.Variant) ([]byte, bool) {
	switch v := v.(type) {
	case packed.PackedByteArray:
		return v, true
	case variant.String:
		return []byte(v), true
	}
	return nil, false
}

// Blob returns the bytes of a PackedByteArray, or of a String in UTF-8.
func (f *file) Blob(a PathArgs) (Download, error) {
	path, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return Download{}, err
	}

	b, ok := blobOf(v)
	if !ok {
		return Download{}, fault("noBytes", Params{"type": typeOf(v)})
	}

	mime := "application/octet-stream"
	extension := ".bin"

	if m, ok := magicOf(b); ok {
		mime = m.mime
		extension = "." + m.name
	} else if v.Type() == variant.TypeString {
		mime = "text/plain"
		extension = ".txt"
	}

	return download(fileName(plainName(path))+extension, mime, slices.Clone(b)), nil
}

// fileName returns a label as the name of a file.
func fileName(label string) string {
	const long = 60
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, label)

	return name[:min(len(name), long)]
}

// BlobArgs have new bytes for a value.
type BlobArgs struct {
	Path string `json:"path"`
	data
}

// SetBlob replaces the bytes of a PackedByteArray or a String.
func (f *file) SetBlob(a BlobArgs) (Edited, error) {
	path, p, old, err := f.parsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	var v variant.Variant
	switch old.(type) {
	case packed.PackedByteArray:
		v = packed.PackedByteArray(a.Data)
	case variant.String:
		v = variant.String(strings.ToValidUTF8(string(a.Data), "�"))
	default:
		return Edited{}, fault("noBytes", Params{"type": typeOf(old)})
	}

	text := f.doc.Text(v)
	return f.replace(EditArgs{Op: "set", Path: a.Path, Text: &text}, path, p, old, v)
}

// OpenInside opens the bytes of a value as a file of its own.
func (f *file) OpenInside(a PathArgs) (Opened, error) {
	path, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return Opened{}, err
	}

	b, ok := blobOf(v)
	if !ok {
		return Opened{}, fault("noBytes", Params{"type": typeOf(v)})
	}

	name := f.source.name + "-" + fileName(plainName(path))
	return f.session.open(source{name: name, data: slices.Clone(b), budget: f.source.budget})
}
