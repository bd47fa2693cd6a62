package session

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/layout"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/cmd/webpage/session/search"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A source is a file as it was given, and how to read it.
type source struct {
	name   string
	data   []byte
	save   savefile.Options // with the secret
	engine string           // one of Opened.Readers; "": detected
	budget int64            // the most plain bytes
}

// A file is an open file.
type file struct {
	session *Session
	source  source

	doc       *document.Document
	container savefile.Info
	tail      []byte // stray bytes after the last record, which are kept
	damage    error  // of a damaged file
	warnings  []message.Message

	read  variant.Variant // the value of the opened file
	value variant.Variant // the value of now

	edits  journal.Journal
	tree   outline.Tree
	query  *search.Search
	viewed view          // the last text of the value
	index  *layout.Index // of the bytes, or nil
	differ *differences
}

// defaultBudget is the most plain bytes of a file that is opened unasked. Values take up to 16
// times the memory of their bytes.
const defaultBudget = 64 << 20

// OpenArgs have a file that the page has read.
type OpenArgs struct {
	Name   string `json:"name"`
	Budget int64  `json:"budget"` // the most plain bytes; 0: 64 MiB
	data
}

// Open opens a file. If the file is encrypted, the answer is Locked and [Session.Retry] opens it.
// After an error the session still has the file before.
func (s *Session) Open(a OpenArgs) (Opened, error) {
	return s.open(source{name: a.Name, data: a.Data, budget: cmp.Or(a.Budget, defaultBudget)})
}

// open opens a file and makes it the open one.
func (s *Session) open(src source) (Opened, error) {
	f, err := s.load(src)
	if locked(err) {
		s.pending = &src
		return Opened{Name: src.name, Locked: true}, nil
	}

	if err != nil {
		s.pending = &src
		return Opened{}, err
	}

	s.file = f
	s.pending = nil
	return f.opened(), nil
}

// RetryArgs say how to read a file that could not be opened.
type RetryArgs struct {
	Secret
	Engine string `json:"engine"`
	Budget int64  `json:"budget"`
}

// Retry opens the file again that was locked, unknown or larger than its budget.
func (s *Session) Retry(a RetryArgs) (Opened, error) {
	if s.pending == nil {
		return Opened{}, message.NewFault("noFile", nil)
	}

	src := *s.pending
	src.engine = cmp.Or(a.Engine, src.engine)
	src.budget = cmp.Or(a.Budget, src.budget)

	if a.Kind != "" || a.Secret.Secret != "" {
		if err := a.fill(&src.save); err != nil {
			return Opened{}, err
		}
	}

	return s.open(src)
}

// Close closes the open file.
func (s *Session) Close(None) (None, error) {
	s.file = nil
	s.beside = nil
	s.pending = nil
	return None{}, nil
}

// ReadAs opens the file again for another engine. It discards the edits.
func (f *file) ReadAs(a struct{ Engine string }) (Opened, error) {
	src := f.source
	src.engine = a.Engine
	return f.session.open(src)
}

// Secret is the input of a password or a key.
type Secret struct {
	Kind   string `json:"kind"` // "password" or "key"
	Secret string `json:"secret"`
}

// fill puts the secret into options.
func (a Secret) fill(o *savefile.Options) (err error) {
	o.Password = ""
	o.Key = nil

	switch {
	case a.Secret == "" && a.Kind == "key":
		return message.NewFault("noKey", nil).At("secret")
	case a.Secret == "":
		return message.NewFault("noPassword", nil).At("secret")
	case a.Kind == "key":
		o.Key, err = format.ParseKey(a.Secret)
	default:
		o.Password = a.Secret
	}

	return err
}

var errLocked = errors.New("a key or a password is needed")

func locked(err error) bool { return errors.Is(err, errLocked) }

// load reads a file. A damaged file is not an error.
func (s *Session) load(src source) (*file, error) {
	src.save.Compressors = s.codecs
	src.save.Limits.Size = src.budget

	plain, info, err := s.unpack(src)
	if err != nil {
		return nil, err
	}

	o, err := s.options(src)
	if err != nil {
		return nil, err
	}

	s.report("read", 0, int64(len(plain)))

	f := &file{session: s, source: src, container: info}
	if err := f.readDocument(plain, o); err != nil {
		return nil, err
	}

	f.value = f.read
	f.tree.Open(f.read)
	return f, nil
}

