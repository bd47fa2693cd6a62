package savefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// names lists all files of a directory, including hidden files.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	stat, err := os.Stat(path)
	require.NoError(t, err)
	return stat.Mode()
}

// TestCreatedFilesCanBeOpened: Open reads the file of Create, in every container.
func TestCreatedFilesCanBeOpened(t *testing.T) {
	for name, o := range forms() {
		dir := t.TempDir()
		path := filepath.Join(dir, "slot1.save")
		f := mustCreate(t, path, string(content(5000)), o)
		assert.NoFileExists(t, path, "not there before Close")
		require.NoError(t, f.Close())
		assert.NoError(t, f.Close(), "a second Close")
		f.Abort()
		assert.Equal(t, []string{"slot1.save"}, names(t, dir), "Abort after Close does nothing")
		_, err := f.Write([]byte{1})
		assert.ErrorIs(t, err, fs.ErrClosed)

		r, err := Open(path, reading(o))
		require.NoError(t, err, name)
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, content(5000), got)
		assert.Equal(t, o.Container, r.Info().Container)
		require.NoError(t, r.Close())
		assert.NoError(t, r.Close(), "a second Close")
		_, err = r.Read(got)
		assert.ErrorIs(t, err, fs.ErrClosed)
	}
}

// TestErrorsOfOpenNameTheFile: an error of Open has the path and the kind.
func TestErrorsOfOpenNameTheFile(t *testing.T) {
	encrypted := filepath.Join(samples, "gdec4-key-5.bin")
	for path, kind := range map[string]error{"none": fs.ErrNotExist, encrypted: ErrKey} {
		_, err := Open(path, Options{})
		assert.ErrorIs(t, err, kind)
		assert.ErrorContains(t, err, path)
		_, _, err = ReadFile(path, Options{})
		assert.ErrorIs(t, err, kind)
		assert.ErrorContains(t, err, path)
	}
	_, info, _ := ReadFile(encrypted, Options{})
	assert.Equal(t, Info{Container: Encrypted4, Size: 5}, info)
}

// TestOldFileStays: after an error or Abort, the directory has the old file and no other.
func TestOldFileStays(t *testing.T) {
	failure := errors.New("out of ideas")
	failing := Options{Container: Compressed, Compressors: map[Compression]Compressor{FastLZ: {
		Compress: func(dst, _ []byte) ([]byte, error) { return dst, failure },
	}}}

	for name, give := range map[string]func(path string) error{
		"Abort": func(path string) error {
			f := mustCreate(t, path, "new", Options{})
			f.Abort()
			f.Abort()
			require.NoError(t, f.Close(), "Close after Abort does nothing")
			return failure
		},
		"Write fails": func(path string) error {
			f := mustCreate(t, path, "", failing)
			_, err := f.Write(make([]byte, 5000))
			require.ErrorIs(t, err, failure)
			return f.Close()
		},
		"Close fails": func(path string) error { return WriteFile(path, []byte("new"), failing) },
		"the disk fails": func(path string) error {
			f := mustCreate(t, path, "", Options{})
			require.NoError(t, f.temp.Close())
			_, err := f.Write([]byte("new"))
			require.ErrorIs(t, err, fs.ErrClosed)
			require.ErrorIs(t, f.Close(), fs.ErrClosed)
			return failure
		},
		"wrong options": func(path string) error {
			_, err := Create(path, Options{Container: Encrypted4})
			require.ErrorIs(t, err, ErrKey)
			_, err = Create(path, Options{Container: Compressed, Compression: Zstandard})
			require.ErrorIs(t, err, variant.ErrUnsupported)
			return failure
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "slot1.save")
		put(t, path, "old", 0o600)
		require.ErrorIs(t, give(path), failure, name)
		assert.Equal(t, "old", string(testkit.Read(t, path)), name)
		assert.Equal(t, []string{"slot1.save"}, names(t, dir), name)
	}
}

