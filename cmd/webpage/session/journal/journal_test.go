package journal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// path parses a path that is valid.
func path(s string) variant.Path {
	p, err := variant.ParsePath(s)
	if err != nil {
		panic(err)
	}
	return p
}

// marked makes edits of a value, and returns the net changes as text.
func marked(t *testing.T, text string, ops ...edit.Operation) string {
	reader := edit.NewReader(codec.MustNew(codec.Options{}))
	root, err := reader.Parse(text)
	require.NoError(t, err)
	j := journal.Journal{Opened: root}

	for _, op := range ops {
		plan, err := op.Plan(reader, root)
		require.NoError(t, err)
		back, _, _ := outline.Locate(root, plan.Patch[0].Path)
		root, err = plan.Patch.Apply(root)
		require.NoError(t, err)

		entry := journal.Entry{Back: back}
		switch op := op.(type) {
		case *edit.Rename:
			entry.Args.Op = "rename"
			entry.From, entry.To = op.Path, plan.Patch[1].Path
		case *edit.Move:
			entry.From, entry.To = op.Path, plan.Patch[1].Path
		}
		j.Add(plan.Patch, entry)
	}

	var lines []string
	marks, edits := j.Marks()
	require.Equal(t, len(ops), edits)
	for _, m := range marks.List {
		line := m.Kind + " " + m.Text
		if len(m.From) > 0 {
			line += " from " + m.From.String()
		}
		if old := m.OldText(); old != "" {
			line += " was " + old
		}
		lines = append(lines, line)
		if m.Kind != "removed" {
			require.Same(t, m, marks.At(m.Text))
		}
	}

	return strings.Join(lines, "; ")
}

// TestMarks: the marks are the net changes of all edits, at the current paths of the values.
func TestMarks(t *testing.T) {
	const text = `{"a": 1, "list": [10, 20, 30], "other": [1, 2, 3], "deep": [[1, 2, 3]],
		"two": [[1, 2], [3]]}`
	set := func(s string) edit.Operation {
		op, err := edit.ParseSet(s)
		require.NoError(t, err)
		op.Retype = true
		return op
	}
	remove := func(s string) edit.Operation {
		return &edit.Delete{Paths: []edit.Pattern{{path(s)}}}
	}

	for _, test := range []struct {
		want string
		ops  []edit.Operation
	}{
		{"", nil},
		{`changed $["a"] was 1`, []edit.Operation{set(`["a"]=2`), set(`["a"]=3`)}},
		{"", []edit.Operation{set(`["a"]=2`), set(`["a"]=1`)}},
		{`retyped $["a"] was 1`, []edit.Operation{set(`["a"]="x"`)}},
		{`added $["b"]`, []edit.Operation{set(`["b"]=2`), set(`["b"]=3`)}},
		{"", []edit.Operation{set(`["b"]=2`), remove(`["b"]`)}},
		{`removed $["a"]`, []edit.Operation{set(`["a"]=2`), remove(`["a"]`)}},
		{`changed $["list"][1] was 30; removed $["list"][0]`,
			[]edit.Operation{set(`["list"][2]=31`), remove(`["list"][0]`)}},
		{`changed $["list"][2] was 20; added $["list"][0]`, []edit.Operation{set(`["list"][1]=21`),
			&edit.Insert{Path: path(`["list"]`), At: 0, Value: variant.Int(5)}}},
		{`changed $["list"][1] was 10; added $["list"][0]`, []edit.Operation{set(`["list"][0]=11`),
			&edit.Insert{Path: path(`["list"]`), At: 0, Value: variant.Int(5)}}},
		{`removed $["list"][1]; removed $["list"][0]`,
			[]edit.Operation{remove(`["list"][2]`), remove(`["list"][0]`)}},
		{`removed $["other"][2]; removed $["list"][0]`,
			[]edit.Operation{remove(`["other"][2]`), remove(`["list"][0]`)}},
		{`removed $["deep"][0][2]; added $["deep"][1]`, []edit.Operation{remove(`["deep"][0][2]`),
			&edit.Insert{Path: path(`["deep"]`), At: 1, Value: variant.Int(5)}}},
		{`removed $["deep"][1][2]; added $["deep"][0]`, []edit.Operation{remove(`["deep"][0][2]`),
			&edit.Insert{Path: path(`["deep"]`), At: 0, Value: variant.Int(5)}}},
		{`removed $["deep"][0][2]`, []edit.Operation{remove(`["deep"][0][2]`),
			&edit.Insert{Path: path(`["deep"]`), At: 0, Value: variant.Int(5)},
			remove(`["deep"][0]`)}},
		{`removed $["deep"][0]; added $["deep"][0]`,
			[]edit.Operation{remove(`["deep"][0][2]`), remove(`["deep"][0]`),
				&edit.Insert{Path: path(`["deep"]`), At: 0, Value: variant.Int(5)}}},
		{`changed $["deep"] was [[1, 2, 3]]`, []edit.Operation{remove(`["deep"][0][2]`),
			set(`["deep"]=[7]`), set(`["deep"][0]=8`)}},
		{`added $["deep"][1]; removed $["deep"][0][2]; moved $["deep"][0] from $["deep"][1]`,
			[]edit.Operation{remove(`["deep"][0][2]`),
				&edit.Insert{Path: path(`["deep"]`), At: 0, Value: variant.Int(5)},
				&edit.Move{Path: path(`["deep"][1]`), To: 0}}},
		{`removed $["two"][1][0]; removed $["two"][0]; ` +
			`added $["two"][0]`, []edit.Operation{remove(`["two"][0][0]`),
			remove(`["two"][1][0]`), remove(`["two"][0]`),
			&edit.Insert{Path: path(`["two"]`), At: 0, Value: variant.Int(5)}}},
		{`renamed $["b"] from $["a"]`,
			[]edit.Operation{&edit.Rename{Path: path(`["a"]`), Name: "b"}}},
		{`moved $["list"][0] from $["list"][2]`,
			[]edit.Operation{&edit.Move{Path: path(`["list"][2]`), To: 0}}},
		{`changed $["bag"][0] was 10; renamed $["bag"] from $["list"]`,
			[]edit.Operation{set(`["list"][0]=11`),
				&edit.Rename{Path: path(`["list"]`), Name: "bag"}}},
	} {
		require.Equal(t, test.want, marked(t, text, test.ops...))
	}
}

