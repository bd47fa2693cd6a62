package variant

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant/dialect"
)

// everything returns a format with all types of this package. They have the same IDs as in the
// format universal.
func everything(t *testing.T, mode forms.Mode) *forms.Format {
	types := make([]Type, forms.TypeCount)
	prototypes, readings := new([256]Variant), map[Type]forms.Method{}
	for i := range types {
		types[i] = Type(i)
	}

	for _, v := range []Variant{
		Nil{}, Bool(false), Int(0), Float(0), String(""), StringName(""), Array{}, Dictionary{},
		TypedArray{}, PackedTypedArray{},
	} {
		prototypes[v.Type()], readings[v.Type()] = v, forms.Method{}
	}

	f, err := forms.NewFormat(forms.Settings{
		Dialect: dialect.MustNew(dialect.Spec{
			Name: "everything", Types: types, Real: dialect.RealFlagged, TypedArrays: true,
			TypedDictionaries: true, SharedBit: true,
			StringArrayNUL: true, RIDPayload: true,
		}),
		Prototypes: prototypes, Types: readings, Mode: mode,
	})

	require.NoError(t, err)
	return f
}

// hashOf reads the packet as a key and returns the hash.
func hashOf(t *testing.T, f *forms.Format, packet []byte, check bool) uint64 {
	r := wire.NewReader(f, packet, &wire.Reading{Validate: check})
	defer r.Release()
	r.BeginKey()
	_, h := readHashed(r, TypeNil)
	require.NoError(t, r.Err())
	return h
}

// alike returns groups of keys that are equal by the rule of Godot 4 and have different bytes.
func alike() [][]Variant {
	elem := func(e ElementType, kind elementKind) *ElementType {
		e.wireKind = kind
		return &e
	}

	ints := &ElementType{Type: TypeInt}
	return [][]Variant{
		{Nil{}, nil}, {Bool(true)}, {Bool(false)}, {Int(1)}, {Int(1 << 40)}, {Float(0.5)},
		{Float(0.1)},
		{Float(0), Float(negativeZero())}, {Float(nan(1)), Float(nan(5))},
		{String("a"), StringName("a")}, {String("b")}, {String("")},
		{
			NewArray(), Array{Elem: &ElementType{}},
			Array{Elem: elem(ElementType{}, elementBuiltin)}, Array{Elem: ints},
			Array{Elem: elem(ElementType{Type: TypeObject, Class: "A"}, elementClass)},
			Array{Elem: elem(ElementType{Type: TypeObject, Script: "A"}, elementScript)},
			Array{Elem: elem(ElementType{Type: TypeObject}, elementBuiltin)},
		},
		{Array{Shared: true}},
		{NewArray(String("a"))}, {NewArray(StringName("a"))}, {NewArray(Nil{})},
		{NewArray(NewArray())},
		{NewArray(Int(1), Int(2))}, {NewArray(Int(2), Int(1))}, {NewArray(NewArray(), Nil{})},
		{NewArray(NewArray(Nil{}))},
		{NewArray(Int(1)), Array{Elem: ints, Items: []Variant{Int(1)}}},
		{NewDictionary(), Dictionary{Key: ints}, Dictionary{Value: ints},
			Dictionary{Key: ints, Value: ints}},
		{NewDictionary(KV("a", Nil{})), NewDictionary(Pair{StringName("a"), Nil{}})},
		{NewDictionary(KV("a", Int(1)))}, {NewDictionary(KV("a", String("a")))},
		{NewDictionary(KV("a", StringName("a")))},
		{NewDictionary(Pair{Nil{}, String("a")})},
		{NewDictionary(Pair{Int(1), Int(2)}, Pair{Int(2), Int(1)})},
		{
			NewDictionary(Pair{NewDictionary(KV("a", Nil{})), Nil{}}),
			NewDictionary(Pair{NewDictionary(Pair{StringName("a"), Nil{}}), Nil{}}),
		},
		{NewDictionary(Pair{NewArray(String("a")), Nil{}})},
		{NewDictionary(Pair{NewArray(StringName("a")), Nil{}})},
		{TypedArray{Elem: *ints}}, {TypedArray{Elem: ElementType{Type: TypeFloat}}},
		{TypedArray{Elem: ElementType{Type: TypeObject}},
			TypedArray{Elem: *elem(ElementType{Type: TypeObject, Class: encodedObjectAsID},
				elementClass)}},
		{TypedArray{Elem: *elem(ElementType{Type: TypeObject, Class: "A"}, elementClass)}},
		{TypedArray{Elem: *elem(ElementType{Type: TypeObject, Class: "B"}, elementClass)}},
		{PackedTypedArray{Elem: *ints}},
	}
}