// TestReplacedFilesKeepTheirPermissionsAndLinks: a replaced file keeps its permissions and links. A
// reader that has opened the old file still reads the old file.
func TestReplacedFilesKeepTheirPermissionsAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions and links are those of Unix")
	}

	dir := t.TempDir()
	path, link := filepath.Join(dir, "slot1.save"), filepath.Join(dir, "current")
	put(t, path, "old", 0o640)
	require.NoError(t, os.Symlink("slot1.save", link))
	old, err := os.Open(path)
	require.NoError(t, err)
	defer old.Close()

	require.NoError(t, WriteFile(link, []byte("new"), Options{}))
	assert.Equal(t, "new", string(testkit.Read(t, path)))
	got, err := io.ReadAll(old)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got), "an open old file stays readable")
	assert.Equal(t, fs.FileMode(0o640), modeOf(t, path), "permissions stay")
	to, err := os.Readlink(link)
	require.NoError(t, err)
	assert.Equal(t, "slot1.save", to, "the link stays a link")
	assert.Equal(t, []string{"current", "slot1.save"}, names(t, dir))

	fresh, usual := filepath.Join(dir, "slot2.save"), filepath.Join(dir, "slot3.save")
	require.NoError(t, WriteFile(fresh, nil, Options{}))
	require.NoError(t, os.WriteFile(usual, nil, 0o666))
	assert.Equal(t, modeOf(t, usual), modeOf(t, fresh), "a new file has the usual permissions")
}

// TestOnlyTheUserReadsTheHiddenFile: no other user can open the file with the new content until
// Close. Then Close gives this file the old permissions. This holds for all permissions of the old
// file.
func TestOnlyTheUserReadsTheHiddenFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are those of Unix")
	}

	for _, old := range []fs.FileMode{0o600, 0o644, 0o666, 0o440, 0o000} {
		path := filepath.Join(t.TempDir(), "slot1.save")
		put(t, path, "old", old)
		f := mustCreate(t, path, "new", Options{})
		assert.Equal(t, fs.FileMode(0o600), modeOf(t, f.temp.Name()), "%v", old)
		require.NoError(t, f.Close())
		assert.Equal(t, old, modeOf(t, path), "permissions stay, also none at all")
	}

	dir := t.TempDir()
	f := mustCreate(t, filepath.Join(dir, "slot1.save"), "", Options{})
	require.Len(t, names(t, dir), 1, "the file that shows the umask is gone")
	assert.Equal(t, fs.FileMode(0o600), modeOf(t, f.temp.Name()), "no old file")
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

// TestCreateRefusesWhatIsNotAFile: Create returns an error for a directory and for a link to
// nothing.
func TestCreateRefusesWhatIsNotAFile(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(dir, Options{})
	assert.ErrorContains(t, err, "not a regular file")
	_, err = Create(filepath.Join(dir, "no", "slot1.save"), Options{})
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorContains(t, err, "create a file in "+filepath.Join(dir, "no")+": ")

	if runtime.GOOS == "windows" {
		t.Skip("links are those of Unix")
	}

	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "dangling")))
	_, err = Create(filepath.Join(dir, "dangling"), Options{})
	assert.ErrorContains(t, err, "a symbolic link to nothing")
}

// TestZeroValuesAreClosed: the zero Reader, Writer and File behave like closed ones.
func TestZeroValuesAreClosed(t *testing.T) {
	var r Reader
	_, err := r.Read(make([]byte, 1))
	require.ErrorIs(t, err, fs.ErrClosed)
	require.Zero(t, r.Info())
	require.NoError(t, r.Close())

	var f File
	for _, w := range []io.WriteCloser{&Writer{}, &f} {
		_, err = w.Write([]byte{1})
		require.ErrorIs(t, err, fs.ErrClosed)
		require.NoError(t, w.Close())
	}
	f.Abort()
}

// addOne reads the number in a file, adds one and writes it. If another writer has changed the file
// meanwhile, it tries again.
func addOne(path string) error {
	for {
		sum, err := SumFile(path)
		if err != nil {
			return err
		}

		plain, _, err := ReadFile(path, Options{})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}

		n, _ := strconv.Atoi(string(plain))
		err = WriteFileIf(path, sum, []byte(strconv.Itoa(n+1)), Options{})
		if !errors.Is(err, ErrChanged) {
			return err
		}
	}
}

