package codec

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal"
	"godotvariant/variant"
)

// A dumpTrace makes a tree of the values and fields of a trace.
type dumpTrace struct {
	base    int          // offset of the packet in the data
	reached int          // offset in the packet
	open    []*dumpValue // the values being read, each inside the one before it
}

// A dumpValue is a value: its header, then its fields and the values inside it. The root
// of the tree has no header, and one value.
type dumpValue struct {
	header dumpField
	typ    variant.Type
	flags  uint32
	value  variant.Variant
	parts  []dumpPart
}

// A dumpField is some bytes that the decoder read at once.
type dumpField struct{ offset, end int }

func (f dumpField) size() int { return f.end - f.offset }

// A dumpPart is a field, or a value if child is not nil.
type dumpPart struct {
	dumpField
	text  int // how many of the bytes are text, before the padding; 0 if it is no text
	child *dumpValue
}

func (t *dumpTrace) event(e variant.TraceEvent) {
	here := t.open[len(t.open)-1]
	last := len(here.parts) - 1
	field := dumpField{t.base + e.Offset, t.base + e.End}
	switch e.Kind {
	case variant.TraceField:
		here.parts = append(here.parts, dumpPart{dumpField: field})
		t.reached = e.End
	case variant.TraceText:
		if field.size() > 0 { // there is no field for a text of no bytes
			here.parts[last].text = field.size()
		}
	case variant.TraceOpen: // the last field is the header
		v := &dumpValue{header: field, typ: e.Type, flags: e.Flags}
		here.parts[last] = dumpPart{child: v}
		t.open = append(t.open, v)
	case variant.TraceClose:
		here.value = e.Value
		t.open = t.open[:len(t.open)-1]
	}
}

// value adds the rows of a value, whose path is the current one.
func (d *dumper) value(v *dumpValue) {
	root := v.header.size() == 0
	if !root {
		d.add(v.header.offset, v.header.end, v.title())
	}
	children := 0
	var key variant.Variant // the last child
	for i := 0; i < len(v.parts); i++ {
		if i == d.MaxFields {
			d.add(d.end, v.end(), fmt.Sprintf("%d fields and values more", len(v.parts)-i))
			return
		}
		child := v.parts[i].child
		switch {
		case child == nil:
			i += d.field(v, v.parts[i:])
			continue
		case root:
			d.value(child)
		default:
			d.path.push(d.step(v, i, children, key).String())
			d.value(child)
			d.path.pop()
		}
		key = child.value
		children++
	}
}

// end returns where a value ends.
func (v *dumpValue) end() int {
	if len(v.parts) == 0 {
		return v.header.end
	}
	last := v.parts[len(v.parts)-1]
	if last.child != nil {
		return last.child.end()
	}
	return last.end
}

// title returns the type, its flags, and the value if that is not a container.
func (v *dumpValue) title() string {
	s := v.typ.String()
	if v.flags != 0 {
		s += fmt.Sprintf(" (flags %#x)", v.flags>>16)
	}
	if _, container := v.value.(variant.Container); container || v.value == nil || v.typ == variant.TypeNil {
		return s
	}
	return s + " = " + clip(variant.Text(v.value))
}

// step returns the step from v to the value in part i, before which there are this many
// others. key is the last of them.
func (d *dumper) step(v *dumpValue, i, children int, key variant.Variant) variant.Step {
	switch v.typ {
	case variant.TypeDictionary:
		if children%2 == 0 {
			return variant.Step{Kind: variant.StepPairKey, Index: children / 2}
		}
		return variant.Step{Kind: variant.StepKey, Key: key}
	case variant.TypeObject:
		name := v.parts[max(i-1, 0)]
		return variant.Step{Kind: variant.StepProperty, Name: string(d.data[name.offset : name.offset+name.text])}
	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		if i == 1 {
			return variant.Step{Kind: variant.StepProperty, Name: "class"}
		}
		if i > 1 && v.parts[1].child != nil {
			children--
		}
	}
	return variant.Step{Kind: variant.StepIndex, Index: children}
}

// field adds the rows of the first of these parts of v. Many fields of one size, as in a
// packed array, are one row; it returns how many fields after the first are in it.
func (d *dumper) field(v *dumpValue, parts []dumpPart) (more int) {
	f := parts[0]
	if f.text > 0 {
		d.text(f)
		return 0
	}
	run := 1
	for run < len(parts) && parts[run].child == nil && parts[run].text == 0 && parts[run].size() == f.size() {
		run++
	}
	switch {
	case run > 8:
		d.add(f.offset, parts[run-1].end, fmt.Sprintf("%d × %d bytes", run, f.size()))
		return run - 1
	case f.size() == 4 && (len(v.parts) > 1 || v.value == nil): // otherwise the title has the number
		d.add(f.offset, f.end, strconv.Itoa(int(int32(binary.LittleEndian.Uint32(d.data[f.offset:])))))
	default:
		d.add(f.offset, f.end, "")
	}
	return 0
}

// text adds the rows of text or data, and of its padding.
func (d *dumper) text(f dumpPart) {
	end := f.offset + f.text
	text := "" // for data
	if b := d.data[f.offset:end]; utf8.Valid(b) {
		text = clip(strconv.Quote(string(b)))
	}
	d.add(f.offset, end, text)
	if end < f.end {
		d.add(end, f.end, "padding")
	}
}

func clip(s string) string { return internal.Clip(s, 60) }
