package session

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// A maker makes a text of a value. The codec has the precision of the file.
type maker struct {
	extension string
	make      func(variant.Variant, *codec.Codec) (string, error)
}

// makers make the texts of a value, by kind.
var makers = map[string]maker{
	"text":      {".txt", text.VarToStr.Format},
	"text3":     {".txt", formatted3},
	"lossless":  {".txt", text.Lossless.Format},
	"relaxed":   {".json", indented(jsonvar.Relaxed)},
	"canonical": {".json", indented(jsonvar.Canonical)},
}

var godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})

func formatted3(v variant.Variant, _ *codec.Codec) (string, error) {
	return text.VarToStr.Format(v, godot3)
}

func indented(f jsonvar.Form) func(variant.Variant, *codec.Codec) (string, error) {
	return func(v variant.Variant, c *codec.Codec) (string, error) {
		b, err := f.Format(v, c)
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		err = json.Indent(&out, b, "", "  ")
		return out.String(), err
	}
}

// sourceKind is the view with the text of the file itself.
const sourceKind = "source"

// ViewArgs select a page of a view.
type ViewArgs struct {
	Kind string `json:"kind"` // one of makers, or sourceKind
	From Place  `json:"from"` // the zero Place, or Next of the page before
}

// A Place is the start of a page of a view.
type Place struct {
	At int `json:"at"` // the offset in the text, in bytes
}

// A Page is a part of a long text.
type Page struct {
	Text string `json:"text"`
	Next Place  `json:"next"`
	More bool   `json:"more"` // another page follows
}

// pageSize is the usual size of a page, in bytes.
const pageSize = 64 << 10

// View returns a page of a text of the current value.
func (f *file) View(a ViewArgs) (Page, error) {
	text, err := f.view(a.Kind)
	if err != nil {
		return Page{}, err
	}

	rest := text[min(max(a.From.At, 0), len(text)):]
	n := cut(rest)
	return Page{rest[:n], Place{At: a.From.At + n}, n < len(rest)}, nil
}

// cut returns the length of the first page of a text. A page ends with a line if possible.
func cut(text string) int {
	if len(text) <= pageSize {
		return len(text)
	}

	n := strings.LastIndexByte(text[:pageSize], '\n') + 1
	if n < pageSize/2 { // a very long line is cut
		for n = pageSize; !utf8.RuneStart(text[n]); n-- {
		}
	}

	return n
}

// view returns the complete text of the value.
func (f *file) view(kind string) (string, error) {
	if f.viewed.kind == kind {
		return f.viewed.text, nil
	}

	f.viewed = madeText{}
	text, err := f.makeView(kind)
	if err == nil {
		f.viewed = madeText{kind, text}
	}

	return text, err
}

func (f *file) makeView(kind string) (string, error) {
	if kind == sourceKind {
		plain, err := f.plainBytes()
		if err == nil && !kinds.IsText(plain) {
			err = message.NewFault("noSuch", message.Params{"name": kind})
		}
		return string(plain), err
	}

	maker, ok := makers[kind]
	if !ok {
		return "", message.NewFault("noSuch", message.Params{"name": kind})
	}
	return maker.make(f.value, view.Digits(f.doc.Precision()))
}

// Whole returns the complete text as a file.
func (f *file) Whole(a ViewArgs) (Download, error) {
	text, err := f.view(a.Kind)
	f.viewed = madeText{}
	return download(f.source.name+makers[a.Kind].extension, "text/plain", []byte(text)), err
}
