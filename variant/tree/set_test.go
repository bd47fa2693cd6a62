package tree_test

import (
	"iter"
	stdmath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// queue is a container of another module, with items as its parts.
type queue struct {
	variant.Nil
	Items []variant.Variant
}

func (queue) Type() variant.Type { return variant.TypeCustom + 9 }

func (q queue) Encode(w *variant.Writer) error {
	w.Count(len(q.Items))
	for _, v := range q.Items {
		w.Value(v)
	}
	return w.Err()
}

func (q queue) Parts() iter.Seq2[variant.Step, variant.Variant] {
	return variant.NewArray(q.Items...).Parts()
}

func (q queue) WithParts(parts iter.Seq2[variant.Step, variant.Variant]) (variant.Variant, error) {
	q.Items = nil
	for _, v := range parts {
		if variant.Equal(v, variant.String("no")) {
			return nil, variant.Because(variant.ErrRange, "it says no")
		}
		q.Items = append(q.Items, v)
	}
	return q, nil
}

func setSample() variant.Variant {
	return variant.NewDictionary(
		variant.KV("at", gdmath.Transform3D{Origin: gdmath.V3(1, 2, 3)}),
		variant.KV("list", variant.NewArray(variant.Int(1), variant.Int(2), variant.Int(3))),
		variant.KV("ints", variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
			variant.Int(1))),
		variant.KV("bytes", packed.PackedByteArray{1, 2}),
		variant.KV("points", packed.PackedVector2Array{gdmath.V2(1, 2), gdmath.V2(3, 4)}),
		variant.KV("singles", packed.PackedFloat32Array{1, stdmath.Float32frombits(0x7FA00001)}),
		variant.KV("boss", objects.NewObject("Node", objects.Prop("hp", variant.Int(1)),
			objects.Prop("hp", variant.Int(2)))),
		variant.KV("own", queue{Items: []variant.Variant{variant.Int(1)}}),
		variant.KV("keys", variant.Dictionary{
			Pairs: []variant.Pair{{Key: gdmath.Vector2i{X: 1}, Value: variant.Int(1)},
				{Key: variant.StringName("n"), Value: nil}},
			Value: &variant.ElementType{Type: variant.TypeInt},
		}),
		variant.KV("pointer", &variant.Array{Items: []variant.Variant{variant.Int(1)}}),
		variant.KV("twins", variant.NewDictionary(variant.KV("a", variant.Int(1)),
			variant.KV("a", variant.Int(2)))),
	)
}

func TestSet(t *testing.T) {
	v := setSample()
	before, err := tree.Clone(v)
	require.NoError(t, err)

	for _, c := range []struct {
		path, under string
		x           variant.Variant
		want        string // the text of what is under a path afterwards
	}{
		{"at.origin.x", "at.origin", variant.Float(9), "Vector3(9, 2, 3)"},
		{"at.origin", "at.origin", gdmath.V3(7, 8, 9), "Vector3(7, 8, 9)"},
		{"at.basis.y.z", "at.basis.y", variant.Float(5), "Vector3(0, 0, 5)"},
		{"list[0]", "list", variant.String("a"), `["a", 2, 3]`},
		{"list[-1]", "list", nil, "[1, 2, null]"},
		{"list[3]", "list", variant.Int(4), "[1, 2, 3, 4]"},
		{"ints[1]", "ints", variant.Int(4), "Array[int]([1, 4])"},
		{"bytes[1]", "bytes", variant.Int(255), "PackedByteArray(1, 255)"},
		{"bytes[2]", "bytes", variant.Int(3), "PackedByteArray(1, 2, 3)"},
		{"points[0]", "points", gdmath.V2(5, 6), "PackedVector2Array(5, 6, 3, 4)"},
		{"points[1].y", "points", variant.Float(6), "PackedVector2Array(1, 2, 3, 6)"},
		{"singles[0]", "singles[0]", variant.Float(0.1), "0.1"},
		{"boss.hp", "boss", variant.Int(5), `Object(Node,"hp":1,"hp":5)`},
		{"boss.mp", "boss.mp", variant.Int(6), "6"},
		{"own[0]", "own[0]", variant.Int(6), "6"},
		{"own[1]", "own[1]", variant.Int(7), "7"},
		{"keys[Vector2i(1, 0)]", "keys", variant.Int(3),
			`Dictionary[Variant, int]({Vector2i(1, 0): 3, &"n": null})`},
		{"keys.n", "keys.n", variant.Int(3), "3"},
		{"keys.new", "keys.new", variant.Int(3), "3"},
		{"keys[7]", "keys[7]", variant.Int(3), "3"},
		{"keys[key 1]", "keys[key 1]", variant.String("m"), "m"},
		{"pointer[0]", "pointer", variant.Int(3), "[3]"},
		{"twins.a", "twins", variant.Int(3), `{"a": 1, "a": 3}`},
		{"", "", variant.Int(3), "3"},
	} {
		got, err := tree.Set(v, c.path, c.x)
		require.NoError(t, err, c.path)
		part, err := tree.Lookup(got, c.under)
		require.NoError(t, err, c.path)

		if s, ok := part.(variant.String); ok {
			assert.Equal(t, c.want, string(s))
		} else {
			assert.Equal(t, c.want, variant.Text(part), c.path)
		}

		require.True(t, variant.Equal(before, v), c.path)
	}

	got, err := tree.Set(v, "singles[0]", variant.Float(0))
	require.NoError(t, err)
	singles, err := tree.Get[packed.PackedFloat32Array](got, "singles")
	require.NoError(t, err)
	require.Equal(t, uint32(0x7FA00001), stdmath.Float32bits(singles[1]),
		"the bits of other elements")
}

