package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
)

// Opened describes a file. The page shows it above the tree.
type Opened struct {
	Name     string    `json:"name"`
	Locked   bool      `json:"locked"` // it needs a secret; all other fields are empty
	Size     int       `json:"size"`
	Kind     string    `json:"kind"` // save, config, json, text, resource or project
	Writable bool      `json:"writable"`
	Facts    []Fact    `json:"facts"`
	Packed   Choice    `json:"container"`
	Damage   *Message  `json:"damage"` // of a damaged file
	Warnings []Message `json:"warnings"`

	Edits     int  `json:"edits"`
	CanUndo   bool `json:"canUndo"`
	CanRedo   bool `json:"canRedo"`
	Total     int  `json:"total"`     // visible rows
	RootCount int  `json:"rootCount"` // parts of the root

	Reader  string   `json:"reader"` // one of Readers
	Readers []Choice `json:"readers"`
	Why     string   `json:"why"` // the reasons for Reader

	Engine     string   `json:"engine"`  // one of Engines
	Engines    []Choice `json:"engines"` // to save for
	Containers []Choice `json:"containers"`
}

// A Fact is a line of a list.
type Fact struct {
	Name string `json:"name"`
	Message
}

// A Choice is an option of a select element.
type Choice struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// opened describes the file.
func (f *file) opened() Opened {
	d := f.doc
	e := engineOf(d.Dialect(), d.Precision())

	o := Opened{
		Name: f.source.name, Size: len(f.source.data), Kind: cmp.Or(d.Kind, "save"),
		Writable: f.writable() == nil,
		Facts: []Fact{
			{"file", say("fact.file", Params{"bytes": len(f.source.data)})},
			{"container", say("fact.container", Params{"label": f.containerText()})},
		},
		Packed:   Choice{containerName(f.container), f.containerText()},
		Warnings: append([]Message{}, f.warnings...),
		Edits:    len(f.edits.done), CanUndo: len(f.edits.done) > 0,
		CanRedo: len(f.edits.undone) > 0, Total: f.tree.total(), RootCount: partsOf(f.value).n,
		Engine: e.name(), Engines: engineChoices(), Containers: containerChoices(f.container),
	}

	if f.damage != nil {
		o.Damage = note("damage", Params{"detail": f.damage.Error()})
	}

	o.Readers = f.readers()
	o.Reader = cmp.Or(f.source.engine, o.Readers[0].Name)

	if d.Kind != "" {
		o.Facts = append(o.Facts, Fact{"kind", say("fact.kind."+d.Kind, nil)})
		return o
	}

	o.Facts = append(o.Facts, Fact{"engine", say("fact.engine", Params{"label": e.label()})},
		Fact{"values", f.framingFact()})
	o.Why = d.Detections[0].Why

	if tie, ok := tieWarning(d.Ties()); ok && f.damage == nil {
		o.Warnings = append(o.Warnings, tie)
	}

	return o
}

// writable returns the error of a file that can't be changed.
func (f *file) writable() error {
	if f.damage != nil {
		return fault("readOnly", Params{"why": "damaged", "detail": f.damage.Error()})
	}
	if f.doc.Kind == "resource" {
		return fault("readOnly", Params{"why": "resource",
			"detail": "resources are shown and not written"})
	}
	return nil
}

// tieWarning returns a warning that several engines fit, if they number the types in different
// ways: one of them then reads wrong types.
func tieWarning(ties []codec.Detection) (Message, bool) {
	var names []string
	different := false

	for _, t := range ties {
		names = append(names, readerOf(t).Label)
		a, b := t.Dialect.Types, ties[0].Dialect.Types
		n := min(len(a), len(b))
		different = different || !slices.Equal(a[:n], b[:n])
	}

	return say("warn.tie", Params{"engines": strings.Join(names, "; ")}), different
}

// readers returns the ways to read the file: first the detected ones, then all other engines.
func (f *file) readers() (choices []Choice) {
	has := map[string]bool{}
	add := func(c Choice) {
		if !has[c.Name] {
			choices = append(choices, c)
		}
		has[c.Name] = true
	}

	for _, d := range f.doc.Detections {
		c := readerOf(d)
		if f.source.engine != "" && len(choices) == 0 {
			c.Name = f.source.engine
		}
		add(c)
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

// framingFact describes the framing with the number of records.
func (f *file) framingFact() Message {
	if f.doc.Framing == codec.FrameNone {
		return say("fact.bare", nil)
	}
	return say("fact.records", Params{"records": len(f.doc.Records),
		"framing": framingName(f.doc.Framing)})
}

// containerText returns the container and the layers in it.
func (f *file) containerText() string {
	text := containerText(f.container)
	for _, layer := range f.doc.Layers {
		text += fmt.Sprintf(", %s", layer)
	}
	return text
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
