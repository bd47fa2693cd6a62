package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// editor returns the command line of an editor that is a shell script; $1 is the file.
func editor(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "editor.sh")
	require.NoError(t, os.WriteFile(path, []byte(script), 0o666))
	return "sh " + path
}

// edited runs the command edit with an editor. The argument hasPerson says whether a person is at
// the terminal. The second result has the drafts that remain.
func edited(
	t *testing.T, hasPerson bool, editor, file string, flags ...string,
) (programtest.Result, []string) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	var out, problems bytes.Buffer

	env := func(name string) string {
		return map[string]string{"EDITOR": editor, "GDVAR_PASSWORD": "secret"}[name]
	}

	s := program.Streams{In: strings.NewReader(""), Out: &out, Err: &problems}
	a := newApp(context.Background(), s, env)
	a.Talk = func() bool { return hasPerson }

	code := a.run(append([]string{"edit", file}, flags...))
	drafts := must(filepath.Glob(filepath.Join(os.TempDir(), "*")))

	return programtest.Result{Out: out.String(), Err: problems.String(), Code: code}, drafts
}

// TestEditSyntax: if the text is not GDScript, the editor opens the text again, with the error in
// the first line. If no person is at the terminal, the draft is kept.
func TestEditSyntax(t *testing.T) {
	chdirSaves(t)
	const file = "godot3/plain.save"
	data := programtest.Content(t, file)

	r, drafts := edited(t, false, editor(t, `sed -i 's/10,/10 10,/' "$1"`), file)
	require.Equal(t, program.CodeBad, r.Code)
	require.Len(t, drafts, 1)
	require.Contains(t, r.Err, " at 5:11: ")
	require.Contains(t, r.Err, "your text is in "+drafts[0])
	require.Equal(t, 1, strings.Count(r.Err, "\n"))
	stat := must(os.Stat(drafts[0]))
	require.Equal(t, os.FileMode(0o600), stat.Mode().Perm())
	require.Contains(t, programtest.Content(t, drafts[0]), "10 10,")
	require.Equal(t, data, programtest.Content(t, file))

	// The first text that the editor writes has a mistake, and the second has another mistake. The
	// third corrects both. Each error has the number of a line in the text that the user sees.
	log := filepath.Join(t.TempDir(), "log")
	script := `head -1 "$1" >>` + log + `
case $(wc -l <` + log + `) in
1) sed -i 's/10,/10 10,/' "$1";;
2) sed -i 's/10 10,/11,/; s/1.5,/1.5 1.5,/' "$1";;
3) sed -i 's/1.5 1.5,/2.5,/' "$1";;
esac`

	r, drafts = edited(t, true, editor(t, script), file)
	const changes = "@ $[\"hp\"]\n- 10\n+ 11\n@ $[\"speed\"]\n- 1.5\n+ 2.5\n"
	require.Equal(t, programtest.Result{Out: changes}, r)
	require.Empty(t, drafts)
	require.Regexp(t, `^; godot3/plain.save: godot3, .*
; ERROR: godot: parse \$ at 6:11: .*
; ERROR: godot: parse \$ at 7:15: .*
$`, programtest.Content(t, log))

	// If the user does not correct the mistake, edit gives up and keeps the draft.
	r, drafts = edited(t, true, editor(t, `grep -q 'ERROR' "$1" || sed -i 's/11,/11 11,/' "$1"`),
		file)
	require.Equal(t, program.CodeBad, r.Code)
	require.Contains(t, r.Err, "the file is as it was")
	require.Len(t, drafts, 1)
}

