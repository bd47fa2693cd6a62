package view

import (
	"io"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An Indent prints values as GDScript text with one part on each line.
type Indent struct {
	w       io.Writer
	format  *document.Format
	cursors cursors
	leaf    leafPrinter
	outline outline // gets the lines; may be nil

	b       []byte       // text that has not been written yet
	written int64        // number of bytes that were written before b
	ends    []string     // texts that end the containers around the token
	empty   string       // text of a container whose first part was not printed yet, or ""
	list    bool         // the parts of this container are items
	step    variant.Step // step to this container
	record  variant.Step // step to the record
	more    bool         // the innermost container has a part already
	named   bool         // the key of the next value was printed
	unread  error        // see Unread
}

// An outline gets the containers that an [Indent] prints, and the offsets of the lines in them.
type outline interface {
	// open begins a container. The argument empty is the text of the container without its parts.
	// If list is true, the parts are items.
	open(step variant.Step, empty string, list bool)
	// part gets the offset of the line in which a part of the innermost container begins.
	part(at int64)
	// close gets the offset of the line that ends the innermost container.
	close(at int64)
}

// NewIndent returns an Indent that prints values to w. The argument f is the format of the file
// with the values.
func NewIndent(w io.Writer, f *document.Format) *Indent { return &Indent{w: w, format: f} }

// Unread returns the error of the first printed text that [document.Format.Parse] does not read, or
// nil. Its line and column count from the start of this text, which may be only a part of the
// value.
func (t *Indent) Unread() error { return t.unread }

// Print prints a value.
func (t *Indent) Print(v variant.Variant) error {
	if err := t.source(Value(v, t.format.Codec())); err != nil {
		return err
	}
	return t.flush()
}

// PrintFile is like Print, for the root of a file that is read in place.
func (t *Indent) PrintFile(f *span.File) error {
	several := f.Records() > 1
	if several {
		t.begin("[]", true, variant.Step{})
	}

	for i, packet := range f.Packets() {
		t.record = variant.Step{Kind: variant.StepIndex, Index: i}
		err := t.source(Packet(packet, f.Codec(), nil))
		if err != nil {
			return err
		}
	}

	if several {
		t.end()
	}
	return t.flush()
}

// fullText is a number of bytes. When t.b has so many bytes, they are written to the output.
const fullText = 32 << 10

// source prints the value of a source, in which no key is repeated.
func (t *Indent) source(s Source) error {
	c := t.cursors.begin(s)
	for c.Next() {
		if err := t.token(c); err != nil {
			return err
		}

		if len(t.b) >= fullText {
			if err := t.flush(); err != nil {
				return err
			}
		}
	}

	return c.Err()
}

func (t *Indent) flush() error {
	_, err := t.w.Write(t.b)
	t.written += int64(len(t.b))
	t.b = t.b[:0]
	return err
}

// token prints a token.
func (t *Indent) token(c cursor) error {
	if c.Kind() == codec.TokenClose {
		t.end()
		return nil
	}

	if !t.named {
		t.part()
	}
	t.named = false

	switch {
	case c.Kind() == codec.TokenName:
		t.b = append(t.b, variant.Text(variant.String(c.Text()))...)
	case c.Kind() == codec.TokenOpen && !c.IsKey():
		return t.open(c)
	default:
		if err := t.value(c); err != nil || !c.IsKey() {
			return err
		}
	}

	t.b = append(t.b, ": "...)
	t.named = true
	return nil
}

// open begins the container of a token.
func (t *Indent) open(c cursor) error {
	list := c.Type() != variant.TypeDictionary && c.Type() != variant.TypeObject
	step := t.record
	if t.outline != nil && c.Depth() > 0 {
		step = c.Step()
	}

	if c.plain() && list {
		t.begin("[]", list, step)
		return nil
	}
	if c.plain() {
		t.begin("{}", list, step)
		return nil
	}

	v, err := c.Empty()
	if err != nil {
		return err
	}

	empty := t.format.Text(v)
	t.begin(empty, list, step)
	t.read(empty)
	return nil
}

// begin begins a container, but prints nothing. If the container has parts, the method part prints
// its opening bracket before the first part. If not, the method end prints the empty container.
func (t *Indent) begin(empty string, list bool, step variant.Step) {
	t.empty = empty
	t.list = list
	t.step = step
}

// part begins the line of a part. If this is the first part of its container, it first prints the
// opening bracket. Outside all containers it prints nothing.
func (t *Indent) part() {
	if t.empty != "" {
		before, after := brackets(t.empty)
		t.b = append(t.b, before...)
		t.ends = append(t.ends, after)
		t.more = false

		if t.outline != nil {
			t.outline.open(t.step, t.empty, t.list)
		}
		t.empty = ""
	}

	if len(t.ends) == 0 {
		return
	}

	if t.more {
		t.b = append(t.b, ',')
	}
	t.more = true

	t.b = append(t.b, '\n')
	if t.outline != nil {
		t.outline.part(t.written + int64(len(t.b)))
	}
	t.indent()
}

// indent appends the spaces in front of a line.
func (t *Indent) indent() {
	for range t.ends {
		t.b = append(t.b, '\t')
	}
}

// end ends the innermost container.
func (t *Indent) end() {
	if t.empty != "" {
		t.b = append(t.b, t.empty...)
		t.empty = ""
		return
	}

	t.b = append(t.b, '\n')
	if t.outline != nil {
		t.outline.close(t.written + int64(len(t.b)))
	}

	last := len(t.ends) - 1
	after := t.ends[last]
	t.ends = t.ends[:last]
	t.indent()
	t.b = append(t.b, after...)
	t.more = true
}

// value prints a key, or a value without parts.
func (t *Indent) value(c cursor) error {
	p := t.format.Precision()
	if s, ok := c.(*scanner); ok {
		if out, ok := t.leaf.known(t.b, s, p); ok {
			t.b = out
			return nil
		}
	}

	v, err := c.Value()
	if err != nil {
		return err
	}

	text := gdscript.Text(v, p)
	t.b = append(t.b, text...)
	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.String, variant.StringName:
	default:
		t.read(text)
	}

	return nil
}

// read parses a printed text. It stores the first error for the method Unread.
func (t *Indent) read(text string) {
	if t.unread == nil {
		_, t.unread = t.format.Parse(text)
	}
}

// brackets cuts the text of an empty container into the text before the parts and the text after
// them.
func brackets(empty string) (before, after string) {
	if name, ok := strings.CutPrefix(empty, "Object("); ok { // Object(Timer)
		return "Object(" + strings.TrimSuffix(name, ")") + ",", ")"
	}
	i := max(strings.LastIndex(empty, "[]"), strings.LastIndex(empty, "{}")) // Array[int]([])
	return empty[:i+1], empty[i+1:]
}