// TestPathsOfMarks: after any edits, each mark leads to a value. The mark of a removed value leads
// to a place in a value.
func TestPathsOfMarks(t *testing.T) {
	reader := edit.NewReader(codec.MustNew(codec.Options{}))
	random := rand.New(rand.NewPCG(7, 1))

	for range 2_000 {
		root, err := reader.Parse(`[[1, 2, [3, 4]], [5, [6], 7], {"a": [8, 9], "b": 1}]`)
		require.NoError(t, err)
		j := journal.Journal{Opened: root}
		var done []string

		for range 1 + random.IntN(8) {
			op := anyEdit(random, root)
			plan, err := op.Plan(reader, root)
			if err != nil || len(plan.Patch) == 0 {
				continue
			}
			back, _, _ := outline.Locate(root, plan.Patch[0].Path)
			edited, err := plan.Patch.Apply(root)
			if err != nil {
				continue // such as an item for an int
			}
			root = edited

			entry := journal.Entry{Back: back}
			if op, ok := op.(*edit.Move); ok {
				entry.Args.Op = "move"
				entry.From, entry.To = op.Path, plan.Patch[1].Path
			}
			j.Add(plan.Patch, entry)
			done = append(done, fmt.Sprintf("%T %+v", op, op))
		}

		marks, _ := j.Marks()
		for _, m := range marks.List {
			path := m.Path
			if m.Kind == "removed" {
				path = path[:len(path)-1]
			}

			_, _, err := outline.Locate(root, path)
			require.NoError(t, err, "%s %s in %v after %v", m.Kind, m.Text,
				variant.Text(root), done)
		}
	}
}

// anyEdit returns a random edit of a value or of a part of it.
func anyEdit(random *rand.Rand, root variant.Variant) edit.Operation {
	var paths []variant.Path
	for path := range tree.Walk(root) {
		if n := len(path); n > 0 && path[n-1].Kind != variant.StepPairKey {
			paths = append(paths, slices.Clone(path))
		}
	}
	if len(paths) == 0 {
		return &edit.Insert{Value: variant.Int(1)}
	}

	path := paths[random.IntN(len(paths))]
	switch random.IntN(4) {
	case 0:
		return &edit.Insert{Path: path, At: 0, Value: variant.NewArray(variant.Int(1))}
	case 1:
		return &edit.Move{Path: path, To: random.IntN(3)}
	default:
		return &edit.Delete{Paths: []edit.Pattern{{path}}}
	}
}

// TestUndo: undone edits have no marks.
func TestUndo(t *testing.T) {
	reader := edit.NewReader(codec.MustNew(codec.Options{}))
	op, err := edit.ParseSet("a=2")
	require.NoError(t, err)
	plan, err := op.Plan(reader, variant.NewDictionary(variant.KV("a", variant.Int(1))))
	require.NoError(t, err)

	var j journal.Journal
	j.Add(plan.Patch, journal.Entry{})
	marks, _ := j.Marks()
	require.Len(t, marks.List, 1)
	require.True(t, marks.Inside("$"))
	none := marks.Without(func(*journal.Mark) bool { return true })
	require.Empty(t, none.List)
	require.False(t, none.Inside("$"))
	require.Len(t, marks.List, 1)

	j.Undid()
	marks, edits := j.Marks()
	require.Empty(t, marks.List)
	require.Zero(t, edits)
	j.Redid()
	marks, _ = j.Marks()
	require.Len(t, marks.List, 1)
}

// TestManyChanges: the time for the marks of n changes grows in proportion to n, not to n². If one
// edit sets all items of a list, and the next edit sets them back, no marks are left.
func TestManyChanges(t *testing.T) {
	const items, most = 100_000, 30 * time.Second
	var set, back tree.Patch
	for i := range items {
		p := variant.Path{{Kind: variant.StepIndex, Index: i}}
		is, was := variant.Int(i+1), variant.Int(i)
		set = append(set, tree.Change{Kind: tree.Changed, Path: p, Old: was, New: is})
		back = append(back, tree.Change{Kind: tree.Changed, Path: p, Old: is, New: was})
	}

	begin := time.Now()
	var j journal.Journal
	j.Add(set, journal.Entry{})
	marks, _ := j.Marks()
	require.Len(t, marks.List, items)

	j.Add(back, journal.Entry{})
	marks, _ = j.Marks()
	require.Empty(t, marks.List)
	require.False(t, marks.Inside("$"))
	require.Less(t, time.Since(begin), most)
}
