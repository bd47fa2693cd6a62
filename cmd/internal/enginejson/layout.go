package enginejson

import (
	"bytes"
	"strings"
)

// A layout has the texts around the parts of one container.
type layout struct {
	before string // between the opening bracket and the first part
	comma  string // between two parts
	colon  string // between a key and its value
	after  string // between the last part and the closing bracket
	folded bool   // each new container in this container is written in one line
}

// newLayout returns the layout of a new container. The argument indent is the indent of the line in
// which the container begins.
func (s style) newLayout(indent string, folded bool) layout {
	if folded || s.indent == "" {
		return layout{comma: s.comma, colon: s.colon, folded: true}
	}

	inner := s.newline + indent + s.indent
	return layout{before: inner, comma: "," + inner, colon: s.colon, after: s.newline + indent}
}

// layoutOf returns the layout of an array or object in the text. The container must have a part.
func (f *File) layoutOf(n *node) layout {
	first := n.parts[0]
	last := n.parts[len(n.parts)-1]

	l := layout{
		before: f.gap(n.start+1, first.key, "", ""),
		after:  f.gap(last.end, n.end-1, ",", ""),
		comma:  f.style.comma,
		colon:  f.style.colon,
		folded: f.isFolded(n),
	}

	if strings.Contains(l.before, "\n") {
		l.comma = "," + l.before
	}
	if len(n.parts) > 1 {
		l.comma = f.gap(first.end, n.parts[1].key, ",", l.comma)
	}

	if first.key < first.start {
		l.colon = f.colonOf(first)
	}

	return l
}

// colonOf returns the text between the key and the value of a pair.
func (f *File) colonOf(p part) string {
	pair := f.source[p.key:p.start]
	key := bytes.TrimRight(pair[:bytes.LastIndexByte(pair, ':')], " \t\r\n")
	return string(pair[len(key):])
}

// layoutOfLines returns the layout of values that follow each other.
func (f *File) layoutOfLines() layout {
	return layout{comma: f.style.newline, folded: true}
}

// gap returns the text between two offsets, if it consists of white space and at most one mark,
// such as a comma. Otherwise, for example at a repeated key, it returns the argument fallback.
func (f *File) gap(start, end int, mark, fallback string) string {
	if start > end {
		return fallback
	}

	text := string(f.source[start:end])
	if s := strings.TrimSpace(text); s != "" && s != mark {
		return fallback
	}
	return text
}

// isFolded reports whether each container inside n is in one line. Containers without parts do not
// count. If no container counts, isFolded reports whether n itself is in one line.
func (f *File) isFolded(n *node) bool {
	found := false
	for _, p := range n.parts {
		if len(p.parts) == 0 {
			continue
		}
		if bytes.IndexByte(f.source[p.start:p.end], '\n') >= 0 {
			return false
		}
		found = true
	}

	return found || bytes.IndexByte(f.source[n.start:n.end], '\n') < 0
}

// indentOf returns the indent of the parts of a container. The argument indent is the indent of the
// line in which the container begins.
func (l layout) indentOf(indent string) string {
	at := strings.LastIndexByte(l.before, '\n')
	if at < 0 {
		return indent
	}
	return l.before[at+1:]
}
