package enginejson

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"godotvariant/cmd/internal/sliced"
	"godotvariant/variant"
)

// mark is the byte order mark in UTF-8.
const mark = "\ufeff"

// markOf returns the length of the byte order mark at the beginning of a text.
func markOf(data []byte) int {
	if bytes.HasPrefix(data, []byte(mark)) {
		return len(mark)
	}
	return 0
}

// A parser reads the values of a text. It keeps its first error.
type parser struct {
	source []byte
	at     int
	path   variant.Path // path of the value being read
	err    *variant.Error
	cut    bool // the error is at the end of the text

	teller sliced.Teller // told about the bytes that were read
}

// next skips space, and returns the next byte, or 0 at the end.
func (p *parser) next() byte {
	for p.at < len(p.source) && p.source[p.at] <= ' ' && p.source[p.at] != 0 {
		p.at++
	}
	return p.peek()
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.source) {
		return p.source[p.at]
	}
	return 0
}

// fail stores the error of the text, with its offset, line, column and path.
func (p *parser) fail(at int, kind error, format string, args ...any) {
	before := p.source[:at]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	p.err = &variant.Error{
		Op: variant.OpParse, Path: slices.Clone(p.path), Offset: at,
		Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(line) + 1,
		Err: variant.Because(kind, fmt.Sprintf(format, args...)),
	}
}

// expected stores the error for a text that does not continue as it must. The argument describes
// the expected text. If there is an earlier error, expected keeps it.
func (p *parser) expected(description string) {
	switch {
	case p.err != nil:
		return

	case p.at == len(p.source):
		p.cut = true
		p.fail(p.at, variant.ErrTruncated, "expected %s", description)
		return
	}

	c, _ := utf8.DecodeRune(p.source[p.at:])
	p.fail(p.at, variant.ErrSyntax, "expected %s, found %q", description, c)
}

// enter adds a step to the path of the current value, and leave removes this step.
func (p *parser) enter(step variant.Step) { p.path = append(p.path, step) }

func (p *parser) leave() {
	if p.err == nil {
		p.path = p.path[:len(p.path)-1]
	}
}
