package edit_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var reader = edit.NewReader(codec.MustNew(codec.Options{}))

// value returns the value of a literal.
func value(s string) variant.Variant { return must(reader.Parse(s)) }

// play makes edits one after another, and returns the last value.
func play(root variant.Variant, ops ...edit.Operation) (variant.Variant, error) {
	for _, op := range ops {
		plan, err := op.Plan(reader, root)
		if err != nil {
			return nil, err
		}

		root, err = plan.Patch.Apply(root)
		if err != nil {
			return nil, err
		}
	}
	return root, nil
}

// TestTypes makes the edit in each row of testdata/types.txt, for the value of a key in a
// Dictionary. The new value must be the result in the row, and undoing the edit must restore the
// old value.
func TestTypes(t *testing.T) {
	table := must(os.ReadFile("testdata/types.txt"))
	rows := 0

	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(columns) != 3 {
			continue
		}
		rows++

		old := variant.NewDictionary(variant.KV("p", value(columns[0])))
		sign := "="
		if strings.IndexByte("+-*", columns[1][0]) >= 0 && columns[1][1] == '=' {
			sign = ""
		}

		op := must(edit.ParseSet(`["p"]` + sign + columns[1]))
		got, err := play(old, op)

		if want, fails := strings.CutPrefix(columns[2], "! "); fails {
			require.ErrorContains(t, err, want, line)
			require.ErrorContains(t, err, `$["p"]`, line)
			continue
		}

		require.NoError(t, err, line)
		is := must(tree.Lookup(got, "p"))
		require.Equal(t, columns[2], gdscript.Text(is, variant.Single), line)

		plan := must(op.Plan(reader, old))
		back := must(edit.Inverse(plan.Patch).Apply(got))
		require.True(t, variant.Equal(old, back), line)
	}

	require.Greater(t, rows, 90)
}

// TestRetype: if Set.Retype is true, the new value keeps its own type, and does not get the type of
// the old value. The parts of a typed container keep the element type of the container.
func TestRetype(t *testing.T) {
	root := value(`{"a": 5, "s": "x", "t": Array[int]([1])}`)

	for typed, want := range map[string]string{
		"a=6.5":     `{"a": 6.5, "s": "x", "t": Array[int]([1])}`,
		"s=[1]":     `{"a": 5, "s": [1], "t": Array[int]([1])}`,
		`t=["x"]`:   `{"a": 5, "s": "x", "t": ["x"]}`,
		"t[0]=7":    `{"a": 5, "s": "x", "t": Array[int]([7])}`,
		"new=1":     `{"a": 5, "s": "x", "t": Array[int]([1]), "new": 1}`,
		"a=PI":      `{"a": 3.141592653589793, "s": "x", "t": Array[int]([1])}`,
		"s=&'name'": `{"a": 5, "s": &"name", "t": Array[int]([1])}`,
	} {
		op := must(edit.ParseSet(typed))
		op.Retype = true
		require.Equal(t, want, variant.Text(must(play(root, op))), typed)
	}

	op := must(edit.ParseSet(`t[0]="x"`))
	op.Retype = true
	_, err := play(root, op)
	var wrong *edit.Mismatch
	require.ErrorAs(t, err, &wrong)
	require.True(t, wrong.Fixed)
	require.ErrorIs(t, err, variant.ErrElementType)

	for typed, fixed := range map[string]bool{`t[0]="x"`: true, `a="x"`: false} {
		_, err = play(root, must(edit.ParseSet(typed)))
		require.ErrorAs(t, err, &wrong, typed)
		require.Equal(t, fixed, wrong.Fixed, typed)
	}
}