func TestSetErrors(t *testing.T) {
	v := setSample()
	for path, c := range map[string]struct {
		x    variant.Variant
		kind error
		text string
	}{
		"nobody.x": {nil, variant.ErrNotFound,
			"godot: set $.nobody (Dictionary): not found"},
		"list[4]": {nil, variant.ErrNotFound,
			"godot: set $.list[4] (Array): not found"},
		"list[-4]":    {nil, variant.ErrNotFound, ""},
		"list.first":  {nil, variant.ErrNotFound, ""},
		"at.origin.w": {variant.Float(1), variant.ErrNotFound, ""},
		"at.origin.x": {variant.Int(1), variant.ErrWrongType,
			"wrong type: int and not float"},
		"at.origin":     {gdmath.V2(1, 2), variant.ErrWrongType, ""},
		"at.origin.x.x": {variant.Int(1), variant.ErrWrongType, ""},
		"ints[0]": {variant.Float(1), variant.ErrElementType,
			"wrong type of element: float in a container of int"},
		"ints[1]":              {variant.Float(1), variant.ErrElementType, ""},
		"keys[9]":              {variant.Float(1), variant.ErrElementType, ""},
		"keys[Vector2i(9, 9)]": {variant.Int(1), variant.ErrNotFound, ""},
		"keys[key 0]":          {variant.String("n"), variant.ErrDuplicateKey, ""},
		"keys[key 2]":          {variant.String("n"), variant.ErrNotFound, ""},
		"bytes[0]":             {variant.Int(256), variant.ErrRange, ""},
		"bytes[3]":             {variant.Int(1), variant.ErrNotFound, ""},
		"points[2]":            {gdmath.Vector2i{}, variant.ErrWrongType, ""},
		"points[0].x":          {variant.String("1"), variant.ErrWrongType, ""},
		"own[0]":               {variant.String("no"), variant.ErrRange, ""},
		"boss[0]":              {nil, variant.ErrNotFound, ""},
		"own.name":             {nil, variant.ErrNotFound, ""},
		"list[":                {nil, variant.ErrNotFound, "is not a path"},
		"list[0]":              {(*variant.Int)(nil), nil, ""},
	} {
		_, err := tree.Set(v, path, c.x)
		if c.kind == nil {
			require.NoError(t, err)
			continue
		}

		require.ErrorIs(t, err, c.kind, path)
		require.ErrorContains(t, err, c.text)
		require.True(t, variant.Equal(setSample(), v), path)
	}

	for _, v := range []variant.Variant{nil, objects.Object{}, objects.Object{ID: 7}} {
		_, err := tree.Set(v, "x", one)
		require.ErrorIs(t, err, variant.ErrWrongType)
		_, err = tree.Set(variant.NewDictionary(variant.KV("t", v)), "t.x", one)
		require.ErrorIs(t, err, variant.ErrWrongType)
	}

	_, err := tree.Set((*objects.Object)(nil), "x", nil)
	require.Error(t, err)
	endless := testkit.SelfContaining()["array"]
	_, err = make(tree.Path, 5000).Set(endless, nil)
	require.ErrorIs(t, err, variant.ErrDepth)
}

