package main

import (
	"fmt"
	"strconv"

	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A workload is one value, in each form that a candidate needs.
type workload struct {
	name  string
	value variant.Variant
	typed any        // pointer to the value as structs and slices
	fresh func() any // returns a pointer to an empty value of typed's type
	godot func() any // returns a pointer to an empty value for codec.Unmarshal
	loose any        // the value as maps and slices of any; nil for packed arrays
}

// workloadOf returns a workload from a Variant and the same value as Go structs and slices.
func workloadOf[Godot, T any](name string, value variant.Variant, typed T) workload {
	return workload{
		name: name, value: value, loose: loose(value),
		typed: &typed, fresh: func() any { return new(T) }, godot: func() any { return new(Godot) },
	}
}

// workloads returns the same values as the benchmarks of package codec.
func workloads() []workload {
	ints := list(1000, func(i int) int64 { return int64(i*7919 + 256) })
	vectors := list(1000, newVec3)
	texts := list(1000, newText)
	points := list(100_000, newVec3)
	bytes := list(1<<20, func(i int) byte { return byte(i * 31) })
	numbers := list(256<<10, func(i int) int32 { return int32(i * 7919) })
	doubles := list(128<<10, func(i int) float64 { return float64(i) / 7 })

	names := list(10_000, newText)
	return []workload{
		workloadOf[math.Vector3]("vector3", newVec3(1).variant(), newVec3(1)),
		workloadOf[godotEntity]("entity", newEntity(1).variant(), newEntity(1)),
		sceneOf(100),
		workloadOf[[]int]("ints1000", array(ints, func(i int64) variant.Variant {
			return variant.Int(i)
		}), ints),
		workloadOf[[]math.Vector3]("vec3arr1000", array(vectors, vec3.variant), vectors),
		workloadOf[[]string]("strings1000", array(texts, newString), texts),
		workloadOf[[]math.Vector3]("pvec3_100k",
			packed.PackedVector3Array(convert(points, vec3.vector)), points),
		workloadOf[[]byte]("pbyte_1M", packed.PackedByteArray(bytes), bytes),
		workloadOf[[]int32]("pint32_256k", packed.PackedInt32Array(numbers), numbers),
		workloadOf[[]float64]("pf64_128k", packed.PackedFloat64Array(doubles), doubles),
		workloadOf[[]string]("pstr_10k", packed.PackedStringArray(names), names),
	}
}

// sceneOf returns a scene of n entities.
func sceneOf(n int) workload {
	entities := list(n, newEntity)
	return workloadOf[[]godotEntity]("scene"+strconv.Itoa(n), array(entities, entity.variant),
		entities)
}

// godotEntity is an entity with Godot's own types.
type godotEntity struct {
	ID    int64           `godot:"id"`
	Name  string          `godot:"name"`
	Pos   math.Vector3    `godot:"pos"`
	Rot   math.Quaternion `godot:"rot"`
	Vel   math.Vector3    `godot:"vel"`
	HP    int64           `godot:"hp"`
	Speed float64         `godot:"speed"`
	Alive bool            `godot:"alive"`
	Tags  []string        `godot:"tags,array"`
	Color math.Color      `godot:"color"`
}

func newEntity(i int) entity {
	return entity{
		ID: int64(100_000 + i), Name: fmt.Sprintf("Goblin %06d", i),
		Pos: newVec3(i), Rot: vec4{0.5, -0.5, 0.5, 0.5}, Vel: newVec3(i + 1),
		HP: int64(1000 + i), Speed: 4.5, Alive: i%2 == 0,
		Tags: []string{"enemy", "melee"}, Color: color{1, 0.5, 0.25, 1},
	}
}

func (e entity) variant() variant.Variant {
	return variant.NewDictionary(
		variant.KV("id", variant.Int(e.ID)),
		variant.KV("name", variant.String(e.Name)),
		variant.KV("pos", e.Pos.vector()),
		variant.KV("rot", e.Rot.quaternion()),
		variant.KV("vel", e.Vel.vector()),
		variant.KV("hp", variant.Int(e.HP)),
		variant.KV("speed", variant.Float(e.Speed)),
		variant.KV("alive", variant.Bool(e.Alive)),
		variant.KV("tags", array(e.Tags, newString)),
		variant.KV("color", e.Color.color()),
	)
}

// newVec3 returns a vector that single precision holds exactly.
func newVec3(i int) vec3 {
	return vec3{float32(i%4096) + 0.5, float32(i%512) * -0.25, float32(i % 777)}
}

func (v vec3) vector() math.Vector3 {
	return math.Vector3{X: float64(v.X), Y: float64(v.Y), Z: float64(v.Z)}
}

func (v vec3) variant() variant.Variant { return v.vector() }

func (v vec4) quaternion() math.Quaternion {
	return math.Quaternion{X: float64(v.X), Y: float64(v.Y), Z: float64(v.Z), W: float64(v.W)}
}

func (c color) color() math.Color {
	return math.Color{R: float64(c.R), G: float64(c.G), B: float64(c.B), A: float64(c.A)}
}

func newString(s string) variant.Variant { return variant.String(s) }

// newText returns a text of 16 bytes, a different one for each i.
func newText(i int) string { return fmt.Sprintf("string %09d", i) }

// loose returns a value as maps and slices of any, as a codec decodes it without a Go type.
func loose(v variant.Variant) any {
	switch v := v.(type) {
	case variant.Bool:
		return bool(v)
	case variant.Int:
		return int64(v)
	case variant.Float:
		return float64(v)
	case variant.String:
		return string(v)
	case math.Vector3:
		return map[string]any{"x": v.X, "y": v.Y, "z": v.Z}
	case math.Quaternion:
		return map[string]any{"x": v.X, "y": v.Y, "z": v.Z, "w": v.W}
	case math.Color:
		return map[string]any{"r": v.R, "g": v.G, "b": v.B, "a": v.A}
	case variant.Array:
		return convert(v.Items, loose)

	case variant.Dictionary:
		m := make(map[string]any, len(v.Pairs))
		for _, p := range v.Pairs {
			m[string(p.Key.(variant.String))] = loose(p.Value)
		}
		return m

	default:
		return nil
	}
}

func list[T any](n int, item func(i int) T) []T {
	items := make([]T, n)
	for i := range items {
		items[i] = item(i)
	}
	return items
}

func convert[From, To any](from []From, f func(From) To) []To {
	return list(len(from), func(i int) To { return f(from[i]) })
}

func array[T any](items []T, f func(T) variant.Variant) variant.Array {
	return variant.NewArray(convert(items, f)...)
}
