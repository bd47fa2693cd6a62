package codec_test

import (
	stdmath "math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
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
		var paths []tree.Path
		for path := range tree.Walk(v) {
			paths = append(paths, slices.Clone(path))
		}

		path := paths[random.IntN(len(paths))]
		next, err := path.Set(v, variant.Int(random.IntN(3)))
		if random.IntN(2) == 0 {
			next, err = path.Delete(v)
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
		steps, err := tree.ParsePath(c.Path.String())
		require.NoError(t, err)
		require.Equal(t, c.Path.String(), steps.String())

		if i == 0 && c.Kind != tree.Added {
			old, err := c.Path.Lookup(a)
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

// FuzzDiff: what checkDiff checks, and Compare is an order of the values with zero as Equal.
func FuzzDiff(f *testing.F) {
	f.Add(uint8(0), []byte{1, 2, 3}, []byte{1, 2, 4})

	f.Fuzz(func(t *testing.T, n uint8, x, y []byte) {
		a, b := newGenerator(settingsOf(n), x).value(), newGenerator(settingsOf(n), y).value()
		checkDiff(t, a, b)
		order := tree.Compare(a, b)
		require.Equal(t, -order, tree.Compare(b, a))
		require.Equal(t, variant.Equal(a, b), order == 0)

		left := 20
		for _, part := range tree.Walk(a) {
			left--
			if left < 0 {
				break
			}
			if order > 0 && tree.Compare(b, part) >= 0 {
				require.Positive(t, tree.Compare(a, part), "%v %v %v", a, b, part)
			}
		}

		require.Equal(t, tree.EqualApprox(a, b, tree.Tolerance{}),
			tree.EqualApprox(b, a, tree.Tolerance{}))
	})
}

// TestDiffLists: lists of few different items have many equal ones in other places.
func TestDiffLists(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	list := func() variant.Array {
		a := variant.NewArray()
		for range random.IntN(12) {
			a.Items = append(a.Items, variant.Int(random.IntN(6)))
		}
		return a
	}

	for range 2000 {
		checkDiff(t, list(), list())
	}

	for range 2000 {
		pairs := func() (d variant.Dictionary) {
			for _, k := range random.Perm(6)[:random.IntN(6)] {
				d.Set(variant.Int(k), variant.Int(random.IntN(2)))
			}
			return d
		}

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
		values = append(values, variant.Float(f), math.Vector2{X: f, Y: 1},
			variant.NewArray(variant.Float(f)))
	}

	for _, i := range ints {
		values = append(values, variant.Int(i), math.Vector2i{X: int32(i)})
	}

	raw, err := codec.MustNew(codec.Options{}).Raw(testkit.Encode(t,
		codec.MustNew(codec.Options{}), math.V2(1, 2)))
	require.NoError(t, err)

	values = append(values, raw, math.V2(1, 2))
	for _, a := range values {
		for _, b := range values {
			order := tree.Compare(a, b)
			require.Equal(t, -order, tree.Compare(b, a), "%v %v", a, b)
			require.Equal(t, variant.Equal(a, b), order == 0, "%v %v", a, b)
		}
	}

	slices.SortStableFunc(values, tree.Compare)
	for i, a := range values { // in a total order, what comes later is never less
		for _, b := range values[i:] {
			require.LessOrEqual(t, tree.Compare(a, b), 0, "%v %v", a, b)
		}
	}
}

func TestCompareKinds(t *testing.T) {
	inf, nan := stdmath.Inf(1), stdmath.NaN()
	ordered := []variant.Variant{
		nil, variant.Bool(false), variant.Bool(true), variant.Int(-1 << 40), variant.Int(-1),
		variant.Int(0), variant.Int(1 << 40),
		variant.Float(-inf), variant.Float(-0.1), variant.Float(stdmath.Copysign(0, -1)),
		variant.Float(0), variant.Float(0.5), variant.Float(inf),
		variant.Float(nan), variant.String(""), variant.String("a"), variant.StringName("a"),
		variant.String("ab"), variant.StringName("b"),
		math.V2(-2, 5), math.V2(1, 0.1), math.V2(1, 0.5), math.Vector2i{X: -1}, math.Vector2i{X: 1},
		variant.NewDictionary(), variant.NewDictionary(variant.KV("a", nil)),
		variant.NewDictionary(variant.KV("b", nil)),
		variant.NewArray(), variant.NewArray(variant.Int(1), variant.Int(9)),
		variant.NewArray(variant.Int(2)),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(2)),
		variant.NewArray(variant.Int(2), nil),
		endless(),
	}

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
