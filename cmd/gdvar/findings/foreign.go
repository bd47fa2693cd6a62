package findings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Foreigner looks for full objects in a save that is converted to another major version of Godot.
// The properties of these objects keep their names, and the new engine ignores names that it does
// not have.
type Foreigner struct {
	renamed map[string]string // new names of properties, by their old names
	objects int
	found   map[string]bool // the old names that were found
}

// Properties of common nodes whose names differ between Godot 3 and Godot 4.
var (
	renamedIn4 = map[string]string{
		"pause_mode": "process_mode", "translation": "position", "rect_position": "position",
		"rect_size": "size", "rect_min_size": "custom_minimum_size", "rect_rotation": "rotation",
		"rect_scale": "scale", "rect_pivot_offset": "pivot_offset",
		"hint_tooltip": "tooltip_text", "margin_left": "offset_left", "margin_top": "offset_top",
		"margin_right": "offset_right", "margin_bottom": "offset_bottom", "_import_path": "",
	}
	renamedIn3 = map[string]string{
		"process_mode": "pause_mode", "custom_minimum_size": "rect_min_size",
		"pivot_offset": "rect_pivot_offset", "tooltip_text": "hint_tooltip",
		"offset_left": "margin_left", "offset_top": "margin_top",
		"offset_right": "margin_right", "offset_bottom": "margin_bottom",
	}
)

// NewForeigner returns the Foreigner for a conversion. If both engines have the same major version,
// it finds nothing.
func NewForeigner(from, to *variant.Dialect) *Foreigner {
	f := &Foreigner{found: map[string]bool{}}

	four := to.Family() == dialect.FamilyGodot4

	switch {
	case four == (from.Family() == dialect.FamilyGodot4):
	case four:
		f.renamed = renamedIn4
	default:
		f.renamed = renamedIn3
	}

	return f
}

// Look examines the packet of a record before the record is converted. It is used as
// convert.Options.Inspect.
func (f *Foreigner) Look(_ int, s *codec.Scanner) {
	if f.renamed == nil {
		return
	}

	for s.Next() {
		switch {
		case s.Kind() == codec.TokenOpen && s.Type() == variant.TypeObject && s.Len() > 0:
			f.objects++

		case s.Kind() == codec.TokenName:
			name := string(s.Text())
			if _, ok := f.renamed[name]; ok {
				f.found[name] = true
			}
		}
	}
}

// Note returns a line about the properties that the new engine ignores. It returns "" if there are
// no objects.
func (f *Foreigner) Note() string {
	if f.objects == 0 {
		return ""
	}

	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(f.found)) {
		if now := f.renamed[name]; now != "" {
			name += " (there " + now + ")"
		}
		names = append(names, name)
	}

	such := ""
	if len(names) > 0 {
		such = ": " + strings.Join(names, ", ")
	}

	return fmt.Sprintf("objects: %d; their properties keep their names, and the engine ignores "+
		"those that it does not have%s", f.objects, such)
}
