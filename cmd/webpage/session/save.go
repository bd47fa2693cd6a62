package session

import (
	"fmt"
	"path"
	"strings"

	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/cmd/webpage/session/remark"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// SaveArgs are the options of Save.
type SaveArgs struct {
	Engine    string `json:"engine"`    // one of Opened.Engines
	Container string `json:"container"` // one of Opened.Containers
	Secret           // for the container "encrypted"
}

// A Report lists how a conversion changes the values.
type Report struct {
	Message message.Message `json:"message"`
	Total   int             `json:"total"`
	Notes   []remark.Remark `json:"notes"` // at most maxNotes
}

const maxNotes = 200

// add adds a note. The argument root is the path of the converted value. The path of the note n
// starts from this value.
func (r *Report) add(n convert.Note, root variant.Path) {
	r.Total++
	if len(r.Notes) < maxNotes {
		r.Notes = append(r.Notes, remark.Converted(n, root))
	}
}

// Convert returns the changes that [file.Save] with the same arguments would make.
func (f *file) Convert(a SaveArgs) (Report, error) {
	e, err := f.target(a)
	if err != nil {
		return Report{}, err
	}

	if !f.converts(e) {
		return Report{Message: message.Say("convert.same", nil), Notes: []remark.Remark{}}, nil
	}

	_, report, err := f.rewritten(e)
	return report, err
}

// Save returns the file with the current values. For another engine it converts them, see package
// codec/convert.
func (f *file) Save(a SaveArgs) (Download, error) {
	e, err := f.target(a)
	if err != nil {
		return Download{}, err
	}

	o, err := f.containerOptions(a, e.Dialect)
	if err != nil {
		return Download{}, err
	}

	const mime = "application/octet-stream"
	name := f.source.name
	var plain []byte

	switch {
	case f.converts(e):
		extension := path.Ext(name)
		name = strings.TrimSuffix(name, extension) + "-" + e.Name() + extension
		plain, _, err = f.rewritten(e)

	case a.Container == format.Same && !f.doc.Changed():
		return download(name, mime, sliced.PiecesOf(f.source.data)), nil

	default:
		plain, err = f.plainBytes()
	}

	if err != nil {
		return Download{}, err
	}

	data, err := f.session.inContainer(plain, o)
	return download(name, mime, data), err
}

// inContainer returns plain bytes in a container, as savefile.Encode does. It writes packingSlice
// bytes at a time, and reports the progress after each write.
func (s *Session) inContainer(plain []byte, o savefile.Options) (sliced.Pieces, error) {
	p := packing{session: s, total: len(plain)}
	w, err := savefile.NewWriter(&p, o)
	if err != nil {
		return p.out, err
	}

	for p.taken < len(plain) {
		n, err := w.Write(plain[p.taken:min(p.taken+packingSlice, len(plain))])
		if err != nil {
			return p.out, err
		}
		p.taken += n
		p.report()
	}

	err = w.Close()
	return p.out, err
}

// packingSlice is the number of plain bytes that are written to a container at once.
const packingSlice = 256 << 10

// A packing receives the bytes that a container writes, and reports the progress.
type packing struct {
	session *Session
	total   int // plain bytes
	taken   int // plain bytes written so far
	out     sliced.Pieces
}

func (p *packing) Write(b []byte) (int, error) {
	p.report()
	return p.out.Write(b)
}

func (p *packing) report() {
	done := min((p.taken+p.out.Len())/2, p.total)
	p.session.report("save", int64(done), int64(p.total))
}

// plainBytes returns the bytes of the current values without the container.
func (f *file) plainBytes() ([]byte, error) {
	return f.doc.PlainBytes()
}

// target returns the engine to save for.
func (f *file) target(a SaveArgs) (format.Engine, error) {
	f.viewed = madeText{} // frees memory that saving needs
	if f.damage != nil {
		return format.Engine{}, f.writable()
	}

	e, ok := format.EngineByName(a.Engine)
	if !ok {
		return format.Engine{}, message.NewFault("noSuch", message.Params{"name": a.Engine})
	}
	return e, nil
}

// converts reports whether e differs from the engine of the file.
func (f *file) converts(e format.Engine) bool {
	return e.Name() != format.EngineOf(f.doc.Dialect(), f.doc.Precision()).Name()
}

// rewritten converts all values for an engine. It returns the plain bytes, and the changes of the
// conversion.
func (f *file) rewritten(e format.Engine) ([]byte, Report, error) {
	r := Report{Notes: []remark.Remark{}}
	var plain []byte
	var err error

	switch f.doc.Kind {
	case "":
		plain, err = f.rewrittenRecords(e, &r)
	case kinds.Config:
		plain, err = f.rewrittenConfig(e, &r)
	default:
		err = message.NewFault("noConvert", message.Params{"kind": f.doc.Kind})
	}

	switch r.Total {
	case 0:
		r.Message = message.Say("convert.none", message.Params{"engine": e.Label()})
	default:
		r.Message = message.Say("convert.some", message.Params{"engine": e.Label(), "n": r.Total})
	}

	return plain, r, err
}

func (f *file) rewrittenConfig(e format.Engine, r *Report) ([]byte, error) {
	return kinds.Convert(f.doc, e.Dialect,
		func(section, key string, n convert.Note) {
			r.add(n, variant.Path{{Kind: variant.StepKey, Key: variant.String(section)},
				{Kind: variant.StepKey, Key: variant.String(key)}})
		})
}

func (f *file) rewrittenRecords(e format.Engine, r *Report) ([]byte, error) {
	c, err := codec.New(codec.Options{
		Dialect: e.Dialect, Precision: e.Precision, FullObjects: true,
		Limits: f.doc.Codec().Limits(),
	})
	if err != nil {
		return nil, err
	}

	plain := sliced.Room(len(f.doc.Plain)) // the converted file is about as long as the old one
	for i, v := range f.records() {
		plain, err = f.doc.Framing.AppendFunc(plain, func(b []byte) ([]byte, error) {
			return f.appendConverted(b, c, i, v, r)
		})
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", i, err)
		}
	}

	return plain, nil
}

