package docs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/generated"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

// namesOfGodot3 has the types whose name in Godot 3 differs from the name in Godot 4.
var namesOfGodot3 = map[variant.Type]string{
	variant.TypeFloat:              "real",
	variant.TypeQuaternion:         "Quat",
	variant.TypeTransform3D:        "Transform",
	variant.TypePackedByteArray:    "PoolByteArray",
	variant.TypePackedInt32Array:   "PoolIntArray",
	variant.TypePackedFloat32Array: "PoolRealArray",
	variant.TypePackedStringArray:  "PoolStringArray",
	variant.TypePackedVector2Array: "PoolVector2Array",
	variant.TypePackedVector3Array: "PoolVector3Array",
	variant.TypePackedColorArray:   "PoolColorArray",
}

// TestTypesTable: the table of types in codec/doc.go has each type with its names and its IDs in
// the dialects.
func TestTypesTable(t *testing.T) {
	columns := [][]string{{"Go"}, {"Godot 4"}, {"Godot 3"}, {"Pandemonium"}, {"page"}}
	for _, typ := range typesByID() {
		pandemonium := fmt.Sprintf("%s / %s / %s", idIn(codec.Pandemonium35, typ),
			idIn(codec.Pandemonium38, typ), idIn(codec.Pandemonium5, typ))

		for i, cell := range []string{
			fmt.Sprintf("%T", vectors.Zero(typ)),
			nameIn(codec.Godot4, typ, typ.String()),
			nameIn(codec.Godot3, typ, nameInGodot3(typ)),
			pandemonium,
			idIn(codec.DocsGodot4, typ),
		} {
			columns[i] = append(columns[i], cell)
		}
	}

	lines := aligned(columns)
	require.Len(t, lines, 45, "a head, and a row for each type")
	generated.Part(t, "codec/doc.go", lines[0]+"\n", "\n//\n", lines[1:]...)
}

// typesByID returns all types: first the types of Godot 4 in the order of their IDs, then the
// others.
func typesByID() []variant.Type {
	all := codec.Godot4.Spec().Types
	for typ := variant.TypeNil; typ.String() != "unsupported type"; typ++ {
		if !slices.Contains(all, typ) {
			all = append(all, typ)
		}
	}
	return all
}

func nameInGodot3(typ variant.Type) string {
	if name, ok := namesOfGodot3[typ]; ok {
		return name
	}
	return typ.String()
}

// nameIn returns the name of a type in a dialect, followed by the ID of the type. It returns – if
// the dialect has no ID for the type.
func nameIn(d *variant.Dialect, typ variant.Type, name string) string {
	id := idIn(d, typ)
	if id == "–" {
		return id
	}
	return name + " " + id
}

// idIn returns the ID of a type in a dialect, or – if the dialect has no ID for the type.
func idIn(d *variant.Dialect, typ variant.Type) string {
	id := slices.Index(d.Spec().Types, typ)
	if id < 0 {
		return "–"
	}
	return fmt.Sprint(id)
}

// aligned returns a table with these columns, as the lines of a Go comment.
func aligned(columns [][]string) []string {
	lines := slices.Repeat([]string{"//\t"}, len(columns[0]))
	for i, column := range columns {
		width := 0
		for _, cell := range column {
			width = max(width, utf8.RuneCountInString(cell)+2)
		}

		for row, cell := range column {
			space := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if i == len(columns)-1 {
				space = ""
			}
			lines[row] += cell + space
		}
	}
	return lines
}
