package enginejson

import "bytes"

// A style is the layout that most parts of a text have. A new container without neighbors gets this
// layout.
type style struct {
	newline string
	indent  string // indent of one level; "" if all parts are in one line
	comma   string // separator of two items in one line
	colon   string // separator of a key and its value
}

// styleOf returns the style of a text.
func styleOf(source []byte) style {
	s := style{newline: "\n", comma: ",", colon: ":"}

	if bytes.Contains(source, []byte("\r\n")) {
		s.newline = "\r\n"
	}
	if bytes.Contains(source, []byte(`": `)) {
		s.colon = ": "
	}
	if bytes.Contains(source, []byte(", ")) {
		s.comma = ", "
	}

	if open := bytes.IndexAny(source, "{["); open >= 0 {
		rest := bytes.TrimLeft(source[open+1:], " \t\r")
		if line, found := bytes.CutPrefix(rest, []byte("\n")); found {
			s.indent = string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
		}
	}

	return s
}
