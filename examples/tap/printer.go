package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A printer prints records, each in one line.
type printer struct {
	out   *bufio.Writer
	codec *codec.Codec
	width int // of a packet's text
}

// maxText is the longest packet of which the text is made.
const maxText = 64 << 10

func newPrinter(w io.Writer, d *variant.Dialect, width int) (*printer, error) {
	c, err := codec.New(codec.Options{Dialect: d, FullObjects: true}) // which are only printed
	return &printer{out: bufio.NewWriter(w), codec: c, width: width}, err
}

func (p *printer) print(r record) {
	if r.Lost > 0 {
		fmt.Fprintf(p.out, "           … %d records are missing here\n", r.Lost)
	}
	arrow := map[string]string{client: ">", server: "<"}[r.From]
	fmt.Fprintf(p.out, "%10.6f #%d %s %s\n", float64(r.T)/1e6, r.Conn, arrow, p.text(r))
}

// text returns what a record says.
func (p *printer) text(r record) string {
	switch r.Kind {
	case kindPacket:
		return p.packet(r.Packet)
	case kindBytes:
		return fmt.Sprintf("!! %d bytes that are no frame, or part of one over the limit: %s", len(r.Packet), p.hex(r.Packet))
	case kindNote:
		return "!! " + p.clip(r.Note)
	}
	return strings.TrimSpace("-- " + p.clip(r.Kind) + " " + p.clip(r.Note))
}

// packet returns the value of a packet as text or, if it is damaged, the error.
func (p *printer) packet(b []byte) string {
	if len(b) > maxText {
		raw, err := p.codec.Raw(b)
		if err != nil {
			return p.damaged(b, err)
		}
		return fmt.Sprintf("%v of %d bytes", raw.Type(), len(b))
	}
	v, err := p.codec.Decode(b)
	if err != nil {
		return p.damaged(b, err)
	}
	return p.clip(variant.Text(v))
}

func (p *printer) damaged(b []byte, err error) string {
	return fmt.Sprintf("!! %d bytes: %s: %s", len(b), p.clip(err.Error()), p.hex(b))
}

// hex returns the first bytes.
func (p *printer) hex(b []byte) string {
	if len(b) > 16 {
		return fmt.Sprintf("% x …", b[:16])
	}
	return fmt.Sprintf("% x", b)
}

// clip makes text fit in one line of a terminal, which must not obey what it is shown.
func (p *printer) clip(s string) string {
	short := strings.ToValidUTF8(s[:min(len(s), p.width)], "")
	short = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, short)
	if len(s) > p.width {
		short += "…"
	}
	return short
}

// flush is called when nothing waits to be printed.
func (p *printer) flush() { p.out.Flush() }
