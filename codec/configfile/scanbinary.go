package configfile

import (
	"godotvariant/codec"
	"godotvariant/codec/internal/parse"
	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// ScanBinary lists the objects that an engine makes, and the scripts that it loads, when it reads a
// project.binary: each full object, the script of an object, and the scripts of typed containers.
// It also lists the objects and scripts of settings and values that are replaced by later ones. The
// File of DecodeProject does not have the replaced settings and values, so [File.Scan] can't find
// their objects. ScanBinary reads packets with the codec c, like DecodeProject, and always with the
// option FullObjects.
//
// The findings have the kinds resource.InlineObject and resource.InlineFile. After 1000 findings,
// one resource.MoreFindings stands for all others. The error is an [*variant.Error] if the data is
// damaged or is not a project.binary. Then the list has the findings before the damaged part.
func ScanBinary(data []byte, c *codec.Codec) ([]resource.Finding, error) {
	o := c.Options()
	o.FullObjects = true

	full, err := codec.New(o)
	if err != nil {
		return nil, err
	}

	r := binaryReader{data: data}
	var list scan
	var tokens codec.Scanner

	for e := range r.entries() {
		tokens.Reset(e.packet, full)
		if err := list.packet(e, &tokens); err != nil {
			return list.all(), e.fault(err)
		}
	}

	if r.err != nil {
		return list.all(), r.err
	}
	return list.all(), nil
}

// packet adds the objects and scripts that an engine makes or loads while it reads the packet of a
// setting.
func (s *scan) packet(in entry, tokens *codec.Scanner) error {
	for tokens.Next() {
		for _, m := range makes(tokens) {
			if s.hasRoom() {
				m.Steps = tokens.Path()
				s.made(in.section, in.key, m)
			}
		}
	}

	return tokens.Err()
}

// makes returns the object that an engine makes, or the scripts that it loads, when it reads a
// token.
func makes(tokens *codec.Scanner) (all []parse.Made) {
	if tokens.Kind() == codec.TokenValue && isScript(tokens) {
		return []parse.Made{{File: string(tokens.Text())}}
	}

	if tokens.Kind() == codec.TokenOpen && tokens.Type() == variant.TypeObject {
		return []parse.Made{{Class: string(tokens.Text())}}
	}

	keys, items := tokens.ElementTypes()
	for _, e := range []*variant.ElementType{keys, items} {
		if e != nil && e.Script != "" {
			all = append(all, parse.Made{File: e.Script})
		}
	}
	return all
}

// isScript reports whether a token is the property "script" of an object, written as a path.
// Engines since Godot 4.3 write a script in this way.
func isScript(tokens *codec.Scanner) bool {
	if tokens.Type() != variant.TypeString || len(tokens.Text()) == 0 {
		return false
	}

	step := tokens.Step()
	return step.Kind == variant.StepProperty && step.Name == "script"
}
