// Package dialects has the dialects of the engines and of the published pages. These pages document
// Godot's binary format. Package codec makes the dialects public, and documents them.
package dialects

import (
	"strings"

	"godotvariant/variant/dialect"
)

// All returns all dialects: first the dialects of the engines, newest first, then the dialects of
// the documentation pages.
func All() []*dialect.Dialect {
	return []*dialect.Dialect{
		Godot4, Godot43, Godot40, Godot3, Godot30,
		Pandemonium5, Pandemonium38, Pandemonium35,
		DocsGodot32, DocsGodot3, DocsGodot4, DocsPandemonium,
	}
}

// ByName returns the dialect with this name, or nil. It ignores whether letters are upper or lower
// case.
func ByName(name string) *dialect.Dialect {
	for _, d := range All() {
		if strings.EqualFold(d.Name(), name) {
			return d
		}
	}
	return nil
}
