package session

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/variant"
)

// BytesArgs select fields of the bytes.
type BytesArgs struct {
	From  int    `json:"from"`  // an offset
	Count int    `json:"count"` // of fields; 0: 200
	Path  string `json:"path"`  // instead of From: a value
}

// BytesAnswer are some fields of the plain bytes.
type BytesAnswer struct {
	Total  int         `json:"total"` // bytes
	From   int         `json:"from"`
	Fields []ByteField `json:"fields"`
	Next   int         `json:"next"`   // the offset after the last field
	Edited bool        `json:"edited"` // they are not those of the opened file
}

// A ByteField is some bytes and what they mean.
type ByteField struct {
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Hex    string `json:"hex"` // of the first bytes
	Path   string `json:"path"`
	Level  int    `json:"level"`
	Text   string `json:"text"`
	Kind   string `json:"kind"` // length, header, count, number, text, padding, fault, stray or raw
}

const (
	usualFields = 200
	mostFields  = 2000
	mostHex     = 32
	rawPart     = 16 // bytes of a field that has no structure
)

// Bytes returns fields of the plain bytes that the values of now have.
func (f *file) Bytes(a BytesArgs) (BytesAnswer, error) {
	x, err := f.bytesIndex()
	if err != nil {
		return BytesAnswer{}, err
	}

	if a.Path != "" {
		_, p, _, err := f.parsePath(a.Path)
		if err != nil {
			return BytesAnswer{}, err
		}
		if len(x.nodes) > 0 {
			a.From = int(x.nodes[x.node(p)].from)
		}
	}

	if a.Count <= 0 {
		a.Count = usualFields
	}

	a.Count = min(a.Count, mostFields)
	a.From = min(max(a.From, 0), len(x.plain))
	out := BytesAnswer{Total: len(x.plain), From: a.From, Fields: []ByteField{}, Next: a.From,
		Edited: f.doc.Changed()}

	if i := x.fieldAt(a.From); i < len(x.fields) && x.end(i)-int(x.fields[i].from) <= mostHex {
		out.From = int(x.fields[i].from)
		out.Next = out.From
	}

	for i := x.fieldAt(a.From); i < len(x.fields) && len(out.Fields) < a.Count; i++ {
		for at := max(int(x.fields[i].from), out.Next); at < x.end(i); at = out.Next {
			if len(out.Fields) == a.Count {
				break
			}
			field := f.byteField(x, i, at)
			out.Next = at + field.Length
			out.Fields = append(out.Fields, field)
		}
	}

	return out, nil
}

// byteField describes a field from an offset on. Long ones are cut into lines.
func (f *file) byteField(x *index, i, at int) ByteField {
	field := x.fields[i]
	end := x.end(i)

	switch field.kind {
	case fieldRaw, fieldFault, fieldStray, fieldText:
		end = min(end, at+max(rawPart, mostHex))
	}

	b := x.plain[at:end]
	p := x.place(field.node)
	out := ByteField{
		Offset: at, Length: len(b), Hex: hex.EncodeToString(b[:min(len(b), mostHex)]),
		Level: len(p), Kind: fieldNames[field.kind], Text: x.meaning(field, b),
	}

	if field.node >= 0 {
		out.Path = f.clampedPath(p).String()
	}
	return out
}

// meaning returns the text for the bytes of a field.
func (x *index) meaning(field byteField, b []byte) string {
	var node byteNode
	if field.node >= 0 {
		node = x.nodes[field.node]
	}

	switch field.kind {
	case fieldHeader:
		return node.kind.String()
	case fieldText, fieldRaw:
		return clip(string(b))
	case fieldLength:
		return fill("bytes.record", nil)
	case fieldFault:
		if why := x.faults[field.from]; why != "" {
			return why
		}
		return fill("bytes.fault", nil)
	case fieldPadding, fieldStray:
		return fill("bytes."+fieldNames[field.kind], nil)
	case fieldCount:
		return numberText(b, false)
	}

	return node.numbersText(b)
}

