package configfile

import (
	"slices"
	"strconv"
	"strings"

	"godotvariant/codec/internal/parse"
	"godotvariant/codec/resource"
)

// These are the greatest number of findings in a list, and the greatest number of steps in a path.
const (
	maxFindings = 1000
	maxSteps    = 8
)

// Scan lists the objects that an engine makes, and the files that the engine loads, when it reads
// the text of f. The objects run their scripts. The list includes objects and files at any place,
// also in a value that a later value replaces. A text without findings has only data. A game that
// loads files from players should refuse every file with a finding, and every file that [Parse]
// refuses: an engine may still read such a file.
//
// The findings have the kinds resource.InlineObject and resource.InlineFile. Godot 3 and Godot 4
// find different sections in some texts. Scan reads such a text in both ways, and adds a
// resource.UnclearText if Scan cannot read it in one of the two ways. After 1000 findings, one
// resource.MoreFindings stands for all others.
//
// Scan reads the text that [File.String] returns, and not the text that Parse got. It does not list
// the objects of a value that was deleted or replaced by Set.
func (f *File) Scan() []resource.Finding {
	s := f.String()
	found := f.scanned(s, false)
	if !strings.Contains(s, `\]`) {
		return found
	}

	for _, finding := range f.scanned(s, true) {
		if !slices.Contains(found, finding) {
			found = append(found, finding)
		}
	}
	return found
}

// scanned returns the findings of a text as Godot 4 or Godot 3 reads it.
func (f *File) scanned(s string, godot3 bool) []resource.Finding {
	rules := *f.reading().rules
	rules.FullObjects = true
	rules.Strict = false
	rules.Finite = false
	rules.MaxSize = len(s)

	var list scan
	var alone File
	how := reading{rules: &rules, godot3: godot3, watch: list.made}
	if err := alone.parse(s, how); err != nil {
		list.add(resource.UnclearText, "$", "", err.Error())
	}

	return list.all()
}

// A scan collects findings.
type scan struct {
	found []resource.Finding
	more  int // number of findings that are not in the list
}

func (s *scan) add(kind resource.FindingKind, path, class, text string) {
	s.found = append(s.found, resource.Finding{Kind: kind, Path: path, Class: class, Text: text})
}

// all returns the list, with MoreFindings at its end if it is not complete.
func (s *scan) all() []resource.Finding {
	if s.more == 0 {
		return s.found
	}

	more := strconv.Itoa(s.more)
	return append(s.found, resource.Finding{Kind: resource.MoreFindings, Path: "$", Text: more})
}

// hasRoom reports whether the list has space for one more finding. If not, hasRoom counts the
// finding as missing.
func (s *scan) hasRoom() bool {
	if len(s.found) < maxFindings {
		return true
	}

	s.more++
	return false
}

// made adds an object that an engine makes, or a file that it loads, while it reads the value of a
// key.
func (s *scan) made(section, key string, m parse.Made) {
	if !s.hasRoom() {
		return
	}

	steps := append(pathOf(section, key), m.Steps...)
	cut := steps[:min(len(steps), maxSteps)]
	path := cut.Short()
	if len(cut) < len(steps) {
		path += "…"
	}

	if m.File != "" {
		s.add(resource.InlineFile, path, "Resource", m.File)
		return
	}
	s.add(resource.InlineObject, path, m.Class, m.Class)
}
