package session

import (
	"encoding/binary"
	"sort"

	"godotvariant/codec"
	"godotvariant/variant"
)

// An index says which bytes are which value.
type index struct {
	plain  []byte
	fields []byteField
	nodes  []byteNode // in the order of their bytes, which is that of the tree

	faults map[uint32]string // why the bytes of a field can't be read
}

// A byteField is the begin of a field. It ends where the next one begins.
type byteField struct {
	from uint32
	node int32 // or -1
	kind fieldKind
}

// A byteNode is a value in the bytes.
type byteNode struct {
	from, to uint32
	parent   int32 // or -1
	ordinal  int32 // among the values in the parent; in a dictionary keys count too
	inner    int32 // values in it so far
	kind     variant.Type
	wide     bool // numbers have 8 bytes
}

// A fieldKind says what a field is.
type fieldKind uint8

const (
	fieldLength fieldKind = iota
	fieldHeader
	fieldCount
	fieldNumber
	fieldText
	fieldPadding
	fieldFault
	fieldStray
	fieldRaw
)

// fieldNames are the names of kinds for the page.
var fieldNames = []string{"length", "header", "count", "number", "text", "padding", "fault",
	"stray", "raw"}

// framePrefix is the length of a record's length.
const framePrefix = 4

// bytesIndex returns the index of the bytes that the values of now have.
func (f *file) bytesIndex() (*index, error) {
	if f.index != nil {
		return f.index, nil
	}

	plain := f.doc.Plain
	if f.doc.Changed() && f.damage == nil {
		var err error
		plain, err = f.doc.PlainBytes()
		if err != nil {
			return nil, err
		}
	}

	all := append(plain[:len(plain):len(plain)], f.tail...)
	x := &indexer{file: f, root: -1, index: &index{plain: all}}
	if f.doc.Kind != "" || len(f.doc.Layers) > 0 && f.doc.Changed() {
		x.add(0, fieldRaw)
	} else {
		x.records(len(plain))
	}

	f.index = x.index
	return f.index, nil
}

// An indexer makes an index from the trace of packets.
type indexer struct {
	*index
	file *file
	open []int32 // the nodes around the next field
	base int     // of the packet
	last int     // where the last field begins
	root int32   // of several records, or -1
}

func (x *indexer) add(from int, kind fieldKind) {
	node := x.root
	if len(x.open) > 0 {
		node = x.open[len(x.open)-1]
	}
	x.fields = append(x.fields, byteField{uint32(from), node, kind})
}

// records indexes all records up to an offset. Stray bytes follow.
func (x *indexer) records(end int) {
	if !x.file.doc.Single() {
		x.nodes = append(x.nodes, byteNode{to: uint32(end), parent: -1, kind: variant.TypeArray})
		x.root = 0
	}

	at := int(x.file.doc.At)
	if at > 0 {
		x.add(0, fieldRaw)
	}

	for at < end {
		at = x.record(at, end)
	}

	x.open = nil
	if end < len(x.plain) {
		x.add(end, fieldStray)
	}
}

// record indexes a record, and returns where it ends.
func (x *indexer) record(at, end int) int {
	start := at
	prefix := len(x.fields)
	x.open = nil

	if framing := x.file.doc.Framing; framing != codec.FrameNone {
		if end-at < framePrefix {
			x.add(at, fieldFault)
			return end
		}

		n := int64(binary.LittleEndian.Uint32(x.plain[at:]))
		if framing == codec.FrameU32BE {
			n = int64(binary.BigEndian.Uint32(x.plain[at:]))
		}

		x.fields = append(x.fields, byteField{uint32(at), int32(len(x.nodes)), fieldLength})
		at += framePrefix
		end = at + int(min(n, int64(end-at)))
	}

	first := len(x.nodes)
	x.base = at
	n, err := x.file.doc.Codec().Trace(x.plain[at:end], x.step)

	for _, node := range x.open {
		x.nodes[node].to = uint32(end)
	}
	if first < len(x.nodes) {
		x.nodes[first].from = uint32(start)
	} else if start < at { // not even a header: the length belongs to no value
		x.fields[prefix].node = x.root
	}

	if err != nil {
		x.fault(at+n, end, err)
		return end
	}

	if x.file.doc.Framing != codec.FrameNone {
		if at+n < end {
			x.add(at+n, fieldFault)
		}
		return end
	}
	return at + n
}

