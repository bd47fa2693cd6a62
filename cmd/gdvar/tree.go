package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A printer prints values line by line: offset, key or index, type, value.
type printer struct {
	w                   io.Writer
	offset, label, kind func(string) string // color these

	data []byte
	base int64
	open []branch
}

func (a *app) tree(w io.Writer) *printer {
	return &printer{
		w: w, offset: a.paint(a.out, color.Faint), label: a.paint(a.out, color.FgBlue),
		kind: a.paint(a.out, color.FgGreen),
	}
}

// print prints a packet, whose offsets count from base. Of a broken packet it prints what can be
// read.
func (t *printer) print(c *codec.Codec, packet []byte, base int64) {
	t.data = packet
	t.base = base
	t.open = t.open[:0]
	_, _ = c.Trace(packet, t.event)
}

// printValue prints a value that has no packet, in the lines that print has but for the offsets.
func (t *printer) printValue(f *document.Format, label string, v variant.Variant, level int) {
	indent := strings.Repeat("  ", level)
	name := v.Type().String()

	if label != "" {
		label = t.label(label) + ": "
	}

	c, ok := v.(variant.Container)
	if !ok || !container(v.Type()) && v.Type() != variant.TypeObject {
		text := clip(f.Text(v))
		if !strings.HasPrefix(text, name+"(") {
			text = t.kind(name) + " " + text
		}

		fmt.Fprintf(t.w, "%s%s%s\n", indent, label, text)
		return
	}

	if o, ok := v.(objects.Object); ok {
		name += " " + o.Class
	}

	fmt.Fprintf(t.w, "%s%s%s\n", indent, label, t.kind(name))

	for step, part := range c.Parts() {
		if step.Kind != variant.StepPairKey {
			t.printValue(f, stepLabel(f, step), part, level+1)
		}
	}
}

// stepLabel returns what stands before a part in a tree.
func stepLabel(f *document.Format, step variant.Step) string {
	switch step.Kind {
	case variant.StepKey:
		return clip(f.Text(step.Key))
	case variant.StepProperty:
		return "." + clip(step.Name)
	default:
		return step.String()
	}
}

// A branch is a value whose parts are being read.
type branch struct {
	offset int
	typ    variant.Type
	parts  int    // that have been read
	label  string // of the next part, if something before it has named it
	quiet  bool   // a key, which is printed with its value
	begun  bool   // its line is printed, before those of its parts
}

func (t *printer) event(e codec.TraceEvent) {
	switch e.Kind {
	case codec.TraceText:
		if n := len(t.open); n > 0 && t.open[n-1].typ == variant.TypeObject {
			t.text(&t.open[n-1], string(t.data[e.Offset:e.End]))
		}

	case codec.TraceOpen:
		b := branch{offset: e.Offset, typ: e.Type, quiet: t.inKey()}
		b.begun = container(e.Type) && !b.quiet
		if b.begun {
			t.line(e.Offset, t.kind(e.Type.String()))
		}
		t.open = append(t.open, b)

	case codec.TraceClose:
		b := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		n := len(t.open)

		whole := !b.quiet || !t.open[n-1].quiet // not inside of a key
		if whole && e.Value != nil && !b.begun {
			t.leaf(b, e.Value)
		}

		if n > 0 {
			t.open[n-1].parts++
		}
	}
}

// text takes a text of an object: its class, and then the name of each property before its value.
func (t *printer) text(object *branch, s string) {
	if object.begun || object.quiet {
		object.label = "." + s
		return
	}

	object.begun = true
	n := len(t.open)
	t.open = t.open[:n-1] // the line belongs to what is around the object
	t.line(object.offset, t.kind(object.typ.String())+" "+clip(s))
	t.open = t.open[:n]
}

// inKey reports whether what is read next is a dictionary's key, or inside of one.
func (t *printer) inKey() bool {
	n := len(t.open)
	return n > 0 && (t.open[n-1].quiet || t.open[n-1].typ == variant.TypeDictionary &&
		t.open[n-1].parts%2 == 0)
}

// leaf prints a value that has no parts, or keeps it, if it is a key, for its value's line.
func (t *printer) leaf(b branch, v variant.Variant) {
	text := clip(variant.Text(v))

	if b.quiet {
		t.open[len(t.open)-1].label = text
		return
	}

	if name := b.typ.String(); strings.HasPrefix(text, name+"(") {
		text = t.kind(name) + text[len(name):]
	} else {
		text = t.kind(name) + " " + text
	}

	t.line(b.offset, text)
}

func (t *printer) line(offset int, text string) {
	label := ""

	if n := len(t.open); n > 0 {
		parent := &t.open[n-1]
		label = parent.label
		if label == "" {
			label = fmt.Sprintf("[%d]", parent.parts)
		}

		parent.label = ""
		label = t.label(label) + ": "
	}

	at := t.offset(fmt.Sprintf("%8d", t.base+int64(offset)))
	fmt.Fprintf(t.w, "%s  %s%s%s\n", at, strings.Repeat("  ", len(t.open)), label, text)
}

// container reports whether a value of the type has parts with lines of their own. An object is one
// if it has a class.
func container(typ variant.Type) bool {
	switch typ {
	case variant.TypeDictionary, variant.TypeArray, variant.TypeTypedArray,
		variant.TypePackedTypedArray:
		return true
	}
	return false
}

// clip keeps a line a line.
func clip(s string) string {
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
