package dialect

import (
	"maps"
	"slices"

	"godotvariant/internal"
)

// The dialects of this package, such as [Godot4], are variables, so that programs can compare and
// list them. Codecs do not read them: they use copies that are made here, before any other code can
// run. So a program that changes a field of Godot4 does not change a codec.
func init() {
	for _, d := range []*Dialect{
		Godot4, Godot43, Godot40, Godot3, Godot30,
		Pandemonium5, Pandemonium38, Pandemonium35,
	} {
		internal.Dialects = append(internal.Dialects, internal.Dialect{Name: d, Own: d.Clone()})
	}

	for _, d := range []*Dialect{DocsGodot32, DocsGodot3, DocsGodot4, DocsPandemonium} {
		internal.Dialects = append(internal.Dialects, internal.Dialect{Name: d, Own: d.Clone(),
			Page: true})
	}
}

// Clone returns a copy that shares no memory with d. Change the copy to make a dialect of your own.
func (d *Dialect) Clone() *Dialect {
	c := *d
	c.Types = slices.Clone(d.Types)
	c.Fallback = maps.Clone(d.Fallback)
	c.Classes = maps.Clone(d.Classes)
	c.ForeignText = slices.Clone(d.ForeignText)
	return &c
}
