package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// makers return the texts of a value, by kind.
var makers = map[string]struct {
	extension string
	make      func(variant.Variant) (string, error)
}{
	"text":      {".txt", formatted(text.Options{})},
	"text3":     {".txt", formatted(text.Options{Version: text.Version3})},
	"lossless":  {".txt", formatted(text.Options{Lossless: true})},
	"relaxed":   {".json", indented(jsonvar.MarshalRelaxed)},
	"canonical": {".json", indented(jsonvar.Marshal)},
}

func formatted(o text.Options) func(variant.Variant) (string, error) {
	return func(v variant.Variant) (string, error) { return text.Format(v, o) }
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

// ViewArgs select a page of a view.
type ViewArgs struct {
	Kind string `json:"kind"` // one of makers, or "dump"
	From Place  `json:"from"` // the zero Place, or Next of the page before
}

// A Place is the start of a page of a view.
type Place struct {
	Record int `json:"record"` // the record, in a dump
	At     int `json:"at"`     // the offset in the text, in bytes
}

// A Page is a part of a long text.
type Page struct {
	Text string `json:"text"`
	Next Place  `json:"next"`
	More bool   `json:"more"` // another page follows
}

// pageSize is the usual size of a page, in bytes.
const pageSize = 64 << 10

// View returns a page of a text: of the current value, or of the annotated bytes of the file.
func (s *Session) View(a ViewArgs) (Page, error) {
	if a.Kind == "dump" {
		return s.dump(a.From)
	}

	text, err := s.view(a.Kind)
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
	if n < pageSize/2 { // in a very long line
		for n = pageSize; !utf8.RuneStart(text[n]); n-- {
		}
	}

	return n
}

// A view is a text of the value. The session holds only the last one, because it may be larger than
// the file.
type view struct{ kind, text string }

// view returns the complete text of the value.
func (s *Session) view(kind string) (string, error) {
	if s.viewed.kind == kind {
		return s.viewed.text, nil
	}

	maker, ok := makers[kind]
	if !ok {
		return "", fmt.Errorf("no view is called %q", kind)
	}

	s.viewed = view{}
	text, err := maker.make(s.root())
	if err == nil {
		s.viewed = view{kind, text}
	}

	return text, err
}

// Whole returns the complete text as a file.
func (s *Session) Whole(a ViewArgs) (Download, error) {
	text, err := s.view(a.Kind)
	s.viewed = view{}
	return Download{s.name + makers[a.Kind].extension, []byte(text)}, err
}

// dump returns a page of the annotated bytes of the opened file. Offsets count from the start of
// their record, as in errors.
func (s *Session) dump(from Place) (Page, error) {
	var out strings.Builder
	for i := max(from.Record, 0); i < len(s.doc.Records); i++ {
		start := out.Len()
		s.dumpRecord(&window{&out, from.At}, s.doc.Records[i])
		if n := cut(out.String()); n < out.Len() { // records end with a line, so this one is cut
			return Page{out.String()[:n], Place{i, from.At + n - start}, true}, nil
		}
		from.At = 0
	}

	return Page{Text: out.String()}, nil
}

// dumpRecord writes the annotated bytes of a record. The text has the fault of a damaged record.
func (s *Session) dumpRecord(w io.Writer, r document.Record) {
	if s.doc.Framing != codec.FrameNone {
		fmt.Fprintf(w, "record %d, which begins at %d: a packet of %d bytes\n", r.Index, r.Offset,
			len(r.Packet))
	}

	_ = codec.Dump(w, r.Packet, codec.DumpOptions{Codec: s.doc.Codec()})
}

// A window is a writer that skips the bytes before a page and takes those of the page. Then it
// fails, which ends the dump.
type window struct {
	out  *strings.Builder
	skip int // bytes before the page
}

var errFull = errors.New("the page is full")

func (w *window) Write(p []byte) (int, error) {
	if w.out.Len() > pageSize {
		return 0, errFull
	}

	skipped := min(w.skip, len(p))
	w.skip -= skipped
	w.out.Write(p[skipped:])
	return len(p), nil
}
