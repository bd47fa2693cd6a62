package probe

import (
	"path"
	"slices"
	"strings"
)

// endings lists for each kind the endings of the names of its files, as engines read them.
var endings = map[string][]string{
	"resource": {".tres", ".tscn", ".res", ".scn"},
	"config":   {".cfg", ".godot", ".import", ".remap"},
	"json":     {".json"},
}

// Contradicts reports whether the ending of a file's name belongs to one kind, and the file's bytes
// to another. The argument kind is the kind of the bytes, or "" for a save.
func Contradicts(name, kind string) bool {
	said := OfName(name)
	return said != "" && said != kind
}

// OfName returns the name of the kind for the ending of a file's name, or "".
func OfName(name string) string {
	name = strings.ToLower(path.Base(name))
	if name == "project.binary" {
		return name
	}

	for kind, all := range endings {
		if slices.Contains(all, path.Ext(name)) {
			return kind
		}
	}

	return ""
}
