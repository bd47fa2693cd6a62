package codec_test

import (
	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/variant"
)

// An optionWorkload is a value with the options that it is written and read with.
type optionWorkload struct {
	name    string
	value   variant.Variant
	options codec.Options
}

// optionWorkloads returns what the quickest loops are not made for: typed containers,
// double precision, and the check of Exact.
func optionWorkloads() []optionWorkload {
	ints := variant.ElementType{Type: variant.TypeInt}
	typed := workloads.Array(1000, workloads.Int)
	typed.Elem = &ints

	table := variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Value: &ints}
	for i := range 1000 {
		table.Pairs = append(table.Pairs, variant.KV(workloads.Text(i), workloads.Int(i)))
	}

	rows := workloads.Array(1000, func(i int) variant.Variant {
		return variant.NewTypedArray(ints, workloads.Int(i), workloads.Int(i+1), workloads.Int(i+2))
	})

	return []optionWorkload{
		{"typed_ints1000", typed, codec.Options{}},
		{"typed_dict1000", table, codec.Options{}},
		{"typed_arrays1000", rows, codec.Options{}},
		{"double_scene100", workloads.Scene(100), codec.Options{Precision: codec.Double}},
		{"exact_scene100", workloads.Scene(100), codec.Options{Exact: true}},
	}
}
