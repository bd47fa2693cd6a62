package probe

import (
	"strings"

	"godotvariant/codec"
	"godotvariant/variant"
)

// EngineName returns the name of a dialect as users write it, such as godot4.
func EngineName(d *variant.Dialect) string { return strings.ToLower(d.Name()) }

// EngineNames returns the names of all engines, beginning with the newest engine.
func EngineNames() (names []string) {
	for _, d := range codec.Dialects() {
		if !isPage(d) {
			names = append(names, EngineName(d))
		}
	}
	return names
}

// EngineByName returns the dialect of an engine, or nil. It does not return dialects of
// documentation pages.
func EngineByName(name string) *variant.Dialect {
	d := codec.DialectByName(name)
	if d == nil || isPage(d) {
		return nil
	}

	return d
}

// isPage reports whether the dialect follows a page of the documentation. No engine writes such a
// dialect.
func isPage(d *variant.Dialect) bool { return d.Spec().Document }
