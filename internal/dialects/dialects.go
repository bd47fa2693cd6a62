// Package dialects finds the dialects of the engines and of the published pages.
package dialects

import (
	"iter"
	"slices"
	"strings"

	"godotvariant/internal"
	"godotvariant/variant/dialect"
)

// A Known is one of the dialects that package dialect defines.
type Known struct {
	Name *dialect.Dialect // the dialect of the exported variable, which programs may change
	Own  *dialect.Dialect // an unchanged copy, which this module uses
	Page bool             // defined by a published page, not by an engine
}

var known = func() (all []Known) {
	for _, d := range internal.Dialects {
		all = append(all, Known{Name: d.Name.(*dialect.Dialect), Own: d.Own.(*dialect.Dialect),
			Page: d.Page})
	}
	return all
}()

// All yields the dialects of the engines, newest first, then the dialects of the pages.
func All() iter.Seq[Known] { return slices.Values(known) }

// Own returns the unchanged copy of a known dialect, that of Godot4 for nil, and d itself for any
// other dialect.
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

// ByName returns the dialect with this name, or nil if there is none. Upper and lower case are
// equal.
func ByName(name string) *dialect.Dialect {
	for _, k := range known {
		if strings.EqualFold(k.Own.Name, name) {
			return k.Name
		}
	}
	return nil
}