// TestEditRefused: edit does not write the file if nothing was changed, or if another program has
// written the file meanwhile.
func TestEditRefused(t *testing.T) {
	chdirSaves(t)
	stat := must(os.Stat("godot3/plain.save"))
	r, drafts := edited(t, true, "true", "godot3/plain.save")
	require.Zero(t, r.Code)
	require.Empty(t, drafts)
	require.Equal(t, stat.ModTime(), must(os.Stat("godot3/plain.save")).ModTime())

	r, _ = edited(t, true, `sh -c "echo x > $1; rm $1" sh`, "godot3/plain.save")
	require.Equal(t, program.CodeBad, r.Code)
	require.NotContains(t, r.Err, "your text is in", "the editor has removed the draft")

	r, drafts = edited(t, true, editor(t, `sed -i s/Tia/Bo/ "$1"; echo more >>godot3/plain.save`),
		"godot3/plain.save")
	require.Equal(t, program.CodeBad, r.Code)
	require.Contains(t, r.Err, "meanwhile")
	require.Len(t, drafts, 1)
	data := programtest.Content(t, "godot3/plain.save")
	require.Contains(t, data, "Tia")
	require.Contains(t, data, "more\n")
}

// TestEditLong: edit changes a save of several MB, and prints the changes. It does so even if the
// edited text has a key twice, or if the user has changed the text in front of the value.
func TestEditLong(t *testing.T) {
	plain := longRecords(t)
	t.Chdir(t.TempDir())

	const seven = "@ $[7][\"hp\"]\n- 7\n+ 70\n"
	for script, out := range map[string]string{
		`sed -i '0,/"hp": 7,/s//"hp": 70,/; s/"n": 253,/"n": 1,/' "$1"`: seven +
			"@ $[11][\"items\"][23][\"n\"]\n- 253\n+ 1\n" +
			"@ $[23][\"items\"][11][\"n\"]\n- 253\n+ 1\n",
		`sed -i '0,/"hp": 7,/s//"shared": 70,/' "$1"`: "@ $[7][\"hp\"]\n- 7\n" +
			"@ $[7][\"shared\"]\n- [1]\n@0 $[7][\"shared\"]\n+ [1]\n",
		`sed -i '1d; 0,/"hp": 7,/s//"hp": 70,/' "$1"`: seven,
	} {
		programtest.Write(t, "long.save", string(plain))
		r, drafts := edited(t, false, editor(t, script), "long.save")
		require.Equal(t, programtest.Result{Out: out}, r)
		require.Empty(t, drafts)

		programtest.Write(t, "changes", out)
		programtest.Write(t, "patched.save", string(plain))
		fine(t, "gdvar patch patched.save changes")
		require.Equal(t, programtest.Content(t, "patched.save"),
			programtest.Content(t, "long.save"))
	}
}

// indented returns the text that the command edit opens for a value.
func indented(t *testing.T, f *document.Format, v variant.Variant) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, view.NewIndent(&b, f).Print(v))
	return b.String()
}

// TestIndented: the text that edit opens is read as the same value, for saves and for every type of
// container. In a save with objects the values may differ, because a null object is read as Nil.
func TestIndented(t *testing.T) {
	chdirSaves(t)
	for _, file := range []string{"godot3/plain.save", "godot4/two.save", "godot3/objects.save",
		"godot4/objects.save"} {
		d := must(document.Read([]byte(programtest.Content(t, file)), document.Options{}))
		v := must(d.Parse(indented(t, &d.Format, d.Root())))
		patch := must(tree.Diff(d.Root(), v, tree.DiffOptions{}))
		require.True(t, len(patch) == 0 || strings.Contains(file, "objects"), file)
	}

	var d document.Document
	for _, source := range []string{
		`[]`, `{}`, `Array[int]([])`, `Array[Array]([[], [1]])`,
		`Dictionary[String, int]({"a": 1})`,
		`{[1, {}]: {"b": Object(Timer,"x":[1])}, &"n": Object(Timer), "(": [")"]}`,
		`{"[]": "{}", "x\ny": 1.5}`,
		`[0.1, 0.10000000149011612, -0.0, nan, inf]`,
	} {
		v := must(d.Parse(source))
		text := indented(t, &d.Format, v)
		require.True(t, variant.Equal(v, must(d.Parse(text))), text)
	}
}
