package codec

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"godotvariant/variant"
)

// dumpTrace makes a tree of what the decoder says of its steps.
type dumpTrace struct {
	root    *dumpNode
	open    []*dumpNode // from the root to the value being read
	base    int         // of the packet in the data
	reached int         // of the packet
}

// A dumpNode is a value: its header, and fields and values in their order.
type dumpNode struct {
	header dumpField
	typ    variant.Type
	flags  uint32
	value  variant.Variant
	parts  []dumpPart
}

// A dumpField is some bytes that the decoder has read at once.
type dumpField struct{ offset, end int }

func (f dumpField) size() int { return f.end - f.offset }

// A dumpPart is a field, or, if child is not nil, a value.
type dumpPart struct {
	dumpField
	text  int // so many bytes are text, and the rest padding; 0: no text
	child *dumpNode
}

func (t *dumpTrace) event(e variant.TraceEvent) {
	here := t.open[len(t.open)-1]
	switch e.Kind {
	case variant.TraceField:
		here.parts = append(here.parts, dumpPart{dumpField: dumpField{t.base + e.Offset, t.base + e.End}})
		t.reached = e.End
	case variant.TraceText:
		if e.End > e.Offset { // a text of no bytes has no field
			here.parts[len(here.parts)-1].text = e.End - e.Offset
		}
	case variant.TraceOpen:
		n := &dumpNode{header: dumpField{t.base + e.Offset, t.base + e.End}, typ: e.Type, flags: e.Flags}
		here.parts = here.parts[:len(here.parts)-1] // the header was a field until now
		here.parts = append(here.parts, dumpPart{child: n})
		t.open = append(t.open, n)
	case variant.TraceClose:
		here.value = e.Value
		t.open = t.open[:len(t.open)-1]
	}
}

// node adds the rows of a value, and path is its path; the root is none but
// holds one.
func (d *dumper) node(n *dumpNode, path variant.Path) {
	name := path.String()
	if n.header.size() > 0 {
		d.add(n.header.offset, n.header.end, name, n.title())
	}
	children := 0
	var key variant.Variant
	for i := 0; i < len(n.parts); i++ {
		if i == d.o.MaxFields {
			last := n.parts[len(n.parts)-1]
			d.add(d.rows[len(d.rows)-1].end, last.last(), name, fmt.Sprintf("%d fields and values more", len(n.parts)-i))
			return
		}
		if c := n.parts[i].child; c != nil {
			step, at := d.step(n, i, children, key), path
			if n.header.size() > 0 {
				at = append(path[:len(path):len(path)], step)
			}
			d.node(c, at)
			key = c.value
			children++
			continue
		}
		i += d.field(n, n.parts[i:], name)
	}
}

// last returns where a part ends.
func (p dumpPart) last() int {
	if p.child == nil {
		return p.end
	}
	if n := len(p.child.parts); n > 0 {
		return p.child.parts[n-1].last()
	}
	return p.child.header.end
}

// title is the type, its flags and, where it is no container, its value.
func (n *dumpNode) title() string {
	s := n.typ.String()
	if n.flags != 0 {
		s += fmt.Sprintf(" (flags %#x)", n.flags>>16)
	}
	if _, container := n.value.(variant.Container); container || n.value == nil || n.typ == variant.TypeNil {
		return s
	}
	return s + " = " + clip(variant.Text(n.value), 60)
}

// step leads from n to its child, which is part i and has so many before it; the
// value of the last of those is key.
func (d *dumper) step(n *dumpNode, i, children int, key variant.Variant) variant.Step {
	switch n.typ {
	case variant.TypeDictionary:
		if children%2 == 0 {
			return variant.Step{Kind: variant.StepPairKey, Index: children / 2}
		}
		return variant.Step{Kind: variant.StepKey, Key: key}
	case variant.TypeObject:
		f := n.parts[max(i-1, 0)]
		return variant.Step{Kind: variant.StepProperty, Name: string(d.data[f.offset : f.offset+f.text])}
	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		if i == 1 {
			return variant.Step{Kind: variant.StepProperty, Name: "class"}
		}
		if i > 1 && n.parts[1].child != nil {
			children--
		}
	}
	return variant.Step{Kind: variant.StepIndex, Index: children}
}

// field adds the rows of the first of the fields of n, and of those that belong to
// it. It returns how many these are.
func (d *dumper) field(n *dumpNode, parts []dumpPart, path string) (more int) {
	f := parts[0]
	if f.text > 0 {
		d.content(f, path)
		return 0
	}
	run := 1 // the elements of a packed array are many fields of one size
	for run < len(parts) && parts[run].child == nil && parts[run].text == 0 && parts[run].size() == f.size() {
		run++
	}
	if run > 8 {
		d.add(f.offset, parts[run-1].end, path, fmt.Sprintf("%d × %d bytes", run, f.size()))
		return run - 1
	}
	if len(n.parts) == 1 && n.value != nil { // the title has said it
		d.add(f.offset, f.end, path, "")
	} else {
		d.add(f.offset, f.end, path, d.number(f.dumpField))
	}
	return 0
}

// content adds the rows of text or data and its padding.
func (d *dumper) content(f dumpPart, path string) {
	end := f.offset + f.text
	s := d.data[f.offset:end]
	text := "" // of bytes that are no text
	if strings.ToValidUTF8(string(s), "") == string(s) {
		text = clip(strconv.Quote(string(s)), 60)
	}
	d.add(f.offset, end, path, text)
	if end < f.end {
		d.add(end, f.end, path, "padding")
	}
}

// number is what a field of 4 bytes is as an integer.
func (d *dumper) number(f dumpField) string {
	if f.size() != 4 {
		return ""
	}
	return strconv.Itoa(int(int32(binary.LittleEndian.Uint32(d.data[f.offset:]))))
}

// clip cuts text that is longer than most bytes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