// fault adds the bytes from where a packet can't be read. If there are none, it is the last field.
func (x *indexer) fault(at, end int, err error) {
	if at < end {
		x.add(at, fieldFault)
	}

	last := &x.fields[len(x.fields)-1]
	last.kind = fieldFault

	if x.faults == nil {
		x.faults = map[uint32]string{}
	}
	x.faults[last.from] = err.Error()
}

// step adds what the trace has found.
func (x *indexer) step(e codec.TraceEvent) {
	switch e.Kind {
	case codec.TraceField:
		x.last = x.base + e.Offset
		x.add(x.last, x.numberKind(e.End-e.Offset))

	case codec.TraceText:
		last := len(x.fields) - 1
		x.fields[last].kind = fieldText
		if e.End > e.Offset {
			x.add(x.base+e.End, fieldPadding)
		}

	case codec.TraceOpen:
		x.enter(e)
	case codec.TraceClose:
		last := len(x.open) - 1
		x.nodes[x.open[last]].to = uint32(x.base + e.End)
		x.open = x.open[:last]
	}

	const often = 1 << 14
	if len(x.fields)%often == 0 {
		x.file.session.report("bytes", int64(x.base+e.Offset), int64(len(x.plain)))
	}
}

// numberKind returns the kind of a field of numbers: the first one in a container is the count.
func (x *indexer) numberKind(length int) fieldKind {
	const countSize = 4
	if len(x.open) == 0 || length != countSize {
		return fieldNumber
	}

	last := x.fields[len(x.fields)-1]
	kind := x.nodes[x.open[len(x.open)-1]].kind
	counted := kind == variant.TypeDictionary || kind == variant.TypeArray || isPacked(kind) ||
		kind == variant.TypeString || kind == variant.TypeStringName

	if last.kind == fieldHeader && counted {
		return fieldCount
	}
	return fieldNumber
}

// enter opens a node. The last field was its header.
func (x *indexer) enter(e codec.TraceEvent) {
	node := int32(len(x.nodes))
	parent := x.root

	if len(x.open) > 0 {
		parent = x.open[len(x.open)-1]
	}

	n := byteNode{from: uint32(x.last), parent: parent, kind: e.Type,
		wide: e.Flags&variant.Flag64 != 0}
	if parent >= 0 {
		n.ordinal = x.nodes[parent].inner
		x.nodes[parent].inner++
	}

	x.nodes = append(x.nodes, n)
	x.open = append(x.open, node)
	last := len(x.fields) - 1
	x.fields[last] = byteField{uint32(x.last), node, fieldHeader}
}

// end returns where a field ends.
func (x *index) end(field int) int {
	if field+1 < len(x.fields) {
		return int(x.fields[field+1].from)
	}
	return len(x.plain)
}

// fieldAt returns the field with the byte at an offset.
func (x *index) fieldAt(offset int) int {
	return sort.Search(len(x.fields), func(i int) bool { return x.end(i) > offset })
}

// place returns the place of a node. That of a key is its value's.
func (x *index) place(node int32) place {
	var p place
	for node >= 0 {
		n := x.nodes[node]
		if n.parent < 0 {
			break
		}

		at := int(n.ordinal)
		if x.nodes[n.parent].kind == variant.TypeDictionary {
			at /= 2
		}
		p = append(place{at}, p...)
		node = n.parent
	}

	return p
}

// node returns the node at a place, or the innermost one around it.
func (x *index) node(p place) int32 {
	node := int32(0)

	for _, at := range p {
		if x.nodes[node].kind == variant.TypeDictionary {
			at = 2*at + 1
		}

		next := node + 1
		for int(next) < len(x.nodes) && x.nodes[next].from < x.nodes[node].to &&
			(x.nodes[next].parent != node || int(x.nodes[next].ordinal) != at) {
			next++
		}

		if int(next) >= len(x.nodes) || x.nodes[next].parent != node {
			return node
		}
		node = next
	}

	return node
}
