package files_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/variant"
)

// usual are the values of flags that nobody has set.
var usual = files.Flags{Engine: "auto", Frame: "auto", Precision: "auto", Kind: "auto", At: -1,
	MaxSize: 256, MaxValues: 4, PasswordEnv: "PASSWORD"}

// opener returns an Opener in an empty folder, and a buffer with its standard error.
func opener(t *testing.T, flags files.Flags) (*files.Opener, *bytes.Buffer) {
	t.Chdir(t.TempDir())
	var problems bytes.Buffer
	s := program.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &problems}
	run := program.New(context.Background(), "gdvar", s, func(string) string { return "" })
	return &files.Opener{Run: run, Flags: flags}, &problems
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

// TestFlags: for a flag with a value that is not allowed, the error names the flag and the value.
// Other errors of flags say the reason.
func TestFlags(t *testing.T) {
	for want, change := range map[string]func(*files.Flags){
		"--engine godot9":      func(f *files.Flags) { f.Engine = "godot9" },
		"--frame u16":          func(f *files.Flags) { f.Frame = "u16" },
		"--precision half":     func(f *files.Flags) { f.Precision = "half" },
		"--kind xml":           func(f *files.Flags) { f.Kind = "xml" },
		"--max-size 0":         func(f *files.Flags) { f.MaxSize = 0 },
		"--max-values 0":       func(f *files.Flags) { f.MaxValues = 0 },
		"exclude each other":   func(f *files.Flags) { f.KeyFile, f.PasswordFile = "a", "b" },
		"no such file":         func(f *files.Flags) { f.PasswordFile = "none" },
		"first line is empty":  func(f *files.Flags) { f.PasswordFile = "empty" },
		"--max-values 1048577": func(f *files.Flags) { f.MaxValues = 1<<20 + 1 },
	} {
		flags := usual
		change(&flags)
		p, _ := opener(t, flags)
		write(t, "empty", []byte("\nsecond line\n"))
		_, err := p.Options()
		require.ErrorContains(t, err, want)
	}

	for _, n := range []int{1, 1 << 20} {
		flags := usual
		flags.MaxValues = n
		p, _ := opener(t, flags)
		o, err := p.Options()
		require.NoError(t, err)
		require.Equal(t, n*1_000_000, o.MaxValues)
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
// bytes. With --kind, gdvar does not tell this to the user.
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

// TestKeys: a key file has 32 bytes or 64 hexadecimal digits. For an encrypted file without a key,
// gdvar asks for the password.
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

// TestCompressed: a save in Zstandard is read.
func TestCompressed(t *testing.T) {
	p, _ := opener(t, usual)
	plain := saved(t, variant.NewArray(variant.Int(5)))
	data, err := savefile.Encode(plain, savefile.Options{
		Container: savefile.Compressed, Compression: savefile.Zstandard,
		Compressors: map[savefile.Compression]savefile.Compressor{
			savefile.Zstandard: zstd.Compressor(),
		},
	})
	require.NoError(t, err)
	write(t, "x.save", data)

	d, err := p.Read("x.save")
	require.NoError(t, err)
	require.Equal(t, plain, d.Plain)
}

// TestAsked: the password that the user enters opens a file. Without a password, the error names
// the flags.
func TestAsked(t *testing.T) {
	plain := saved(t, variant.NewArray(variant.Int(5)))
	data, err := savefile.Encode(plain,
		savefile.Options{Container: savefile.Encrypted4, Password: "secret"})
	require.NoError(t, err)

	p, _ := opener(t, usual)
	write(t, "x.save", data)
	p.Ask = func(prompt string) (string, error) {
		require.Equal(t, "Password of x.save: ", prompt)
		return "secret", nil
	}
	d, err := p.Read("x.save")
	require.NoError(t, err)
	require.Equal(t, plain, d.Plain)

	p.Ask = func(string) (string, error) { return "", errors.New("no terminal") }
	_, err = p.Read("x.save")
	require.ErrorIs(t, err, savefile.ErrKey)
	require.ErrorContains(t, err, "--password-file")
}

// TestUnread: if a file can't be read, the error says which kind the first bytes suggest. It does
// not say this for the first bytes of a project.binary, which occur in no other kind.
func TestUnread(t *testing.T) {
	p, _ := opener(t, usual)
	write(t, "x.dat", []byte(`{"a": [1, 2}`))
	_, err := p.Read("x.dat")
	require.ErrorContains(t, err, "it begins as a file of the kind json")

	write(t, "y.dat", []byte("ECFG\x01\x00\x00\x00\xff"))
	_, err = p.Read("y.dat")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "it begins as a file")
}

// TestLength: only a regular file has a length, and only such a file is replaced.
func TestLength(t *testing.T) {
	p, told := opener(t, usual)
	data := saved(t, variant.NewArray(variant.String(strings.Repeat("a", files.LeastInPlace))))
	write(t, "x.json", data)
	require.Equal(t, int64(len(data)), files.Length("x.json"))
	require.Zero(t, files.Length("."))
	require.Zero(t, files.Length("none"))

	_, err := p.BytesToWrite(os.DevNull)
	require.ErrorContains(t, err, "it is not a regular file")
	b, err := p.BytesToWrite("x.json")
	require.NoError(t, err)
	_, err = b.InPlace()
	require.NoError(t, err)
	require.Contains(t, told.String(), "its name says json")
}

// TestInterrupted: reading a file fails after the run was interrupted.
func TestInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	run := program.New(ctx, "gdvar", program.Streams{}, os.Getenv)
	p := &files.Opener{Run: run, Flags: usual}
	in := p.Source(strings.NewReader("text"), nil)
	interrupt()

	n, err := in.Read(make([]byte, 4))
	require.Zero(t, n)
	require.ErrorIs(t, err, context.Canceled)
}

// TestAgain: the function that Again returns can read standard input several times. Afterwards
// Input can still read it.
func TestAgain(t *testing.T) {
	p, _ := opener(t, usual)
	p.In = strings.NewReader("text")
	again, err := p.Again(program.Stdin)
	require.NoError(t, err)

	for range 2 {
		in, err := again()
		require.NoError(t, err)
		b, err := io.ReadAll(in)
		require.NoError(t, err)
		require.Equal(t, "text", string(b))
	}

	in, _, err := p.Input(program.Stdin)
	require.NoError(t, err)
	b, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, "text", string(b))
}
