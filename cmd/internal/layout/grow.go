package layout

import (
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/variant"
)

// New returns an empty index of the plain bytes of a document.
func New(doc *document.Document, plain []byte) *Index {
	x := &Index{Plain: plain, doc: doc, faults: map[int32]string{}}

	if doc.Kind != "" || len(doc.Layers) > 0 && doc.Changed() {
		x.end = len(plain)
		x.add(0, FieldRaw)
		x.done = true
		return x
	}

	x.from = int(doc.At)
	x.end = len(plain) - len(doc.Tail())

	if !doc.Single() {
		n := node{to: uint32(x.end), parent: -1, kind: variant.TypeArray, what: FieldRaw}
		x.open = append(x.open, openValue{node: x.nodes.add(n)})
	}
	if x.from > 0 {
		x.add(0, FieldRaw)
	}

	x.record.around = len(x.open)
	x.record.end = x.from
	return x
}

// Grow adds the next tokens to the index, or all remaining tokens if there are fewer.
func (x *Index) Grow(tokens int) {
	for ; tokens > 0 && !x.done; tokens-- {
		switch {
		case x.record.running && x.scan.Next():
			x.token()
		case x.record.running:
			x.close()
		case x.record.end < x.end:
			x.begin()
		default:
			x.finish()
		}
	}
}

// finish ends the index. It adds the stray bytes after the records.
func (x *Index) finish() {
	x.done = true
	if x.end < len(x.Plain) {
		x.add(x.end, FieldStray)
	}
}

// begin begins the next record.
func (x *Index) begin() {
	r := &x.record
	r.start, r.base = r.end, r.end
	r.end = x.end
	r.node = int32(x.nodes.n)

	if framing := x.doc.Framing; framing != frame.None {
		if r.end-r.start < frame.Prefix {
			x.add(r.start, FieldFault)
			return
		}

		n := framing.Length(x.Plain[r.start:])
		r.base += frame.Prefix
		r.end = r.base + int(min(n, int64(r.end-r.base)))
	}

	r.running = true
	x.scan.Reset(x.Plain[r.base:r.end], x.doc.Codec())
}

// close ends a record whose packet has no more tokens.
func (x *Index) close() {
	r := &x.record
	r.running = false
	err := x.scan.Err()

	if err != nil && x.scan.Type() != variant.TypeNil {
		x.enter()
	}
	if r.node == int32(x.nodes.n) && r.start < r.base { // the length field belongs to no value
		x.add(r.start, FieldLength)
	}

	x.rest(r.base+x.scan.End(), err)
	for len(x.open) > r.around { // the record is damaged
		x.leave(r.end)
	}
}

// rest adds the bytes after the packet of a record, or after the error in the packet.
func (x *Index) rest(at int, err error) {
	r := &x.record

	switch {
	case err == nil && x.doc.Framing == frame.None:
		r.end = at // the next packet follows
		return
	case at < r.end:
		x.add(at, FieldFault)
	}

	if err != nil {
		x.faults[int32(x.nodes.n-1)] = err.Error()
	}
}

// token adds the current token to the index.
func (x *Index) token() {
	switch x.scan.Kind() {
	case codec.TokenClose:
		x.leave(x.record.base + x.scan.End())
	case codec.TokenName:
		x.add(x.record.base+x.scan.Offset(), FieldText)
	case codec.TokenOpen:
		x.enter()

	case codec.TokenValue:
		x.enter()
		x.leave(x.record.base + x.scan.End())
	}
}

// add adds a node for bytes that are not a value. The argument offset is the offset of these bytes.
func (x *Index) add(offset int, kind Kind) {
	x.nodes.add(node{from: uint32(offset), parent: x.innermost(), ordinal: -1, what: kind})
}

// innermost returns the innermost open node, or -1.
func (x *Index) innermost() int32 {
	if len(x.open) == 0 {
		return -1
	}
	return x.open[len(x.open)-1].node
}

// enter opens the node of the token. The first node of a record begins at the start of the record.
func (x *Index) enter() {
	s := &x.scan
	n := node{from: uint32(x.record.base + s.Offset()), parent: x.innermost(), kind: s.Type(),
		what: FieldHeader}

	if x.record.node == int32(x.nodes.n) {
		n.from = uint32(x.record.start)
		n.prefix = x.record.start < x.record.base
	}
	if n.parent >= 0 {
		around := &x.open[len(x.open)-1]
		n.ordinal = around.inner
		around.inner++
	}

	x.open = append(x.open, openValue{node: x.nodes.add(n)})
}

// leave closes the innermost open node, which ends at the given offset.
func (x *Index) leave(end int) {
	last := len(x.open) - 1
	n := x.nodes.at(x.open[last].node)
	n.to = uint32(end)
	n.next = int32(x.nodes.n)
	x.open = x.open[:last]
}