// TestNoChangeIsLost: concurrent writers that check the file lose no change.
func TestNoChangeIsLost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("without flock a short time remains")
	}

	path := filepath.Join(t.TempDir(), "count.save")
	const writers, each = 4, 15
	var done sync.WaitGroup
	for range writers {
		done.Add(1)
		go func() {
			defer done.Done()
			for range each {
				assert.NoError(t, addOne(path))
			}
		}()
	}

	done.Wait()
	assert.Equal(t, strconv.Itoa(writers*each), string(testkit.Read(t, path)))
}

// TestCreateTogether: writers that create the same new file at the same time get no error.
func TestCreateTogether(t *testing.T) {
	dir := t.TempDir()
	const files, writers = 200, 4

	for n := range files {
		path := filepath.Join(dir, strconv.Itoa(n))
		var done sync.WaitGroup
		for range writers {
			done.Add(1)
			go func() {
				defer done.Done()
				assert.NoError(t, WriteFile(path, []byte("new"), Options{}))
			}()
		}
		done.Wait()
	}
}

// TestCloseIfKeepsAChangedFile: CloseIf keeps a file that another program has written.
func TestCloseIfKeepsAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slot1.save")
	none, err := SumFile(path)
	require.NoError(t, err)
	assert.Equal(t, Sum{}, none)
	require.NoError(t, WriteFileIf(path, none, []byte("one"), Options{}))

	one, err := SumFile(path)
	require.NoError(t, err)
	f := mustCreate(t, path, "", Options{})
	put(t, path, "of the game", 0o600)
	err = f.CloseIf(one)
	require.ErrorIs(t, err, ErrChanged)
	assert.EqualError(t, err,
		"godot: write "+path+": changed meanwhile: another program has written it")
	assert.ErrorIs(t, WriteFileIf(path, none, nil, Options{}), ErrChanged,
		"a file that was not there")
	assert.Equal(t, "of the game", string(testkit.Read(t, path)))
	assert.Equal(t, []string{"slot1.save"}, names(t, filepath.Dir(path)))
	_, err = SumFile(filepath.Dir(path))
	assert.Error(t, err, "a directory")
}

// TestOwnerStays: a file that root edits still belongs to its user.
func TestOwnerStays(t *testing.T) {
	if os.Getuid() != 0 || runtime.GOOS == "windows" {
		t.Skip("only root gives files away")
	}

	path := filepath.Join(t.TempDir(), "slot1.save")
	put(t, path, "old", 0o640)
	require.NoError(t, os.Chown(path, 1234, 4321))
	require.NoError(t, WriteFile(path, []byte("new"), Options{}))

	stat, err := os.Stat(path)
	require.NoError(t, err)
	user, group, ok := owner(stat)
	require.True(t, ok)
	assert.Equal(t, []int{1234, 4321}, []int{user, group})
	assert.Equal(t, fs.FileMode(0o640), stat.Mode())
}

// TestLeftoversAreRemoved: the next writer removes the hidden files of killed processes. It keeps a
// file that is new, that a process holds, or that has another name.
func TestLeftoversAreRemoved(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a process is told from a killed one by flock")
	}

	dir := t.TempDir()
	now := time.Now()
	old := now.Add(-2 * leftoverAge)
	for name, modified := range map[string]time.Time{
		".save-0123456789abcdef.tmp":  old,
		".save-1123456789abcdef.tmp":  now,
		".save-0123456789abcdeg.tmp":  old,
		"x.save-0123456789abcdef.tmp": old,
	} {
		path := filepath.Join(dir, name)
		put(t, path, "", 0o600)
		require.NoError(t, os.Chtimes(path, modified, modified))
	}

	writing := mustCreate(t, filepath.Join(dir, "slot1.save"), "", Options{})
	held := writing.temp.Name()
	require.NoError(t, os.Chtimes(held, old, old))
	require.NoError(t, WriteFile(filepath.Join(dir, "slot2.save"), nil, Options{}))
	assert.ElementsMatch(t, []string{".save-1123456789abcdef.tmp", ".save-0123456789abcdeg.tmp",
		"x.save-0123456789abcdef.tmp", filepath.Base(held), "slot2.save"}, names(t, dir))
	require.NoError(t, writing.Close())
}
