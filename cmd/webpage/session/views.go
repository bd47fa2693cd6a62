package session

import (
	"bytes"
	"encoding/json"
	"math"
	"unicode/utf8"

	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// A maker makes a text of a value. The argument of the function form is a codec with the precision
// of the file.
type maker struct {
	extension string
	form      func(*codec.Codec) sliced.Form
	sorts     bool // the text has dictionaries sorted by their keys
}

// makers make the texts of a value, by kind.
var makers = map[string]maker{
	"text":      {".txt", formatted(text.VarToStr), true},
	"text3":     {".txt", formatted3, true},
	"lossless":  {".txt", formatted(text.Lossless), false},
	"relaxed":   {".json", indented(jsonvar.Relaxed), false},
	"canonical": {".json", indented(jsonvar.Canonical), false},
}

func formatted(f text.Form) func(*codec.Codec) sliced.Form {
	return func(c *codec.Codec) sliced.Form {
		return func(v variant.Variant, _ string) ([]byte, error) { return f.Append(nil, v, c) }
	}
}

var godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})

func formatted3(*codec.Codec) sliced.Form { return formatted(text.VarToStr)(godot3) }

func indented(f jsonvar.Form) func(*codec.Codec) sliced.Form {
	return func(c *codec.Codec) sliced.Form {
		return func(v variant.Variant, indentation string) ([]byte, error) {
			b, err := f.Format(v, c)
			if err != nil {
				return nil, err
			}
			var out bytes.Buffer
			err = json.Indent(&out, b, indentation, "  ")
			return out.Bytes(), err
		}
	}
}

// sourceKind is the view with the text of the file itself.
const sourceKind = "source"

// ViewArgs select a page of a view.
type ViewArgs struct {
	Kind string `json:"kind"` // a key of makers, or sourceKind
	From Place  `json:"from"` // the zero Place, or the field Next of the previous page
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

// View returns a page of a text of the current value. It makes the text only up to the end of the
// page.
func (f *file) View(a ViewArgs) (Page, error) {
	at := max(a.From.At, 0)
	text, err := f.view(a.Kind, at+pageSize+1)
	if err != nil {
		return Page{}, err
	}

	rest := text.Slice(at, pageSize+1)
	n := cut(rest)
	return Page{string(rest[:n]), Place{At: a.From.At + n}, n < len(rest)}, nil
}

// cut returns the length of the first page of a text. If possible, a page ends at the end of a
// line.
func cut(text []byte) int {
	if len(text) <= pageSize {
		return len(text)
	}

	n := bytes.LastIndexByte(text[:pageSize], '\n') + 1
	if n < pageSize/2 { // a very long line is cut in the middle of the line
		for n = pageSize; !utf8.RuneStart(text[n]); n-- {
		}
	}

	return n
}

// view returns the beginning of the text of the value. The result has at least the given number of
// bytes, or is the whole text.
func (f *file) view(kind string, least int) (sliced.Pieces, error) {
	if kind == sourceKind {
		text, err := f.sourceText()
		return sliced.PiecesOf(text), err
	}

	if f.viewed.kind != kind {
		maker, ok := makers[kind]
		if !ok {
			return sliced.Pieces{}, message.NewFault("noSuch", message.Params{"name": kind})
		}

		form := maker.form(view.Digits(f.doc.Precision()))
		f.viewed = madeText{kind, sliced.NewPrinter(f.value, form, maker.sorts)}
	}

	p := f.viewed.printer
	for !p.Ended && p.Text.Len() < least {
		if err := p.Step(); err != nil {
			f.viewed = madeText{}
			return sliced.Pieces{}, err
		}

		done := int64(p.Text.Len())
		f.session.report("text", done, max(done, int64(len(f.doc.Plain))))
	}

	return p.Text, nil
}

// sourceText returns the text of the file itself.
func (f *file) sourceText() ([]byte, error) {
	plain, err := f.plainBytes()
	if err == nil && !kinds.IsText(plain) {
		err = message.NewFault("noSuch", message.Params{"name": sourceKind})
	}
	return plain, err
}

// Whole returns the complete text as a file.
func (f *file) Whole(a ViewArgs) (Download, error) {
	text, err := f.view(a.Kind, math.MaxInt)
	f.viewed = madeText{}
	return download(f.source.name+makers[a.Kind].extension, "text/plain", text), err
}
