package probe

import (
	"path"
	"slices"
	"strings"
)

// endings has the endings of the file names of each kind. Engines read files with these endings as
// files of this kind.
var endings = map[string][]string{
	"resource": {".tres", ".tscn", ".res", ".scn"},
	"config":   {".cfg", ".godot", ".import", ".remap"},
	"json":     {".json"},
}

// Contradicts reports whether the ending of a file's name belongs to another kind than the file's
// bytes. The argument kind is the kind that the bytes have, or "" for a save.
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
