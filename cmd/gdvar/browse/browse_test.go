package browse

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/terminal"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A memory implements File with values in memory.
type memory struct{ root variant.Variant }

var reader = edit.NewReader(codec.MustNew(codec.Options{}))

func (m *memory) Title() string { return "title" }

func (m *memory) Root() variant.Variant { return m.root }

func (m *memory) Text(v variant.Variant) string { return reader.Text(v) }

func (m *memory) Edit(
	root variant.Variant, op edit.Operation,
) (variant.Variant, tree.Patch, error) {
	plan, err := op.Plan(reader, root)
	if err != nil {
		return nil, nil, err
	}

	root, err = plan.Patch.Apply(root)
	return root, plan.Patch, err
}

func (m *memory) Diff(root variant.Variant) ([]string, error) {
	if variant.Equal(m.root, root) {
		return nil, nil
	}
	return []string{m.Text(root)}, nil
}

func (m *memory) Write(root variant.Variant) error {
	if _, ok := root.(variant.Dictionary); !ok {
		return errors.New("not a dictionary")
	}
	m.root = root
	return nil
}

// open returns a browser of the value of a text.
func open(t *testing.T, text string) (*browser, *memory) {
	root, err := reader.Parse(text)
	require.NoError(t, err)
	file := &memory{root}
	return newBrowser(file), file
}

// press presses keys, which are separated by spaces. It reports whether the user has left the
// program.
func press(b *browser, keys string) (left bool) {
	for key := range strings.SplitSeq(keys, " ") {
		left = b.Key(terminal.Key(key))
	}
	return left
}

// TestEdits: the user enters a value, undoes and repeats the edit, looks at the differences, and
// then writes the file.
func TestEdits(t *testing.T) {
	b, file := open(t, `{"hp": 10, "on": true, "bag": [1, 2]}`)
	press(b, "down enter backspace backspace 7 enter")
	require.Equal(t, `{"hp": 7, "on": true, "bag": [1, 2]}`, reader.Text(b.root))

	press(b, "down enter d")
	require.Equal(t, `{"hp": 7, "bag": [1, 2]}`, reader.Text(b.root))
	press(b, "u")
	require.Equal(t, `{"hp": 7, "on": false, "bag": [1, 2]}`, reader.Text(b.root))
	press(b, "u u u")
	require.Equal(t, "nothing to undo", b.lastLine())
	press(b, "ctrl+r")
	require.Equal(t, `{"hp": 7, "on": true, "bag": [1, 2]}`, reader.Text(b.root))

	press(b, "s")
	require.Contains(t, strings.Join(b.Lines(), "\n"), `"hp": 7`)
	require.Equal(t, `{"hp": 10, "on": true, "bag": [1, 2]}`, reader.Text(file.root))
	press(b, "y")
	require.Equal(t, `{"hp": 7, "on": true, "bag": [1, 2]}`, reader.Text(file.root))
	require.True(t, press(b, "q"))
}

// TestRefusedEdit: if an entered text is refused, the browser shows the error. The user can then
// correct the text.
func TestRefusedEdit(t *testing.T) {
	b, _ := open(t, `{"hp": 10}`)
	press(b, "down enter x enter")
	require.NotEmpty(t, b.message)
	require.Equal(t, editing, b.mode)

	press(b, "esc")
	require.Equal(t, moving, b.mode)
	require.Equal(t, `{"hp": 10}`, reader.Text(b.root))
	require.True(t, press(b, "q"))
}

// TestLeaving: the browser asks the user before it discards changes.
func TestLeaving(t *testing.T) {
	b, _ := open(t, `{"on": true}`)
	require.False(t, press(b, "down enter q"))
	require.Equal(t, "drop the changes? y/n", b.lastLine())
	require.False(t, press(b, "n"))
	require.True(t, press(b, "q y"))
	require.True(t, press(b, "ctrl+c"))
}

// TestSearch: the search moves to the next row that matches the query, even in a folded value.
func TestSearch(t *testing.T) {
	b, _ := open(t, `{"a": [{"lamp": 1}], "b": [{"lamp": 2}]}`)
	press(b, "/ l a m p enter")
	require.Equal(t, `$["a"][0]["lamp"]`, b.row(b.cursor).Path.String())
	press(b, "n")
	require.Equal(t, `$["b"][0]["lamp"]`, b.row(b.cursor).Path.String())

	press(b, "/ z enter")
	require.Contains(t, b.lastLine(), "is not there")
}

