// Package kinds reads and writes the files of Godot games that are not written by store_var: text
// of ConfigFile and project.godot, project.binary, JSON, and resources. Like a save, each file has
// a root value. So commands accept paths in all these files.
//
//	ConfigFile       a Dictionary of sections, each a Dictionary of keys
//	project.binary   the same; the setting application/config/name is application["config/name"]
//	JSON             the value; a number without a point and exponent is an int
//	resources        the result of resource.File.Value; resources are not written
//
// The package also has the layers that games and tools use around files: gzip, zlib, Zstandard and
// base64.
package kinds

import (
	"godotvariant/cmd/internal/document"
)

// All returns all kinds.
func All(s Settings) []document.Kind {
	return []document.Kind{project(), res(s), jsonKind(), config()}
}

// ByName returns the kind with this name. The kind accepts every file, whatever its first bytes
// are.
func ByName(name string, s Settings) (document.Kind, bool) {
	for _, k := range All(s) {
		if k.Name == name {
			k.Certain = true
			return k, true
		}
	}

	return document.Kind{}, false
}

// Names returns the names of all kinds.
func Names() (names []string) {
	for _, k := range All(Settings{}) {
		names = append(names, k.Name)
	}

	return names
}