// floating are the types whose numbers are floats.
var floating = []variant.Type{
	variant.TypeFloat, variant.TypeVector2, variant.TypeVector3, variant.TypeVector4,
	variant.TypeRect2, variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB,
	variant.TypeBasis, variant.TypeTransform2D, variant.TypeTransform3D, variant.TypeProjection,
	variant.TypeColor, variant.TypePackedFloat32Array, variant.TypePackedFloat64Array,
	variant.TypePackedVector2Array, variant.TypePackedVector3Array,
	variant.TypePackedVector4Array, variant.TypePackedColorArray,
}

// numberSize returns the length of a number in a value.
func (n byteNode) numberSize() int {
	const short, long = 4, 8

	switch n.kind {
	case variant.TypePackedInt64Array, variant.TypePackedFloat64Array:
		return long
	case variant.TypeColor, variant.TypePackedColorArray:
		return short
	}

	if n.wide {
		return long
	}
	return short
}

// numbersText returns the numbers in a field of a value.
func (n byteNode) numbersText(b []byte) string {
	const most = 16
	size := n.numberSize()
	float := slices.Contains(floating, n.kind)

	var list []string
	for ; len(b) >= size && len(list) < most; b = b[size:] {
		list = append(list, numberText(b[:size], float))
	}

	if len(b) == 1 && len(list) == 0 {
		return strconv.Itoa(int(b[0]))
	}
	if len(b) > 0 {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// numberText returns the number in 4 or 8 bytes.
func numberText(b []byte, float bool) string {
	const short = 4

	switch {
	case len(b) == short && float:
		x := math.Float32frombits(binary.LittleEndian.Uint32(b))
		return strconv.FormatFloat(float64(x), 'g', -1, 32)
	case float:
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		return strconv.FormatFloat(x, 'g', -1, 64)
	case len(b) == short:
		return strconv.Itoa(int(int32(binary.LittleEndian.Uint32(b))))
	}
	return strconv.FormatInt(int64(binary.LittleEndian.Uint64(b)), 10)
}

// Span is where the bytes of a value are.
type Span struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Record int    `json:"record"`
	Path   string `json:"path"`
	Row    int    `json:"row"` // or -1 if it is in a closed value
}

// Where returns the bytes of a value.
func (f *file) Where(a PathArgs) (Span, error) {
	path, p, _, err := f.parsePath(a.Path)
	if err != nil {
		return Span{}, err
	}

	x, err := f.bytesIndex()
	if err != nil {
		return Span{}, err
	}

	out := Span{To: len(x.plain), Path: path.String(), Row: f.tree.row(p)}
	if len(p) > 0 && !f.doc.Single() {
		out.Record = p[0]
	}
	if len(x.nodes) > 0 {
		node := x.nodes[x.node(p)]
		out.From = int(node.from)
		out.To = int(node.to)
	}
	return out, nil
}

// AtArgs have an offset.
type AtArgs struct {
	Offset int `json:"offset"`
}

// At returns the value that the byte at an offset belongs to.
func (f *file) At(a AtArgs) (Span, error) {
	x, err := f.bytesIndex()
	if err != nil {
		return Span{}, err
	}

	i := x.fieldAt(a.Offset)
	if i >= len(x.fields) || x.fields[i].node < 0 {
		return Span{Path: "$", To: len(x.plain)}, nil
	}

	p := x.place(x.fields[i].node)
	return f.Where(PathArgs{f.clampedPath(p).String()})
}

// RawBytes returns plain bytes.
func (f *file) RawBytes(a RowsArgs) (Download, error) {
	x, err := f.bytesIndex()
	if err != nil {
		return Download{}, err
	}

	from := min(max(a.From, 0), len(x.plain))
	to := min(from+max(a.Count, 0), len(x.plain))
	const mime = "application/octet-stream"
	return download(f.source.name+".plain", mime, slices.Clone(x.plain[from:to])), nil
}