func negativeZero() float64 { return float.Widen(1 << 31) }

func nan(payload uint32) float64 { return float.Widen(0x7FC00000 | payload) }

// TestEqualKeysHaveEqualHashes: equal keys have the same hash, even if their bytes differ, and
// different keys have different hashes. Validation computes the same hashes.
func TestEqualKeysHaveEqualHashes(t *testing.T) {
	f, strict := everything(t, forms.Default), everything(t, forms.Strict)
	seen := map[uint64]Variant{}
	for _, group := range alike() {
		var hash uint64
		for i, v := range group {
			packet, err := appendValue(f, nil, v)
			require.NoError(t, err)
			h := hashOf(t, f, packet, false)
			require.Equal(t, h, hashOf(t, strict, packet, false), "%#v in strict mode", v)
			require.Equal(t, h, hashOf(t, strict, packet, true), "%#v checked", v)

			if i == 0 {
				hash = h
				require.NotContains(t, seen, h, "%#v has the hash of %#v", v, seen[h])
				seen[h] = v
			}

			require.Equal(t, hash, h, "%#v is %#v", v, group[0])
		}
	}
}

// TestEqualKeysAreOneKey: if two keys are equal, a dictionary keeps the first, and strict mode
// refuses the second.
func TestEqualKeysAreOneKey(t *testing.T) {
	lax, strict := everything(t, forms.Default), everything(t, forms.Strict)
	for _, group := range alike() {
		for _, second := range group {
			packet, err := appendValue(lax, nil, Dictionary{})
			require.NoError(t, err)

			packet[4] = 3
			for _, v := range []Variant{group[0], Int(1), Int(77), Nil{}, second, Int(2)} {
				packet, err = appendValue(lax, packet, v)
				require.NoError(t, err)
			}

			v, err := decode(lax, packet)
			require.NoError(t, err)
			got := v.(Dictionary)
			require.Equal(t, 2, got.Len(), "%#v", second)
			require.Equal(t, Int(2), got.Pairs[0].Value)
			_, err = decode(strict, packet)
			require.ErrorIs(t, err, ErrDuplicateKey)
			require.Equal(t, err, validOf(strict, packet))
		}
	}
}

// TestCachedKeysNeverShow decodes dictionaries one after the other. Many of them begin with the
// same keys. The cache of keys must not change the results.
func TestCachedKeysNeverShow(t *testing.T) {
	f := everything(t, forms.Default)
	random := rand.New(rand.NewPCG(5, 6))
	keys := []Variant{
		String("a"), String("b"), String("c"), String("d"), StringName("a"), Int(1), Nil{},
		NewArray(),
		String("a key of more bytes than are worth to be learnt"),
	}

	for range 3000 {
		d := NewDictionary()
		for range random.IntN(40) {
			key := keys[random.IntN(len(keys))]
			if random.IntN(3) == 0 {
				key = String(rune('a' + random.IntN(50)))
			}

			var value Variant = Int(random.IntN(9))
			if random.IntN(4) == 0 {
				value = NewDictionary(KV("a", value), Pair{key, Nil{}})
			}

			d.Pairs = append(d.Pairs, Pair{key, value})
		}

		if random.IntN(2) == 0 { // often begin with the same keys
			d.Pairs = append([]Pair{KV("x", Nil{}), KV("y", Nil{}), KV("z", Nil{})}, d.Pairs...)
		}

		packet, err := appendValue(f, nil, d)
		require.NoError(t, err)

		var want Dictionary
		for _, p := range d.Pairs {
			if inner, ok := p.Value.(Dictionary); ok {
				var once Dictionary
				for _, q := range inner.Pairs {
					once.Set(q.Key, q.Value)
				}
				p.Value = once
			}

			want.Set(p.Key, p.Value)
		}

		v, err := decode(f, packet)
		require.NoError(t, err)
		if !Equal(want, v) {
			require.Equal(t, want, v)
		}
	}
}

func validOf(f *forms.Format, b []byte) error {
	r := wire.NewReader(f, b, &wire.Reading{Validate: true})
	defer r.Release()
	readPacket(r)
	return (*Reader)(r).Err()
}
