// Package kinds reads and writes the files of Godot games that are not saves of store_var: text of
// ConfigFile and project.godot, project.binary, JSON, and resources. Their values have a root, as
// those of a save have, so the commands take paths into all of them.
//
//	ConfigFile       a Dictionary of sections, each a Dictionary of keys
//	project.binary   the same; the setting application/config/name is application["config/name"]
//	JSON             the value; a number without point and exponent is an int
//	resources        what resource.File.Value returns; they are not written
//
// It also has the layers that games and tools put around files: gzip, zlib, Zstandard and base64.
package kinds

import "godotvariant/cmd/gdvar/document"

// All returns all kinds, in the order in which they are tried.
func All(s Settings) []document.Kind {
	return []document.Kind{project(), res(s), jsonKind(), config()}
}

// ByName returns the kind of this name, for every file.
func ByName(name string, s Settings) (document.Kind, bool) {
	for _, k := range All(s) {
		if k.Name == name {
			k.Is = nil
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
