package layout

import (
	"encoding/binary"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/outline"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Field is a range of bytes with one meaning.
type Field struct {
	From, To int
	Kind     Kind

	Place   outline.Place // place of the value that the field belongs to
	Outside bool          // the field belongs to no value

	value variant.Type // type of the value that the field belongs to
	of    codec.Field  // the field as package codec describes it, with the form of its numbers
	fault string       // reason why the field can't be read
}

// Fields returns fields in the order of their bytes. The first field contains the byte at the
// offset. The argument limit is the greatest number of fields. The result has fewer fields if the
// index is too short, see [Index.Has].
func (x *Index) Fields(offset, limit int) (list []Field) {
	if x.nodes.n == 0 {
		return nil
	}

	for i := x.nodeAt(offset); i < x.nodes.n && len(list) < limit; i++ {
		list = x.fieldsOf(list, int32(i), offset, limit)
	}

	return list
}

// fieldsOf adds the fields of node number i to the list. It leaves out fields that end at the
// offset or before it. The argument limit is the greatest number of fields in the list.
func (x *Index) fieldsOf(list []Field, i int32, offset, limit int) []Field {
	n := x.nodes.at(i)
	end := x.endOf(i)
	field := Field{Kind: n.what, From: int(n.from), To: end, fault: x.faults[i]}
	before := len(list)

	add := func(to int, kind Kind) bool {
		field.To = min(to, end)
		field.Kind = kind
		if field.To > offset && field.To > field.From {
			list = append(list, field)
		}

		field.From = field.To
		return len(list) < limit
	}

	switch n.what {
	case FieldHeader:
		x.fieldsOfValue(i, &field, add)
	case FieldText:
		x.owned(&field, n.parent)
		fieldsOfName(x.Plain[:end], field.From, add)

	default:
		x.owned(&field, n.parent)
		add(end, n.what)
	}

	if field.fault != "" && field.From == end && len(list) > before {
		list[len(list)-1].Kind = FieldFault
	}
	for k := range list[before:] {
		if list[before+k].Kind != FieldFault {
			list[before+k].fault = ""
		}
	}

	return list
}

// endOf returns the end of the bytes that belong to a node and to none of its parts.
func (x *Index) endOf(i int32) int {
	if next := i + 1; int(next) < x.nodes.n {
		return int(x.nodes.at(next).from)
	}
	return x.Made()
}

// owned marks a field as a part of a node, or as outside of all values if node is -1.
func (x *Index) owned(f *Field, node int32) {
	f.Outside = node < 0
	if !f.Outside {
		f.Place = x.place(node)
		f.value = x.nodes.at(node).kind
	}
}

// kinds has the kind for each field of package codec.
var kinds = [...]Kind{
	codec.FieldHeader: FieldHeader, codec.FieldCount: FieldCount, codec.FieldType: FieldNumber,
	codec.FieldNumbers: FieldNumber, codec.FieldText: FieldText, codec.FieldBytes: FieldText,
	codec.FieldPadding: FieldPadding, codec.FieldCustom: FieldNumber,
}

// fieldsOfValue reads the fields of a value, without the fields of its parts. It calls the function
// add with the end and the kind of each field, until add returns false.
func (x *Index) fieldsOfValue(i int32, field *Field, add func(to int, kind Kind) bool) {
	n := x.nodes.at(i)
	x.owned(field, i)
	base := int(n.from)

	if n.prefix {
		base += frame.Prefix
		if !add(base, FieldLength) {
			return
		}
	}

	x.head.Reset(x.Plain[base:], x.doc.Codec())
	x.head.Next()

	for f := range x.head.Fields() {
		field.of = f
		if !add(base+f.End, kinds[f.Kind]) {
			break
		}
	}
}

// fieldsOfName reads the fields of the name of a property: its length, its text, and padding.
func fieldsOfName(b []byte, from int, add func(to int, kind Kind) bool) {
	const length = 4
	at := from + length
	if at > len(b) || !add(at, FieldCount) {
		return
	}

	if at += int(binary.LittleEndian.Uint32(b[from:])); add(at, FieldText) {
		add(len(b), FieldPadding)
	}
}
