package main

import (
	"fmt"
	"io"
	"strings"

	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// printTree prints a value line by line, with what a game would want to know of
// each type: this is what switching on decoded data looks like.
func printTree(w io.Writer, label string, v variant.Variant, depth int) {
	line := func(format string, args ...any) {
		fmt.Fprintf(w, "%s%s: %s\n", strings.Repeat("  ", depth), label, fmt.Sprintf(format, args...))
	}
	switch v := v.(type) {
	case variant.Dictionary:
		line("%d entries", v.Len())
		for key, value := range v.All() {
			printTree(w, variant.Text(key), value, depth+1)
		}
	case variant.Array:
		line("%d items", v.Len())
		for i, item := range v.All() {
			printTree(w, fmt.Sprintf("[%d]", i), item, depth+1)
		}
	case objects.Object:
		line("a %s", v.Class)
		for _, p := range v.Properties {
			printTree(w, "."+p.Name, p.Value, depth+1)
		}
	case variant.String:
		line("%q", string(v))
	case variant.Int:
		line("%d", v)
	case variant.Float:
		line("%g", v)
	case gm.Transform3D:
		euler := v.Basis.Euler(gm.EulerOrderYXZ)
		line("at %v, turned by %.0f°", v.Origin, gm.RadToDeg(euler.Y))
	case gm.AABB:
		line("from %v to %v, volume %g", v.Position, v.End(), v.Volume())
	case gm.Color:
		line("#%s", v.HTML(true))
	case gm.Vector3:
		line("%v, %.2f from the origin", v, v.Length())
	case objects.NodePath:
		line("node %s, property %s", strings.Join(v.Names, " / "), strings.Join(v.SubNames, "."))
	case packed.PackedByteArray:
		line("%d bytes", len(v))
	case packed.PackedVector3Array:
		line("%d points, the last %v", len(v), v[len(v)-1])
	default: // the rest print as Godot 4 writes them
		line("%v", v)
	}
}
