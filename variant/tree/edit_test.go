package tree_test

import (
	stdmath "math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestDiffLists compares lists with only a few different items, so that each item is often equal to
// items at other places.
func TestDiffLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	list := func() (a variant.Array) {
		for range rng.IntN(12) {
			a.Items = append(a.Items, variant.Int(rng.IntN(6)))
		}
		return a
	}

	pairs := func() (d variant.Dictionary) {
		for _, k := range rng.Perm(6)[:rng.IntN(6)] {
			d.Set(variant.Int(k), variant.Int(rng.IntN(2)))
		}
		return d
	}

	for range 2000 {
		testkit.CheckDiff(t, list(), list())
		testkit.CheckDiff(t, pairs(), pairs())
	}
}

// TestCompareOrder: Compare is a total order, and returns 0 only for equal values.
func TestCompareOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	values := append([]variant.Variant{nil, &variant.Array{}}, vectors.Zeros...)
	for range 60 {
		v := random.Any(rng)
		values = append(values, v, random.Changed(rng, v))
	}

	for _, bits := range random.Doubles {
		f := stdmath.Float64frombits(bits)
		values = append(values, variant.Float(f), math.Vector2{X: f, Y: 1},
			variant.NewArray(variant.Float(f)))
	}

	for _, i := range random.Ints {
		values = append(values, variant.Int(i), math.Vector2i{X: int32(i)})
	}

	packet, err := codec.Encode(math.V2(1, 2))
	require.NoError(t, err)
	raw, err := codec.MustNew(codec.Options{}).Raw(packet)
	require.NoError(t, err)
	values = append(values, raw, math.V2(1, 2))
	slices.SortStableFunc(values, tree.Compare)
	for i, a := range values { // in a total order, a later value is never less
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
	for _, f := range []float64{stdmath.Inf(-1), -0.1, stdmath.Copysign(0, -1), 0, 0.5,
		stdmath.Inf(1), stdmath.NaN()} {
		ordered = append(ordered, variant.Float(f))
	}
	ordered = append(ordered,
		variant.String(""), variant.String("a"), variant.StringName("a"), variant.String("ab"),
		variant.StringName("b"),
		math.V2(-2, 5), math.V2(1, 0.1), math.V2(1, 0.5), math.Vector2i{X: -1}, math.Vector2i{X: 1},
		variant.Dictionary{}, variant.NewDictionary(variant.KV("a", nil)),
		variant.NewDictionary(variant.KV("b", nil)),
		variant.NewArray(), variant.NewArray(one, variant.Int(9)), variant.NewArray(variant.Int(2)),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(2)),
		variant.NewArray(variant.Int(2), nil), testkit.SelfContaining()["array"],
	)

	for i, a := range ordered {
		for j, b := range ordered {
			assert.Equal(t, min(max(i-j, -1), 1), tree.Compare(a, b), "%.40v %.40v", i, j)
		}
	}
}

// TestCloneShares: the copy shares no memory with the original. A write to any part of the original
// does not change the copy.
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

// TestPatchBackward: changes of an array from the last item to the first give the same result as in
// any other order, and their time does not grow with the square of their number.
func TestPatchBackward(t *testing.T) {
	const items, most = 200_000, 20 * time.Second
	list := make([]variant.Variant, items)
	for i := range list {
		list[i] = variant.Int(i)
	}
	at := func(i int) variant.Path { return variant.Path{{Kind: variant.StepIndex, Index: i}} }

	var p tree.Patch
	for i := items - 1; i >= 0; i-- {
		switch i % 4 {
		case 0:
			p = append(p, tree.Change{Kind: tree.Removed, Path: at(i), Old: list[i]})
		case 1:
			p = append(p, tree.Change{Path: at(i), Old: list[i], New: variant.Int(-i)})
		case 2:
			p = append(p, tree.Change{Kind: tree.Added, Path: at(i + 1), New: variant.Nil{}})
		}
	}

	begin := time.Now()
	got, err := p.Apply(variant.NewArray(list...))
	require.NoError(t, err)
	require.Less(t, time.Since(begin), most)

	var want []variant.Variant
	for i := range items {
		switch i % 4 {
		case 1:
			want = append(want, variant.Int(-i))
		case 2:
			want = append(want, list[i], variant.Nil{})
		case 3:
			want = append(want, list[i])
		}
	}
	require.True(t, variant.Equal(variant.NewArray(want...), got))
	require.Equal(t, variant.Int(4), list[4], "the array itself is not changed")

	// These changes are not in the order of the indices.
	p = tree.Patch{{Path: at(3), Old: list[3], New: variant.Int(30)},
		{Path: at(1), Old: list[1], New: variant.Int(10)},
		{Kind: tree.Removed, Path: at(2), Old: list[2]},
		{Path: at(0), Old: list[0], New: variant.Int(5)},
		{Kind: tree.Added, Path: at(4), Position: -1, New: variant.Int(6)},
		{Path: at(-2), Old: list[4], New: variant.Int(7)}}
	got, err = p.Apply(variant.NewArray(list[:5]...))
	require.NoError(t, err)
	require.Equal(t, "[5, 10, 30, 7, 6]", variant.Text(got))
	_, err = tree.Patch{{Path: at(3), Old: list[3], New: variant.Int(30)},
		{Path: at(6), Old: list[1], New: variant.Int(10)}}.Apply(variant.NewArray(list[:5]...))
	require.ErrorIs(t, err, variant.ErrNotFound)
}
