package view

import (
	"io"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Tree prints the parts of values on lines: offset, key or index, type, value.
type Tree struct {
	w                  io.Writer
	offset, label, typ paint

	cursors   cursors
	at        cursor
	base      int64 // number that is added to offsets
	offsets   bool  // lines begin with the offset
	precision variant.Precision
	leaf      leafPrinter

	next []byte // the label of the next value, if it is already known
	text []byte // text of the token's value
	line []byte

	digits []byte // memory for the offset
}

// Colors has the functions that color the parts of a line.
type Colors struct {
	Offset, Label, Type func(string) string
}

// A paint has the escape sequences that a color function writes before and after a text.
type paint struct{ before, after string }

func paintOf(color func(string) string) paint {
	const mark = "text"
	before, after, _ := strings.Cut(color(mark), mark)
	return paint{before, after}
}

// append appends a text between the sequences of the paint.
func (p paint) append(b []byte, text string) []byte {
	return append(append(append(b, p.before...), text...), p.after...)
}

// NewTree returns a Tree that prints to w.
func NewTree(w io.Writer, c Colors) *Tree {
	return &Tree{w: w, offset: paintOf(c.Offset), label: paintOf(c.Label), typ: paintOf(c.Type)}
}

// Print prints a source. It adds base to the offsets in a packet. A value in memory has no offsets.
// If a packet is damaged, Print prints the readable part and returns the error.
func (t *Tree) Print(s Source, base int64) error {
	t.at = t.cursors.begin(s)
	t.base = base
	t.offsets = s.value == nil
	t.precision = s.codec.Options().Precision
	t.next = t.next[:0]

	for t.at.Next() {
		t.token()
	}

	if t.at.Err() != nil && container(t.at.Type()) {
		t.open()
	}

	return t.at.Err()
}

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

// token prints the line of a value or of the beginning of a container. It keeps the text of a key
// and the name of a property for the line of its value.
func (t *Tree) token() {
	switch kind := t.at.Kind(); {
	case kind == codec.TokenClose:

	case kind == codec.TokenName:
		t.next = append(append(t.next[:0], '.'), t.at.Text()...)

	case t.at.IsKey():
		t.next = clipped(t.leaf.text(t.next[:0], t.at, t.precision))
	case kind == codec.TokenOpen:
		t.open()
	default:
		t.value()
	}
}

// open prints the line of the beginning of a container: its type and, for an object, its class.
func (t *Tree) open() {
	class := t.at.Text()
	if class == nil {
		t.print("", nil)
		return
	}

	t.text = append(t.text[:0], Clip(string(class))...)
	t.print(" ", t.text)
}

// value prints the line of a value without parts. Its text may begin with the type.
func (t *Tree) value() {
	t.text = clipped(t.leaf.text(t.text[:0], t.at, t.precision))
	text, typ := t.text, t.at.Type().String()

	if n := len(typ); len(text) > n && text[n] == '(' && string(text[:n]) == typ {
		t.print("", text[n:])
		return
	}

	t.print(" ", text)
}

// print prints a line. It does not use package fmt, because a large file has millions of lines.
func (t *Tree) print(separator string, text []byte) {
	b := t.line[:0]
	if t.offsets {
		b = append(b, t.offset.before...)
		b = t.appendRight(b, t.base+int64(t.at.Offset()))
		b = append(append(b, t.offset.after...), "  "...)
	}

	depth := t.at.Depth()
	for range depth {
		b = append(b, "  "...)
	}

	if depth > 0 {
		b = append(b, t.label.before...)
		b = t.appendLabel(b)
		b = append(append(b, t.label.after...), ": "...)
	}

	b = t.typ.append(b, t.at.Type().String())
	b = append(append(b, separator...), text...)
	t.line = append(b, '\n')
	_, _ = t.w.Write(t.line) // the bufio.Writer keeps the error
}

// appendLabel appends the label of the value: the key or name in front of it, or its index.
func (t *Tree) appendLabel(b []byte) []byte {
	if len(t.next) > 0 {
		b = append(b, t.next...)
		t.next = t.next[:0]
		return b
	}

	return append(strconv.AppendInt(append(b, '['), int64(t.at.Index()), 10), ']')
}

// appendRight appends a number, with spaces in front of it up to a width of 8 columns.
func (t *Tree) appendRight(b []byte, n int64) []byte {
	const spaces = "        "
	t.digits = strconv.AppendInt(t.digits[:0], n, 10)
	b = append(b, spaces[min(len(t.digits), len(spaces)):]...)
	return append(b, t.digits...)
}

// mostClip is the number of bytes to which Clip shortens text.
const mostClip = 100

// Clip shortens text to one line.
func Clip(s string) string { return values.Line(s, mostClip) }

// clipped is like Clip, for the bytes of a text.
func clipped(b []byte) []byte {
	clips := len(b) > mostClip
	for _, c := range b {
		clips = clips || isControl(c)
	}

	if !clips {
		return b
	}
	return append(b[:0], Clip(string(b))...)
}

func isControl(c byte) bool { return c < ' ' || c == 0x7F }
