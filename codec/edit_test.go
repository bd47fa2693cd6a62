package codec_test

import (
	stdmath "math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// randomValue returns a value of any type, most often a container.
func randomValue(random *rand.Rand) variant.Variant {
	g := newGenerator(allSettings[random.IntN(len(allSettings))], randomBytes(random, 200))
	if random.IntN(3) == 0 {
		return g.value()
	}
	kinds := []variant.Type{variant.TypeArray, variant.TypeDictionary}
	return g.container(kinds[random.IntN(2)])
}

// changed returns a copy of v with some random changes.
func changed(random *rand.Rand, v variant.Variant) variant.Variant {
	for range 1 + random.IntN(4) {
		var paths []variant.Path
		for path := range tree.Walk(v) {
			paths = append(paths, slices.Clone(path))
		}

		path := paths[random.IntN(len(paths))]
		next, err := tree.Set(v, path, variant.Int(random.IntN(3)))
		if random.IntN(2) == 0 {
			next, err = tree.Delete(v, path)
		}
		if err == nil {
			v = next
		}
	}

	return v
}

// checkDiff: a patch makes b of a, whatever they are, and changes nothing else.
func checkDiff(t require.TestingT, a, b variant.Variant) {
	before, err := tree.Clone(a)
	require.NoError(t, err)
	p, err := tree.Diff(a, b, tree.DiffOptions{})
	require.NoError(t, err)
	require.Equal(t, len(p) == 0, variant.Equal(a, b), "%v\n%v\n%v", a, b, p)
	got, err := p.Apply(a)
	require.NoError(t, err, "%v\n%v\n%v", a, b, p)
	require.True(t, variant.Equal(got, b), "%v\n%v\n%v\n%v", a, b, p, got)
	require.True(t, variant.Equal(before, a))

	for i, c := range p {
		steps, err := variant.ParsePath(c.Path.String())
		require.NoError(t, err)
		require.Equal(t, c.Path.String(), steps.String())

		if i == 0 && c.Kind != tree.Added {
			old, err := tree.Lookup(a, c.Path)
			require.NoError(t, err)
			require.True(t, variant.Equal(old, c.Old))
		}
	}

	free, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true})
	require.NoError(t, err)
	got, err = free.Apply(a)
	require.NoError(t, err, "%v\n%v\n%v", a, b, free)
	again, err := tree.Diff(got, b, tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true})
	require.NoError(t, err)
	require.Empty(t, again, "%v\n%v\n%v\n%v", a, b, free, got)
}

// TestDiffLists: lists of few different items have many equal ones in other places.
func TestDiffLists(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	list := func() (a variant.Array) {
		for range random.IntN(12) {
			a.Items = append(a.Items, variant.Int(random.IntN(6)))
		}
		return a
	}

	pairs := func() (d variant.Dictionary) {
		for _, k := range random.Perm(6)[:random.IntN(6)] {
			d.Set(variant.Int(k), variant.Int(random.IntN(2)))
		}
		return d
	}

	for range 2000 {
		checkDiff(t, list(), list())
		checkDiff(t, pairs(), pairs())
	}
}

// TestCompareOrder: the order is total, and 0 is Equal.
func TestCompareOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	values := append([]variant.Variant{nil, &variant.Array{}}, vectors.Zeros...)
	for range 60 {
		v := randomValue(random)
		values = append(values, v, changed(random, v))
	}

	for _, bits := range doubles {
		f := stdmath.Float64frombits(bits)
		values = append(values, variant.Float(f), math.Vector2{X: f, Y: 1}, array(variant.Float(f)))
	}

	for _, i := range ints {
		values = append(values, variant.Int(i), math.Vector2i{X: int32(i)})
	}

	raw, err := standard.Raw(testkit.Encode(t, standard, math.V2(1, 2)))
	require.NoError(t, err)
	values = append(values, raw, math.V2(1, 2))
	slices.SortStableFunc(values, tree.Compare)
	for i, a := range values { // in a total order, what comes later is never less
		for _, b := range values[i:] {
			order := tree.Compare(a, b)
			require.LessOrEqual(t, order, 0, "%v %v", a, b)
			require.Equal(t, -order, tree.Compare(b, a), "%v %v", a, b)
			require.Equal(t, variant.Equal(a, b), order == 0, "%v %v", a, b)
		}
	}
}

