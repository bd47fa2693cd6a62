package session

import (
	"encoding/hex"
	"slices"

	"godotvariant/cmd/webpage/session/layout"
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
	Edited bool        `json:"edited"` // the bytes differ from those of the opened file
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

// Bytes returns fields of the plain bytes of the current values.
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
		if len(x.Nodes) > 0 {
			a.From = int(x.Nodes[x.Node(p)].From)
		}
	}

	if a.Count <= 0 {
		a.Count = usualFields
	}

	a.Count = min(a.Count, mostFields)
	a.From = min(max(a.From, 0), len(x.Plain))
	out := BytesAnswer{Total: len(x.Plain), From: a.From, Fields: []ByteField{}, Next: a.From,
		Edited: f.doc.Changed()}

	if i := x.FieldAt(a.From); i < len(x.Fields) && x.End(i)-int(x.Fields[i].From) <= mostHex {
		out.From = int(x.Fields[i].From)
		out.Next = out.From
	}

	for i := x.FieldAt(a.From); i < len(x.Fields) && len(out.Fields) < a.Count; i++ {
		for at := max(int(x.Fields[i].From), out.Next); at < x.End(i); at = out.Next {
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

// byteField describes a field from an offset on. It cuts a long field into lines.
func (f *file) byteField(x *layout.Index, i, at int) ByteField {
	field := x.Fields[i]
	end := x.End(i)

	switch field.Kind {
	case layout.FieldRaw, layout.FieldFault, layout.FieldStray, layout.FieldText:
		end = min(end, at+max(rawPart, mostHex))
	}

	b := x.Plain[at:end]
	p := x.Place(field.Node)
	out := ByteField{
		Offset: at, Length: len(b), Hex: hex.EncodeToString(b[:min(len(b), mostHex)]),
		Level: len(p), Kind: field.Kind.Name(), Text: x.Meaning(field, b),
	}

	if field.Node >= 0 {
		out.Path = f.clampedPath(p).String()
	}
	return out
}

// A Span is the range of the bytes of a value.
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

	out := Span{To: len(x.Plain), Path: path.String(), Row: f.tree.Row(p)}
	if len(p) > 0 && !f.doc.Single() {
		out.Record = p[0]
	}
	if len(x.Nodes) > 0 {
		node := x.Nodes[x.Node(p)]
		out.From = int(node.From)
		out.To = int(node.To)
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

	i := x.FieldAt(a.Offset)
	if i >= len(x.Fields) || x.Fields[i].Node < 0 {
		return Span{Path: "$", To: len(x.Plain)}, nil
	}

	p := x.Place(x.Fields[i].Node)
	return f.Where(PathArgs{f.clampedPath(p).String()})
}

// RawBytes returns plain bytes.
func (f *file) RawBytes(a RowsArgs) (Download, error) {
	x, err := f.bytesIndex()
	if err != nil {
		return Download{}, err
	}

	from := min(max(a.From, 0), len(x.Plain))
	to := min(from+max(a.Count, 0), len(x.Plain))
	const mime = "application/octet-stream"
	return download(f.source.name+".plain", mime, slices.Clone(x.Plain[from:to])), nil
}

// bytesIndex returns the index of the bytes of the current values.
func (f *file) bytesIndex() (*layout.Index, error) {
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

	report := func(done, total int64) { f.session.report("bytes", done, total) }
	f.index = layout.Of(f.doc, plain, report)
	return f.index, nil
}
