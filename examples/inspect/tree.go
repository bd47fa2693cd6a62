package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/variant"
)

// printTree prints the packet at the start of data line by line: offset, key or
// index, type, value. Offsets count from base. Of a broken packet it prints what
// could be read, and returns the error.
func printTree(w io.Writer, c *codec.Codec, data []byte, base int) error {
	t := &tree{w: w, data: data, base: base}
	_, err := c.Trace(data, t.event)
	return err
}

type tree struct {
	w    io.Writer
	data []byte
	base int
	open []branch
}

// A branch is a value whose parts are being read.
type branch struct {
	offset int
	typ    variant.Type
	parts  int    // that have been read
	label  string // of the next part, if something before it has named it
	quiet  bool   // a key, which is printed with its value
}

func (t *tree) event(e variant.TraceEvent) {
	switch e.Kind {
	case variant.TraceText: // in an object, the name of the property that comes next
		if n := len(t.open); n > 0 && t.open[n-1].typ == variant.TypeObject {
			t.open[n-1].label = "." + string(t.data[e.Offset:e.End])
		}
	case variant.TraceOpen:
		b := branch{offset: e.Offset, typ: e.Type, quiet: t.inKey()}
		if container(e.Type) && !b.quiet {
			t.line(e.Offset, e.Type.String())
		}
		t.open = append(t.open, b)
	case variant.TraceClose:
		b := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		n := len(t.open)
		whole := !b.quiet || !t.open[n-1].quiet // not inside of a key
		if whole && e.Value != nil && (b.quiet || !container(e.Type)) {
			t.leaf(b, e.Value)
		}
		if n > 0 {
			t.open[n-1].parts++
		}
	}
}

// inKey reports whether what is read next is a dictionary's key, or inside of one.
func (t *tree) inKey() bool {
	n := len(t.open)
	return n > 0 && (t.open[n-1].quiet || t.open[n-1].typ == variant.TypeDictionary && t.open[n-1].parts%2 == 0)
}

// leaf prints a value that has no parts, or keeps it, if it is a key, for its value's line.
func (t *tree) leaf(b branch, v variant.Variant) {
	text := clip(variant.Text(v))
	if b.quiet {
		t.open[len(t.open)-1].label = text
		return
	}
	if name := b.typ.String(); !strings.HasPrefix(text, name+"(") { // else the text says it
		text = name + " " + text
	}
	t.line(b.offset, text)
}

func (t *tree) line(offset int, text string) {
	label := ""
	if n := len(t.open); n > 0 {
		parent := &t.open[n-1]
		if label = parent.label; label == "" {
			label = fmt.Sprintf("[%d]", parent.parts)
		}
		parent.label = ""
		label += ": "
	}
	fmt.Fprintf(t.w, "%8d  %s%s%s\n", t.base+offset, strings.Repeat("  ", len(t.open)), label, text)
}

func container(typ variant.Type) bool {
	switch typ {
	case variant.TypeDictionary, variant.TypeArray, variant.TypeObject, variant.TypeTypedArray, variant.TypePackedTypedArray:
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
