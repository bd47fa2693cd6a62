package savefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoChangeIsLost: writers that read a number, add one and write it again lose none, because
// they read again where the file has changed meanwhile.
func TestNoChangeIsLost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("without flock a short time remains")
	}

	path := filepath.Join(t.TempDir(), "count.save")
	add := func() error {
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
			err = WriteFileIf(path, sum, []byte(fmt.Sprint(n+1)), Options{})
			if !errors.Is(err, ErrChanged) {
				return err
			}
		}
	}

	const writers, each = 4, 15
	var done sync.WaitGroup
	for range writers {
		done.Add(1)
		go func() {
			defer done.Done()
			for range each {
				assert.NoError(t, add())
			}
		}()
	}

	done.Wait()
	plain, _, err := ReadFile(path, Options{})
	require.NoError(t, err)
	assert.Equal(t, strconv.Itoa(writers*each), string(plain))
}

// TestCloseIfKeepsAChangedFile: what another program has written stays.
func TestCloseIfKeepsAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slot1.save")
	none, err := SumFile(path)
	require.NoError(t, err)
	assert.Equal(t, Sum{}, none)
	require.NoError(t, WriteFileIf(path, none, []byte("one"), Options{}))

	one, err := SumFile(path)
	require.NoError(t, err)
	f, err := Create(path, Options{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("of the game"), 0o600))

	err = f.CloseIf(one)
	require.ErrorIs(t, err, ErrChanged)
	assert.EqualError(t, err,
		"godot: write "+path+": changed meanwhile: another program has written it")
	assert.ErrorIs(t, WriteFileIf(path, none, nil, Options{}), ErrChanged,
		"a file that was not there")

	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "of the game", string(got))
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
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	require.NoError(t, os.Chown(path, 1234, 4321))
	require.NoError(t, WriteFile(path, []byte("new"), Options{}))

	stat, err := os.Stat(path)
	require.NoError(t, err)
	user, group, ok := owner(stat)
	require.True(t, ok)
	assert.Equal(t, []int{1234, 4321}, []int{user, group})
	assert.Equal(t, fs.FileMode(0o640), stat.Mode().Perm())
}

// TestLeftoversAreRemoved: the next writer removes the hidden files of killed processes. It keeps a
// file that is new, that a process holds, or that has another name.
func TestLeftoversAreRemoved(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a process is told from a killed one by flock")
	}

	dir := t.TempDir()
	old := time.Now().Add(-2 * leftoverAge)
	leave := func(name string, modified time.Time) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Chtimes(path, modified, modified))
	}

	leave(".save-0123456789abcdef.tmp", old)
	leave(".save-1123456789abcdef.tmp", time.Now())
	leave(".save-0123456789abcdeg.tmp", old)
	leave("x.save-0123456789abcdef.tmp", old)

	writing, err := Create(filepath.Join(dir, "slot1.save"), Options{})
	require.NoError(t, err)
	defer writing.Abort()
	held := writing.temp.Name()
	require.NoError(t, os.Chtimes(held, old, old))

	require.NoError(t, WriteFile(filepath.Join(dir, "slot2.save"), nil, Options{}))
	assert.ElementsMatch(t, []string{".save-1123456789abcdef.tmp", ".save-0123456789abcdeg.tmp",
		"x.save-0123456789abcdef.tmp", filepath.Base(held), "slot2.save"}, names(t, dir))
	require.NoError(t, writing.Close())
}
