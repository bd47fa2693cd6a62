package view

import (
	"errors"
	"io"
	"slices"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ErrWholeText is returned by DiffText if comparing needs the values of the whole text, or if a
// text is not the text of a value.
var ErrWholeText = errors.New("the values of the whole text have to be in memory")

// A Text is text of a value, as [Indent] prints it, with other lines in front of it.
type Text struct {
	io.ReaderAt
	Length int64 // in bytes
	Start  int64 // offset of the value
}

// DiffText returns the changes that a user has made in a text. It parses only the parts of
// containers in which lines were changed. The function print prints the old value again.
func DiffText(
	f *document.Format, old, edited Text, print func(*Indent) error,
) (tree.Patch, error) {
	hunks, err := hunksOf(old.reader(), edited.reader())
	if err != nil || len(hunks) == 0 {
		return nil, err
	}

	d := &textDiffer{format: f, old: old, edited: edited, hunks: hunks}
	t := NewIndent(io.Discard, f)
	t.written = old.Start
	t.outline = d

	if err := print(t); err != nil {
		return nil, err
	}
	if d.err == nil && len(d.hunks) > 0 {
		d.err = ErrWholeText
	}
	return d.patch, d.err
}

func (t Text) reader() io.Reader { return io.NewSectionReader(t, 0, t.Length) }

// read returns the text between two offsets.
func (t Text) read(from, to int64) (string, error) {
	b := make([]byte, to-from)
	_, err := t.ReadAt(b, from)
	if errors.Is(err, io.EOF) && to == t.Length {
		err = nil
	}
	return string(b), err
}

// A textDiffer gets the outline of the old text. It finds the parts to which the hunks belong.
type textDiffer struct {
	format      *document.Format
	old, edited Text
	hunks       []hunk  // hunks that change the current line or later lines
	within      bool    // the current line is in hunks[0]
	shift       int64   // offset of a line in the edited text minus its offset in the old text
	levels      []level // containers around the current line
	found       *section
	patch       tree.Patch
	err         error // first error; later lines are ignored
}

// A level is a container around a line of the old text.
type level struct {
	step  variant.Step // step to the container in the new value
	empty string       // text of the container without parts
	list  bool         // its parts are items

	grown int // number of parts that the changes before the current part add
	first int // index in the patch at which the next removal of a key is inserted

	part    int   // index of the current part
	start   int64 // offset of the line in which the current part begins
	shift   int64 // offset of this line in the edited text minus start
	changes int   // number of changes in front of the current part

	compared *level // copy of this level at the start of the section that was compared last, or nil
}

// nearby is a number of bytes. If no more bytes lie between the start of one edit and the end of
// another edit, the items in this range are compared together, because some of them may be equal.
const nearby = 4 << 10

// A section is a range of parts of one container, which are compared together. If the last hunk of
// the range also changes the next part, this part is added to the range.
type section struct {
	depth int     // index of the level of the container
	from  []level // levels at the first line of the first hunk
	last  hunk    // last hunk of the section
}

// open implements outline.
func (d *textDiffer) open(step variant.Step, empty string, list bool) {
	if n := len(d.levels); n > 0 && d.levels[n-1].list {
		around := &d.levels[n-1]
		step = variant.Step{Kind: variant.StepIndex, Index: around.part + around.grown}
	}
	d.levels = append(d.levels,
		level{step: step, empty: empty, list: list, part: -1, first: len(d.patch)})
}

// part implements outline.
func (d *textDiffer) part(at int64) {
	depth := len(d.levels) - 1
	current := &d.levels[depth]

	h, ok := d.hunkAt(at)
	continues := ok && d.found != nil && d.found.last == h
	if d.ends(depth) && !continues {
		d.compare(current.part+1, at, false)
	}

	current.part++
	d.begin(current, at)
	if !ok {
		return
	}

	adds := h.a == h.endA && d.found == nil // the hunk only adds lines in front of the part
	d.cover(depth, h)
	if adds {
		d.compare(current.part, at, false)
		d.begin(current, at)
	}
}

// begin stores where the current part of a container begins, in the old text and in the patch.
func (d *textDiffer) begin(l *level, at int64) {
	l.start = at
	l.shift = d.shift
	l.changes = len(d.patch)
}

// close implements outline.
func (d *textDiffer) close(at int64) {
	depth := len(d.levels) - 1
	h, ok := d.hunkAt(at)

	switch {
	case ok && h.a == h.endA: // the hunk adds lines behind the last part
		d.cover(depth, h)
	case ok:
		d.cover(depth-1, h)
	}

	if d.ends(depth) {
		d.compare(d.levels[depth].part+1, at, true)
	}
	d.levels = d.levels[:depth]
}

// ends reports whether d.found, the section of the text with changes, ends together with the
// container of levels[depth]. This is so if its parts are in this container. Without d.found, the
// result is false.
func (d *textDiffer) ends(depth int) bool { return d.found != nil && d.found.depth == depth }

// hunkAt returns the hunk that has the line at an offset, or that adds lines in front of it.
func (d *textDiffer) hunkAt(at int64) (h hunk, ok bool) {
	if d.within && d.hunks[0].endA <= at {
		d.pass()
	}
	if len(d.hunks) == 0 || d.hunks[0].a > at {
		return h, false
	}

	h = d.hunks[0]
	if h.a < at && !d.within { // the hunk begins in front of the first part
		d.fail(ErrWholeText)
		return h, false
	}

	d.within = true
	return h, true
}

// pass removes the first hunk, and sets the shift of the lines after it.
func (d *textDiffer) pass() {
	d.shift = d.hunks[0].endB - d.hunks[0].endA
	d.hunks = d.hunks[1:]
	d.within = false
}

// fail sets the error.
func (d *textDiffer) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// cover adds a hunk to the section. The hunk changes the current part of the container of
// levels[depth].
func (d *textDiffer) cover(depth int, h hunk) {
	if depth < 0 {
		d.fail(ErrWholeText)
		return
	}

	if d.found == nil {
		d.found = &section{depth: depth, from: slices.Clone(d.levels)}
	}
	d.found.depth = min(d.found.depth, depth)
	d.found.last = h

	if h.a == h.endA {
		d.pass()
	}
}

// compare ends the section, and adds the changes of its parts to the patch. The section ends in
// front of a part: endIndex is the index of this part, and endOffset is the offset of its line. If
// isLast is true, the section has the last part of the container.
func (d *textDiffer) compare(endIndex int, endOffset int64, isLast bool) {
	s := d.found
	d.found = nil
	if d.err != nil {
		return
	}

	from := s.from[s.depth]
	current := &d.levels[s.depth]
	if c := current.compared; c != nil && c.list && endOffset-c.start <= nearby {
		from = *c
	}

	before, _, err := d.parse(current, d.old, from.start, endOffset)
	if err != nil {
		d.fail(err)
		return
	}

	after, text, err := d.parse(current, d.edited, from.start+from.shift,
		endOffset+s.last.endB-s.last.endA)
	if err == nil && !isLast && !d.endsPart(current, text) {
		err = ErrWholeText
	}
	if err != nil {
		d.fail(err)
		return
	}

	changes, err := Diff(before, after, tree.DiffOptions{})
	if err != nil {
		d.fail(err)
		return
	}

	n := values.Of(after).N
	if !isLast {
		numbered(changes, n)
	}

	d.patch = d.patch[:from.changes] // these changes are found again
	d.add(s.depth, changes, from.part+from.grown)
	current.grown = from.grown + n - (endIndex - from.part)
	from.compared = nil
	current.compared = &from
}

// parse returns a container that has only the parts in a range of a text. It also returns the text
// of the range.
func (d *textDiffer) parse(l *level, t Text, from, to int64) (variant.Variant, string, error) {
	text, err := t.read(from, to)
	if err != nil {
		return nil, "", err
	}

	before, after := brackets(l.empty)
	v, err := d.format.Parse(before + text + after)
	if err != nil {
		err = ErrWholeText
	}
	return v, text, err
}

// endsPart reports whether a text of parts of a container ends with a comma, so that another part
// may follow.
func (d *textDiffer) endsPart(l *level, text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if !strings.HasSuffix(line, ",") || !strings.ContainsAny(line, ";#") {
		return text == "" || strings.HasSuffix(line, ",")
	}

	// The comma at the end may be in a comment. If it is not, a second comma is a syntax error.
	before, after := brackets(l.empty)
	_, err := d.format.Parse(before + text + "\n," + after)
	return err != nil
}

// numbered sets the positions of the keys that are added at the end of a section. The argument n is
// the number of parts in the section after the edit. A negative position would put a key at the end
// of the whole container, but other parts of the container follow the section.
func numbered(changes tree.Patch, n int) {
	for i := len(changes) - 1; i >= 0; i-- {
		c := &changes[i]
		if c.Kind == tree.Added && len(c.Path) == 1 && c.Position < 0 {
			n--
			c.Position = n
		}
	}
}

// add adds the changes of a section to the patch. The section is in the container of
// levels[depth]. The argument parts is the number of parts of this container before the section,
// after the earlier changes of the patch.
func (d *textDiffer) add(depth int, changes tree.Patch, parts int) {
	var path variant.Path
	for _, l := range d.levels[1 : depth+1] {
		path = append(path, l.step)
	}

	current := &d.levels[depth]
	for _, c := range changes {
		if len(c.Path) == 0 {
			d.fail(ErrWholeText)
			return
		}

		direct := len(c.Path) == 1 && !current.list
		c.Path = slices.Concat(path, c.Path)
		switch {
		case current.list:
			c.Path[depth].Index += parts
		case direct && c.Kind == tree.Added && c.Position >= 0:
			c.Position += parts
		}

		// The keys of a Dictionary are removed before others are added, as in every patch.
		if direct && c.Kind == tree.Removed {
			d.patch = slices.Insert(d.patch, current.first, c)
			current.first++
			continue
		}
		d.patch = append(d.patch, c)
	}
}
