package session

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/codec/savefile"
)

// load reads a file. A damaged file is not an error.
func (s *Session) load(src source) (*file, error) {
	src.save.Compressors = s.codecs
	src.save.Limits.MaxSize = src.budget

	if err := missing(src); err != nil {
		return nil, err
	}

	packed := int64(len(src.data))
	plain, info, err := document.Contents(src.data, document.Options{
		Save: src.save, Unpacked: func(done int64) { s.report("unpack", done, packed) },
	})
	if err != nil {
		return nil, secretFault(err)
	}

	o, err := s.options(src)
	if err != nil {
		return nil, err
	}

	total := int64(len(plain))
	o.Probed = func(done int) { s.report("probe", int64(done), total) }
	o.Read = func(done int64) { s.report("read", done, total) }
	o.Written = func(done int64) { s.report("save", done, max(total, done)) }

	f := &file{session: s, source: src, container: info}
	if err := f.readDocument(plain, o); err != nil {
		return nil, err
	}

	f.value = f.read
	f.edits.Opened = f.read
	f.edits.Watch = f.marking
	f.tree.Open(f.read)
	return f, nil
}

// missing returns an error if a file can't be read yet, because it needs a secret, or more memory
// than allowed.
func missing(src source) error {
	info, err := savefile.Inspect(bytes.NewReader(src.data))
	if err != nil {
		return err
	}

	size := max(info.Size, 0)
	if info.Container == savefile.Plain {
		size = int64(len(src.data))
	}

	switch {
	case size > src.budget:
		return message.NewFault("budget", message.Params{"bytes": size,
			"limit": src.budget, "memory": 16 * size})
	case info.Container.Encrypted() && src.save.Key == nil && src.save.Password == "":
		return errLocked
	}

	return nil
}

// secretFault returns the error of a wrong password or key as a fault of the field "secret" in the
// page's form.
func secretFault(err error) error {
	if !errors.Is(err, savefile.ErrChecksum) {
		return err
	}
	return &message.Fault{Code: "wrongSecret", Field: "secret", Err: err}
}

// options returns the options to read a document from plain bytes.
func (s *Session) options(src source) (document.Options, error) {
	o := document.Options{
		Kinds:  append(kinds.All(kinds.Settings{Compressors: s.codecs}), kinds.Text()),
		Layers: kinds.Layers(),
	}
	o.Save.Compressors = s.codecs
	o.Save.Limits.MaxSize = src.budget

	if src.engine == "" {
		return o, nil
	}

	name, framing, framed := strings.Cut(src.engine, " ")
	e, ok := format.EngineByName(name)
	if !ok {
		return o, message.NewFault("noSuch", message.Params{"name": name})
	}

	o.Dialect = e.Dialect
	o.Precision = &e.Precision

	if framed {
		f, ok := frame.ByName(framing)
		if !ok {
			return o, message.NewFault("noSuch", message.Params{"name": framing})
		}
		o.Framing = &f
	}

	return o, nil
}

// readDocument reads plain bytes.
func (f *file) readDocument(plain []byte, o document.Options) error {
	doc, err := document.Read(plain, o)

	if doc == nil {
		return f.unknown(plain, err)
	}

	f.doc = doc
	f.read = doc.Root()

	if probe.Contradicts(f.source.name, doc.Kind) {
		f.warnings = append(f.warnings, message.Say("warn.name", message.Params{
			"said": probe.OfName(f.source.name), "kind": cmp.Or(doc.Kind, "save")}))
	}

	if kinds.IsMarked(doc.Body()) {
		f.warnings = append(f.warnings, message.Say("warn.mark", nil))
	}

	var instead *document.KindError
	if errors.As(doc.Instead, &instead) {
		f.warnings = append(f.warnings, message.Say("warn.text", message.Params{
			"kind": message.Say("fact.kind."+instead.Kind, nil), "detail": instead.Error()}))
	}

	if err == nil {
		return nil
	}

	if n := doc.CutTail(); n > 0 {
		f.read = doc.Root()
		f.warnings = append(f.warnings,
			message.Say("warn.tail", message.Params{"bytes": n, "at": len(doc.Plain) - n}))
		return nil
	}

	f.damage = err
	f.read = doc.Salvaged()
	return nil
}

// unknown returns the error of a file that Godot did not write.
func (f *file) unknown(plain []byte, err error) error {
	if !errors.Is(err, probe.ErrUnknown) {
		return err
	}

	if len(plain) == 0 {
		return &message.Fault{Code: "emptyFile", Err: err}
	}
	if m, ok := probe.Magic(plain); ok {
		params := message.Params{"form": formOf(m)}
		return &message.Fault{Code: "foreign", Params: params, Err: err}
	}

	params := message.Params{"readers": format.AllReaders()}
	return &message.Fault{Code: "unknown", Params: params, Err: err}
}

// formOf returns a message about a file of another program. The message names the form of the file,
// and says what the user can do.
func formOf(m probe.Form) message.Message {
	key := map[string]string{
		"zip": "form.archive", "7z": "form.archive", "rar": "form.archive", "pck": "form.pck",
		"sqlite": "form.database", "gdsc": "form.script", "texture": "form.texture",
		"utf16": "form.text",
	}[m.Name]

	switch {
	case key != "":
	case strings.HasPrefix(m.Mime, "image/"):
		key = "form.image"
	case strings.HasPrefix(m.Mime, "audio/"):
		key = "form.sound"
	default:
		key = "form.other"
	}

	return message.Say(key, message.Params{"name": strings.ToUpper(m.Name)})
}

var errLocked = errors.New("a key or a password is needed")

func locked(err error) bool { return errors.Is(err, errLocked) }

// defaultBudget is the greatest number of plain bytes of a file that the page opens without a
// question. Values take up to 16 times as much memory as their bytes.
const defaultBudget = 64 << 20
