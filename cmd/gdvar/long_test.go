package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// longRecords returns the records of a save that is long enough to be edited in place.
func longRecords(t *testing.T) []byte {
	c := codec.MustNew(codec.Options{FullObjects: true})
	text := strings.Repeat("something to read ", 100)
	var b []byte

	for i := 0; len(b) < files.LeastInPlace; i++ {
		items := make([]variant.Variant, 50)
		for k := range items {
			items[k] = variant.NewDictionary(variant.KV("n", variant.Int(i*k)),
				variant.KV("text", variant.String(text)))
		}

		shared := variant.NewArray(variant.Int(1))
		shared.Shared = true
		v := variant.NewDictionary(variant.KV("hp", variant.Int(i)),
			variant.KV("items", variant.NewArray(items...)),
			variant.KV("shared", shared),
			variant.KV("ints", variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
				variant.Int(7))),
			variant.KV("timer", objects.NewObject("Timer", objects.Prop("wait", variant.Float(2)))))
		b = frame.U32.Append(b, must(c.Encode(v)))
	}

	return b
}

// TestLongForms: gdvar changes a plain, compressed or encrypted save of several MB in place. The
// command diff prints the changes, and patch makes them again. The new bytes equal the bytes of a
// Document with the same values. A damaged file is refused.
func TestLongForms(t *testing.T) {
	plain := longRecords(t)
	container := func(o savefile.Options) func([]byte) []byte {
		return func(b []byte) []byte { return must(savefile.Encode(b, o)) }
	}

	for name, form := range map[string]func([]byte) []byte{
		"plain":  func(b []byte) []byte { return b },
		"fastlz": container(savefile.Options{Container: savefile.Compressed}),
		"encrypted": container(savefile.Options{
			Container: savefile.Encrypted4, Password: "secret",
		}),
		"gzip": gzipped,
	} {
		t.Run(name, func(t *testing.T) { checkLong(t, form(plain)) })
	}

	for name, b := range map[string][]byte{
		"bytes after the last record": append(bytes.Clone(plain), 1, 2, 3, 4, 5, 6),
		"a record of no engine":       frame.U32.Append(bytes.Clone(plain), []byte("\xFF\x00")),
		"cut":                         plain[:len(plain)-1],
	} {
		t.Run(name, func(t *testing.T) { refuseLong(t, b) })
	}
}

// longProgram is gdvar with the password of the encrypted file.
const longProgram = "GDVAR_PASSWORD=secret gdvar"

func longOptions() document.Options {
	return document.Options{Layers: kinds.Layers(), Save: savefile.Options{Password: "secret"}}
}

// checkLong changes a file with the command set. It makes the same changes in a copy of the file
// with the commands diff and patch, and compares the results.
func checkLong(t *testing.T, data []byte) {
	dir := t.TempDir()
	before := filepath.Join(dir, "before")
	after := filepath.Join(dir, "after")
	programtest.Write(t, before, string(data))
	programtest.Write(t, after, string(data))

	old := must(document.Read(data, longOptions()))
	root := old.Root()

	sets := []string{"[*].hp+=1", "[7].items[*].n=5", "[3].timer.wait=4", "[3].shared[0]=2",
		"[4].new=[]", "[5].ints[1]=8"}
	fine(t, fmt.Sprintf("%s set %s '%s' --delete [9].items[3]", longProgram, after,
		strings.Join(sets, "' '")))

	changed := must(document.Read([]byte(programtest.Content(t, after)), longOptions()))
	want := must(view.Diff(root, changed.Root(), tree.DiffOptions{}))
	require.Len(t, want, len(old.Records)+50+len(sets)-1)

	require.NoError(t, old.SetRoot(must(want.Apply(root))))
	require.Equal(t, must(old.PlainBytes()), must(changed.PlainBytes()))

	r := gdvar(t, "", fmt.Sprintf("%s diff %s %s", longProgram, before, after))
	require.Equal(t, lines(t, &old.Format, want), r.Out)

	programtest.Write(t, filepath.Join(dir, "changes"), r.Out)
	require.Equal(t, r.Out, fine(t, fmt.Sprintf("%s patch %s %s", longProgram, before,
		filepath.Join(dir, "changes"))))

	again := must(document.Read([]byte(programtest.Content(t, before)), longOptions()))
	require.Equal(t, changed.Plain, again.Plain)
	require.Equal(t, old.Container.Container, again.Container.Container)
	require.Equal(t, old.Layers, again.Layers)
}

// refuseLong tries to change a damaged file. The bytes must not change.
func refuseLong(t *testing.T, data []byte) {
	name := filepath.Join(t.TempDir(), "damaged")
	programtest.Write(t, name, string(data))
	changes := name + ".changes"
	programtest.Write(t, changes, "@ $[0].hp\n- 0\n+ 1\n")

	for _, line := range []string{
		"gdvar set %s [0].hp=1", "gdvar set %s [*].hp=1", "gdvar patch %s " + changes,
		"gdvar delete %s [0].hp", "gdvar diff %s %[1]s", "gdvar query %s .",
	} {
		require.NotZero(t, gdvar(t, "", fmt.Sprintf(line, name)).Code, line)
	}
	require.Equal(t, string(data), programtest.Content(t, name))
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	must(w.Write(b))
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
