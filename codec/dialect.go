package codec

import (
	"strings"

	"godotvariant/variant"
)

// Dialects returns all dialects of this package: the engines, newest first, then the
// pages.
func Dialects() []*variant.Dialect {
	return []*variant.Dialect{
		Godot4, Godot43, Godot40, Godot3, Godot30,
		Pandemonium5, Pandemonium38, Pandemonium35,
		DocsGodot32, DocsGodot3, DocsGodot4, DocsPandemonium,
	}
}

// DialectByName returns the dialect with this name, in upper or lower case, for example
// "godot3", or nil if there is none.
func DialectByName(name string) *variant.Dialect {
	for _, d := range Dialects() {
		if strings.EqualFold(d.Name, name) {
			return d
		}
	}
	return nil
}

// textNames writes a StringName as a String, in dialects that have no StringName.
var textNames = map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}