// unpack returns the plain bytes of a file.
func (s *Session) unpack(src source) ([]byte, savefile.Info, error) {
	info, err := savefile.Inspect(bytes.NewReader(src.data))
	if err != nil {
		return nil, info, err
	}

	size := max(info.Size, 0)
	if info.Format == savefile.Plain {
		size = int64(len(src.data))
	}

	if size > src.budget {
		return nil, info, message.NewFault("budget", message.Params{"bytes": size,
			"limit": src.budget, "memory": 16 * size})
	}

	if info.Format == savefile.Plain {
		return src.data, info, nil
	}

	if info.Format.Encrypted() && src.save.Key == nil && src.save.Password == "" {
		return nil, info, errLocked
	}

	r, err := savefile.NewReader(bytes.NewReader(src.data), src.save)
	if err != nil {
		return nil, info, secretFault(err)
	}
	defer r.Close()

	var out bytes.Buffer
	for {
		n, err := io.CopyN(&out, r, 4<<20)
		s.report("unpack", int64(out.Len()), size)

		if err == io.EOF {
			return out.Bytes(), r.Info(), nil
		}
		if err != nil || n == 0 {
			return nil, info, secretFault(err)
		}
	}
}

// secretFault returns the error of a wrong password or key as one of its field.
func secretFault(err error) error {
	if !errors.Is(err, savefile.ErrChecksum) {
		return err
	}
	return &message.Fault{Code: "wrongSecret", Field: "secret", Err: err}
}

// options returns how a document is read from plain bytes.
func (s *Session) options(src source) (document.Options, error) {
	o := document.Options{
		Kinds:  append(kinds.All(kinds.Settings{Compressors: s.codecs}), format.TextKind()),
		Layers: kinds.Layers(),
	}
	o.Save.Compressors = s.codecs
	o.Save.Limits.Size = src.budget

	if src.engine == "" {
		return o, nil
	}

	name, frame, framed := strings.Cut(src.engine, " ")
	e, ok := format.EngineByName(name)
	if !ok {
		return o, message.NewFault("noEngine", message.Params{"name": name})
	}

	o.Dialect = e.Dialect
	o.Precision = &e.Precision

	if framed {
		f, ok := document.FrameByName(frame)
		if !ok {
			return o, message.NewFault("noEngine", message.Params{"name": frame})
		}
		o.Framing = &f
	}

	return o, nil
}

// readDocument reads plain bytes.
func (f *file) readDocument(plain []byte, o document.Options) error {
	doc, err := document.Read(plain, o)

	// What is no good JSON or ConfigFile is still a text.
	if doc == nil && format.IsText(plain, true) {
		cause := err
		o.Kinds = []document.Kind{format.TextKind()}
		doc, err = document.Read(plain, o)

		if err == nil {
			f.warnings = append(f.warnings,
				message.Say("warn.text", message.Params{"detail": cause.Error()}))
		}
	}

	if doc == nil {
		return f.unknown(plain, err)
	}

	f.doc = doc
	f.read = doc.Root()

	if err == nil {
		return nil
	}

	if f.cutTail(o) {
		return nil
	}

	f.damage = err
	f.read = f.partial()
	return nil
}

// cutTail reads the file without the stray bytes after its last record, if that is all that
// is wrong. They are kept and written again.
func (f *file) cutTail(o document.Options) bool {
	last := len(f.doc.Records) - 1
	if last < 1 || hasContent(format.Salvage(f.doc.Codec(), f.doc.Records[last].Packet)) {
		return false
	}

	at := f.doc.Records[last].Offset
	whole := f.doc.Plain
	o.Dialect = f.doc.Dialect()
	framing := f.doc.Framing
	o.Framing = &framing

	doc, err := document.Read(whole[:at], o)
	if err != nil || len(doc.Layers) > 0 || len(f.doc.Layers) > 0 {
		return false
	}

	f.doc = doc
	f.read = doc.Root()
	f.tail = whole[at:]
	f.warnings = append(f.warnings,
		message.Say("warn.tail", message.Params{"bytes": len(f.tail), "at": at}))
	return true
}

// unknown returns the error for a file that is not of Godot.
func (f *file) unknown(plain []byte, err error) error {
	if !errors.Is(err, document.ErrUnknown) {
		return err
	}

	_, advice, _ := strings.Cut(err.Error(), ": ")

	if m, ok := format.MagicOf(plain); ok {
		params := message.Params{"file": m.Name, "advice": advice}
		return &message.Fault{Code: "foreign", Params: params, Err: err}
	}

	return &message.Fault{
		Code: "unknown",
		Params: message.Params{
			"begins":  fmt.Sprintf("% x", plain[:min(len(plain), 16)]),
			"hint":    advice,
			"readers": format.AllReaders(),
		},
		Err: err,
	}
}
