package session

import (
	"slices"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/problem"
	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A Value is a value with the data for the form that edits it.
type Value struct {
	Path    string      `json:"path"`
	Label   string      `json:"label"`
	Crumbs  []Crumb     `json:"crumbs"` // labels of the containers, and of the value
	Type    string      `json:"type"`
	Family  string      `json:"family"`
	Editor  string      `json:"editor"` // bool, int, float, text, color, parts, code or none
	Parts   []look.Part `json:"parts"`  // for the editors color and parts
	Plain   string      `json:"plain"`  // for the editors bool, int, float and text
	Hex     string      `json:"hex"`    // for the editor color
	Range   *Range      `json:"range"`  // for the editor int
	Code    string      `json:"code"`   // the value as GDScript; empty for a long value
	Bytes   int         `json:"bytes"`  // for a text or a PackedByteArray
	Element string      `json:"element"`
	Adds    string      `json:"adds"` // "pair" or "item" if the user can add one, otherwise empty

	Contents *look.Contents `json:"contents"` // for a container; otherwise null

	Editable     bool             `json:"editable"`
	CodeEditable bool             `json:"codeEditable"`
	Why          *message.Message `json:"why"` // the reason why the value is not editable

	Removable  bool `json:"removable"`
	Renamable  bool `json:"renamable"`
	Movable    bool `json:"movable"`
	Duplicable bool `json:"duplicable"`
	HasMark    bool `json:"changed"` // the value has an edit that Revert can take back

	KeyText string           `json:"keyText"` // for a key: the text of the key as GDScript
	Index   int              `json:"index"`
	Of      int              `json:"of"`
	About   *message.Message `json:"about"`
	Retypes []string         `json:"retypes"`
}

// A Crumb is a container around a value, or the value itself.
type Crumb struct {
	Label string `json:"label"`
	Path  string `json:"path"`
}

// A Range has the least and the greatest number of a type.
type Range struct {
	Min string `json:"min"`
	Max string `json:"max"`
}

// ranges has the ranges of the elements of packed arrays.
var ranges = map[variant.Type]Range{
	variant.TypePackedByteArray:  {"0", "255"},
	variant.TypePackedInt32Array: {"-2147483648", "2147483647"},
}

// Value returns the value at a path, with the data for its editor.
func (f *file) Value(a PathArgs) (Value, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Value{}, err
	}

	out := Value{
		Path: path.String(), Label: f.rootLabel(), Crumbs: f.crumbs(path), Type: values.TypeOf(v),
		Family: look.Family(v), Parts: look.Components(v), Plain: look.Plain(v), Of: 1,
		Element: values.ElementType(v), About: look.Guess(v), HasMark: f.revertible(path),
		Retypes: f.retypes(v), Contents: look.ContentsOf(v),
	}

	f.fillEditor(&out, v)
	writable := f.writable()

	if writable == nil {
		f.fillAbilities(&out, path, p, v)
	} else {
		out.Editable = false
		out.CodeEditable = false
		why := problem.Of(writable).Message()
		out.Why = &why
	}

	return out, nil
}

// crumbs returns the root and the other values on a path.
func (f *file) crumbs(path variant.Path) []Crumb {
	list := []Crumb{{f.rootLabel(), "$"}}
	for i, step := range path {
		list = append(list, Crumb{look.Label(step), path[:i+1].String()})
	}
	return list
}

func (f *file) revertible(path variant.Path) bool {
	return f.marks().At(path.String()) != nil
}

// fillEditor sets the fields that depend only on the value.
func (f *file) fillEditor(out *Value, v variant.Variant) {
	long := look.Size(v) > look.Longest
	out.Editor = look.Editor(v)

	switch v := v.(type) {
	case vmath.Color:
		out.Hex = look.Hex(v)
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
	case out.Editor == "text" && len(out.Plain) > look.LongestText:
		out.Plain = ""
		out.Editor = "none"
		out.Editable = false
		out.Why = message.Note("why.longText", message.Params{"bytes": out.Bytes})
	case out.Editor == "code" && long:
		out.Editor = "none"
		out.Why = message.Note("why.long", nil)
	case out.Editor == "code" && !out.CodeEditable:
		out.Editor = "none"
		out.Why = message.Note("why.noText", nil)
	}
}

// fillAbilities sets the fields for the edits that are possible for the value in its container.
func (f *file) fillAbilities(out *Value, path variant.Path, p outline.Place, v variant.Variant) {
	switch v.(type) {
	case variant.Dictionary, objects.Object:
		out.Adds = "pair"
	default:
		if v.Type() == variant.TypeArray || values.PackedElement(v.Type()) != "" {
			out.Adds = "item"
		}
	}

	if len(path) == 0 {
		return
	}

	step := path[len(path)-1]
	around := f.valueAt(p[:len(p)-1])
	out.Label = look.Label(step)
	out.Index = p[len(p)-1]
	out.Of = values.Of(around).N
	out.Removable = true
	out.Movable = out.Of > 1
	out.Renamable = step.Kind != variant.StepIndex
	out.KeyText = look.Label(step)

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

// retypes returns the types that a value can be converted to.
func (f *file) retypes(v variant.Variant) []string {
	if values.ElementType(v) != "" && !values.IsPacked(v.Type()) {
		return []string{}
	}

	names := []string{}
	for _, name := range values.ZeroTypes() {
		known := slices.ContainsFunc(f.doc.Dialect().Spec().Types, func(t variant.Type) bool {
			return t.String() == name
		})
		if name != v.Type().String() && known {
			names = append(names, name)
		}
	}

	return names
}

// means reports whether a text parses to the value v.
func (f *file) means(text string, v variant.Variant) bool {
	again, err := f.doc.Parse(text)
	return err == nil && variant.Equal(again, v)
}

// codeOf returns the text of a value on several lines. If that text does not parse to the same
// value, for example because it rounds a number, codeOf returns exact text in one line.
func (f *file) codeOf(v variant.Variant) string {
	lines := string(variant.Printer{Indent: "\t"}.Append(nil, v))
	if f.means(lines, v) {
		return lines
	}
	return f.doc.Text(v)
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
		return Download{}, message.NewFault("noBytes", message.Params{"type": values.TypeOf(v)})
	}

	mime := "application/octet-stream"
	extension := ".bin"

	if m, ok := probe.Magic(b); ok {
		mime = m.Mime
		extension = "." + m.Name
	} else if v.Type() == variant.TypeString {
		mime = "text/plain"
		extension = ".txt"
	}

	return download(fileName(plainName(path))+extension, mime, sliced.PiecesOf(b)), nil
}

// fileName returns a label in the form of a file name.
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
		return Edited{}, message.NewFault("noBytes", message.Params{"type": values.TypeOf(old)})
	}

	text := f.doc.Text(v)
	return f.replace(journal.EditArgs{Op: "set", Path: a.Path, Text: &text}, path, p, old, v)
}

// OpenInside opens the bytes of a value as a separate file.
func (f *file) OpenInside(a PathArgs) (Opened, error) {
	path, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return Opened{}, err
	}

	b, ok := blobOf(v)
	if !ok {
		return Opened{}, message.NewFault("noBytes", message.Params{"type": values.TypeOf(v)})
	}

	name := f.source.name + "-" + fileName(plainName(path))
	return f.session.open(source{name: name, data: slices.Clone(b), budget: f.source.budget})
}
