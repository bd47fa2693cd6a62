package view_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var textOptions = document.Options{Options: probe.Options{Dialect: codec.Godot4}}

// savedAs returns a save with a record for each value, in memory and in its bytes.
func savedAs(t testing.TB, values ...variant.Variant) (*document.Document, *document.InPlace) {
	var data []byte
	for _, v := range values {
		data = frame.U32.Append(data, testkit.Encode(t, full, v))
	}

	d, err := document.Read(data, textOptions)
	require.NoError(t, err)
	f, err := document.ReadInPlaceWindow(data, textOptions, 64)
	require.NoError(t, err)

	return d, f
}

func indented(t testing.TB, d *document.Document) string {
	var b strings.Builder
	require.NoError(t, view.NewIndent(&b, &d.Format).Print(d.Root()))
	return b.String()
}

// TestIndentFile: PrintFile prints the bytes of a save as Print prints the values of the save.
func TestIndentFile(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		values := make([]variant.Variant, 1+random.IntN(3))
		for i := range values {
			values[i] = valuestest.Root(random)
		}

		d, f := savedAs(t, values...)
		var b strings.Builder
		require.NoError(t, view.NewIndent(&b, &f.Format).PrintFile(f.File))
		require.Equal(t, indented(t, d), b.String())
	}
}

// TestIndentLong: an Indent prints a text that is longer than its buffer completely, and prints no
// part of it twice.
func TestIndentLong(t *testing.T) {
	const items = 20_000
	d, _ := savedAs(t, variant.NewArray(slices.Repeat([]variant.Variant{variant.Int(7)}, items)...))
	require.Equal(t, "["+strings.Repeat("\n\t7,", items-1)+"\n\t7\n]", indented(t, d))
}

// diffText returns the changes that DiffText finds, for a text with comments in front of it. The
// old values are printed from memory and from the bytes of the file.
func diffText(
	t testing.TB, d *document.Document, f *document.InPlace, edited string,
) (tree.Patch, error) {
	const head = "; a comment\n"
	old := textOf(head + indented(t, d) + "\n")
	old.Start = int64(len(head))
	text := textOf(head + edited)

	patch, err := view.DiffText(&d.Format, old, text, func(in *view.Indent) error {
		return in.Print(d.Root())
	})

	other, otherErr := view.DiffText(&f.Format, old, text, func(in *view.Indent) error {
		return in.PrintFile(f.File)
	})
	require.Equal(t, err, otherErr)
	require.Equal(t, patch.String(), other.String())

	return patch, err
}

func textOf(s string) view.Text {
	return view.Text{ReaderAt: strings.NewReader(s), Length: int64(len(s))}
}

// TestDiffText edits lines at random. The changes that DiffText finds turn the old value into the
// value of the edited text. If the edited text is not the text of a value, the error is
// ErrWholeText. If a Dictionary in the edited text has a key twice, the changes may fail.
func TestDiffText(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var applied, whole, refused int

	for range 3000 {
		values := make([]variant.Variant, 1+random.IntN(3))
		for i := range values {
			values[i] = valuestest.Root(random)
		}

		d, f := savedAs(t, values...)
		lines := strings.SplitAfter(indented(t, d)+"\n", "\n")
		for range 1 + random.IntN(3) {
			lines = editLines(random, lines)
		}

		edited := strings.Join(lines, "")
		patch, err := diffText(t, d, f, edited)
		want, wrong := d.Parse(edited)

		if wrong != nil {
			require.ErrorIs(t, err, view.ErrWholeText, edited)
			continue
		}
		if err != nil {
			require.ErrorIs(t, err, view.ErrWholeText)
			whole++
			continue
		}

		got, err := patch.Apply(d.Root())
		if err != nil {
			require.ErrorIs(t, err, variant.ErrDuplicateKey)
			refused++
			continue
		}
		requireSame(t, want, got, patch, indented(t, d), edited)
		applied++
	}

	t.Logf("applied: %d, whole text: %d, refused: %d", applied, whole, refused)
	require.Greater(t, applied, whole)
}

func requireSame(t *testing.T, want, got variant.Variant, patch tree.Patch, old, edited string) {
	require.True(t, variant.Equal(want, got), "%s\n%s\n%s\nwant: %v\ngot: %v", old, edited, patch,
		variant.Text(want), variant.Text(got))
}

// editLines edits lines at random. The result is often still the text of a value.
func editLines(random *rand.Rand, lines []string) []string {
	i := random.IntN(len(lines))
	line := strings.TrimSuffix(lines[i], "\n")

	switch random.IntN(9) {
	case 0:
		return slices.Delete(slices.Clone(lines), i, i+1)
	case 1:
		return slices.Insert(slices.Clone(lines), i, lines[random.IntN(len(lines))])
	case 2: // if the line is in a Dictionary, this adds a key
		key := fmt.Sprintf("\t\"new %d\": %d,\n", random.IntN(1000), random.IntN(9))
		return slices.Insert(slices.Clone(lines), i, key)
	case 3:
		return slices.Insert(slices.Clone(lines), i, "\t[7,\n", "\t8],\n")
	case 4:
		lines[i] = line + "\n"
		return append(lines[:i:i], append([]string{"# a comment,\n", "\n"}, lines[i:]...)...)
	case 5:
		lines[i] = strings.TrimSuffix(line, ",") + "\n"
	case 6:
		lines[i] = line + " ; a comment,\n"
	default:
		lines[i] = strings.NewReplacer("0", "1", "true", "false", "null", "[null]", "ü", "#").
			Replace(line) + "\n"
	}

	return lines
}
