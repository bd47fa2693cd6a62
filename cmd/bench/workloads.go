package main

import (
	"fmt"

	samples "godotvariant/internal/test/workloads"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A workload is one value, in each form that a candidate needs.
type workload struct {
	name  string
	value variant.Variant
	typed any        // pointer to a Go struct or a Go slice that has the value
	fresh func() any // returns a pointer to an empty value of the same Go type
	godot func() any // returns a pointer to an empty value for codec.Unmarshal
	loose any        // the value as maps and slices of any; nil for packed arrays
}

// workloadOf returns the workload of a sample. The argument goValue is the value of the sample as
// Go structs and slices.
func workloadOf[T any](s samples.Workload, goValue T) workload {
	return workload{
		name: s.Name, value: s.Value, loose: loose(s.Value),
		typed: &goValue, fresh: func() any { return new(T) }, godot: s.New,
	}
}

// workloads returns the values of the benchmarks of package codec.
func workloads() []workload {
	all := samples.All()
	return []workload{
		workloadOf(all[0], newVec3(1)),
		workloadOf(all[1], newEntity(1)),
		workloadOf(all[2], list(100, newEntity)),
		workloadOf(all[3], list(1000, newInt)),
		workloadOf(all[4], list(1000, newVec3)),
		workloadOf(all[5], list(1000, samples.Text)),
		workloadOf(all[6], list(100_000, newVec3)),
		workloadOf(all[7], []byte(all[7].Value.(packed.PackedByteArray))),
		workloadOf(all[8], []int32(all[8].Value.(packed.PackedInt32Array))),
		workloadOf(all[9], []float64(all[9].Value.(packed.PackedFloat64Array))),
		workloadOf(all[10], []string(all[10].Value.(packed.PackedStringArray))),
	}
}

// newEntity returns samples.Entity(i).
func newEntity(i int) entity {
	return entity{
		ID: int64(100_000 + i), Name: fmt.Sprintf("Goblin %06d", i),
		Pos: newVec3(i), Rot: vec4{0.5, -0.5, 0.5, 0.5}, Vel: newVec3(i + 1),
		HP: int64(1000 + i), Speed: 4.5, Alive: i%2 == 0,
		Tags: []string{"enemy", "melee"}, Color: color{1, 0.5, 0.25, 1},
	}
}

// newVec3 returns samples.Vector(i) as a vec3. The components are exact in single precision.
func newVec3(i int) vec3 {
	v := samples.Vector(i)
	return vec3{float32(v.X), float32(v.Y), float32(v.Z)}
}

func newInt(i int) int64 { return int64(samples.Int(i).(variant.Int)) }

// loose returns a value as maps and slices of any, as a codec decodes it into a variable of type
// any.
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