// appendConverted appends the packet of a converted record to dst, which has the new file up to
// this packet.
func (f *file) appendConverted(
	dst []byte, c *codec.Codec, record int, v variant.Variant, r *Report,
) ([]byte, error) {
	before := *r
	note := func(n convert.Note) { r.add(n, f.recordPath(record)) }
	watch := func(n int) {
		done := int64(len(dst) + n)
		f.session.report("save", done, max(done, int64(len(f.doc.Plain))))
	}

	packet, err := sliced.Convert(dst, c, v, note, watch)
	if err == nil {
		return packet, nil
	}

	*r = before
	v, err = convert.Value(v, c, note)
	if err != nil {
		return nil, err
	}
	return sliced.Append(dst, c, v, watch)
}

// recordPath returns the path of a record from the root of the file.
func (f *file) recordPath(record int) variant.Path {
	if f.doc.Single() {
		return nil
	}
	return variant.Path{{Kind: variant.StepIndex, Index: record}}
}

// records returns the current records of the file.
func (f *file) records() []variant.Variant {
	if a, ok := f.value.(variant.Array); ok && !f.doc.Single() {
		return a.Items
	}
	return []variant.Variant{f.value}
}

// containerOptions returns the options of the container in which the file is written for a dialect.
func (f *file) containerOptions(a SaveArgs, d *variant.Dialect) (savefile.Options, error) {
	o := f.source.save.Like(f.container)

	switch a.Container {
	case format.Same:
		if own := convert.Encryption(d); o.Container.Encrypted() && o.Container != own {
			o.Container = own
			o.BigEndian = false
		}
		return o, nil

	case format.Plain:
		return savefile.Options{Container: savefile.Plain}, nil
	case format.Encrypted:
		o = savefile.Options{Container: convert.Encryption(d)}
		return o, a.fill(&o)
	}

	if c, ok := format.CompressionByName(a.Container); ok {
		return savefile.Options{Container: savefile.Compressed, Compression: c,
			Compressors: f.source.save.Compressors}, nil
	}

	return o, message.NewFault("noSuch", message.Params{"name": a.Container})
}