// TestCutSet: PATH=VALUE is cut at the first = outside of brackets and quotes.
func TestCutSet(t *testing.T) {
	for s, want := range map[string][3]string{
		"a=1":         {"a", "=", "1"},
		"a.b += 1":    {"a.b", "+=", "1"},
		"a-=1":        {"a", "-=", "1"},
		"a*=1":        {"a", "*=", "1"},
		"a.*=1":       {"a.*", "=", "1"},
		`["x=\"="]=1`: {`["x=\"="]`, "=", "1"},
		"=1":          {"", "=", "1"},
		"+=1":         {"", "+=", "1"},
	} {
		path, operator, text, ok := edit.CutSet(s)
		require.True(t, ok, s)
		require.Equal(t, want, [3]string{path, operator, text}, s)
	}

	for _, s := range []string{"", "a", "[a=1]", `"a=1`, `"\`} {
		_, _, _, ok := edit.CutSet(s)
		require.False(t, ok, s)
	}
}

// TestCopiedKeys: the key of a copy is the old key with the next number at its end: sword, sword_2,
// sword_3.
func TestCopiedKeys(t *testing.T) {
	for key, want := range map[string]string{
		"sword": "sword_2", "sword_2": "sword_3", "long_sword": "long_sword_2", "12": "12_2",
		"_": "__2", "_7": "_2", "a_1b": "a_1b_2",
	} {
		root := variant.NewDictionary(variant.KV(key, variant.Int(1)))
		step := variant.Step{Kind: variant.StepKey, Key: variant.String(key)}
		after, err := play(root, &edit.Duplicate{Path: variant.Path{step}})
		require.NoError(t, err)
		require.Equal(t, variant.String(want), after.(variant.Dictionary).Pairs[1].Key)
	}
}

// TestOperations: an operation of each kind makes the expected value or returns the expected error.
func TestOperations(t *testing.T) {
	const text = `{"a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`

	path := func(s string) variant.Path { return must(variant.ParsePath(s)) }
	set := func(s string) edit.Operation {
		op := must(edit.ParseSet(s))
		op.Parents = true
		return op
	}
	remove := func(s ...string) edit.Operation { return must(edit.ParseDelete(s)) }

	for _, test := range []struct {
		op   edit.Operation
		want string
	}{
		{set("b.c[*]+=1"), `{"a": 1, &"b": {"c": [2, 3, 4]}, 7: Vector2(1, 2)}`},
		{set("[7].*=5"), `{"a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(5, 5)}`},
		{set("b.c[-1]=9"), `{"a": 1, &"b": {"c": [1, 2, 9]}, 7: Vector2(1, 2)}`},
		{set("b.c[3]=9"), `{"a": 1, &"b": {"c": [1, 2, 3, 9]}, 7: Vector2(1, 2)}`},
		{set("b.d.e[0]=9"), `{"a": 1, &"b": {"c": [1, 2, 3], "d": {"e": [9]}}, 7: Vector2(1, 2)}`},
		{remove("b.c[0]", "b.c[-1]"), `{"a": 1, &"b": {"c": [2]}, 7: Vector2(1, 2)}`},
		{remove("b.c[*]"), `{"a": 1, &"b": {"c": []}, 7: Vector2(1, 2)}`},
		{remove("b.c[1]", "b", "a"), `{7: Vector2(1, 2)}`},
		{remove("[key 1]"), `{"a": 1, 7: Vector2(1, 2)}`},
		{remove("[pair 1]", "[key 0]"), `{7: Vector2(1, 2)}`},
		{&edit.Rename{Path: path("[key 0]"), Name: "d"},
			`{"d": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Move{Path: path("[pair 0]"), To: 2},
			`{&"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2), "a": 1}`},
		{&edit.Duplicate{Path: path("[key 2]")},
			`{"a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2), 8: Vector2(1, 2)}`},
		{&edit.Rename{Path: path("b"), Name: "d"},
			`{"a": 1, &"d": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Rename{Path: path("a"), Name: "two words"},
			`{"two words": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Rename{Path: path("[7]"), Name: "8"},
			`{"a": 1, &"b": {"c": [1, 2, 3]}, 8: Vector2(1, 2)}`},
		{&edit.Insert{Path: path("b.c"), At: 1, Value: variant.Int(9)},
			`{"a": 1, &"b": {"c": [1, 9, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Insert{Path: nil, Key: "n", At: 0, Value: variant.Int(9)},
			`{"n": 9, "a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Insert{Path: nil, Key: "&'n'", At: -1, Value: variant.Int(9)},
			`{"a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2), &"n": 9}`},
		{&edit.Duplicate{Path: path("a")},
			`{"a": 1, "a_2": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Duplicate{Path: path("[7]")},
			`{"a": 1, &"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2), 8: Vector2(1, 2)}`},
		{&edit.Duplicate{Path: path("b.c[0]")},
			`{"a": 1, &"b": {"c": [1, 1, 2, 3]}, 7: Vector2(1, 2)}`},
		{&edit.Move{Path: path("a"), To: 2},
			`{&"b": {"c": [1, 2, 3]}, 7: Vector2(1, 2), "a": 1}`},
		{&edit.Move{Path: path("b.c[2]"), To: 0},
			`{"a": 1, &"b": {"c": [3, 1, 2]}, 7: Vector2(1, 2)}`},
	} {
		root := value(text)
		plan, err := test.op.Plan(reader, root)
		require.NoError(t, err, test.want)

		after := must(plan.Patch.Apply(root))
		require.Equal(t, test.want, variant.Text(after))
		require.NotEmpty(t, plan.Done)

		back := must(edit.Inverse(plan.Patch).Apply(after))
		require.Equal(t, text, variant.Text(back), test.want)
	}

	for _, test := range []struct {
		op   edit.Operation
		want error
	}{
		{&edit.Rename{Path: path("a"), Name: "b"}, variant.ErrDuplicateKey},
		{&edit.Rename{Path: path("b.c[0]"), Name: "b"}, edit.ErrNoName},
		{&edit.Rename{Path: path("a"), Name: " "}, edit.ErrNoKey},
		{&edit.Rename{Path: path("x"), Name: "b"}, variant.ErrNotFound},
		{&edit.Rename{Name: "b"}, edit.ErrRoot},
		{&edit.Insert{Path: nil, Key: "a", Value: variant.Int(9)}, variant.ErrDuplicateKey},
		{&edit.Move{Path: path("a"), To: 3}, edit.ErrNoPlace},
		{&edit.Move{Path: path("[7].x"), To: 0}, edit.ErrNoPlace},
		{remove(""), edit.ErrRoot},
		{remove("x"), variant.ErrNotFound},
		{set("a.b.c=1"), variant.ErrWrongType},
		{set("b.c[4]=1"), variant.ErrNotFound},
		{set("x[*]=1"), variant.ErrNotFound},
		{set("a[*]=1"), variant.ErrWrongType},
	} {
		_, err := test.op.Plan(reader, value(text))
		require.ErrorIs(t, err, test.want, "%+v", test.op)
	}
}

// TestDeletions: deleting random values in one operation has the same result as deleting them one
// by one, from the last value to the first. Undoing the operation restores the values.
func TestDeletions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	root := value(`{"a": [0, [1, 2, {"x": 3, "y": 4}], 5, 6], "b": {"c": 7, "d": [8, 9]}, "e": 10}`)

	var paths []variant.Path
	for path := range tree.Walk(root) {
		if n := len(path); n > 0 && path[n-1].Kind != variant.StepPairKey {
			paths = append(paths, append(variant.Path(nil), path...))
		}
	}

	for range 500 {
		var some []edit.Pattern
		want := root

		for i := len(paths) - 1; i >= 0; i-- { // from the last path to the first
			if random.IntN(3) == 0 {
				some = append(some, edit.Pattern{paths[i]})
				want = must(tree.Delete(want, paths[i]))
			}
		}

		random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		plan := must((&edit.Delete{Paths: some}).Plan(reader, root))
		got := must(plan.Patch.Apply(root))
		require.Equal(t, variant.Text(want), variant.Text(got))

		back := must(edit.Inverse(plan.Patch).Apply(got))
		require.Equal(t, variant.Text(root), variant.Text(back))
	}
}

// TestDeletionOfMissing: deletion is an error if a part that matches a wildcard does not have the
// key.
func TestDeletionOfMissing(t *testing.T) {
	root := value(`{"bag": [{"n": 1}, {"id": 2}], "at": {"a": {"n": 1}, "b": []}}`)

	for _, path := range []string{"bag[*].n", "at.*.n", "bag[0][*].n", "bag[*][0]"} {
		_, err := play(root, must(edit.ParseDelete([]string{path})))
		require.Error(t, err, path)
	}
}

// TestManyPartsTakeLinearMemory: the memory for an edit of all parts grows linearly with the number
// of parts.
func TestManyPartsTakeLinearMemory(t *testing.T) {
	const n = 20_000
	list := make(packed.PackedInt32Array, n)
	dictionary := variant.Dictionary{}
	for i := range n {
		dictionary.Pairs = append(dictionary.Pairs,
			variant.KV(fmt.Sprintf("key%d", i), variant.Int(i)))
	}

	for typed, root := range map[string]variant.Variant{
		"[*]+=1": list, "a[*]=7": variant.NewDictionary(variant.KV("a", list)), ".*+=1": dictionary,
	} {
		op := must(edit.ParseSet(typed))
		var after variant.Variant
		bytes := testkit.Allocated(func() { after = must(play(root, op)) })
		require.False(t, variant.Equal(root, after))
		require.Less(t, bytes, uint64(2000*n), typed)
	}

	all := must(edit.ParseDelete([]string{"[*]"}))
	bytes := testkit.Allocated(func() { require.Zero(t, must(play(list, all))) })
	require.Less(t, bytes, uint64(4000*n))
}

// TestJournal: edits are undone and repeated one by one. A new edit forgets the undone edits.
func TestJournal(t *testing.T) {
	var j edit.Journal[string]
	root := value("[1]")
	texts := []string{variant.Text(root)}

	for _, typed := range []string{"[0]=2", "[1]=3", "[0]+=5"} {
		plan := must(must(edit.ParseSet(typed)).Plan(reader, root))
		root = must(plan.Patch.Apply(root))
		j.Add(plan.Patch, typed)
		texts = append(texts, variant.Text(root))
	}

	for i := 2; i >= 0; i-- {
		e, ok := j.Undo()
		require.True(t, ok)
		root = must(e.Patch.Apply(root))
		j.Undid()
		require.Equal(t, texts[i], variant.Text(root))
	}

	_, ok := j.Undo()
	require.False(t, ok)

	for i := 1; i <= 2; i++ {
		e, ok := j.Redo()
		require.True(t, ok)
		root = must(e.Patch.Apply(root))
		j.Redid()
		require.Equal(t, texts[i], variant.Text(root))
	}

	require.Equal(t, "[0]+=5", j.Undone[0].About)
	j.Add(nil, "new")
	_, ok = j.Redo()
	require.False(t, ok)
}

// TestPrintedDifferences: if the printed differences of two values are read as a patch, the patch
// changes one value to the other. The order of the keys is the same, too.
func TestPrintedDifferences(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a": 1, "b": 2, "c": 3}`, `{"a": 1, "x": 2, "c": 3}`},
		{`{"a": 1, "b": 2}`, `{"new": 0, "a": 1, "b": 2, "end": [1]}`},
		{`{"a": {"b": 1, "c": 2}}`, `{"a": {"d": 1, "c": 3}}`},
		{`{"a": 1}`, `{}`},
		{`[1, {"a": 1, "b": 2}, 3]`, `[{"z": 1, "b": 2}, 3, 4]`},
		{`{"a": Vector2(0.1, 0.2), "f": 0.1}`, `{"a": Vector2(0.3, 0.2), "f": 0.2}`},
	} {
		a, b := value(pair[0]), value(pair[1])
		patch := must(tree.Diff(a, b, tree.DiffOptions{}))
		edit.AtEnd(patch, b)

		var lines strings.Builder
		for _, c := range patch {
			lines.WriteString(edit.Head(c) + "\n")
			if c.Old != nil {
				lines.WriteString("- " + reader.Text(c.Old) + "\n")
			}
			if c.New != nil {
				lines.WriteString("+ " + reader.Text(c.New) + "\n")
			}
		}

		again := must(reader.ParsePatch([]byte(lines.String())))
		require.Equal(t, pair[1], variant.Text(must(again.Apply(a))), lines.String())
	}

	patch := must(reader.ParsePatch([]byte("@ $[\"a\"]\r\n+ 1\n\n@9 $.b\n+ 2\n")))
	require.Equal(t, `{"a": 1, "b": 2}`, variant.Text(must(patch.Apply(value("{}")))))

	for lines, want := range map[string]string{
		"- 1":          `line 1 of the differences: "- 1": the first line has to begin with @`,
		"@ $.a\n? 1":   `line 2 of the differences: "? 1": the line has to begin with @, - or +`,
		"@x $.a\n+ 1":  `"@x $.a": the line has to begin with @ or @ and a position`,
		"@ $.a\n+ {1:": "1:4",
	} {
		_, err := reader.ParsePatch([]byte(lines))
		require.ErrorContains(t, err, want)
	}
}
