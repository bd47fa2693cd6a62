package views

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/large"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A Tree prints the parts of values on lines: offset, key or index, type, value.
type Tree struct {
	w io.Writer
	Colors

	scan  codec.Scanner
	base  int64
	label []byte // of the next value, if it is already known

	text, memory []byte // reused memory for a value and for a line
}

// Colors has the functions that color the parts of a line.
type Colors struct {
	Offset, Label, Type func(string) string
}

// NewTree returns a Tree that prints to w.
func NewTree(w io.Writer, c Colors) *Tree { return &Tree{w: w, Colors: c} }

// Print prints a packet. Offsets count from base. For a damaged packet it prints the readable part.
func (t *Tree) Print(c *codec.Codec, packet []byte, base int64) {
	t.begin(c, packet, base)
	for t.scan.Next() {
		t.token()
	}

	if container(t.scan.Type()) && t.scan.Err() != nil {
		t.open()
	}
}

// PrintLarge is Print for a packet that is read in place.
func (t *Tree) PrintLarge(p *large.Packet, base int64) error {
	t.begin(p.Codec(), p.Bytes(0, p.Len()), base)
	for t.scan.Next() {
		p.Tell(t.scan.End())
		t.token()
	}

	return t.scan.Err()
}

func (t *Tree) begin(c *codec.Codec, packet []byte, base int64) {
	t.scan.Reset(packet, c)
	t.base = base
	t.label = t.label[:0]
}

// PrintValue prints a value that has no packet. The lines are those of Print without the offsets.
func (t *Tree) PrintValue(f *document.Format, label string, v variant.Variant, level int) {
	indent := strings.Repeat("  ", level)
	name := v.Type().String()

	if label != "" {
		label = t.Label(label) + ": "
	}

	c, ok := v.(variant.Container)
	if !ok || !container(v.Type()) && v.Type() != variant.TypeObject {
		text := Clip(f.Text(v))
		if !strings.HasPrefix(text, name+"(") {
			text = t.Type(name) + " " + text
		}

		fmt.Fprintf(t.w, "%s%s%s\n", indent, label, text)
		return
	}

	if o, ok := v.(objects.Object); ok {
		name += " " + o.Class
	}

	fmt.Fprintf(t.w, "%s%s%s\n", indent, label, t.Type(name))

	for step, part := range c.Parts() {
		if step.Kind != variant.StepPairKey {
			t.PrintValue(f, stepLabel(f, step), part, level+1)
		}
	}
}

// stepLabel returns the text before a part in a tree.
func stepLabel(f *document.Format, step variant.Step) string {
	switch step.Kind {
	case variant.StepKey:
		return Clip(f.Text(step.Key))
	case variant.StepProperty:
		return "." + Clip(step.Name)
	default:
		return step.String()
	}
}

// token prints the line of a value or of the beginning of a container. It keeps the text of a key
// and the name of a property for the line of its value.
func (t *Tree) token() {
	s := &t.scan
	switch {
	case s.Kind() == codec.TokenClose:

	case s.Kind() == codec.TokenName:
		t.label = append(append(t.label[:0], '.'), s.Text()...)

	case s.IsKey():
		if key, _ := s.Value(); key != nil {
			t.label = clipped(variant.Printer{}.Append(t.label[:0], key))
		}

	case s.Kind() == codec.TokenOpen:
		t.open()

	default:
		if v, _ := s.Value(); v != nil {
			t.text = clipped(variant.Printer{}.Append(t.text[:0], v))
			t.value(s.Type().String())
		}
	}
}

// open prints the line of the beginning of a container: its type and, for an object, its class.
func (t *Tree) open() {
	t.text = t.text[:0]
	if class := t.scan.Text(); class != nil {
		t.text = append(append(t.text, ' '), Clip(string(class))...)
	}

	t.line(t.Type(t.scan.Type().String()), t.text)
}

// value prints the line of the value in text, which has no parts.
func (t *Tree) value(typ string) {
	if n := len(typ); len(t.text) > n && t.text[n] == '(' && string(t.text[:n]) == typ {
		t.line(t.Type(typ), t.text[n:])
		return
	}

	t.text = slices.Insert(t.text, 0, ' ')
	t.line(t.Type(typ), t.text)
}

// clipped is Clip for the bytes of a text.
func clipped(b []byte) []byte {
	control := func(c byte) bool { return c < ' ' || c == 0x7F }
	if len(b) <= mostClip && !slices.ContainsFunc(b, control) {
		return b
	}
	return append(b[:0], Clip(string(b))...)
}

// line prints a line. It does not use package fmt, because a large file has millions of lines.
func (t *Tree) line(typ string, text []byte) {
	s := &t.scan
	at := strconv.FormatInt(t.base+int64(s.Offset()), 10)
	b := append(t.memory[:0], t.Offset(spaces[:max(offsetWidth-len(at), 0)]+at)...)

	b = append(b, "  "...)
	for range s.Depth() {
		b = append(b, "  "...)
	}

	if s.Depth() > 0 {
		if len(t.label) == 0 {
			t.label = append(strconv.AppendInt(append(t.label, '['), int64(s.Index()), 10), ']')
		}

		b = append(b, t.Label(string(t.label))...)
		b = append(b, ": "...)
		t.label = t.label[:0]
	}

	b = append(b, typ...)
	b = append(b, text...)
	t.memory = append(b, '\n')
	_, _ = t.w.Write(t.memory) // the bufio.Writer keeps the error
}

const (
	offsetWidth = 8
	spaces      = "        "
)

// container reports whether parts of values of this type have their own lines. An object has parts
// only if it has a class.
func container(typ variant.Type) bool {
	switch typ {
	case variant.TypeDictionary, variant.TypeArray, variant.TypeTypedArray,
		variant.TypePackedTypedArray:
		return true
	}
	return false
}

// mostClip is the number of bytes to which Clip shortens text.
const mostClip = 100

// Clip shortens text to one line.
func Clip(s string) string { return values.Line(s, mostClip) }
