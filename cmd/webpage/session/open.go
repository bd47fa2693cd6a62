package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
)

// Opened describes a file. The page shows it above the tree.
type Opened struct {
	Name   string `json:"name"`
	Locked bool   `json:"locked"` // it needs a password or key; all other fields are empty
	Facts  []Fact `json:"facts"`
	Damage string `json:"damage"` // the fault of a damaged file, or empty
	Tie    string `json:"tie"`    // a warning if several engines fit, or empty
	Edits  int    `json:"edits"`

	Reader  string   `json:"reader"` // one of Readers
	Readers []Choice `json:"readers"`
	Why     string   `json:"why"` // the reasons for Reader

	Engine     string   `json:"engine"`  // one of Engines
	Engines    []Choice `json:"engines"` // to save for
	Containers []Choice `json:"containers"`
}

// A Fact is a line of a list.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Choice is an option of a select element.
type Choice struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Open opens a file. If the file is encrypted, the result is Locked and [Session.Unlock] opens it.
// After an error the session still has the file before.
func (s *Session) Open(f File) (Opened, error) {
	next := Session{name: f.Name, data: f.Data}
	next.read.Save.Compressors = s.read.Save.Compressors

	answer, err := next.load(next.read)
	if err != nil {
		return Opened{}, fmt.Errorf("%s can't be opened: %w", f.Name, err)
	}

	*s = next
	return answer, nil
}

// Secret is the input of a password or a key.
type Secret struct {
	Kind   string `json:"kind"` // "password" or "key"
	Secret string `json:"secret"`
}

// Unlock opens the file again with a password or a key.
func (s *Session) Unlock(a Secret) (Opened, error) {
	o := s.read
	if err := a.fill(&o.Save); err != nil {
		return Opened{}, err
	}

	answer, err := s.load(o)
	if errors.Is(err, savefile.ErrChecksum) {
		err = &FieldError{"secret",
			fmt.Errorf("this %s does not open the file, or the file is damaged: %w", a.Kind, err)}
	}

	return answer, err
}

// fill puts the secret into options.
func (a Secret) fill(o *savefile.Options) (err error) {
	o.Password = ""
	o.Key = nil
	switch {
	case a.Secret == "":
		err = fmt.Errorf("enter the %s", cmp.Or(a.Kind, "password"))
	case a.Kind == "key":
		o.Key, err = parseKey(a.Secret)
	default:
		o.Password = a.Secret
	}

	if err != nil {
		return &FieldError{"secret", err}
	}

	return nil
}

// ReadAs opens the file again for another engine. It discards the edits.
func (s *Session) ReadAs(a struct{ Engine string }) (Opened, error) {
	o := s.read
	name, frame, framed := strings.Cut(a.Engine, " ")

	e, ok := engineByName(name)
	if !ok {
		return Opened{}, fmt.Errorf("no engine is called %q", name)
	}

	o.Dialect = e.dialect
	o.Precision = &e.precision
	o.Framing = nil

	if framed {
		f, ok := document.FrameByName(frame)
		if !ok {
			return Opened{}, fmt.Errorf("no framing is called %q", frame)
		}
		o.Framing = &f
	}

	before := s.reader
	s.reader = a.Engine

	answer, err := s.load(o)
	if err != nil {
		s.reader = before
	}

	return answer, err
}

// load reads the file. An error leaves the session as it was. A damaged file is not an error.
func (s *Session) load(o document.Options) (Opened, error) {
	doc, err := document.Read(s.data, o)
	if errors.Is(err, savefile.ErrKey) && o.Save.Key == nil && o.Save.Password == "" {
		return Opened{Name: s.name, Locked: true}, nil
	}

	if doc == nil {
		return Opened{}, err
	}

	s.read = o
	s.doc = doc
	s.damage = err
	s.states = []state{{root: doc.Root()}}
	s.tree = outline{}
	s.tree.open("$")
	s.forget()

	return s.opened(), nil
}

// forget drops the results that depend on the value.
func (s *Session) forget() {
	s.viewed = view{}
	s.patch = nil
}

// opened describes the file.
func (s *Session) opened() Opened {
	d := s.doc
	e := engineOf(d.Dialect(), d.Precision())
	o := Opened{
		Name: s.name,
		Facts: []Fact{
			{"File", count(len(s.data), "byte", "bytes")},
			{"Container", containerText(d.Container)},
			{"Engine", e.label()},
			{"Values", framingText(d.Framing, len(d.Records))},
		},
		Reader: s.reader, Engine: e.name(), Engines: engineChoices(),
		Containers: containerChoices(d.Container),
	}

	if s.damage != nil {
		o.Damage = fmt.Sprintf("The file is damaged: %v.\n"+
			"What can be read is shown. It can't be saved.", s.damage)
	}

	o.Readers = s.readers()
	o.Reader = cmp.Or(s.reader, o.Readers[0].Name)
	o.Why = d.Detections[0].Why

	if s.damage == nil {
		o.Tie = tieText(d.Ties())
	}

	return o
}

// tieText returns a warning that several engines fit, or "" if they number the types in the same
// way, as the versions of Godot 4 do. Different numbers mean that one of them reads wrong types.
func tieText(ties []codec.Detection) string {
	var names []string
	different := false
	for _, t := range ties {
		names = append(names, readerOf(t).Label)
		a, b := t.Dialect.Types, ties[0].Dialect.Types
		n := min(len(a), len(b))
		different = different || !slices.Equal(a[:n], b[:n])
	}

	if !different {
		return ""
	}

	return "The bytes do not tell which engine wrote them. These fit: " +
		strings.Join(names, "; ") +
		". Choose the one of the game under “Read as” before you change something."
}

// readers returns the ways to read the file: first the detected ones, then all other engines.
func (s *Session) readers() (choices []Choice) {
	has := map[string]bool{}
	add := func(c Choice) {
		if !has[c.Name] {
			choices = append(choices, c)
		}
		has[c.Name] = true
	}

	if s.reader != "" {
		add(readerOf(s.doc.Detections[0]))
		choices[0].Name = s.reader
		has[s.reader] = true
	} else {
		for _, d := range s.doc.Detections {
			add(readerOf(d))
		}
	}

	for _, e := range engines {
		add(Choice{e.name(), e.label()})
	}

	return choices
}

// readerOf returns the choice for a detection.
func readerOf(d codec.Detection) Choice {
	e := engineOf(d.Dialect, d.Precision)
	return Choice{e.name() + " " + document.FrameName(d.Framing),
		e.label() + ", " + framingName(d.Framing)}
}

// framingText describes a framing with its number of records.
func framingText(f codec.Framing, records int) string {
	if f == codec.FrameNone {
		return framingName(f)
	}
	return count(records, "record", "records") + " of " + framingName(f)
}

// framingName returns the function of GDScript that writes a framing.
func framingName(f codec.Framing) string {
	switch f {
	case codec.FrameNone:
		return "var_to_bytes"
	case codec.FrameU32BE:
		return "store_var, big-endian"
	default:
		return "store_var"
	}
}