func TestDelete(t *testing.T) {
	v := setSample()
	for _, c := range []struct{ path, under, want string }{
		{"list[0]", "list", "[2, 3]"},
		{"list[-1]", "list", "[1, 2]"},
		{"bytes[0]", "bytes", "PackedByteArray(2)"},
		{"points[1]", "points", "PackedVector2Array(1, 2)"},
		{"boss.hp", "boss", "Object(Node)"},
		{"own[0]", "own.x", ""},
		{"keys[Vector2i(1, 0)]", "keys", `Dictionary[Variant, int]({&"n": null})`},
		{"keys[key 0]", "keys", `Dictionary[Variant, int]({&"n": null})`},
		{"twins.a", "twins", "{}"},
		{"twins[key 0]", "twins", `{"a": 2}`},
	} {
		got, err := tree.Delete(v, c.path)
		require.NoError(t, err, c.path)
		part, err := tree.Lookup(got, c.under)

		if c.want == "" {
			require.ErrorIs(t, err, variant.ErrNotFound)
			continue
		}

		require.NoError(t, err, c.path)
		assert.Equal(t, c.want, variant.Text(part), c.path)
		require.True(t, variant.Equal(setSample(), v), c.path)
	}

	for path, kind := range map[string]error{
		"": variant.ErrNotFound, "nobody": variant.ErrNotFound, "list[3]": variant.ErrNotFound,
		"at.origin.x": variant.ErrWrongType,
		"list[0].x":   variant.ErrWrongType, "[": variant.ErrNotFound,
	} {
		_, err := tree.Delete(v, path)
		require.ErrorIs(t, err, kind, path)
	}
}

// TestSetAliases: a write to the result of Set is not seen in the value, on the path.
func TestSetAliases(t *testing.T) {
	v := variant.NewArray(variant.NewArray(variant.Int(1), variant.Int(2)),
		variant.NewArray(variant.Int(3)))
	got, err := tree.Set(v, "[0][0]", variant.Int(9))
	require.NoError(t, err)
	a := got.(variant.Array)
	a.Items[0].(variant.Array).Items[1] = nil
	a.Items[1] = nil
	require.Equal(t, "[[1, 2], [3]]", v.String())
	more, err := tree.Set(v, "[2]", nil)
	require.NoError(t, err)
	more.(variant.Array).Items[0] = nil
	require.Equal(t, "[[1, 2], [3]]", v.String())
}

