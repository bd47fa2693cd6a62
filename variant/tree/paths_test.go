package tree_test

import (
	"fmt"
	"iter"
	stdmath "math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// must returns v, and panics if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

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

// pathFile returns the two parts of paths.txt: the text of a value, and the lines to run with this
// value.
func pathFile(t *testing.T) (value, lines string) {
	data, err := os.ReadFile("testdata/paths.txt")
	require.NoError(t, err)
	value, lines, _ = strings.Cut(string(data), "\n\n")
	return value, lines
}

// lines returns the lines of a file in testdata, without the first line.
func lines(file string) []string {
	data := must(os.ReadFile("testdata/" + file))
	return strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
}

// sample returns the value of paths.txt, with additional pairs. Their values can't be read from
// text, so paths.txt does not have them.
func sample(t *testing.T) variant.Dictionary {
	value, _ := pathFile(t)
	d := parsed.Value(t, value).(variant.Dictionary)
	d.Pairs = append(d.Pairs,
		variant.KV("singles", packed.PackedFloat32Array{1, stdmath.Float32frombits(0x7FA00001)}),
		variant.KV("boss", objects.NewObject("Node", objects.Prop("hp", one),
			objects.Prop("hp", variant.Int(2)))),
		variant.KV("own", queue{Items: []variant.Variant{one}}),
		variant.KV("pointer", &variant.Array{Items: []variant.Variant{one}}),
		variant.KV("typed", variant.TypedArray{Items: []variant.Variant{one, nil}}),
		variant.KV("packed", variant.PackedTypedArray{Items: []variant.Variant{one, nil}}),
		variant.KV("twins", variant.NewDictionary(variant.KV("a", one),
			variant.KV("a", variant.Int(2)))),
	)

	return d
}

// kinds has the kinds of error by their texts.
var kinds = map[string]error{}

func init() {
	for _, kind := range []error{variant.ErrNotFound, variant.ErrWrongType, variant.ErrRange,
		variant.ErrElementType, variant.ErrDuplicateKey} {
		kinds[kind.Error()] = kind
	}
}

// TestPaths runs the lines of paths.txt with the value at the start of the file.
func TestPaths(t *testing.T) {
	v := sample(t)
	before := must(tree.Clone(v))
	_, lines := pathFile(t)
	for line := range strings.Lines(lines) {
		if line == "\n" || line[0] == '#' {
			continue
		}

		words := strings.Split(line, "|")
		for i := range words {
			words[i] = strings.TrimSpace(words[i])
		}

		verb, refused := strings.CutSuffix(words[0], "!")
		got, err := do(t, verb, v, words[1:])
		switch {
		case verb == "parse" && refused:
			assert.ErrorIs(t, err, variant.ErrNotFound, line)
			assert.ErrorContains(t, err, " is not a path", line)

		case refused:
			var e *variant.Error
			require.ErrorAs(t, err, &e, line)
			assert.ErrorIs(t, err, kinds[words[len(words)-2]], line)
			assert.ErrorContains(t, err, words[len(words)-1], line)

		default:
			require.NoError(t, err, line)
			assert.Equal(t, words[len(words)-1], got, line)
		}

		require.True(t, variant.Equal(before, v), line)
	}
}

// do carries out a line of paths.txt: a verb and its words. It returns the text of the result.
func do(t *testing.T, verb string, v variant.Variant, words []string) (string, error) {
	var err error
	show := words[0]
	switch verb {
	case "parse":
		p, err := variant.ParsePath(words[0])
		return p.String(), err
	case "set":
		show = words[2]
		v, err = tree.Set(v, words[0], parsed.Value(t, words[1]))
	case "delete":
		show = words[1]
		v, err = tree.Delete(v, words[0])
	case "delta":
		show = words[1]
		v, err = tree.ApplyDelta(v, parsed.Value(t, words[0]).(variant.Array))
	case "change", "add", "remove":
		show = words[3]
		kinds := map[string]tree.ChangeKind{"add": tree.Added, "remove": tree.Removed}
		change := tree.Change{Kind: kinds[verb], Path: must(variant.ParsePath(words[0])),
			Old: parsed.Value(t, words[1]), New: parsed.Value(t, words[2])}
		v, err = tree.Patch{change}.Apply(v)
	}

	if err != nil {
		return "", err
	}

	part, err := tree.Lookup(v, show)
	return variant.Text(part), err
}

// TestPathsOfOddValues tests values and paths that can't be written in paths.txt.
func TestPathsOfOddValues(t *testing.T) {
	v := sample(t)
	for _, path := range []string{"", "$"} {
		assert.True(t, variant.Equal(v, must(tree.Lookup(v, path))))
	}

	got := must(tree.Set(v, "singles[0]", variant.Float(0)))
	singles := must(tree.Get[packed.PackedFloat32Array](got, "singles"))
	require.Equal(t, uint32(0x7FA00001), stdmath.Float32bits(singles[1]),
		"the bits of other elements")
	must(tree.Set(v, "list[0]", (*variant.Int)(nil)))
	assert.Equal(t, "[null]", variant.Text(must(tree.Set(variant.NewArray(one), "[0]", nil))))
	_, err := tree.Lookup(must(tree.Delete(v, "own[0]")), "own[0]")
	require.ErrorIs(t, err, variant.ErrNotFound)

	for _, v := range []variant.Variant{nil, objects.Object{}, objects.Object{ID: 7}} {
		_, err := tree.Set(v, "x", one)
		require.ErrorIs(t, err, variant.ErrWrongType)
		_, err = tree.Set(variant.NewDictionary(variant.KV("t", v)), "t.x", one)
		require.ErrorIs(t, err, variant.ErrWrongType)
	}

	_, err = tree.Lookup(nil, "x")
	require.ErrorIs(t, err, variant.ErrWrongType)
	_, err = tree.Set((*objects.Object)(nil), "x", nil)
	require.Error(t, err)
	endless := testkit.SelfContaining()["array"]
	_, err = tree.Set(endless, make(variant.Path, 5000), nil)
	require.ErrorIs(t, err, variant.ErrDepth)
}

// TestGet gets values of more types than ExampleGet.
func TestGet(t *testing.T) {
	v := sample(t)
	at := must(tree.Get[gdmath.Transform3D](v, "at"))
	assert.Equal(t, gdmath.V3(1, 2, 3), must(tree.Get[gdmath.Vector3](at, "origin")))
	player := must(tree.Get[variant.Variant](v, "player"))
	assert.Len(t, must(tree.Get[variant.Array](player, "inventory")).Items, 3)

	_, err := tree.Get[variant.Int](v, "lives")
	require.ErrorIs(t, err, variant.ErrNotFound)
	_, err = tree.Get[variant.Int](variant.Int(1), "lives")
	require.ErrorIs(t, err, variant.ErrWrongType)
}

// TestLookupOddNames: the empty name finds a property with an empty name, and no other part.
func TestLookupOddNames(t *testing.T) {
	v := objects.NewObject("Node", objects.Prop("", variant.Int(1)),
		objects.Prop("hp", variant.Int(2)))
	for _, step := range []variant.Step{
		{Kind: variant.StepKey, Key: variant.Int(0)}, {Kind: variant.StepKey, Key: variant.Nil{}},
		{Kind: variant.StepKey},
		{Kind: variant.StepIndex}, {Kind: variant.StepIndex, Key: variant.String("hp")},
		{Kind: variant.StepPairKey, Key: variant.String("hp")},
	} {
		_, err := tree.Lookup(v, variant.Path{step})
		assert.ErrorIs(t, err, variant.ErrNotFound, "%#v", step)
	}

	for step, want := range map[*variant.Step]variant.Variant{
		{Kind: variant.StepProperty}:                           one,
		{Kind: variant.StepKey, Key: variant.String("")}:       one,
		{Kind: variant.StepKey, Key: variant.StringName("hp")}: variant.Int(2),
	} {
		assert.Equal(t, want, must(tree.Lookup(v, variant.Path{*step})))
	}
}

// TestPathUnique: different keys of a dictionary have different texts in a path, and each text
// leads to the value of its key.
func TestPathUnique(t *testing.T) {
	long := strings.Repeat("x", 100)
	elem := variant.ElementType{Type: variant.TypeInt}
	items := []variant.Variant{one}
	keys := []variant.Variant{
		str("\xff"), str(long), str(long + "y"), objects.Object{}, variant.Array{Shared: true},
		variant.TypedArray{Elem: elem, Items: items},
		variant.PackedTypedArray{Elem: elem, Items: items},
	}
	for _, line := range lines("keys.txt") {
		keys = append(keys, parsed.Value(t, line))
	}

	var d variant.Dictionary
	for i, key := range keys {
		d.Pairs = append(d.Pairs, pair(key, variant.Int(1000+i)))
	}

	seen := map[string]bool{}
	for path, want := range tree.Walk(d) {
		text := path.String()
		require.False(t, seen[text], text)
		seen[text] = true
		parsed := must(variant.ParsePath(text))
		require.Equal(t, text, parsed.String())
		got := must(tree.Lookup(d, parsed))
		require.True(t, variant.Equal(want, got), "%s: %v", text, got)
	}

	for text, key := range map[string]string{
		"[Vector2i(1,2)]": "Vector2i(1, 2)", `[{"a b":null}]`: `{"a b": null}`, "[1.0]": "1.0",
		"[-0.0]": "0.0",
	} {
		want, ok := d.Get(parsed.Value(t, key))
		assert.True(t, ok)
		assert.Equal(t, want, must(tree.Lookup(d, text)), text)
	}
	for _, text := range []string{"[ Vector2i( 1, 2 ) ]", "[Vector3(1, 2, 3)]"} {
		_, err := tree.Lookup(d, text)
		assert.ErrorIs(t, err, variant.ErrNotFound, text)
	}
}

// TestSetAliases: the containers on the path are copies in the result of Set, so a change of them
// does not change the original.
func TestSetAliases(t *testing.T) {
	v := parsed.Value(t, "[[1, 2], [3]]").(variant.Array)
	a := must(tree.Set(v, "[0][0]", variant.Int(9))).(variant.Array)
	a.Items[0].(variant.Array).Items[1] = nil
	a.Items[1] = nil
	require.Equal(t, "[[1, 2], [3]]", v.String())
	must(tree.Set(v, "[2]", nil)).(variant.Array).Items[0] = nil
	require.Equal(t, "[[1, 2], [3]]", v.String())
}

// TestWalk: Walk yields every part once, after its container, with a path that leads to the part.
func TestWalk(t *testing.T) {
	v := variant.NewDictionary(
		pair(variant.NewArray(one), variant.NewArray(variant.Int(2), nil)),
		variant.KV("o", objects.NewObject("A",
			objects.Prop("p", variant.TypedArray{Items: []variant.Variant{null}}))),
		variant.KV("q", variant.PackedTypedArray{Items: []variant.Variant{one}}),
	)

	var paths []string
	for path, part := range tree.Walk(v) {
		paths = append(paths, fmt.Sprintf("%v %v", path, part))
	}

	assert.Equal(t, []string{
		"$ " + v.String(),
		"$[key 0] [1]", "$[key 0][0] 1", "$[[1]] [2, null]", "$[[1]][0] 2", "$[[1]][1] <nil>",
		`$[key 1] o`, `$["o"] ` + v.Pairs[1].Value.(objects.Object).String(), `$["o"].p [null]`,
		`$["o"].p[0] null`,
		`$[key 2] q`, `$["q"] [1]`, `$["q"][0] 1`,
	}, paths)

	for stop := range paths { // the walk ends when the loop is left
		n := 0
		for range tree.Walk(v) {
			n++
			if n > stop {
				break
			}
		}

		assert.Equal(t, stop+1, n)
	}

	items := make([]variant.Variant, 1)
	items[0] = variant.Array{Items: items}
	n := 0
	for range tree.Walk(items[0]) {
		n++
	}

	assert.Equal(t, 1025, n, "a cycle is left at the depth that the wire allows")
}
