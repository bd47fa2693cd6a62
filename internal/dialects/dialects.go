// Package dialects finds the dialects of the engines and of the published pages.
package dialects

import (
	"iter"
	"slices"
	"strings"

	"godotvariant/internal"
	"godotvariant/variant/dialect"
)

// A Known is a dialect of this package.
type Known struct {
	Name *dialect.Dialect // what its variable points to, which programs may change
	Own  *dialect.Dialect // the copy that is used instead
	Page bool             // a published page, and no engine
}

var known = func() (all []Known) {
	for _, d := range internal.Dialects {
		all = append(all, Known{Name: d.Name.(*dialect.Dialect), Own: d.Own.(*dialect.Dialect),
			Page: d.Page})
	}
	return all
}()

// All yields the engines, newest first, then the pages.
func All() iter.Seq[Known] { return slices.Values(known) }

// Own returns the unchanged dialect for one of this package, Godot4 for nil, and any other dialect
// itself.
func Own(d *dialect.Dialect) *dialect.Dialect {
	if d == nil {
		return known[0].Own
	}

	for _, k := range known {
		if k.Name == d {
			return k.Own
		}
	}

	return d
}

// ByName returns the dialect with this name, in upper or lower case, or nil if there is none.
func ByName(name string) *dialect.Dialect {
	for _, k := range known {
		if strings.EqualFold(k.Own.Name, name) {
			return k.Name
		}
	}
	return nil
}
