package views

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A Tree prints the parts of values on lines: offset, key or index, type, value.
type Tree struct {
	w io.Writer
	Colors

	data []byte
	base int64
	open []branch

	memory []byte // reused memory for a line
}

// Colors has the functions that color the parts of a line.
type Colors struct {
	Offset, Label, Type func(string) string
}

// NewTree returns a Tree that prints to w.
func NewTree(w io.Writer, c Colors) *Tree { return &Tree{w: w, Colors: c} }

// Print prints a packet. Offsets count from base. For a damaged packet it prints the readable part.
func (t *Tree) Print(c *codec.Codec, packet []byte, base int64) {
	t.data = packet
	t.base = base
	t.open = t.open[:0]
	_, _ = c.Trace(packet, t.event)
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

// A branch is a value whose parts are being read.
type branch struct {
	offset int
	typ    variant.Type
	parts  int    // number of parts that were read
	label  string // label of the next part, if it is already known
	quiet  bool   // whether it is a key, which is printed with its value
	begun  bool   // whether its line is printed; the lines of its parts follow
}

func (t *Tree) event(e codec.TraceEvent) {
	switch e.Kind {
	case codec.TraceText:
		if n := len(t.open); n > 0 && t.open[n-1].typ == variant.TypeObject {
			t.text(&t.open[n-1], string(t.data[e.Offset:e.End]))
		}

	case codec.TraceOpen:
		b := branch{offset: e.Offset, typ: e.Type, quiet: t.inKey()}
		b.begun = container(e.Type) && !b.quiet
		if b.begun {
			t.line(e.Offset, t.Type(e.Type.String()))
		}
		t.open = append(t.open, b)

	case codec.TraceClose:
		b := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		n := len(t.open)

		whole := !b.quiet || !t.open[n-1].quiet // not part of a key
		if whole && e.Value != nil && !b.begun {
			t.leaf(b, e.Value)
		}

		if n > 0 {
			t.open[n-1].parts++
		}
	}
}

// text handles a text of an object: first its class, then the name of each property before its
// value.
func (t *Tree) text(object *branch, s string) {
	if object.begun || object.quiet {
		object.label = "." + s
		return
	}

	object.begun = true
	n := len(t.open)
	t.open = t.open[:n-1] // the line belongs to the container of the object
	t.line(object.offset, t.Type(object.typ.String())+" "+Clip(s))
	t.open = t.open[:n]
}

// inKey reports whether the next value is the key of a dictionary, or part of one.
func (t *Tree) inKey() bool {
	n := len(t.open)
	return n > 0 && (t.open[n-1].quiet || t.open[n-1].typ == variant.TypeDictionary &&
		t.open[n-1].parts%2 == 0)
}

// leaf prints a value without parts. It keeps a key for the line of its value.
func (t *Tree) leaf(b branch, v variant.Variant) {
	text := Clip(variant.Text(v))

	if b.quiet {
		t.open[len(t.open)-1].label = text
		return
	}

	if name := b.typ.String(); strings.HasPrefix(text, name+"(") {
		text = t.Type(name) + text[len(name):]
	} else {
		text = t.Type(name) + " " + text
	}

	t.line(b.offset, text)
}

// line prints a line. It does not use package fmt, because a large file has millions of lines.
func (t *Tree) line(offset int, text string) {
	at := strconv.FormatInt(t.base+int64(offset), 10)
	b := append(t.memory[:0], t.Offset(spaces[:max(offsetWidth-len(at), 0)]+at)...)

	b = append(b, "  "...)
	for range t.open {
		b = append(b, "  "...)
	}

	if n := len(t.open); n > 0 {
		b = append(b, t.Label(t.open[n-1].takeLabel())...)
		b = append(b, ": "...)
	}

	b = append(b, text...)
	t.memory = append(b, '\n')
	_, _ = t.w.Write(t.memory) // the bufio.Writer keeps the error
}

// takeLabel returns the label of the next part and clears it.
func (b *branch) takeLabel() string {
	label := b.label
	b.label = ""

	if label == "" {
		return "[" + strconv.Itoa(b.parts) + "]"
	}

	return label
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

// Clip shortens text to one line.
func Clip(s string) string {
	const most = 100

	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return utf8.RuneError
		}
		return r
	}, s)

	if len(s) <= most {
		return s
	}

	return strings.ToValidUTF8(s[:most], "") + "…"
}
