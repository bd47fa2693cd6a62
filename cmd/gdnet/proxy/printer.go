package proxy

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"godotvariant/cmd/gdnet/traffic"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Printer prints records, each in one line.
type Printer struct {
	Width int // limit for the text of a packet, in bytes

	// Paint colors the part s of a line. The argument role is "client" or "server" for the
	// direction, "size" for the size of a packet, and "fault" for a damaged packet, bytes that are
	// not a frame, or a note. If Paint is nil, nothing is colored.
	Paint func(role, s string) string

	// Games explains the packets of Godot's multiplayer. It may be nil.
	Games *traffic.Monitor

	out   *bufio.Writer
	codec *codec.Codec
}

// maxText is the limit for the length of a packet that is converted to text.
const maxText = 64 << 10

// NewPrinter returns a printer of packets in a dialect.
func NewPrinter(w io.Writer, d *variant.Dialect) (*Printer, error) {
	c, err := codec.New(codec.Options{Dialect: d, FullObjects: true}) // printing objects is safe
	return &Printer{Width: 300, out: bufio.NewWriter(w), codec: c}, err
}

var arrows = map[string]string{client: ">", server: "<"}

// Print prints a record. Flush returns errors of the writer.
func (p *Printer) Print(r Record) {
	if r.Lost > 0 {
		fmt.Fprintf(p.out, "           … %d records are missing here\n", r.Lost)
	}
	direction := fmt.Sprintf("#%d %s", r.Conn, arrows[r.From])
	fmt.Fprintf(p.out, "%10.6f %s %s\n", float64(r.T)/1e6, p.paint(r.From, direction), p.said(r))
}

// skip handles a record that is not printed. It tells Games about the record, because later records
// may depend on it.
func (p *Printer) skip(r Record) {
	if p.Games != nil {
		p.said(r)
	}
}

// said returns the explanation of a packet of Godot's multiplayer. For any other record it returns
// the text of the record.
func (p *Printer) said(r Record) string {
	switch {
	case p.Games == nil:
	case r.Kind == kindOpen && r.Peer != 0:
		p.Games.Join(r.Conn, r.Peer, games[layerOf(r.Game)])
	case r.Kind == kindEnd:
		p.Games.Close(r.Conn)
	case r.Kind == kindPacket:
		said, ok, err := p.Games.Text(r.Conn, r.From == server, r.Packet)
		switch {
		case ok && err != nil:
			return p.damaged(r.Packet, err)
		case ok:
			return fmt.Sprintf("%s  %s", p.clip(said), p.paint("size", size(r)))
		}
	}
	return p.text(r)
}

// size returns a text with the length of a packet, its delivery and its channel.
func size(r Record) string {
	text := strconv.Itoa(len(r.Packet)) + " bytes"
	if r.Delivery != "" {
		text += ", " + r.Delivery
	}
	if r.Channel != 0 {
		text += ", channel " + strconv.Itoa(r.Channel)
	}

	return text
}

func (p *Printer) paint(role, s string) string {
	if p.Paint == nil {
		return s
	}
	return p.Paint(role, s)
}

// text returns the text of a record.
func (p *Printer) text(r Record) string {
	switch r.Kind {
	case kindPacket:
		return p.packet(r.Packet)
	case kindText:
		return "text: " + p.clip(string(r.Packet))

	case kindBytes:
		return p.fault("%d bytes that are not a frame, or part of one over the limit: %s",
			len(r.Packet), p.hex(r.Packet))

	case kindNote:
		return p.fault("%s", p.clip(r.Note))
	}

	words := []string{"--", p.clip(r.Kind), p.clip(r.Note)}
	if r.Peer != 0 {
		words = append(words, fmt.Sprintf("peer %d of %s", r.Peer, p.clip(r.Game)))
	}
	for _, word := range append([]string{r.Path}, r.Protocols...) {
		words = append(words, p.clip(word))
	}

	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// packet returns the text of a packet's value. If the packet is damaged, it returns the text of the
// error.
func (p *Printer) packet(b []byte) string {
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

func (p *Printer) damaged(b []byte, err error) string {
	return p.fault("%d bytes: %s: %s", len(b), p.clip(err.Error()), p.hex(b))
}

func (p *Printer) fault(format string, args ...any) string {
	return p.paint("fault", fmt.Sprintf("!! "+format, args...))
}

// hex returns the first 16 bytes as hexadecimal digits.
func (p *Printer) hex(b []byte) string {
	if len(b) > 16 {
		return fmt.Sprintf("% x …", b[:16])
	}
	return fmt.Sprintf("% x", b)
}

// clip cuts a text after Width bytes. It replaces control characters, so that the text stays in one
// line.
func (p *Printer) clip(s string) string {
	short := strings.ToValidUTF8(s[:min(len(s), p.Width)], "")
	short = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, short)

	if len(s) > p.Width {
		short += "…"
	}

	return short
}

// Flush writes the buffered lines.
func (p *Printer) Flush() error { return p.out.Flush() }
