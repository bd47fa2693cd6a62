package configfile

import (
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
)

// Parse returns the File of a text. The error is a [*variant.Error] with line, column,
// and the path of the value: $["player"]["hp"].
//
// Parse reads names and strings as the engine of the codec does, see the package comment. It reads
// values as text.Parse does. A nil codec means the codec of codec.Options{}. In cases in which
// engines lose data, or join the text of two lines to one name, Parse is stricter: a key must end
// on its line, and must have a value. A string with a NUL is a variant.ErrNUL, because engines do
// not load a file with a NUL.
func Parse(s string, c *codec.Codec) (*File, error) {
	f := &File{codec: c}
	if err := f.parse(s, f.reading()); err != nil {
		return nil, err
	}
	return f, nil
}

// parse reads a text into an empty File.
func (f *File) parse(s string, how reading) error {
	f.init()
	if len(s) > how.rules.MaxSize {
		return &variant.Error{Op: variant.OpParse, Line: 1, Column: 1,
			Err: variant.Because(variant.ErrLimit, "the file is longer than Limits.MaxSize")}
	}

	p := parser{
		Cursor:  parse.NewCursor(s, how.rules),
		reading: how,
		s:       s,
		f:       f,
		in:      f.sections[0],
		end:     &f.sections[0].head,
	}

	p.Repair = func(s string) (string, error) { return decodeString(s, p.godot3) }

	for p.next() {
	}
	return p.Err()
}

// A parser reads the parts of a File.
type parser struct {
	parse.Cursor
	reading
	s     string
	f     *File
	in    *section
	end   *string // the method next sets *end to the text before an item or section
	start int     // offset at which that text begins
}

// next reads the heading of a section, or a key and its value. It returns false at the end of the
// text and after an error.
func (p *parser) next() bool {
	c := p.Peek()
	at := p.Offset()

	*p.end = p.s[p.start:at]
	if c == 0 || p.Failed() {
		*p.end = p.s[p.start:]
		return false
	}

	if c == '[' {
		p.section(at)
	} else {
		p.item(at)
	}

	return !p.Failed()
}

// section reads the heading [name] at the given offset. It treats a heading without a name as a
// comment.
func (p *parser) section(at int) {
	end := headingEnd(p.s, at, p.godot3)
	if end == len(p.s) {
		p.FailAt(end, variant.Because(variant.ErrTruncated, "expected ']'"))
		return
	}

	p.Seek(end + 1)
	name := decodeSection(p.s[at+1:end], p.godot3)
	if name == "" {
		return // engines continue with the previous section
	}

	p.in = &section{name: name}
	p.f.append(p.in)
	p.end = &p.in.head
	p.start = at
}

// headingEnd returns the offset of the "]" that ends the heading at the given offset. If there is
// none, it returns len(s).
func headingEnd(s string, at int, godot3 bool) int {
	end := at + 1
	for end < len(s) && (s[end] != ']' || !godot3 && s[end-1] == '\\') {
		end++
	}
	return end
}

// item reads the key at the given offset, and its value.
func (p *parser) item(at int) {
	key := p.key(at)

	if p.Failed() {
		return
	}

	if p.watch != nil {
		p.Made = func(m parse.Made) { p.watch(p.in.name, key, m) }
	}

	p.Peek()
	value := p.Offset()
	v := p.Value(keyStep(p.in.name), keyStep(written(p.s[at:value], key)))

	if p.Failed() {
		return
	}

	i := &item{key: key, head: p.s[at:value], text: p.s[value:p.Offset()], value: v}
	p.f.keep(p.in, i)
	p.end = &i.after
	p.start = p.Offset()
}

// written returns a key as people see it in the file, for errors. The argument head is the text of
// the file from the key to the "=". The key that engines read may differ, see decodeKey.
func written(head, key string) string {
	bare, _, _ := strings.Cut(head, "=")
	bare = strings.TrimSpace(bare)

	if decodeKey(bare) != key || !utf8.ValidString(bare) {
		return key
	}
	return bare
}

// key reads a key and its "=".
func (p *parser) key(at int) (key string) {
	switch {
	case p.IsText():
		key = p.Text()
		p.Expect('=')
	case strings.HasPrefix(p.s[at:], byteOrderMark):
		key = p.keyOfMark(at)
	default:
		key = p.bareKey(at)
	}

	if key == "" {
		p.FailAt(at, variant.Because(variant.ErrSyntax, "a value without a key"))
	}

	return key
}

// bareKey reads a key without quotes and its "=".
func (p *parser) bareKey(at int) string {
	end := strings.IndexAny(p.s[at:], "=\n;\"")
	if end < 0 {
		p.FailAt(len(p.s), variant.Because(variant.ErrTruncated, "expected '=' after a key"))
		return ""
	}

	p.Seek(at + end)

	if p.s[at+end] != '=' {
		p.FailAt(at+end, variant.Because(variant.ErrSyntax, "expected '=' after a key"))
		return ""
	}

	p.Expect('=')
	return decodeKey(p.s[at : at+end])
}

// keyOfMark reads the first key of a file with a byte order mark. Engines read the mark as the
// start of a key, which ends at the next "=". Headings and lines before that "=" are part of the
// key.
func (p *parser) keyOfMark(at int) string {
	var key strings.Builder
	for p.Seek(at); ; {
		c := p.Peek() // skips comments
		switch c {
		case '=':
			p.Expect('=')
			return decodeKey(key.String())
		case 0, '"':
			p.Unexpected("'=' after a key")
			return ""
		}

		p.Accept(c)
		key.WriteByte(c)
	}
}
