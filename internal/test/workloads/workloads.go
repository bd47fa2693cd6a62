// Package workloads has the values that benchmarks use. Tests use them to count allocations, and
// internal/test/instructions uses them to count instructions.
package workloads

import (
	"fmt"

	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A Workload is a value with a name. Benchmarks and tests report their results with this name.
type Workload struct {
	Name  string
	Value variant.Variant
	New   func() any // returns a pointer into which the packet can be unmarshaled
}

// All returns the eleven workloads, from a single vector to packed arrays of about 1 MiB.
func All() []Workload { return append(Messages(), PackedArrays()...) }

// Messages returns the workloads that have no packed arrays.
func Messages() []Workload {
	return []Workload{
		{"vector3", Vector(1), newOf[math.Vector3]},
		{"entity", Entity(1), newOf[GoEntity]},
		{"scene100", Scene(100), newOf[[]GoEntity]},
		{"ints1000", Array(1000, Int), newOf[[]int]},
		{"vec3arr1000", Array(1000, func(i int) variant.Variant {
			return Vector(i)
		}), newOf[[]math.Vector3]},
		{"strings1000", Array(1000, func(i int) variant.Variant {
			return variant.String(Text(i))
		}), newOf[[]string]},
	}
}

// PackedArrays returns the workloads that are one packed array.
func PackedArrays() []Workload {
	return []Workload{
		{"pvec3_100k", Packed[packed.PackedVector3Array](100_000, Vector), newOf[[]math.Vector3]},
		{"pbyte_1M", Packed[packed.PackedByteArray](1<<20, func(i int) byte {
			return byte(i * 31)
		}), newOf[[]byte]},
		{"pint32_256k", Packed[packed.PackedInt32Array](256<<10, func(i int) int32 {
			return int32(i * 7919)
		}), newOf[[]int32]},
		{"pf64_128k", Packed[packed.PackedFloat64Array](128<<10, func(i int) float64 {
			return float64(i) / 7
		}), newOf[[]float64]},
		{"pstr_10k", Packed[packed.PackedStringArray](10_000, Text), newOf[[]string]},
	}
}

func newOf[T any]() any { return new(T) }

// Scene returns a level of n entities.
func Scene(n int) variant.Array {
	return Array(n, func(i int) variant.Variant { return Entity(i) })
}

// Entity returns a message of a game server about one character.
func Entity(i int) variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("id", variant.Int(100_000+i)),
		variant.KV("name", variant.String(fmt.Sprintf("Goblin %06d", i))),
		variant.KV("pos", Vector(i)),
		variant.KV("rot", math.Quaternion{X: 0.5, Y: -0.5, Z: 0.5, W: 0.5}),
		variant.KV("vel", Vector(i+1)),
		variant.KV("hp", variant.Int(1000+i)),
		variant.KV("speed", variant.Float(4.5)),
		variant.KV("alive", variant.Bool(i%2 == 0)),
		variant.KV("tags", variant.NewArray(variant.String("enemy"), variant.String("melee"))),
		variant.KV("color", math.Color{R: 1, G: 0.5, B: 0.25, A: 1}),
	)
}

// GoEntity is the struct for the messages of [Entity].
type GoEntity struct {
	ID    int             `godot:"id"`
	Name  string          `godot:"name"`
	Pos   math.Vector3    `godot:"pos"`
	Rot   math.Quaternion `godot:"rot"`
	Vel   math.Vector3    `godot:"vel"`
	HP    int             `godot:"hp"`
	Speed float64         `godot:"speed"`
	Alive bool            `godot:"alive"`
	Tags  []string        `godot:"tags,array"`
	Color math.Color      `godot:"color"`
}

// Int returns a different number of 4 bytes for each i. The number is at least 256, because Go
// stores smaller numbers in interfaces without an allocation.
func Int(i int) variant.Variant { return variant.Int(i*7919 + 256) }

// Vector returns a vector whose components are exact in single precision.
func Vector(i int) math.Vector3 {
	return math.Vector3{X: float64(i%4096) + 0.5, Y: float64(i%512) * -0.25, Z: float64(i % 777)}
}

// Text returns a different text of 16 bytes for each i.
func Text(i int) string { return fmt.Sprintf("string %09d", i) }

// Array returns an array of n items.
func Array(n int, item func(i int) variant.Variant) variant.Array {
	items := make([]variant.Variant, n)
	for i := range items {
		items[i] = item(i)
	}
	return variant.NewArray(items...)
}

// Packed returns a packed array of n elements.
func Packed[S ~[]E, E any](n int, element func(i int) E) S {
	s := make(S, n)
	for i := range s {
		s[i] = element(i)
	}
	return s
}
