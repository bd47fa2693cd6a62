package codec_test

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// workload is one value that the benchmarks carry, under the name that their
// results have everywhere.
type workload struct {
	name  string
	value variant.Variant
}

// workloads returns the eleven values, from a single vector to packed arrays of
// about 1 MiB.
func workloads() []workload {
	return []workload{
		{"vector3", benchVector(1)},
		{"entity", benchEntity(1)},
		{"scene100", benchScene(100)},
		{"ints1000", benchArray(1000, func(i int) variant.Variant { return variant.Int(i*7919 + 256) })},
		{"vec3arr1000", benchArray(1000, func(i int) variant.Variant { return benchVector(i) })},
		{"strings1000", benchArray(1000, func(i int) variant.Variant { return variant.String(benchText(i)) })},
		{"pvec3_100k", benchPacked[packed.PackedVector3Array](100_000, benchVector)},
		{"pbyte_1M", benchPacked[packed.PackedByteArray](1<<20, func(i int) byte { return byte(i * 31) })},
		{"pint32_256k", benchPacked[packed.PackedInt32Array](256<<10, func(i int) int32 { return int32(i * 7919) })},
		{"pf64_128k", benchPacked[packed.PackedFloat64Array](128<<10, func(i int) float64 { return float64(i) / 7 })},
		{"pstr_10k", benchPacked[packed.PackedStringArray](10_000, benchText)},
	}
}

// An optionWorkload is a value with the options that it is written and read with.
type optionWorkload struct {
	workload
	options codec.Options
}

// optionWorkloads returns what the quickest loops are not made for: typed containers,
// double precision, and the check of Exact.
func optionWorkloads() []optionWorkload {
	ints := variant.ElementType{Type: variant.TypeInt}
	number := func(i int) variant.Variant { return variant.Int(i*7919 + 256) }
	typed := benchArray(1000, number)
	typed.Elem = &ints
	table := variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Value: &ints}
	for i := range 1000 {
		table.Pairs = append(table.Pairs, variant.KV(benchText(i), number(i)))
	}
	rows := benchArray(1000, func(i int) variant.Variant {
		return variant.NewTypedArray(ints, number(i), number(i+1), number(i+2))
	})
	return []optionWorkload{
		{workload{"typed_ints1000", typed}, codec.Options{}},
		{workload{"typed_dict1000", table}, codec.Options{}},
		{workload{"typed_arrays1000", rows}, codec.Options{}},
		{workload{"double_scene100", benchScene(100)}, codec.Options{Precision: codec.Double}},
		{workload{"exact_scene100", benchScene(100)}, codec.Options{Exact: true}},
	}
}

// benchScene is a level of n entities.
func benchScene(n int) variant.Array {
	return benchArray(n, func(i int) variant.Variant { return benchEntity(i) })
}

// benchEntity is what a game server sends of one character.
func benchEntity(i int) variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("id", variant.Int(100_000+i)),
		variant.KV("name", variant.String(fmt.Sprintf("Goblin %06d", i))),
		variant.KV("pos", benchVector(i)),
		variant.KV("rot", math.Quaternion{X: 0.5, Y: -0.5, Z: 0.5, W: 0.5}),
		variant.KV("vel", benchVector(i+1)),
		variant.KV("hp", variant.Int(1000+i)),
		variant.KV("speed", variant.Float(4.5)),
		variant.KV("alive", variant.Bool(i%2 == 0)),
		variant.KV("tags", variant.NewArray(variant.String("enemy"), variant.String("melee"))),
		variant.KV("color", math.Color{R: 1, G: 0.5, B: 0.25, A: 1}),
	)
}

// benchVector returns vectors that single precision holds exactly.
func benchVector(i int) math.Vector3 {
	return math.Vector3{X: float64(i%4096) + 0.5, Y: float64(i%512) * -0.25, Z: float64(i % 777)}
}

// benchText returns texts of 16 bytes, all different.
func benchText(i int) string { return fmt.Sprintf("string %09d", i) }

func benchArray(n int, item func(i int) variant.Variant) variant.Array {
	items := make([]variant.Variant, n)
	for i := range items {
		items[i] = item(i)
	}
	return variant.NewArray(items...)
}

func benchPacked[S ~[]E, E any](n int, element func(i int) E) S {
	s := make(S, n)
	for i := range s {
		s[i] = element(i)
	}
	return s
}
