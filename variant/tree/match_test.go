package tree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// stock is a value with parts of every kind.
var stock = variant.NewDictionary(
	variant.KV("hp", variant.Int(1)),
	variant.KV("bag", variant.NewArray(
		variant.NewDictionary(variant.KV("id", variant.String("lamp")),
			variant.KV("hp", variant.Int(2))),
		variant.NewDictionary(variant.KV("id", variant.String("key"))),
		nil,
	)),
	variant.KV("at", math.Transform3D{Basis: math.BasisIdentity, Origin: math.V3(1, 2, 3)}),
	variant.KV("boss", objects.NewObject("Node", objects.Prop("hp", variant.Int(3)))),
	variant.KV("ids", packed.PackedInt32Array{7, 8, 9}),
	variant.Pair{Key: variant.Int(4), Value: variant.String("four")},
	variant.KV("*", variant.NewDictionary(variant.KV("hp", variant.Int(4)))),
	variant.KV("hp", variant.Int(5)), // Lookup finds this pair, the last of two equal keys
)

// TestMatch: Match yields the expected values, with the expected paths, in the expected order.
func TestMatch(t *testing.T) {
	for pattern, want := range map[string]string{
		"hp":              `$["hp"]=5`,
		"bag[*].id":       `$["bag"][0]["id"]="lamp" $["bag"][1]["id"]="key"`,
		"$.bag[-1]":       `$["bag"][2]=null`,
		"**.hp":           `$["bag"][0]["hp"]=2 $["boss"].hp=3 $["*"]["hp"]=4 $["hp"]=5`,
		"[**].bag.**.hp":  `$["bag"][0]["hp"]=2`,
		"*.hp":            `$["boss"].hp=3 $["*"]["hp"]=4`,
		"[*].hp":          `$["boss"].hp=3 $["*"]["hp"]=4`,
		`."*".hp`:         `$["*"]["hp"]=4`,
		`["*"].*`:         `$["*"]["hp"]=4`,
		"at.origin[*]":    `$["at"].origin.x=1.0 $["at"].origin.y=2.0 $["at"].origin.z=3.0`,
		"**.origin.y":     `$["at"].origin.y=2.0`,
		"at.basis.*.z":    `$["at"].basis.x.z=0.0 $["at"].basis.y.z=0.0 $["at"].basis.z.z=1.0`,
		"ids[*]":          `$["ids"][0]=7 $["ids"][1]=8 $["ids"][2]=9`,
		"**[1]":           `$["bag"][1]={"id": "key"} $["ids"][1]=8`,
		"ids[-1]":         `$["ids"][2]=9`,
		"ids[-4]":         "",
		"[4]":             `$[4]="four"`,
		"hp.**":           `$["hp"]=5`,
		"**.**.id.**":     `$["bag"][0]["id"]="lamp" $["bag"][1]["id"]="key"`,
		"bag.id":          "",
		"bag[*].*":        `$["bag"][0]["id"]="lamp" $["bag"][0]["hp"]=2 $["bag"][1]["id"]="key"`,
		"boss.hp.x":       "",
		"**[0]":           `$["bag"][0]={"id": "lamp", "hp": 2} $["ids"][0]=7`,
		"**.*[2]":         `$["bag"][2]=null $["ids"][2]=9`,
		"[key 0]":         "",
		"[Vector2i(1,2)]": "",
		"bag[0].**": `$["bag"][0]={"id": "lamp", "hp": 2} ` +
			`$["bag"][0]["id"]="lamp" $["bag"][0]["hp"]=2`,
	} {
		var got []string
		for path, v := range matches(t, stock, pattern) {
			got = append(got, path.String()+"="+variant.Text(v))
		}
		assert.Equal(t, want, strings.Join(got, " "), pattern)
	}
}

// matches returns the values that match a pattern.
func matches(t *testing.T, v variant.Variant, pattern string) func(
	func(variant.Path, variant.Variant) bool) {
	t.Helper()
	found, err := tree.Match(v, pattern)
	require.NoError(t, err, pattern)
	return found
}

