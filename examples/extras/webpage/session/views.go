package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// makers make the texts of a value, by kind.
var makers = map[string]struct {
	extension string
	make      func(variant.Variant) (string, error)
}{
	"text":      {".txt", func(v variant.Variant) (string, error) { return text.Format(v, text.Options{}) }},
	"text3":     {".txt", func(v variant.Variant) (string, error) { return text.Format(v, text.Options{Version: text.Godot3}) }},
	"lossless":  {".txt", func(v variant.Variant) (string, error) { return text.Format(v, text.Options{Lossless: true}) }},
	"relaxed":   {".json", indented(jsonvar.MarshalRelaxed)},
	"canonical": {".json", indented(jsonvar.Marshal)},
}

func indented(marshal func(variant.Variant) ([]byte, error)) func(variant.Variant) (string, error) {
	return func(v variant.Variant) (string, error) {
		b, err := marshal(v)
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		err = json.Indent(&out, b, "", "  ")
		return out.String(), err
	}
}

// ViewArgs name a page of a view.
type ViewArgs struct {
	Kind string `json:"kind"` // one of makers, or "dump"
	From int    `json:"from"` // where the page begins, in bytes: 0, or Next of the page before
}

// A Page is a part of a long text.
type Page struct {
	Text string `json:"text"`
	Next int    `json:"next"`
	More bool   `json:"more"` // there is another page
}

// pageSize is about how long a page is.
const pageSize = 64 << 10

// View returns a page of a text: of the value as it is now, or the annotated bytes of the file.
func (s *Session) View(a ViewArgs) (Page, error) {
	if a.Kind == "dump" {
		return s.dump(a.From)
	}
	whole, err := s.view(a.Kind)
	if err != nil {
		return Page{}, err
	}
	return cut(whole[min(max(a.From, 0), len(whole)):], a.From), nil
}

// cut returns the first page of a text that begins at an offset.
func cut(text string, from int) Page {
	if len(text) <= pageSize {
		return Page{text, from + len(text), false}
	}
	n := strings.LastIndexByte(text[:pageSize], '\n') + 1
	if n == 0 {
		for n = pageSize; !utf8.RuneStart(text[n]); n-- {
		}
	}
	return Page{text[:n], from + n, true}
}

// view returns the whole text.
func (s *Session) view(kind string) (string, error) {
	if whole, ok := s.views[kind]; ok {
		return whole, nil
	}
	maker, ok := makers[kind]
	if !ok {
		return "", fmt.Errorf("no view is called %q", kind)
	}
	whole, err := maker.make(s.root())
	if err == nil {
		s.views[kind] = whole
	}
	return whole, err
}

// Whole returns the whole text as a file.
func (s *Session) Whole(a ViewArgs) (Download, error) {
	whole, err := s.view(a.Kind)
	return Download{s.name + makers[a.Kind].extension, []byte(whole)}, err
}

// dump returns a page of the annotated bytes of the opened file.
func (s *Session) dump(from int) (Page, error) {
	w := &windowWriter{skip: from}
	err := codec.Dump(w, s.doc.Plain, codec.DumpOptions{
		Codec: s.doc.Codec(), Frames: s.doc.Framing != codec.FrameNone, MaxFields: math.MaxInt,
	})
	if err != nil && !w.full() && s.damage == nil {
		return Page{}, err
	}
	return cut(w.buf.String(), from), nil
}

// errFull ends a dump whose other pages are not asked for.
var errFull = errors.New("the page is full")

// A windowWriter keeps a page of what is written, and a little of the next one.
type windowWriter struct {
	skip int
	buf  bytes.Buffer
}

func (w *windowWriter) full() bool { return w.buf.Len() > pageSize }

func (w *windowWriter) Write(p []byte) (int, error) {
	if w.full() {
		return 0, errFull
	}
	skipped := min(w.skip, len(p))
	w.skip -= skipped
	w.buf.Write(p[skipped:])
	return len(p), nil
}
