package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/cmd/webpage/session/problem"
	"godotvariant/cmd/webpage/session/remark"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// Opened describes a file. The page shows it above the tree.
type Opened struct {
	Name     string            `json:"name"`
	Locked   bool              `json:"locked"` // needs a secret; only Locked and Name are set
	Size     int               `json:"size"`
	Kind     string            `json:"kind"` // save, config, json, text, resource or project
	Writable bool              `json:"writable"`
	Facts    []Fact            `json:"facts"`
	Packed   format.Choice     `json:"container"`
	Damage   *message.Message  `json:"damage"` // null if the file is not damaged
	Warnings []message.Message `json:"warnings"`

	Changes   int  `json:"changes"` // number of net changes
	CanUndo   bool `json:"canUndo"`
	CanRedo   bool `json:"canRedo"`
	Total     int  `json:"total"`     // number of visible rows
	RootCount int  `json:"rootCount"` // number of parts of the root

	Reader  string          `json:"reader"` // one of Readers
	Readers []format.Choice `json:"readers"`
	Why     *remark.Remark  `json:"why"` // why the file is read in this way

	Engine     string          `json:"engine"`  // one of Engines
	Engines    []format.Choice `json:"engines"` // engines to save for
	Containers []format.Choice `json:"containers"`
}

// A Fact is a line of the list of facts about the file.
type Fact struct {
	Name string `json:"name"`
	message.Message
}

// opened describes the file.
func (f *file) opened() Opened {
	d := f.doc
	e := format.EngineOf(d.Dialect(), d.Precision())

	o := Opened{
		Name: f.source.name, Size: len(f.source.data), Kind: cmp.Or(d.Kind, "save"),
		Writable: f.writable() == nil,
		Facts: []Fact{
			{"file", message.Say("fact.file", message.Params{"bytes": len(f.source.data)})},
			{"container", message.Say("fact.container",
				message.Params{"label": f.containerText()})},
		},
		Packed:   format.Choice{Name: format.ContainerName(f.container), Label: f.containerText()},
		Warnings: append([]message.Message{}, f.warnings...),
		Changes:  len(f.marks().List), CanUndo: len(f.edits.Done) > 0,
		CanRedo: len(f.edits.Undone) > 0, Total: f.tree.Total(), RootCount: values.Of(f.value).N,
		Engine: e.Name(), Engines: format.EngineChoices(),
		Containers: format.ContainerChoices(f.container),
	}

	if f.damage != nil {
		o.Damage = damage(f.damage)
	}

	o.Readers = f.readers()
	o.Reader = cmp.Or(f.source.engine, o.Readers[0].Name)

	if d.Kind != "" {
		o.Facts = append(o.Facts, Fact{"kind", message.Say("fact.kind."+d.Kind, nil)})
		return o
	}

	o.Facts = append(o.Facts,
		Fact{"engine", message.Say("fact.engine", message.Params{"label": e.Label()})},
		Fact{"values", f.framingFact()})
	why := remark.Detected(d.Detections[0], f.source.engine != "")
	o.Why = &why

	if tie, ok := tieWarning(d.Ties()); ok && f.damage == nil {
		o.Warnings = append(o.Warnings, tie)
	}

	return o
}

// damage returns a message which says that only a part of the file could be read.
func damage(err error) *message.Message {
	params := message.Params{"problem": problem.Of(err).Message(), "detail": err.Error()}
	if errors.Is(err, variant.ErrDepth) {
		return message.Note("deep", params)
	}
	return message.Note("damage", params)
}

// writable returns an error if the file can't be changed.
func (f *file) writable() error {
	if f.damage != nil {
		return &message.Fault{Code: "damagedReadOnly", Err: f.damage}
	}
	if f.doc.Kind == "resource" {
		return message.NewFault("readOnly", nil)
	}
	return nil
}

// tieWarning returns a warning that several engines fit the file. If all of these engines number
// the types in the same way, there is no warning, and the second result is false.
func tieWarning(ties []inspect.Detection) (message.Message, bool) {
	var names []string
	different := false

	for _, t := range ties {
		names = append(names, format.ReaderOf(t).Label)
		a, b := t.Dialect.Spec().Types, ties[0].Dialect.Spec().Types
		n := min(len(a), len(b))
		different = different || !slices.Equal(a[:n], b[:n])
	}

	return message.Say("warn.tie", message.Params{"engines": strings.Join(names, "; ")}), different
}

// readers returns the engines that the user can choose for reading the file. The detected engines
// come first.
func (f *file) readers() (choices []format.Choice) {
	has := map[string]bool{}
	add := func(c format.Choice) {
		if !has[c.Name] {
			choices = append(choices, c)
		}
		has[c.Name] = true
	}

	for _, d := range f.doc.Detections {
		c := format.ReaderOf(d)
		if f.source.engine != "" && len(choices) == 0 {
			c.Name = f.source.engine
		}
		add(c)
	}

	for _, c := range format.EngineChoices() {
		add(c)
	}

	return choices
}

// framingFact describes the framing with the number of records.
func (f *file) framingFact() message.Message {
	if f.doc.Framing == frame.None {
		return message.Say("fact.bare", nil)
	}
	return message.Say("fact.records", message.Params{"records": len(f.doc.Records),
		"framing": format.FramingName(f.doc.Framing)})
}

// containerText returns a text with the container and the layers inside the container.
func (f *file) containerText() string {
	text := format.ContainerText(f.container)
	for _, layer := range f.doc.Layers {
		text += fmt.Sprintf(", %s", layer)
	}
	return text
}
