package session

import (
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/program"
)

// CodeArgs select a program text.
type CodeArgs struct {
	Kind string `json:"kind"` // gdscript, go or schema
	Path string `json:"path"` // path of a value; empty for the root
}

// CodeAnswer is a program text.
type CodeAnswer struct {
	Text string `json:"text"`
	Name string `json:"name"` // name of a file
}

// Code returns text to copy: GDScript that reads this file, the type of a value in Go, or its JSON
// Schema.
func (f *file) Code(a CodeArgs) (CodeAnswer, error) {
	v := f.value
	if a.Path != "" {
		var err error
		_, _, v, err = f.parsePath(a.Path)
		if err != nil {
			return CodeAnswer{}, err
		}
	}

	switch a.Kind {
	case "gdscript":
		script := program.Script{Name: f.source.name, Doc: f.doc, Container: f.container,
			Keyed: f.source.save.Key != nil, Value: f.value}
		return CodeAnswer{script.Text(), "load_save.gd"}, nil
	case "go":
		return CodeAnswer{program.GoTypes(v), "save.go"}, nil
	case "schema":
		text, err := program.Schema(v)
		return CodeAnswer{text, "save.schema.json"}, err
	}

	return CodeAnswer{}, message.NewFault("noSuch", message.Params{"name": a.Kind})
}
