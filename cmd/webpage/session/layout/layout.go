// Package layout finds the value that each of the plain bytes of a file belongs to.
package layout

import (
	"sort"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An Index maps bytes to values and values to bytes.
type Index struct {
	Plain  []byte
	Fields []Field
	Nodes  []Node // in the order of their bytes, which is that of the tree

	faults map[uint32]string // why the bytes of a field can't be read
}

// A Field is the start of a field. The field ends at the start of the next one.
type Field struct {
	From uint32
	Node int32 // or -1
	Kind Kind
}

// A Node is a value in the bytes.
type Node struct {
	From, To uint32
	parent   int32 // or -1
	ordinal  int32 // the index among the values in the parent, including the keys of a dictionary
	inner    int32 // values in it so far
	kind     variant.Type
	wide     bool // numbers have 8 bytes
}

// A Kind is the kind of a field.
type Kind uint8

// The kinds of fields, in the order of a packet: the length of a record, the header of a value, the
// count of its parts, its numbers and text, and padding. The last kinds are damaged bytes, bytes
// after the last record, and the bytes of a file without packets.
const (
	FieldLength Kind = iota
	FieldHeader
	FieldCount
	FieldNumber
	FieldText
	FieldPadding
	FieldFault
	FieldStray
	FieldRaw
)

// fieldNames are the names of kinds for the page.
var fieldNames = []string{"length", "header", "count", "number", "text", "padding", "fault",
	"stray", "raw"}

// Name returns the name of a kind for the page.
func (k Kind) Name() string { return fieldNames[k] }

// Of returns the index of the plain bytes of a document. During long work it calls report with the
// number of bytes that are done, and of all bytes.
func Of(doc *document.Document, plain []byte, report func(done, total int64)) *Index {
	x := &indexer{doc: doc, report: report, root: -1, Index: &Index{Plain: plain}}

	if doc.Kind != "" || len(doc.Layers) > 0 && doc.Changed() {
		x.add(0, FieldRaw)
	} else {
		x.records(len(plain) - len(doc.Tail()))
	}

	return x.Index
}

// An indexer makes an index from the tokens of packets.
type indexer struct {
	*Index
	doc    *document.Document
	report func(done, total int64)
	open   []int32 // the nodes around the next field
	scan   codec.Scanner
	base   int   // of the packet
	root   int32 // of several records, or -1
}

func (x *indexer) add(from int, kind Kind) {
	node := x.root
	if len(x.open) > 0 {
		node = x.open[len(x.open)-1]
	}
	x.Fields = append(x.Fields, Field{uint32(from), node, kind})
}

// records indexes all records up to an offset. Stray bytes follow.
func (x *indexer) records(end int) {
	if !x.doc.Single() {
		x.Nodes = append(x.Nodes, Node{To: uint32(end), parent: -1, kind: variant.TypeArray})
		x.root = 0
	}

	at := int(x.doc.At)
	if at > 0 {
		x.add(0, FieldRaw)
	}

	for at < end {
		at = x.record(at, end)
	}

	x.open = nil
	if end < len(x.Plain) {
		x.add(end, FieldStray)
	}
}

// record indexes a record, and returns its end.
func (x *indexer) record(at, end int) int {
	start := at
	prefix := len(x.Fields)
	x.open = nil

	if framing := x.doc.Framing; framing != frame.None {
		if end-at < frame.Prefix {
			x.add(at, FieldFault)
			return end
		}

		n := framing.Length(x.Plain[at:])
		x.Fields = append(x.Fields, Field{uint32(at), int32(len(x.Nodes)), FieldLength})
		at += frame.Prefix
		end = at + int(min(n, int64(end-at)))
	}

	first := len(x.Nodes)
	x.base = at
	n, err := x.packet(x.Plain[at:end])

	for _, node := range x.open {
		x.Nodes[node].To = uint32(end)
	}
	if first < len(x.Nodes) {
		x.Nodes[first].From = uint32(start)
	} else if start < at { // not even a header: the length belongs to no value
		x.Fields[prefix].Node = x.root
	}

	if err != nil {
		x.fault(at+n, end, err)
		return end
	}

	if x.doc.Framing != frame.None {
		if at+n < end {
			x.add(at+n, FieldFault)
		}
		return end
	}
	return at + n
}

// fault adds the bytes from the error of a packet on. If there are none, the fault belongs to the
// last field.
func (x *indexer) fault(at, end int, err error) {
	if at < end {
		x.add(at, FieldFault)
	}

	last := &x.Fields[len(x.Fields)-1]
	last.Kind = FieldFault

	if x.faults == nil {
		x.faults = map[uint32]string{}
	}
	x.faults[last.From] = err.Error()
}

// packet adds the fields of a packet. It returns the number of bytes that were read.
func (x *indexer) packet(b []byte) (int, error) {
	s := &x.scan
	s.Reset(b, x.doc.Codec())
	for s.Next() {
		x.token()
	}

	if s.Err() != nil {
		if s.Type() != variant.TypeNil {
			x.enter()
		}
		x.fields()
	}

	return s.End(), s.Err()
}

// token adds the fields of a token.
func (x *indexer) token() {
	const often = 1 << 14
	if len(x.Fields)%often == 0 {
		x.report(int64(x.base+x.scan.Offset()), int64(len(x.Plain)))
	}

	switch x.scan.Kind() {
	case codec.TokenClose:
		x.leave()
	case codec.TokenName:
		x.fields()

	case codec.TokenOpen:
		x.enter()
		x.fields()

	case codec.TokenValue:
		x.enter()
		x.fields()
		x.leave()
	}
}

// kinds are the kinds of the fields of tokens.
var kinds = [...]Kind{
	codec.FieldHeader: FieldHeader, codec.FieldCount: FieldCount, codec.FieldType: FieldNumber,
	codec.FieldNumbers: FieldNumber, codec.FieldText: FieldText, codec.FieldBytes: FieldText,
	codec.FieldPadding: FieldPadding, codec.FieldCustom: FieldNumber,
}

func (x *indexer) fields() {
	for f := range x.scan.Fields() {
		x.add(x.base+f.Offset, kinds[f.Kind])
	}
}

// enter opens the node of the token.
func (x *indexer) enter() {
	s := &x.scan
	parent := x.root
	if len(x.open) > 0 {
		parent = x.open[len(x.open)-1]
	}

	n := Node{From: uint32(x.base + s.Offset()), parent: parent, kind: s.Type(),
		wide: s.Flags()&variant.Flag64 != 0}
	if parent >= 0 {
		n.ordinal = x.Nodes[parent].inner
		x.Nodes[parent].inner++
	}

	x.open = append(x.open, int32(len(x.Nodes)))
	x.Nodes = append(x.Nodes, n)
}

// leave closes the innermost node.
func (x *indexer) leave() {
	last := len(x.open) - 1
	x.Nodes[x.open[last]].To = uint32(x.base + x.scan.End())
	x.open = x.open[:last]
}

// End returns the end of a field.
func (x *Index) End(field int) int {
	if field+1 < len(x.Fields) {
		return int(x.Fields[field+1].From)
	}
	return len(x.Plain)
}

// FieldAt returns the field with the byte at an offset.
func (x *Index) FieldAt(offset int) int {
	return sort.Search(len(x.Fields), func(i int) bool { return x.End(i) > offset })
}

// Place returns the place of a node. The place of a key is that of its value.
func (x *Index) Place(node int32) outline.Place {
	var p outline.Place
	for node >= 0 {
		n := x.Nodes[node]
		if n.parent < 0 {
			break
		}

		at := int(n.ordinal)
		if x.Nodes[n.parent].kind == variant.TypeDictionary {
			at /= 2
		}
		p = append(outline.Place{at}, p...)
		node = n.parent
	}

	return p
}

// Node returns the node at a place, or the innermost one around it.
func (x *Index) Node(p outline.Place) int32 {
	node := int32(0)

	for _, at := range p {
		if x.Nodes[node].kind == variant.TypeDictionary {
			at = 2*at + 1
		}

		next := node + 1
		for int(next) < len(x.Nodes) && x.Nodes[next].From < x.Nodes[node].To &&
			(x.Nodes[next].parent != node || int(x.Nodes[next].ordinal) != at) {
			next++
		}

		if int(next) >= len(x.Nodes) || x.Nodes[next].parent != node {
			return node
		}
		node = next
	}

	return node
}
