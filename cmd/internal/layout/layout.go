// Package layout finds the value to which each of the plain bytes of a file belongs.
//
// An [Index] begins at the first byte, and grows in short slices as far as it is needed. So a
// program that shows the first fields of a long file does not index the rest. The Index stores only
// values. Their fields are read from the bytes again.
package layout

import (
	"sort"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/outline"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An Index finds the value of a byte, and the bytes of a value. It may cover only the beginning of
// the bytes.
type Index struct {
	Plain []byte

	nodes  nodes            // in the order of their bytes: a container is in front of its parts
	faults map[int32]string // reasons why the bytes of nodes can't be read

	doc    *document.Document
	scan   codec.Scanner
	record record
	open   []openValue // the containers around the next node; the first has all records
	from   int         // offset of the first record
	end    int         // offset of the end of the last record
	done   bool

	head codec.Scanner // scanner of a value whose fields are read
}

// An openValue is a value that does not have all its parts yet.
type openValue struct {
	node  int32
	inner int32 // number of its parts so far; the keys of a dictionary count, too
}

// A record is the record that is being indexed.
type record struct {
	start, end int
	base       int   // offset of its packet
	node       int32 // its first node
	around     int   // number of open values around the record
	running    bool  // the packet of the record has more tokens
}

// A node is a value, or it is bytes in a value that belong to none of its parts.
type node struct {
	from, to uint32
	parent   int32 // number of the parent, or -1
	next     int32 // the first node after this node and its parts
	ordinal  int32 // the index among the values in the parent, or -1
	kind     variant.Type
	what     Kind // kind of the first field, such as FieldHeader for a value
	prefix   bool // the node begins with the length field of its record
}

// A Kind says what the bytes of a Field are.
type Kind uint8

// The kinds of fields. The first six are in the order of a packet: the length of a record, the
// header of a value, the count of its parts, its numbers and text, and padding. The last three are
// damaged bytes, bytes after the last record, and the bytes of a file without packets.
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

// fieldNames are the names that the web page has for the kinds.
var fieldNames = []string{"length", "header", "count", "number", "text", "padding", "fault",
	"stray", "raw"}

// Name returns the name that the web page has for a kind.
func (k Kind) Name() string { return fieldNames[k] }

// Done reports whether the index covers all bytes.
func (x *Index) Done() bool { return x.done }

// Nodes returns the number of nodes that the index has so far.
func (x *Index) Nodes() int { return x.nodes.n }

// Made returns the number of bytes that the index covers so far.
func (x *Index) Made() int {
	switch {
	case x.done:
		return len(x.Plain)
	case x.record.running:
		return x.record.base + x.scan.End()
	default:
		return x.record.end
	}
}

// Records returns the range of the bytes of all records.
func (x *Index) Records() (from, to int) { return x.from, x.end }

// Has reports whether the index covers at least the given number of fields, counted from the
// offset.
func (x *Index) Has(offset, fields int) bool {
	return x.done || x.Made() > offset && x.nodes.n-x.nodeAt(offset) > fields
}

// HasPlace reports whether the index covers all bytes of the value at a place.
func (x *Index) HasPlace(p outline.Place) bool {
	if x.done {
		return true
	}

	for depth, o := range x.open {
		if depth == len(p) {
			return false // the node is open
		}

		want := int32(x.ordinal(o.node, p[depth]))
		if o.inner-1 != want {
			return o.inner > want
		}
	}

	// The place is in the last part of the innermost open node, and this part is complete.
	return len(x.open) > 0
}

// Span returns the range of the bytes of the value at a place. If the index does not cover this
// value yet, it returns the range of the innermost container around the value that the index
// covers.
func (x *Index) Span(p outline.Place) (from, to int) {
	if x.nodes.n == 0 {
		return 0, len(x.Plain)
	}

	n := x.nodes.at(x.node(p))
	return int(n.from), int(n.to)
}

// nodeAt returns the last node that begins at an offset or before it.
func (x *Index) nodeAt(offset int) int {
	i := sort.Search(x.nodes.n, func(i int) bool { return int(x.nodes.at(int32(i)).from) > offset })
	return max(i-1, 0)
}

// ordinal returns the index of a part's value among all values in a node. In a dictionary the keys
// count, too.
func (x *Index) ordinal(node int32, part int) int {
	if x.nodes.at(node).kind == variant.TypeDictionary {
		return 2*part + 1
	}
	return part
}

// place returns the place of a node. A key has the place of its value.
func (x *Index) place(node int32) outline.Place {
	var p outline.Place
	for node >= 0 {
		n := x.nodes.at(node)
		if n.parent < 0 {
			break
		}

		at := int(n.ordinal)
		if x.nodes.at(n.parent).kind == variant.TypeDictionary {
			at /= 2
		}
		p = append(outline.Place{at}, p...)
		node = n.parent
	}

	return p
}

// node returns the node of the value at a place. If there is none, it returns the node of the
// innermost container around the place.
func (x *Index) node(p outline.Place) int32 {
	node := int32(0)

	for _, part := range p {
		want := int32(x.ordinal(node, part))
		next := node + 1
		for x.isIn(next, node) && x.nodes.at(next).ordinal != want {
			next = max(x.nodes.at(next).next, next+1)
		}

		if !x.isIn(next, node) {
			return node
		}
		node = next
	}

	return node
}

// isIn reports whether a node exists and is directly inside another node. The argument parent is
// this other node.
func (x *Index) isIn(node, parent int32) bool {
	return int(node) < x.nodes.n && x.nodes.at(node).parent == parent
}

// nodes is a list that grows without moving its items.
type nodes struct {
	chunks [][]node
	n      int
}

const chunk = 1 << 12

func (l *nodes) at(i int32) *node { return &l.chunks[i/chunk][i%chunk] }

func (l *nodes) add(n node) int32 {
	if l.n%chunk == 0 {
		l.chunks = append(l.chunks, make([]node, 0, chunk))
	}

	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, n)
	l.n++
	return int32(l.n - 1)
}
