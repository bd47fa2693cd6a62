package savefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// names lists a directory, hidden files too.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestCreatedFilesCanBeOpened: Open reads the file of Create, in every container.
func TestCreatedFilesCanBeOpened(t *testing.T) {
	for name, o := range forms() {
		dir := t.TempDir()
		path := filepath.Join(dir, "slot1.save")
		f, err := Create(path, o)
		require.NoError(t, err, name)
		_, err = f.Write(content(5000))
		require.NoError(t, err)
		_, err = os.Stat(path)
		assert.ErrorIs(t, err, fs.ErrNotExist, "not there before Close")
		require.NoError(t, f.Close())
		assert.NoError(t, f.Close(), "a second Close")
		f.Abort()
		assert.Equal(t, []string{"slot1.save"}, names(t, dir), "Abort after Close does nothing")
		_, err = f.Write([]byte{1})
		assert.ErrorIs(t, err, fs.ErrClosed)

		r, err := Open(path, Options{Key: o.Key, Password: o.Password, Compressors: o.Compressors})
		require.NoError(t, err)
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, content(5000), got)
		assert.Equal(t, o.Format, r.Info().Format)
		require.NoError(t, r.Close())
		assert.NoError(t, r.Close(), "a second Close")
		_, err = r.Read(got)
		assert.ErrorIs(t, err, fs.ErrClosed)
	}
}

// TestErrorsOfOpenNameTheFile: an error of Open has the path and the kind.
func TestErrorsOfOpenNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slot1.save")
	_, err := Open(path, Options{})
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, _, err = ReadFile(path, Options{})
	assert.ErrorIs(t, err, fs.ErrNotExist)

	require.NoError(t, os.WriteFile(path, sample(t, "gdec4-key-5.bin"), 0o666))
	_, err = Open(path, Options{})
	assert.ErrorIs(t, err, ErrKey)
	assert.ErrorContains(t, err, path)
	_, info, err := ReadFile(path, Options{})
	assert.ErrorIs(t, err, ErrKey)
	assert.ErrorContains(t, err, path)
	assert.Equal(t, Info{Format: Encrypted4, Size: 5}, info)
}

// TestOldFileStays: after an error or Abort, the directory has the old file and no other.
func TestOldFileStays(t *testing.T) {
	failure := errors.New("out of ideas")
	failing := map[Compression]Compressor{FastLZ: {Compress: func(dst, _ []byte) ([]byte, error) {
		return dst, failure
	}}}

	for name, give := range map[string]func(path string) error{
		"Abort": func(path string) error {
			f, err := Create(path, Options{})
			require.NoError(t, err)
			_, err = f.Write([]byte("new"))
			require.NoError(t, err)
			f.Abort()
			f.Abort()
			require.NoError(t, f.Close(), "Close after Abort does nothing")
			return failure
		},
		"Write fails": func(path string) error {
			f, err := Create(path, Options{Format: Compressed, Compressors: failing})
			require.NoError(t, err)
			_, err = f.Write(make([]byte, 5000))
			require.ErrorIs(t, err, failure)
			return f.Close()
		},
		"Close fails": func(path string) error {
			return WriteFile(path, []byte("new"), Options{Format: Compressed, Compressors: failing})
		},
		"the disk fails": func(path string) error {
			f, err := Create(path, Options{})
			require.NoError(t, err)
			require.NoError(t, f.temp.Close())
			_, err = f.Write([]byte("new"))
			require.ErrorIs(t, err, fs.ErrClosed)
			require.ErrorIs(t, f.Close(), fs.ErrClosed)
			return failure
		},
		"wrong options": func(path string) error {
			_, err := Create(path, Options{Format: Encrypted4})
			require.ErrorIs(t, err, ErrKey)
			_, err = Create(path, Options{Format: Compressed, Compression: Zstandard})
			require.ErrorIs(t, err, ErrUnsupported)
			return failure
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "slot1.save")
			require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
			require.ErrorIs(t, give(path), failure)
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, "old", string(got))
			assert.Equal(t, []string{"slot1.save"}, names(t, dir))
		})
	}
}