func TestEqualApprox(t *testing.T) {
	f := func(x float64) variant.Variant { return variant.Float(x) }
	inf, nan := stdmath.Inf(1), stdmath.NaN()

	zero := tree.Tolerance{}
	for _, c := range []struct {
		a, b variant.Variant
		t    tree.Tolerance
		want bool
	}{
		{f(0.1), f(float64(float32(0.1))), zero, true},
		{f(1e9), f(1e9 + 9000), zero, true},
		{f(1e9), f(1e9 + 11000), zero, false},
		{f(0), f(1e-5), zero, true},
		{f(0), f(1.1e-5), zero, false},
		{f(0), f(stdmath.Copysign(0, -1)), zero, true},
		{f(nan), f(-nan), zero, true},
		{f(nan), f(1), zero, false},
		{f(inf), f(inf), zero, true},
		{f(inf), f(-inf), zero, false},
		{f(inf), f(stdmath.MaxFloat64), zero, false},
		{f(1), f(1.5), tree.Tolerance{Absolute: 0.5}, true},
		{f(1), f(2), tree.Tolerance{Relative: 0.5}, true},
		{f(1), variant.Int(1), zero, false},
		{variant.Int(1), variant.Int(1), zero, true},
		{gdmath.V2(0.1, 1), gdmath.V2(0.1000001, 1), zero, true},
		{gdmath.V2(0.1, 1), gdmath.V2(0.2, 1), zero, false},
		{gdmath.Vector2i{X: 1}, gdmath.Vector2i{X: 2}, zero, false},
		{gdmath.V2(1, 1), gdmath.Vector2i{X: 1, Y: 1}, zero, false},
		{packed.PackedFloat32Array{1}, packed.PackedFloat32Array{1.000001}, zero, true},
		{packed.PackedFloat32Array{1}, packed.PackedFloat32Array{1, 2}, zero, false},
		{variant.NewArray(f(1)), variant.NewArray(f(1.000001)), zero, true},
		{variant.NewArray(f(1)),
			variant.NewTypedArray(variant.ElementType{Type: variant.TypeFloat}, f(1)), zero, false},
		{variant.NewDictionary(variant.KV("a", f(1))),
			variant.NewDictionary(variant.KV("a", f(1.000001))), zero, true},
		{variant.NewDictionary(variant.KV("a", f(1))),
			variant.NewDictionary(variant.KV("b", f(1))), zero, false},
		{objects.NewObject("A", objects.Prop("x", f(1))),
			objects.NewObject("A", objects.Prop("x", f(1.000001))), zero, true},
		{objects.NewObject("A", objects.Prop("x", f(1))),
			objects.NewObject("A", objects.Prop("y", f(1))), zero, false},
		{objects.NewObject("A", objects.Prop("x", f(1))),
			objects.NewObject("B", objects.Prop("x", f(1))), zero, false},
		{variant.TypedArray{Items: []variant.Variant{f(1)}},
			variant.TypedArray{Items: []variant.Variant{f(1.000001)}}, zero, true},
		{variant.TypedArray{}, variant.PackedTypedArray{}, zero, false},
		{nil, variant.Nil{}, zero, true},
		{testkit.SelfContaining()["array"], testkit.SelfContaining()["array"], zero, false},
		{(*objects.Object)(nil), (*objects.Object)(nil), zero, false},
		{testkit.Doubling(8, f(1)), testkit.Doubling(8, f(1.000001)), zero, true},
	} {
		assert.Equal(t, c.want, tree.EqualApprox(c.a, c.b, c.t), "%.60v %.60v", c.a, c.b)
		assert.Equal(t, c.want, tree.EqualApprox(c.b, c.a, c.t), "%.60v %.60v", c.b, c.a)
	}
}

func TestPatchErrors(t *testing.T) {
	v := setSample()
	path := func(s string) tree.Path {
		p, err := tree.ParsePath(s)
		require.NoError(t, err)
		return p
	}

	for _, c := range []struct {
		change tree.Change
		kind   error
		text   string
	}{
		{tree.Change{Path: path("list[0]"), Old: variant.Int(2), New: nil}, variant.ErrNotFound,
			"godot: patch $.list[0] (Array): not found"},
		{tree.Change{Path: path("list[3]"), New: nil}, variant.ErrNotFound, ""},
		{tree.Change{Kind: tree.Added, Path: path("list[4]")}, variant.ErrNotFound, ""},
		{tree.Change{Kind: tree.Added, Path: path("twins.a")}, variant.ErrDuplicateKey, ""},
		{tree.Change{Kind: tree.Added, Path: path("ints[0]")}, variant.ErrElementType, ""},
		{tree.Change{Kind: tree.Removed, Path: path("boss.x"), Old: nil}, variant.ErrNotFound, ""},
		{tree.Change{Kind: tree.Added, Path: path("at.origin.x"), New: variant.Float(1)},
			variant.ErrNotFound, ""},
		{tree.Change{Kind: tree.Added}, variant.ErrWrongType, ""},
		{tree.Change{Path: path("list[0].x.y"), Old: nil}, variant.ErrWrongType, "$.list[0].x.y"},
	} {
		first := tree.Change{Path: path("list[2]"), Old: variant.Int(3), New: nil}
		got, err := tree.Patch{first, c.change}.Apply(v)
		require.ErrorIs(t, err, c.kind, "%v", c.change)
		require.ErrorContains(t, err, c.text)
		require.Nil(t, got)
		require.True(t, variant.Equal(setSample(), v))
	}
}

// TestPatchByHand: changes in any order are made one after another.
func TestPatchByHand(t *testing.T) {
	at := func(kind tree.ChangeKind, i, position int, old, new variant.Variant) tree.Change {
		return tree.Change{Kind: kind, Path: tree.Path{{Kind: variant.StepIndex, Index: i}},
			Position: position, Old: old, New: new}
	}

	one := variant.Int(1)
	two := variant.Int(2)

	three := variant.Int(3)
	got, err := tree.Patch{
		at(tree.Added, 2, 0, nil, three), at(tree.Removed, 0, 0, one, nil),
		at(tree.Changed, 1, 0, three, one), at(tree.Added, 0, 0, nil, two),
	}.Apply(variant.NewArray(one, two))

	require.NoError(t, err)
	require.Equal(t, "[2, 2, 1]", variant.Text(got))
	got, err = tree.Patch{
		at(tree.Added, 7, -1, nil, one), at(tree.Added, 8, 0, nil, two),
		at(tree.Changed, 8, 0, two, three),
		at(tree.Removed, 7, 0, one, nil), at(tree.Added, 9, 1, nil, one),
	}.Apply(variant.NewDictionary(variant.Pair{Key: one, Value: one}))

	require.NoError(t, err)
	require.Equal(t, "{8: 3, 9: 1, 1: 1}", variant.Text(got))
}