// TestMatchAll: ** matches all values of Walk except keys. The text of a path matches only the
// value at that path.
func TestMatchAll(t *testing.T) {
	var want, got []string
	for path, v := range tree.Walk(stock) {
		if n := len(path); n > 0 && path[n-1].Kind == variant.StepPairKey {
			continue
		}

		text := path.String()
		want = append(want, text)
		if v == nil {
			v = variant.Nil{}
		}
		if text == `$["hp"]` { // Match finds the last of two equal keys
			v = variant.Int(5)
		}

		n := 0
		for found, x := range matches(t, stock, text) {
			require.Equal(t, text, found.String())
			require.Equal(t, v, x, text)
			n++
		}
		require.Equal(t, 1, n, text)
	}

	for path := range matches(t, stock, "**") {
		got = append(got, path.String())
	}
	require.Equal(t, want, got)
}

// TestMatchEnds: a loop over matches may end early, and Match ends even for a value that contains
// itself.
func TestMatchEnds(t *testing.T) {
	for pattern, want := range map[string]int{"**.hp": 1, "bag[*].id": 1, "at.origin.*": 1} {
		n := 0
		for range matches(t, stock, pattern) {
			n++
			break
		}
		require.Equal(t, want, n, pattern)
	}

	for name, v := range testkit.SelfContaining() {
		n := 0
		for range matches(t, v, "**") {
			n++
			if n == 2000 {
				break
			}
		}
		require.Equal(t, 2000, n, name)
	}

	for path := range matches(t, testkit.SelfContaining()["dictionary"], "**.x") {
		t.Fatal(path)
	}
	for range matches(t, (*objects.Object)(nil), "**.x") {
		t.Fatal("a nil pointer has no parts")
	}
	for range matches(t, nil, "[*]") {
		t.Fatal("nil has no parts")
	}
}

// TestMatchSyntax: text that is not a path with wildcards is an error.
func TestMatchSyntax(t *testing.T) {
	for _, pattern := range []string{"bag[", "bag[*", "a..b", "bag[*]x", "[***]", "a.[*]"} {
		found, err := tree.Match(stock, pattern)
		require.ErrorIs(t, err, variant.ErrSyntax, pattern)
		require.Nil(t, found)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
	}
}

// TestParts: the step of each part leads to the part, and no part is left out.
func TestParts(t *testing.T) {
	samples := []variant.Variant{
		stock, math.V2(1, 2), math.V2i(1, 2), math.V3(1, 2, 3), math.NewRect2(1, 2, 3, 4),
		math.NewRect2i(1, 2, 3, 4), math.BasisIdentity, math.ProjectionIdentity,
		math.Transform2DIdentity,
		math.Transform3D{Basis: math.BasisIdentity, Origin: math.V3(1, 2, 3)},
		math.PlaneXY, math.QuaternionIdentity, math.RGB(1, 0, 0), math.AABB{},
		packed.PackedStringArray{"a", "b"}, packed.PackedVector2Array{{X: 1}, {Y: 2}},
		packed.PackedByteArray{1, 2, 3}, &stock,
		variant.TypedArray{Items: []variant.Variant{variant.Int(1)}},
	}

	for _, v := range samples {
		n := 0
		last := map[string]variant.Variant{}
		for step, part := range tree.Parts(v) {
			last[step.String()] = part
			n++
		}

		require.NotEmpty(t, last, "%T", v)
		for step, part := range last {
			found, err := tree.Lookup(v, step)
			require.NoError(t, err, "%T %s", v, step)
			require.Equal(t, part, found, "%T %s", v, step)
		}
		if d, ok := v.(variant.Dictionary); ok {
			require.Equal(t, d.Len(), n)
		}
	}

	for _, v := range []variant.Variant{nil, variant.Nil{}, variant.Int(1), variant.String("a"),
		objects.Object{}, objects.MustParseNodePath("a/b"), (*variant.Array)(nil),
		(*math.Vector2)(nil)} {
		for step := range tree.Parts(v) {
			t.Fatalf("%T has a part at %v", v, step)
		}
	}
}

// TestPartsOfOnePass: Parts yields the elements of a packed array in one pass, and ends when the
// loop is left.
func TestPartsOfOnePass(t *testing.T) {
	many := make(packed.PackedByteArray, 1<<20)
	n := 0
	for range tree.Parts(many) {
		n++
	}
	require.Equal(t, len(many), n)

	var first []variant.Step
	for step := range tree.Parts(many) {
		first = append(first, step)
		if len(first) == 2 {
			break
		}
	}
	require.True(t, slices.Equal(first, []variant.Step{{Index: 0}, {Index: 1}}))
}
