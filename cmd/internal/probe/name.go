package probe

import (
	"path"
	"slices"
	"strings"
)

// endings are the kinds that engines read a file as by the ending of its name.
var endings = map[string][]string{
	"resource": {".tres", ".tscn", ".res", ".scn"},
	"config":   {".cfg", ".godot", ".import", ".remap"},
	"json":     {".json"},
}

// Contradicts reports whether the name of a file says another kind than that of its bytes. The kind
// "" is a save.
func Contradicts(name, kind string) bool {
	said := OfName(name)
	return said != "" && said != kind
}

// OfName returns the name of the kind that the name of a file says, or "".
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
