package files_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// usual are the values of flags that nobody has set.
var usual = files.Flags{Engine: "auto", Frame: "auto", Precision: "auto", Kind: "auto", At: -1,
	MaxSize: 256, MaxValues: 4, PasswordEnv: "PASSWORD"}

// opener returns an Opener in an empty folder, and a buffer with its standard error.
func opener(t *testing.T, flags files.Flags) (*files.Opener, *bytes.Buffer) {
	t.Chdir(t.TempDir())
	var errors bytes.Buffer
	s := program.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errors}
	run := program.New(context.Background(), "gdvar", s, func(string) string { return "" })
	return &files.Opener{Run: run, Flags: flags}, &errors
}

// saved returns a save of Godot 4 with a value.
func saved(t *testing.T, v variant.Variant) []byte {
	packet, err := codec.MustNew(codec.Options{}).Encode(v)
	require.NoError(t, err)
	return frame.U32.Append(nil, packet)
}

func write(t *testing.T, name string, data []byte) {
	require.NoError(t, os.WriteFile(name, data, 0o600))
}

// TestFlags: if a flag does not have a value, the error names the flag and its values.
func TestFlags(t *testing.T) {
	for want, change := range map[string]func(*files.Flags){
		"--engine godot9":    func(f *files.Flags) { f.Engine = "godot9" },
		"--frame u16":        func(f *files.Flags) { f.Frame = "u16" },
		"--precision half":   func(f *files.Flags) { f.Precision = "half" },
		"--kind xml":         func(f *files.Flags) { f.Kind = "xml" },
		"--max-size 0":       func(f *files.Flags) { f.MaxSize = 0 },
		"--max-values 0":     func(f *files.Flags) { f.MaxValues = 0 },
		"exclude each other": func(f *files.Flags) { f.KeyFile, f.PasswordFile = "a", "b" },
		"no such file":       func(f *files.Flags) { f.PasswordFile = "none" },
	} {
		flags := usual
		change(&flags)
		p, _ := opener(t, flags)
		_, err := p.Options()
		require.ErrorContains(t, err, want)
	}

	flags := usual
	flags.Engine, flags.Frame, flags.Precision = "godot3", "u32be", "double"
	flags.Kind, flags.At = "save", 5
	p, _ := opener(t, flags)
	o, err := p.Options()
	require.NoError(t, err)
	require.Same(t, codec.Godot3, o.Dialect)
	require.Equal(t, frame.U32BE, *o.Framing)
	require.Equal(t, variant.Double, *o.Precision)
	require.Equal(t, int64(5), *o.At)
	require.Empty(t, o.Kinds)
}

// TestNames: gdvar tells the user once if the name of a file belongs to another kind than its
// bytes. With --kind it does not.
func TestNames(t *testing.T) {
	p, told := opener(t, usual)
	write(t, "x.json", saved(t, variant.NewArray(variant.Int(5))))

	for range 2 {
		_, err := p.Read("x.json")
		require.NoError(t, err)
	}
	require.Equal(t, 1, strings.Count(told.String(), "its name says json"), told)

	write(t, "y.cfg", []byte("once upon a time"))
	_, err := p.Read("y.cfg")
	require.ErrorContains(t, err, "its name says config")

	flags := usual
	flags.Kind = files.KindSave
	p, told = opener(t, flags)
	write(t, "x.json", saved(t, variant.Int(5)))
	_, err = p.Read("x.json")
	require.NoError(t, err)
	require.Empty(t, told.String())
}

// TestReplace: gdvar replaces a changed file, and keeps a backup if the user wants one. It does not
// replace a file that another program has written meanwhile.
func TestReplace(t *testing.T) {
	p, _ := opener(t, usual)
	old := saved(t, variant.NewArray(variant.Int(5)))
	write(t, "x.save", old)

	d, data, err := p.LoadToWrite("x.save")
	require.NoError(t, err)
	require.Equal(t, old, data)
	require.NoError(t, d.SetRoot(variant.NewArray(variant.Int(6))))

	content := func(name string) []byte {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		return b
	}

	require.NoError(t, p.Replace("x.save", data, d, files.Replacement{Dry: true}))
	require.Equal(t, old, content("x.save"))

	require.NoError(t, p.Replace("x.save", data, d, files.Replacement{Backup: true}))
	require.Equal(t, saved(t, variant.NewArray(variant.Int(6))), content("x.save"))
	require.Equal(t, old, content("x.save~"))

	require.ErrorContains(t, p.Replace("x.save", data, d, files.Replacement{Backup: true}),
		"another program has written the file meanwhile")
	require.Equal(t, old, content("x.save~"), "the backup stays, too")

	_, err = p.BytesToWrite(".")
	require.ErrorContains(t, err, "it is a folder")
}

// TestKeys: a key file has 32 bytes or 64 digits. For an encrypted file without a key, gdvar asks
// for the password.
func TestKeys(t *testing.T) {
	key := strings.Repeat("k", 32)
	flags := usual
	flags.KeyFile = "key"
	p, _ := opener(t, flags)
	write(t, "key", []byte(strings.Repeat("6b", 32)+"\n"))

	plain := saved(t, variant.NewArray(variant.Int(5)))
	data, err := savefile.Encode(plain,
		savefile.Options{Container: savefile.Encrypted4, Key: []byte(key)})
	require.NoError(t, err)
	write(t, "x.save", data)

	d, err := p.Read("x.save")
	require.NoError(t, err)
	require.Equal(t, plain, d.Plain)

	write(t, "key", []byte("short"))
	p, _ = opener(t, flags)
	write(t, "key", []byte("short"))
	_, err = p.Options()
	require.ErrorContains(t, err, "a key is 32 bytes or 64 hexadecimal digits")
}