// TestReplacedFilesKeepTheirPermissionsAndLinks: a reader that has opened the old file still reads
// it.
func TestReplacedFilesKeepTheirPermissionsAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions and links are those of Unix")
	}

	dir := t.TempDir()
	path, link := filepath.Join(dir, "slot1.save"), filepath.Join(dir, "current")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, os.Symlink("slot1.save", link))
	old, err := os.Open(path)
	require.NoError(t, err)
	defer old.Close()

	require.NoError(t, WriteFile(link, []byte("new"), Options{}))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "new", string(got))
	got, err = io.ReadAll(old)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got), "an open old file stays readable")
	stat, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o640), stat.Mode().Perm(), "permissions stay")
	to, err := os.Readlink(link)
	require.NoError(t, err)
	assert.Equal(t, "slot1.save", to, "the link stays a link")
	assert.Equal(t, []string{"current", "slot1.save"}, names(t, dir))

	fresh := filepath.Join(dir, "slot2.save")
	require.NoError(t, WriteFile(fresh, nil, Options{}))
	usual := filepath.Join(dir, "slot3.save")
	require.NoError(t, os.WriteFile(usual, nil, 0o666))
	one, err := os.Stat(fresh)
	require.NoError(t, err)
	two, err := os.Stat(usual)
	require.NoError(t, err)
	assert.Equal(t, two.Mode(), one.Mode(), "a new file has the usual permissions")
}

// TestOnlyTheUserReadsTheHiddenFile: whatever the permissions of the old file, the
// content is in a file that no other user can open, until Close gives it those permissions.
func TestOnlyTheUserReadsTheHiddenFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are those of Unix")
	}

	perm := func(path string) fs.FileMode {
		stat, err := os.Stat(path)
		require.NoError(t, err)
		return stat.Mode().Perm()
	}

	for _, old := range []fs.FileMode{0o600, 0o644, 0o666, 0o440, 0o000} {
		path := filepath.Join(t.TempDir(), "slot1.save")
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
		require.NoError(t, os.Chmod(path, old))
		f, err := Create(path, Options{})
		require.NoError(t, err)
		_, err = f.Write([]byte("new"))
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o600), perm(f.temp.Name()), "%v", old)
		require.NoError(t, f.Close())
		assert.Equal(t, old, perm(path), "permissions stay, also none at all")
	}

	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "slot1.save"), Options{})
	require.NoError(t, err)
	require.Len(t, names(t, dir), 1, "the file that shows the umask is gone")
	assert.Equal(t, fs.FileMode(0o600), perm(f.temp.Name()), "no old file")
	f.Abort()
	assert.Empty(t, names(t, dir))
}

// TestLongNamesCanBeWritten: a file whose name has all of the 255 bytes that file systems
// allow can be written.
func TestLongNamesCanBeWritten(t *testing.T) {
	for _, n := range []int{250, 255} {
		dir := t.TempDir()
		path := filepath.Join(dir, strings.Repeat("x", n))
		for range 2 {
			require.NoError(t, WriteFile(path, []byte("new"), Options{}))
		}
		assert.Equal(t, []string{filepath.Base(path)}, names(t, dir))
	}
}

// TestCreateRefusesWhatIsNoFile: a directory or a link to nothing is an error.
func TestCreateRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(dir, Options{})
	assert.ErrorContains(t, err, "not a regular file")
	_, err = Create(filepath.Join(dir, "no", "slot1.save"), Options{})
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorContains(t, err, "create a file in "+filepath.Join(dir, "no")+": ")
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "dangling")))
		_, err = Create(filepath.Join(dir, "dangling"), Options{})
		assert.ErrorContains(t, err, "a symbolic link to nothing")
	}
}

// TestZeroValuesAreClosed: the zero values behave like ones that were closed.
func TestZeroValuesAreClosed(t *testing.T) {
	var r Reader
	_, err := r.Read(make([]byte, 1))
	require.ErrorIs(t, err, fs.ErrClosed)
	require.Zero(t, r.Info())
	require.NoError(t, r.Close())

	var w Writer
	_, err = w.Write([]byte{1})
	require.ErrorIs(t, err, fs.ErrClosed)
	require.NoError(t, w.Close())

	var f File
	_, err = f.Write([]byte{1})
	require.ErrorIs(t, err, fs.ErrClosed)
	require.NoError(t, f.Close())
	f.Abort()
}
