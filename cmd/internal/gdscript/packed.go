package gdscript

import (
	"strings"
)

// vectorSizes has the number of components of each type that can be an item of a packed array.
var vectorSizes = map[string]int{
	"Vector2": 2, "Vector2i": 2, "Vector3": 3, "Vector3i": 3, "Vector4": 4, "Vector4i": 4,
	"Color": 4,
}

// isPacked reports whether a name is the name of a packed array. In Godot 3 these names begin with
// Pool.
func isPacked(name string) bool {
	packed := strings.HasPrefix(name, "Packed") || strings.HasPrefix(name, "Pool")
	return packed && strings.HasSuffix(name, "Array")
}

// itemOf returns the name of the type of the items in a packed array, if they are vectors or
// colors. It returns "" if they are numbers or text.
func itemOf(packed string) string {
	name := strings.TrimSuffix(packed, "Array")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "Packed"), "Pool")

	if vectorSizes[name] == 0 {
		return ""
	}

	return name
}

// isItem reports whether the vector or color type with the given name is the type of the items of a
// packed array. It also accepts the vector of ints in place of the vector of floats, such as a
// Vector2i in a PackedVector2Array.
func isItem(name, packed string) bool {
	item := itemOf(packed)
	return name == item || name == item+"i"
}