func TestCompareKinds(t *testing.T) {
	ordered := []variant.Variant{nil, variant.Bool(false), variant.Bool(true)}
	for _, i := range []variant.Int{-1 << 40, -1, 0, 1 << 40} {
		ordered = append(ordered, i)
	}
	for _, f := range []float64{-inf, -0.1, stdmath.Copysign(0, -1), 0, 0.5, inf, nan} {
		ordered = append(ordered, variant.Float(f))
	}
	ordered = append(ordered,
		variant.String(""), variant.String("a"), variant.StringName("a"), variant.String("ab"),
		variant.StringName("b"),
		math.V2(-2, 5), math.V2(1, 0.1), math.V2(1, 0.5), math.Vector2i{X: -1}, math.Vector2i{X: 1},
		variant.Dictionary{}, valued(nil), keyed(variant.String("b"), nil),
		array(), array(one, variant.Int(9)), array(variant.Int(2)),
		variant.NewTypedArray(intElem, variant.Int(2)), array(variant.Int(2), nil), endless(),
	)

	for i, a := range ordered {
		for j, b := range ordered {
			assert.Equal(t, min(max(i-j, -1), 1), tree.Compare(a, b), "%.40v %.40v", i, j)
		}
	}
}

// TestCloneShares: a write to the original is not seen in the copy.
func TestCloneShares(t *testing.T) {
	bytes := packed.PackedByteArray{1}
	texts := packed.PackedStringArray{"a"}
	points := packed.PackedVector2Array{math.V2(1, 2)}
	path := objects.NodePath{Names: []string{"a"}}
	elem := variant.ElementType{Type: variant.TypeNil}
	inner := variant.Array{Items: []variant.Variant{bytes, texts, points, path}, Elem: &elem}
	object := objects.NewObject("Node", objects.Prop("a", inner))
	v := variant.NewDictionary(variant.Pair{Key: inner, Value: object})
	want := v.String()
	c, err := tree.Clone(&v)
	require.NoError(t, err)
	require.Equal(t, want, variant.Text(c))
	bytes[0] = 2
	texts[0] = "b"
	points[0].X = 3
	path.Names[0] = "b"
	elem.Type = variant.TypeInt
	inner.Items[0] = nil
	object.Properties[0].Name = "b"
	v.Pairs[0].Value = nil

	require.Equal(t, want, variant.Text(c))
}

// TestEqualMethods: a type with parts that other packages can't see has the method by which
// go-cmp and others compare; its argument is an interface that the type implements.
func TestEqualMethods(t *testing.T) {
	raw, err := standard.Raw(make([]byte, 4))
	require.NoError(t, err)

	methods := 0
	for _, v := range append([]variant.Variant{raw}, vectors.Zeros...) {
		typ := reflect.TypeOf(v)
		equal, ok := v.(interface{ Equal(variant.Variant) bool })
		require.Equal(t, hidden(typ), ok, "%v", typ)

		if !ok {
			continue
		}

		methods++
		for _, other := range vectors.Zeros {
			assert.Equal(t, variant.Equal(v, other), equal.Equal(other), "%T and %T", v, other)
		}
	}

	assert.Equal(t, 6, methods, "Raw, Object and the four containers")
	assert.True(t, array(math.V2(1, 2)).Equal(array(math.V2(1, 2))))
}

// hidden reports whether typ has a field that is not exported, in itself or in its parts.
func hidden(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return hidden(typ.Elem())
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); !f.IsExported() || hidden(f.Type) {
				return true
			}
		}
	}
	return false
}

// TestDecodedValuesAreDeeplyEqual: a value with an element type that was encoded and decoded is the
// same for reflect.DeepEqual, and so for assert.Equal, if it is the same for variant.Equal. Only a
// type without a class is read as one of the class Object, as engines name it in packets.
func TestDecodedValuesAreDeeplyEqual(t *testing.T) {
	equal := 0
	for _, elem := range []variant.ElementType{
		objectElem("Node"), objectElem("EncodedObjectAsID"), objectElem("Object"),
		{Type: variant.TypeObject, Script: "res://a.gd"}, intElem,
	} {
		item := variant.Variant(variant.Nil{})
		if elem == intElem {
			item = one
		}

		items := []variant.Variant{item}
		for _, v := range []variant.Variant{variant.NewTypedArray(elem, item),
			variant.TypedArray{Items: items, Elem: elem},
			variant.Dictionary{Pairs: []variant.Pair{pairOf(item, item)}, Key: &elem,
				Value: &elem}} {
			for _, s := range allSettings {
				b, err := s.in(codec.Default).Encode(v)
				if err != nil {
					continue
				}

				got := testkit.Decode(t, s.in(codec.Default), b)
				if variant.Equal(v, got) {
					equal++
					assert.Equal(t, v, got, "%v", s)
				}
			}
		}
	}

	assert.Greater(t, equal, 40)
}
