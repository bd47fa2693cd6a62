package codec

import (
	"maps"
	"slices"
	"strings"

	"godotvariant/variant"
)

// The dialects of this package, as [Godot4], are variables, so that they can be compared
// and listed. But nothing reads what they point to: codecs are made from copies that were
// taken before any other code could run. A program that changes a field of Godot4 changes
// no codec. For a dialect of your own, copy one of these or write a literal.

// A knownDialect is a dialect of this package.
type knownDialect struct {
	name *variant.Dialect // what its variable points to, which programs may change
	own  *variant.Dialect // the copy that is used instead
	page bool             // a published page, and no engine
}

var dialects = func() (all []knownDialect) {
	for _, d := range []*variant.Dialect{
		Godot4, Godot43, Godot40, Godot3, Godot30,
		Pandemonium5, Pandemonium38, Pandemonium35,
	} {
		all = append(all, knownDialect{name: d, own: cloned(d)})
	}
	for _, d := range []*variant.Dialect{DocsGodot32, DocsGodot3, DocsGodot4, DocsPandemonium} {
		all = append(all, knownDialect{name: d, own: cloned(d), page: true})
	}
	return all
}()

// ownDialect returns the unchanged dialect for one of this package, Godot4 for nil, and any
// other dialect itself.
func ownDialect(d *variant.Dialect) *variant.Dialect {
	if d == nil {
		return dialects[0].own
	}
	for _, known := range dialects {
		if known.name == d {
			return known.own
		}
	}
	return d
}

// cloned returns a copy that shares no memory with d.
func cloned(d *variant.Dialect) *variant.Dialect {
	c := *d
	c.Types, c.Fallback, c.Classes = slices.Clone(d.Types), maps.Clone(d.Fallback), maps.Clone(d.Classes)
	c.ForeignText = slices.Clone(d.ForeignText)
	return &c
}

// Dialects returns all dialects of this package: the engines, newest first, then the
// pages. They are the variables themselves, so Dialects()[0] == Godot4.
func Dialects() []*variant.Dialect {
	all := make([]*variant.Dialect, len(dialects))
	for i, d := range dialects {
		all[i] = d.name
	}
	return all
}

// DialectByName returns the dialect with this name, in upper or lower case, or nil if there
// is none. DialectByName("godot3") == Godot3.
func DialectByName(name string) *variant.Dialect {
	for _, d := range dialects {
		if strings.EqualFold(d.own.Name, name) {
			return d.name
		}
	}
	return nil
}

// textNames writes a StringName as a String, in dialects that have no StringName.
var textNames = map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}
