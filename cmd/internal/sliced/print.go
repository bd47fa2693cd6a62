package sliced

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
)

// A Form makes the text of a value, such as JSON. All lines of the text except the first begin with
// the text in the argument indentation.
type Form func(v variant.Variant, indentation string) ([]byte, error)

// A Printer makes the text of a value in steps. This is the text that the Form returns for the
// whole value. The Printer may also succeed if the Form returns an error for the whole value.
type Printer struct {
	// Text is the text that is made so far.
	Text Pieces
	// Ended reports whether the text is complete.
	Ended bool

	form   Form
	sorts  bool
	walk   walker
	frames []frame // frames of the open containers
	more   bool    // the innermost container already has a part
}

// NewPrinter returns a Printer of a value. If sorts is true, the form f writes the pairs of a
// Dictionary in the order of their keys.
func NewPrinter(v variant.Variant, f Form, sorts bool) *Printer {
	return &Printer{form: f, sorts: sorts, walk: walker{root: v}}
}

// A frame is the text around and between the parts of a container.
type frame struct {
	before, between, after string

	outer, inner string // the indentation of the container, and of its parts
}

// Step makes the next part of the text.
func (p *Printer) Step() error {
	if !p.walk.next() {
		p.Ended = true
		return nil
	}

	err := p.step()
	if err == nil {
		return nil
	}

	// Try to make the whole text at once. If this fails too, the error has the whole path.
	p.Ended = true
	text, err := p.form(p.walk.root, "")
	p.Text = PiecesOf(text)
	return err
}

func (p *Printer) step() error {
	w := &p.walk

	switch w.kind {
	case stepOpen:
		return p.open()

	case stepRun:
		text, err := p.parts(w.run(), p.frame())
		p.part(text)
		return err

	case stepClose:
		p.Text.Write([]byte(p.frame().after))
		p.frames = p.frames[:len(p.frames)-1]
		p.more = true
		return nil
	}

	text, err := p.form(w.value, "")
	p.Text.Write(text)
	return err
}

// frame returns the frame of the innermost container.
func (p *Printer) frame() frame { return p.frames[len(p.frames)-1] }

// part appends some text to the Printer's text: the text of one or more parts, or the label of a
// part.
func (p *Printer) part(text []byte) {
	if p.more {
		p.Text.Write([]byte(p.frame().between))
	}
	p.Text.Write(text)
	p.more = true
}

// open begins a container. It writes the label of the key or property first.
func (p *Printer) open() error {
	top, around := p.walk.innermost()
	indentation := ""

	if around != nil {
		f := p.frame()
		indentation = f.inner
		empty := top.run(0, 0)
		text, err := p.parts(around.with(around.next-1, empty), f)
		if err != nil {
			return err
		}

		value, err := p.form(empty, indentation)
		if err != nil {
			return err
		}
		label, ok := bytes.CutSuffix(text, value)
		if !ok {
			return errWhole
		}
		p.part(label)
	}

	f, err := p.frameOf(top.list, indentation)
	if err != nil {
		return err
	}

	if d, ok := top.value.(variant.Dictionary); ok && p.sorts {
		d, err = p.sorted(d)
		if err != nil {
			return err
		}
		top.list, _ = listOf(d)
	}

	p.Text.Write([]byte(f.before))
	p.frames = append(p.frames, f)
	p.more = false
	return nil
}

// parts returns the text of the parts of a container, without the frame of the container.
func (p *Printer) parts(v variant.Variant, f frame) ([]byte, error) {
	text, err := p.form(v, f.outer)
	if err != nil {
		return nil, err
	}

	text, begins := bytes.CutPrefix(text, []byte(f.before))
	text, ends := bytes.CutSuffix(text, []byte(f.after))
	if !begins || !ends {
		return nil, errWhole
	}
	return text, nil
}

// mark is a text that replaces a part of a container.
const mark = "part 5e2b91c7 "

// frameOf returns the frame of a container. It makes the text of the container with two marks as
// parts, and takes the frame from the text around the marks.
func (p *Printer) frameOf(l list, indentation string) (frame, error) {
	f := frame{outer: indentation}
	var sample variant.Variant
	each := 2 // number of marks for each part

	switch v := l.value.(type) {
	case variant.Array:
		v.Items = []variant.Variant{variant.String(mark), variant.String(mark)}
		sample = v
		each = 1
	case variant.Dictionary:
		v.Pairs = []variant.Pair{variant.KV(mark+"0", variant.String(mark)),
			variant.KV(mark+"1", variant.String(mark))}
		sample = v
	case objects.Object:
		v.Properties = []objects.Property{objects.Prop(mark+"0", variant.String(mark)),
			objects.Prop(mark+"1", variant.String(mark))}
		sample = v
	}

	text, err := p.form(sample, indentation)
	if err != nil {
		return f, err
	}

	marks := marksIn(text)
	if len(marks) != 2*each {
		return f, errWhole
	}

	f.before = string(text[:marks[0].from])
	f.between = string(text[marks[each-1].to:marks[each].from])
	f.after = string(text[marks[len(marks)-1].to:])
	f.inner = f.between[strings.LastIndexByte(f.between, '\n')+1:]
	return f, nil
}

// sorted returns a dictionary with its pairs in the order in which the form writes them.
func (p *Printer) sorted(d variant.Dictionary) (variant.Dictionary, error) {
	marked := d
	marked.Pairs = slices.Clone(d.Pairs)
	for i := range marked.Pairs {
		if !isSimple(d.Pairs[i].Key) {
			return d, errWhole
		}
		marked.Pairs[i].Value = variant.String(mark + strconv.Itoa(i))
	}

	text, err := p.form(marked, "")
	if err != nil {
		return d, err
	}

	marks := marksIn(text)
	if len(marks) != len(d.Pairs) {
		return d, errWhole
	}

	in := d
	in.Pairs = make([]variant.Pair, len(marks))
	for i, m := range marks {
		number := text[m.from:m.to]
		number = number[bytes.LastIndexByte(number, ' ')+1 : len(number)-1]
		at, err := strconv.Atoi(string(number))
		if err != nil || at >= len(d.Pairs) {
			return d, errWhole
		}
		in.Pairs[i] = d.Pairs[at]
	}
	return in, nil
}

// A span is a part of a text.
type span struct{ from, to int }

// marksIn returns the places of the strings in text that contain the constant mark. A place
// includes the quotes of the string.
func marksIn(text []byte) (all []span) {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(mark))
		if i < 0 {
			return all
		}

		from := bytes.LastIndexByte(text[:at+i], '"')
		length := bytes.IndexByte(text[at+i:], '"')
		if from < 0 || length < 0 {
			return nil
		}

		at += i + length + 1
		all = append(all, span{from, at})
	}
}
