package savefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestEditKeepsTheContainer: Edit changes only the plain bytes. All other parts of the file stay.
func TestEditKeepsTheContainer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.save")
	secret := Options{Password: "secret"}
	for _, written := range []Options{
		{},
		{Container: Compressed},
		{Container: Compressed, Compression: Gzip},
		{Container: Encrypted3, Password: "secret"},
		{Container: Encrypted3, Password: "secret", BigEndian: true},
		{Container: Encrypted4, Password: "secret"},
	} {
		require.NoError(t, WriteFile(path, []byte("plain"), written))
		require.NoError(t, os.Chmod(path, 0o640))
		_, before, err := ReadFile(path, secret)
		require.NoError(t, err)

		require.NoError(t, Edit(path, secret, func(plain []byte) ([]byte, error) {
			plain[0] = 'P'
			return append(plain, '!'), nil
		}))

		plain, after, err := ReadFile(path, secret)
		require.NoError(t, err)
		require.Equal(t, "Plain!", string(plain))
		require.NotEqual(t, before.Sum, after.Sum)

		stat, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o640), stat.Mode().Perm())

		before.Sum = after.Sum
		if before.Size >= 0 {
			before.Size++
		}
		require.Equal(t, before, after)
	}
}

// TestEditKeepsTheOldFile: after any error the file has its old bytes, or the bytes that another
// program has written.
func TestEditKeepsTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.save")
	require.NoError(t, WriteFile(path, []byte("plain"), Options{Container: Compressed}))
	content := func() string {
		plain, _, err := ReadFile(path, Options{})
		require.NoError(t, err)
		return string(plain)
	}

	own := errors.New("own")
	failing := func([]byte) ([]byte, error) { return nil, own }
	require.ErrorIs(t, Edit(path, Options{}, failing), own)
	require.Equal(t, "plain", content())

	err := Edit(path, Options{}, func(plain []byte) ([]byte, error) {
		return []byte("mine"), WriteFile(path, []byte("theirs"), Options{})
	})
	require.ErrorIs(t, err, ErrChanged)
	require.Equal(t, "changed", variant.KindOf(err))
	require.Equal(t, "theirs", content())

	unused := func([]byte) ([]byte, error) { panic("it is not called") }
	require.ErrorIs(t, Edit(path, Options{Container: Compressed}, unused), ErrFormat)
	require.ErrorIs(t, Edit(path+"2", Options{}, unused), fs.ErrNotExist)
	require.NoFileExists(t, path+"2")
}

// TestSumOfReadFile: Info.Sum is the sum of all bytes on disk, including bytes after the container.
func TestSumOfReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.save")
	for _, o := range []Options{{}, {Container: Compressed}} {
		file, err := Encode([]byte("plain"), o)
		require.NoError(t, err)

		for _, rest := range []string{"", "more"} {
			longer := append(file[:len(file):len(file)], rest...)
			require.NoError(t, os.WriteFile(path, longer, 0o600))
			_, info, err := ReadFile(path, Options{})
			require.NoError(t, err)
			sum, err := SumFile(path)
			require.NoError(t, err)
			require.Equal(t, sum, info.Sum)
		}
	}
}
