package session

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// SaveArgs are the options of Save.
type SaveArgs struct {
	Engine    string `json:"engine"`    // one of Opened.Engines
	Container string `json:"container"` // one of Opened.Containers
	Secret           // for "encrypted"
}

// A Report lists how a conversion changes the values.
type Report struct {
	Message string   `json:"message"`
	Total   int      `json:"total"`
	Notes   []string `json:"notes"` // at most maxNotes
}

const maxNotes = 200

// Convert returns what [Session.Save] with the same arguments would change.
func (s *Session) Convert(a SaveArgs) (Report, error) {
	e, err := s.target(a)
	if err != nil {
		return Report{}, err
	}

	if !s.converts(e) {
		return Report{Message: "The file is for the engine that wrote it. No value is converted.",
			Notes: []string{}}, nil
	}

	_, report, err := s.converted(e)
	return report, err
}

// Save returns the file with the current values. For another engine it converts them, see
// [codec.Codec.Convert].
func (s *Session) Save(a SaveArgs) (Download, error) {
	e, err := s.target(a)
	if err != nil {
		return Download{}, err
	}

	o, err := s.container(a, e.dialect)
	if err != nil {
		return Download{}, err
	}

	name := s.name
	var plain []byte

	if s.converts(e) {
		extension := path.Ext(name)
		name = strings.TrimSuffix(name, extension) + "-" + e.name() + extension
		plain, _, err = s.converted(e)
	} else if a.Container == same && !s.doc.Changed() {
		return Download{name, s.data}, nil
	} else {
		plain, err = s.doc.PlainBytes()
	}

	if errors.Is(err, document.ErrTie) {
		err = fmt.Errorf("%w: choose the one of the game under “Read as”", document.ErrTie)
	}
	if err != nil {
		return Download{}, err
	}

	data, err := savefile.Pack(plain, o)
	return Download{name, data}, err
}

// target returns the engine to save for.
func (s *Session) target(a SaveArgs) (engine, error) {
	s.viewed = view{} // saving needs the memory
	if s.damage != nil {
		return engine{}, fmt.Errorf("a damaged file can't be saved: %w", s.damage)
	}

	e, ok := engineByName(a.Engine)
	if !ok {
		return engine{}, fmt.Errorf("no engine is called %q", a.Engine)
	}

	return e, nil
}

// converts reports whether e differs from the engine of the file.
func (s *Session) converts(e engine) bool {
	return e.name() != engineOf(s.doc.Dialect(), s.doc.Precision()).name()
}

// converted converts all records for an engine.
func (s *Session) converted(e engine) ([]byte, Report, error) {
	r := Report{Notes: []string{}}

	c, err := codec.New(codec.Options{
		Dialect: e.dialect, Precision: e.precision, FullObjects: true,
		Limits: s.doc.Codec().Limits(),
	})

	if err != nil {
		return nil, r, err
	}

	var out strings.Builder
	encoder := c.NewEncoder(&out, s.doc.Framing)
	for i, v := range s.records() {
		v, err = c.Convert(v, func(n codec.Note) {
			r.Total++
			if len(r.Notes) < maxNotes {
				r.Notes = append(r.Notes, s.note(i, n))
			}
		})

		if err == nil {
			err = encoder.Encode(v)
		}

		if err != nil {
			return nil, r, fmt.Errorf("record %d: %w", i, err)
		}
	}

	switch r.Total {
	case 0:
		r.Message = fmt.Sprintf("%s has all of these values. Nothing is lost.", e.label())
	case 1:
		r.Message = fmt.Sprintf("One value changes for %s:", e.label())
	default:
		r.Message = fmt.Sprintf("%d values change for %s:", r.Total, e.label())
	}

	return []byte(out.String()), r, nil
}

// note returns the text of a note, with a path from the root of the file.
func (s *Session) note(record int, n codec.Note) string {
	if s.doc.Single() {
		return n.String()
	}
	n.Path = append(tree.Path{{Kind: variant.StepIndex, Index: record}}, n.Path...)
	return n.String()
}

// records returns the current records of the file.
func (s *Session) records() []variant.Variant {
	if a, ok := s.root().(variant.Array); ok && !s.doc.Single() {
		return a.Items
	}
	return []variant.Variant{s.root()}
}

// container returns the container to write for a dialect.
func (s *Session) container(a SaveArgs, d *variant.Dialect) (savefile.Options, error) {
	o := s.doc.SaveOptions()
	switch a.Container {
	case same:
		if o.Format.Encrypted() && (o.Format == savefile.Encrypted4) != d.EncryptedCFB {
			o.Format = encryptionOf(d)
			o.BigEndian = false
		}
		return o, nil

	case plain:
		return savefile.Options{Format: savefile.Plain}, nil
	case encrypted:
		o = savefile.Options{Format: encryptionOf(d)}
		return o, a.fill(&o)
	}

	for _, c := range compressions {
		if c.String() == a.Container {
			return savefile.Options{Format: savefile.Compressed, Compression: c,
				Compressors: s.read.Save.Compressors}, nil
		}
	}

	return o, fmt.Errorf("no container is called %q", a.Container)
}

// encryptionOf returns how the engines of a dialect encrypt files.
func encryptionOf(d *variant.Dialect) savefile.Format {
	if d.EncryptedCFB {
		return savefile.Encrypted4
	}
	return savefile.Encrypted3
}