// TestRows: a row has the summary that the page shows, and a guess about the value. Unfolded values
// stay unfolded when rows before them are deleted.
func TestRows(t *testing.T) {
	b, _ := open(t, `{"hp": 10, "two words": 1700000000,
		"bag": [{"id": 1, "n": 2}, {"id": 2, "n": 3}], "ids": PackedInt32Array(7, 8)}`)
	press(b, "down down down right")
	lines := func() []string { return b.Lines()[1:8] }
	require.Equal(t, []string{
		"▾ Dictionary, 4 keys",
		"    hp: 10",
		`    "two words": 1700000000 (14 Nov 2023, 22:13 UTC)`,
		"\x1b[7m▾   bag: Array, 2 items (2 rows with 2 columns)\x1b[0m",
		"▸     0: Dictionary, 2 keys",
		"▸     1: Dictionary, 2 keys",
		"▸   ids: PackedInt32Array(7, 8)",
	}, lines())

	press(b, "home down d")
	require.Equal(t, "▸     0: Dictionary, 2 keys", lines()[3])
	press(b, "u end right down enter backspace 9 enter")
	require.Contains(t, reader.Text(b.root), "PackedInt32Array(9, 8)")
	press(b, "left left left")
	require.Equal(t, "$", b.row(b.cursor).Path.String())

	press(b, "/ c h a n g e d : enter")
	require.Equal(t, `$["ids"][0]`, b.row(b.cursor).Path.String())
	press(b, "/ > x enter")
	require.Contains(t, b.lastLine(), "needs a number")
}

// TestSmallScreen: a screen of any size shows the selected row, and no line is longer than the
// screen.
func TestSmallScreen(t *testing.T) {
	b, _ := open(t, `{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}`)
	for height := 1; height < 12; height++ {
		b.Resize(10, height)
		for _, key := range strings.Fields("end home pgdown pgup down down G k") {
			press(b, key)
			require.GreaterOrEqual(t, b.cursor, b.top)
			require.Less(t, b.cursor, b.top+b.lines())
			require.GreaterOrEqual(t, max(3, height), len(b.Lines()))
		}
	}

	press(b, "?")
	require.Equal(t, "q: back", b.lastLine())
	press(b, "esc")
	require.Equal(t, moving, b.mode)
}

// TestFollow: the selected row stays on the screen if the screen gets smaller.
func TestFollow(t *testing.T) {
	b, _ := open(t, `[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]`)
	b.Resize(80, 24)
	press(b, "end")
	require.Zero(t, b.top)

	b.Resize(80, 6)
	require.Equal(t, 10, b.cursor)
	require.Equal(t, 7, b.top)
}

// TestUnfold: the key right unfolds only values with parts. It does not fold an unfolded value.
func TestUnfold(t *testing.T) {
	b, _ := open(t, `{"one": [[5]], "none": [], "hp": 7}`)
	press(b, "down right down right right")
	require.Equal(t, 6, b.open.Total())

	for _, name := range []string{"none", "hp"} {
		b, _ = open(t, `{"`+name+`": `+map[string]string{"none": "[]", "hp": "7"}[name]+`}`)
		press(b, "down right")
		require.Nil(t, b.open.Branch(outline.Place{0}), name)
	}
}

// TestLine: keys move the cursor in a line of text, and change the text.
func TestLine(t *testing.T) {
	for keys, want := range map[string]string{
		"left x":                       "abxc",
		"left left right x":            "abxc",
		"right x":                      "abcx",
		"home x":                       "xabc",
		"ctrl+a left x end y":          "xabcy",
		"home right x ctrl+e y":        "axbcy",
		"backspace":                    "ab",
		"home backspace x":             "xabc",
		"left delete delete x":         "abx",
		"home delete":                  "bc",
		"ctrl+u é left x up":           "xé",
		"left left left left left ö":   "öabc",
		"home right right right right": "abc",
	} {
		l := newLine("abc")
		for key := range strings.SplitSeq(keys, " ") {
			l.key(terminal.Key(key))
		}
		require.Equal(t, want, l.String(), keys)
	}
}
