package enginejson

import (
	"bytes"
	"fmt"

	"godotvariant/cmd/internal/sliced"
	"godotvariant/variant"
)

// maxDepth is the limit for the depth of nested values. Godot's limit is 1024.
const maxDepth = 1024

// Parse returns the File of a text. The error is an [*variant.Error] with line, column, and the
// path of the value. Parse calls watch again and again with the number of bytes that it has read.
func Parse(data []byte, watch sliced.Watch) (*File, error) {
	p := &parser{source: data, at: markOf(data), teller: sliced.NewTeller(watch)}
	v, n := p.value(0)
	f := &File{source: data, root: v, node: n}

	if p.more() {
		f.lines = true
		f.root, f.node = p.lines(v, n)
	}

	if p.err != nil {
		return nil, p.err
	}

	f.style = styleOf(data)
	return f, nil
}

// Begins reports whether head may be the beginning of JSON text. The text must begin with an object
// or an array. An array is accepted only if its items are valid, because a ConfigFile begins with a
// bracket, too.
func Begins(head []byte) bool {
	p := &parser{source: head, at: markOf(head)}
	c := p.next()
	if c != '{' && c != '[' {
		return false
	}

	p.value(0)
	return p.err == nil || p.cut || c == '{'
}

// value reads the next value. It returns the value and its place in the text.
func (p *parser) value(depth int) (v variant.Variant, n node) {
	p.teller.Tell(p.at)
	c := p.next()
	n.start = p.at

	switch {
	case p.err != nil:
	case depth > maxDepth:
		p.fail(p.at, variant.ErrDepth, "there are more than %d containers around it", maxDepth)
	case c == '{':
		v, n.parts = p.object(depth)
	case c == '[':
		v, n.parts = p.array(depth)
	case c == '"':
		v = variant.String(p.text())
	default:
		v = p.word()
	}

	n.end = p.at
	return v, n
}

// more reports whether another value follows the previous one, on a new line.
func (p *parser) more() bool {
	end := p.at
	if p.err != nil || p.next() == 0 && p.at == len(p.source) {
		return false
	}

	if bytes.IndexByte(p.source[end:p.at], '\n') < 0 {
		p.expected("the end of the line after the value")
		return false
	}

	return true
}

// lines reads the values that follow the first value.
func (p *parser) lines(first variant.Variant, n node) (variant.Variant, node) {
	a := variant.NewArray(first)
	all := node{start: n.start, end: n.end, parts: []part{{n, n.start}}}

	for more := true; more; more = p.more() {
		p.path = variant.Path{{Kind: variant.StepIndex, Index: len(a.Items)}}
		v, n := p.value(0)

		a.Items = append(a.Items, v)
		all.parts = append(all.parts, part{n, n.start})
		all.end = n.end
	}

	return a, all
}

// array reads an array.
func (p *parser) array(depth int) (variant.Variant, []part) {
	var a variant.Array
	var parts []part

	for p.at++; p.next() != ']' && p.err == nil; {
		p.enter(variant.Step{Kind: variant.StepIndex, Index: len(a.Items)})
		v, n := p.value(depth + 1)
		p.leave()

		a.Items = append(a.Items, v)
		parts = append(parts, part{n, n.start})
		p.separator(']')
	}

	p.at++
	return a, parts
}

// object reads an object. If a key is repeated, its last value counts.
func (p *parser) object(depth int) (variant.Variant, []part) {
	var d variant.Dictionary
	var parts []part
	at := map[string]int{}

	for p.at++; p.next() != '}' && p.err == nil; {
		start := p.at
		key := p.key()

		p.enter(variant.Step{Kind: variant.StepKey, Key: variant.String(key)})
		v, n := p.value(depth + 1)
		p.leave()

		parts = append(parts, part{n, start})
		p.separator('}')

		if i, again := at[key]; again {
			d.Pairs[i].Value = v
			continue
		}

		at[key] = len(d.Pairs)
		d.Pairs = append(d.Pairs, variant.Pair{Key: variant.String(key), Value: v})
	}

	p.at++
	return d, parts
}

// key reads a key and its colon.
func (p *parser) key() string {
	if p.next() != '"' {
		p.expected("a key in quotes")
		return ""
	}

	key := p.text()
	if p.err != nil {
		return ""
	}

	if p.next() != ':' {
		p.expected("':' after a key")
	}

	p.at++
	return key
}

// separator reads the comma after a part. After the last part the comma may be missing: then the
// next byte is the given closing bracket.
func (p *parser) separator(bracket byte) {
	if p.err != nil {
		return
	}

	switch p.next() {
	case ',':
		p.at++
	case bracket:
	default:
		p.expected(fmt.Sprintf("',' or '%c'", bracket))
	}
}
