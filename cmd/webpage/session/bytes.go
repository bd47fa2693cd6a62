package session

import (
	"encoding/hex"

	"godotvariant/cmd/internal/layout"
)

// BytesArgs select fields of the plain bytes of the file.
type BytesArgs struct {
	From  int `json:"from"`  // the first offset
	Count int `json:"count"` // number of fields; 0 means 200
}

// A BytesAnswer has the fields that BytesArgs select.
type BytesAnswer struct {
	Total  int         `json:"total"` // number of plain bytes
	From   int         `json:"from"`
	Fields []ByteField `json:"fields"`
	Next   int         `json:"next"`   // the offset after the last field
	Edited bool        `json:"edited"` // the bytes differ from the opened file
}

// A ByteField has the bytes of a field, or of a part of a long field, and their meaning.
type ByteField struct {
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Hex    string `json:"hex"` // hexadecimal digits of the first bytes
	Path   string `json:"path"`
	Level  int    `json:"level"`
	Text   string `json:"text"`
	Kind   string `json:"kind"` // length, header, count, number, text, padding, fault, stray or raw
}

const (
	usualFields = 200
	mostFields  = 2000
	mostHex     = 32
)

// Bytes returns up to a.Count fields of the plain bytes, from the offset a.From on. The plain bytes
// have the current values of the file.
func (f *file) Bytes(a BytesArgs) (BytesAnswer, error) {
	x, err := f.bytesIndex()
	if err != nil {
		return BytesAnswer{}, err
	}

	if a.Count <= 0 {
		a.Count = usualFields
	}

	a.Count = min(a.Count, mostFields)
	a.From = min(max(a.From, 0), len(x.Plain))
	f.growIndex(func() bool { return x.Has(a.From, a.Count) })
	out := BytesAnswer{Total: len(x.Plain), From: a.From, Fields: []ByteField{}, Next: a.From,
		Edited: f.doc.Changed()}

	for i, field := range x.Fields(a.From, a.Count) {
		// A short field is shown from its first byte on, even if a.From is inside the field.
		if i == 0 && field.To-field.From <= mostHex {
			out.From = field.From
			out.Next = field.From
		}

		for out.Next < field.To && len(out.Fields) < a.Count {
			line := f.byteField(x, &field, out.Next)
			out.Next += line.Length
			out.Fields = append(out.Fields, line)
		}
	}

	return out, nil
}

// byteField describes a field from an offset on. It cuts a long field into lines.
func (f *file) byteField(x *layout.Index, field *layout.Field, at int) ByteField {
	end := field.To
	switch field.Kind {
	case layout.FieldRaw, layout.FieldFault, layout.FieldStray, layout.FieldText:
		end = min(end, at+mostHex)
	}

	b := x.Plain[at:end]
	out := ByteField{
		Offset: at, Length: len(b), Hex: hex.EncodeToString(b[:min(len(b), mostHex)]),
		Level: len(field.Place), Kind: field.Kind.Name(), Text: field.Meaning(b),
	}

	if !field.Outside {
		out.Path = f.clampedPath(field.Place).String()
	}
	return out
}

// A Span is the range of the bytes of a value.
type Span struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Record int    `json:"record"`
	Path   string `json:"path"`
	Row    int    `json:"row"` // -1 if the value is inside a folded value
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
	if len(p) == 0 { // the root, which has no index
		out.From, out.To = x.Records()
		return out, nil
	}

	if !f.doc.Single() {
		out.Record = p[0]
	}

	f.growIndex(func() bool { return x.HasPlace(p) })
	out.From, out.To = x.Span(p)
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

	f.growIndex(func() bool { return x.Has(a.Offset, 0) })
	fields := x.Fields(a.Offset, 1)
	if len(fields) == 0 || fields[0].Outside {
		return Span{Path: "$", To: len(x.Plain)}, nil
	}

	return f.Where(PathArgs{f.clampedPath(fields[0].Place).String()})
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

	f.index = layout.New(f.doc, plain)
	return f.index, nil
}

// growIndex extends the index of the bytes until the function enough returns true. It divides the
// work into slices, so that other calls can read the file between two slices.
func (f *file) growIndex(enough func() bool) {
	const slice = 4096 // tokens

	for x := f.index; !enough(); {
		x.Grow(slice)
		f.session.report("bytes", int64(x.Made()), int64(len(x.Plain)))
	}
}
