package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/programtest"
	webpage "godotvariant/cmd/webpage/session"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestProgramsAnswerAlike: for each row of the table of types, gdvar set, the tree in the terminal
// and the page store the same value, or all refuse the edit. Rows with an operator such as += are
// only for gdvar set.
func TestProgramsAnswerAlike(t *testing.T) {
	reader := edit.NewReader(codec.MustNew(codec.Options{}))
	table := programtest.Content(t, "../internal/edit/testdata/types.txt")
	t.Chdir(t.TempDir())
	rows := 0

	for line := range strings.Lines(table) {
		columns := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(columns) != 3 {
			continue
		}
		rows++

		old := variant.NewDictionary(variant.KV("p", must(reader.Parse(columns[0]))))
		store(t, "x.save", old)
		want, refused := strings.CutPrefix(columns[2], "! ")

		operator := "="
		if strings.IndexByte("+-*", columns[1][0]) >= 0 && columns[1][1] == '=' {
			operator = columns[1][:2]
		}
		typed := strings.TrimPrefix(columns[1], operator)

		if operator == "=" {
			requireAnswer(t, line, want, refused, answerOfTree(t, typed))
			requireAnswer(t, line, want, refused, answerOfPage(t, typed))
		}

		r := tested.Words(t, "", []string{"gdvar", "set", "x.save", "p" + operator + typed})
		require.Equal(t, refused, r.Code != 0, line+r.Err)
		if refused {
			require.Contains(t, strings.ReplaceAll(r.Err, "$.p", `$["p"]`), want, line)
			continue
		}
		requireAnswer(t, line, want, refused, strings.TrimSpace(fine(t, "gdvar get x.save p")))
	}

	require.Greater(t, rows, 90)
}

// TestSectionsKeepTheirPlace: a renamed section keeps its place and its comments. The command
// rename, the tree in the terminal and the page can rename a section.
func TestSectionsKeepTheirPlace(t *testing.T) {
	const before = "; top\n[a]\nx=1\n\n; about b\n[b] ; two\ny=2\n\n[c]\nz=3\n"
	after := strings.Replace(before, "[b]", "[new]", 1)
	t.Chdir(t.TempDir())

	write := func() { require.NoError(t, os.WriteFile("x.cfg", []byte(before), 0o600)) }
	read := func() string { return string(must(os.ReadFile("x.cfg"))) }

	write()
	fine(t, "gdvar rename x.cfg b new")
	require.Equal(t, after, read())

	write()
	f := openedTree(t, "x.cfg")
	root, _, err := f.Edit(f.Root(), &edit.Rename{Path: must(variant.ParsePath("b")), Name: "new"})
	require.NoError(t, err)
	require.NoError(t, f.Write(root))
	require.Equal(t, after, read())

	write()
	saved, err := editedByPage(t, "x.cfg", `{"op":"rename","path":"$.b","key":"new"}`)
	require.NoError(t, err)
	require.Equal(t, after, string(saved))
}

// editedByPage returns a file after an edit on the page, or the error of the edit. The argument
// edit has the arguments of the page's function "edit", in JSON.
func editedByPage(t *testing.T, name, edit string) ([]byte, error) {
	t.Helper()
	page := webpage.New()
	data := must(os.ReadFile(name))
	_, err := page.Call("open", []byte(`{"name":"`+name+`"}`), bytes.NewReader(data), nil)
	require.NoError(t, err)
	if _, err = page.Call("edit", []byte(edit), nil, nil); err != nil {
		return nil, err
	}

	var saved bytes.Buffer
	_, err = page.Call("save", []byte(`{"engine":"godot4","container":"same"}`), nil, &saved)
	require.NoError(t, err)
	return saved.Bytes(), nil
}

// openedTree opens a file for the tree in the terminal.
func openedTree(t *testing.T, name string) *browsedFile {
	t.Helper()
	a := testApp()
	require.NoError(t, a.root().PersistentFlags().Parse(nil))
	d, data, err := a.LoadToWrite(name)
	require.NoError(t, err)
	return &browsedFile{app: a, name: name, document: d, data: data, root: d.Root()}
}

// requireAnswer requires that the answer is the wanted value. If the edit is refused, the answer
// must be empty.
func requireAnswer(t *testing.T, line, wanted string, refused bool, answer string) {
	t.Helper()
	if refused {
		wanted = ""
	}
	require.Equal(t, wanted, answer, line)
}

// answerOfTree returns the text of the value p in x.save after an edit in the tree. It returns ""
// if the edit is refused.
func answerOfTree(t *testing.T, typed string) string {
	o := document.Options{Options: probe.Options{Dialect: codec.Godot4}}
	d := must(document.Read(must(os.ReadFile("x.save")), o))
	f := &browsedFile{app: testApp(), name: "x.save", document: d, root: d.Root()}

	path := must(variant.ParsePath("p"))
	op := &edit.Set{Paths: edit.Pattern{path}, Operator: "=", Text: typed}
	root, _, err := f.Edit(f.Root(), op)
	if err != nil {
		return ""
	}

	return gdscript.Text(must(tree.Lookup(root, path)), variant.Single)
}

// answerOfPage returns the text of the value p in x.save after an edit on the page. It returns ""
// if the edit is refused.
func answerOfPage(t *testing.T, typed string) string {
	args := must(json.Marshal(map[string]string{"op": "set", "path": "$.p", "text": typed}))
	saved, err := editedByPage(t, "x.save", string(args))
	if err != nil {
		return ""
	}

	d := must(document.Read(saved, document.Options{Options: probe.Options{Dialect: codec.Godot4}}))
	return gdscript.Text(must(tree.Lookup(d.Root(), "p")), variant.Single)
}