// position is a leaf of another module, locked one that can't be read, and cloned one that
// copies itself.
type (
	position struct {
		variant.Nil
		XY *[2]float32
	}
	locked struct{ variant.Nil }
	cloned struct {
		variant.Nil
		Times *int
	}
)

func (position) Type() variant.Type { return variant.TypeCustom }

func (p position) Encode(w *variant.Writer) error {
	w.Float32(p.XY[0])
	w.Float32(p.XY[1])
	return w.Err()
}

func (position) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, position{XY: &[2]float32{r.Float32(), r.Float32()}})
}

func (locked) Type() variant.Type { return variant.TypeCustom + 1 }

func (locked) Decode(*variant.Reader) (variant.Variant, error) { panic("locked") }

func (c cloned) Clone() variant.Variant { *c.Times++; return variant.Int(*c.Times) }

// TestCloneOwn: types of other modules are copied by their own methods.
func TestCloneOwn(t *testing.T) {
	times := 6
	p := position{XY: &[2]float32{1, stdmath.Float32frombits(0x7FA00001)}}
	v := variant.NewArray(p, queue{Items: []variant.Variant{p}}, cloned{Times: &times})
	c, err := tree.Clone(v)
	require.NoError(t, err)
	got := c.(variant.Array)

	inner := got.Items[1].(queue).Items[0].(position)
	for _, other := range []position{got.Items[0].(position), inner} {
		require.Equal(t, stdmath.Float32bits(p.XY[1]), stdmath.Float32bits(other.XY[1]))
		require.NotSame(t, p.XY, other.XY)
	}

	require.Equal(t, variant.Int(7), got.Items[2])
	_, err = tree.Clone(variant.NewArray(locked{}))
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.ErrorContains(t, err, "godot: clone $[0] (custom type 1)")
}

// TestDiffOdd: keys that equal nothing, keys that come twice, and items of other modules.
func TestDiffOdd(t *testing.T) {
	object := objects.Object{ID: 5}
	pairs := func(values ...int) (d variant.Dictionary) {
		for _, x := range values {
			d.Pairs = append(d.Pairs, variant.Pair{Key: object, Value: variant.Int(x)})
		}
		return d
	}

	nan := variant.NewArray(variant.Float(stdmath.NaN()))
	own := func(items ...variant.Variant) variant.Variant { return queue{Items: items} }
	for _, c := range []struct {
		a, b    variant.Variant
		changes int
	}{
		{pairs(1), pairs(2), 1},
		{pairs(1, 2), pairs(1, 3), 1},
		{pairs(1, 2), pairs(2), 1},
		{variant.NewDictionary(variant.Pair{Key: nan, Value: nan}),
			variant.NewDictionary(variant.Pair{Key: nan}), 1},
		{variant.NewDictionary(variant.KV("a", nil)),
			variant.NewDictionary(variant.Pair{Key: variant.StringName("a")}), 2},
		{own(variant.Int(1), variant.Int(2)), own(variant.Int(1), variant.Int(3), variant.Int(2)),
			1},
		{&variant.Array{Items: []variant.Variant{nil}}, variant.NewArray(variant.Nil{}), 0},
		{&variant.Array{Items: []variant.Variant{nil}}, variant.NewArray(), 1},
		{nil, variant.Int(1), 1},
	} {
		p, err := tree.Diff(c.a, c.b, tree.DiffOptions{})
		require.NoError(t, err)
		require.Len(t, p, c.changes, "%v %v %v", c.a, c.b, p)
		got, err := p.Apply(c.a)
		require.NoError(t, err, "%v %v %v", c.a, c.b, p)
		require.True(t, variant.Equal(c.b, got), "%v %v %v", c.a, c.b, p)
	}
}
