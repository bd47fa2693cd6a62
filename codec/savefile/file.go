package savefile

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A File replaces a save file on disk, see [Create]. The zero File behaves like one that
// was closed.
type File struct {
	w    *Writer
	temp *os.File
	path string
	mode fs.FileMode // of the finished file
	done bool
}

// Create starts to write a save file. [File.Close] replaces the file at path atomically: the
// bytes are written to a new hidden file in the same directory, which is flushed to the disk and
// renamed. Until then, and after any error, the old file is unchanged. If path is a symbolic link,
// the file that it points to is replaced.
//
// Only the user of this process can open the hidden file. Close gives it the permissions of the old
// file, or 0666 before the umask if there is none. Its owner and group are those of any new file.
//
// A process that is killed before Close or Abort leaves its hidden file behind. The name is
// ".save-", 16 hexadecimal digits and ".tmp". Remove such files while no process writes saves.
//
//	f, err := savefile.Create(path, options)
//	if err != nil {
//		return err
//	}
//	defer f.Abort() // does nothing after Close
//	if _, err := f.Write(data); err != nil {
//		return err
//	}
//	return f.Close()
func Create(path string, o Options) (*File, error) {
	if _, err := o.checkedToWrite(); err != nil {
		return nil, err
	}

	path, mode, err := target(path)
	if err != nil {
		return nil, err
	}

	temp, err := createTemp(filepath.Dir(path), 0o600)
	if err != nil {
		return nil, err
	}

	f := &File{temp: temp, path: path, mode: mode}
	f.w, err = NewWriter(temp, o)
	if err != nil {
		f.Abort()
		return nil, err
	}

	return f, nil
}

// WriteFile replaces the file at path as [Create] does.
func WriteFile(path string, plain []byte, o Options) error {
	f, err := Create(path, o)
	if err != nil {
		return err
	}
	defer f.Abort()

	if _, err := f.Write(plain); err != nil {
		return err
	}

	return f.Close()
}

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) {
	if f.done || f.w == nil {
		return 0, fs.ErrClosed
	}
	n, err := f.w.Write(p)
	return n, f.renamed(err)
}

// Close finishes the file and replaces the old one. If it fails, or a Write failed before, the
// old file is kept and the new one removed. After Close or Abort it does nothing.
func (f *File) Close() error {
	if f.done || f.w == nil {
		return nil
	}
	defer f.Abort()
	return f.renamed(f.finish())
}

// finish completes the new file and puts it in the place of the old one.
func (f *File) finish() error {
	if err := f.w.Close(); err != nil {
		return err
	}
	if err := f.temp.Chmod(f.mode); err != nil {
		return err
	}
	if err := f.temp.Sync(); err != nil {
		return err
	}
	if err := f.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return err
	}

	f.done = true
	syncDir(filepath.Dir(f.path))
	return nil
}

// renamed puts the name of the file to replace into an error of the system about the hidden file,
// which a caller does not know.
func (f *File) renamed(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) && file.Path == f.temp.Name() {
		file.Path = f.path
	}
	return err
}

// Abort removes the new file and keeps the old one. After Close or Abort it does nothing.
func (f *File) Abort() {
	if f.done || f.temp == nil {
		return
	}
	f.done = true
	_ = f.temp.Close()
	_ = os.Remove(f.temp.Name())
}

// target resolves links and returns the permissions of the file to come. It returns an error for
// what a rename would destroy.
func target(path string) (string, fs.FileMode, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return "", 0, fmt.Errorf("godot: create %s: a symbolic link to nothing", path)
		}
		mode, err := usualMode(filepath.Dir(path))
		return path, mode, err
	}

	if err != nil {
		return "", 0, err
	}

	stat, err := os.Stat(resolved)
	if err != nil {
		return "", 0, err
	}

	if !stat.Mode().IsRegular() {
		return "", 0, fmt.Errorf("godot: create %s: not a regular file", path)
	}

	return resolved, stat.Mode().Perm(), nil
}

// usualMode returns the permissions of a new file in dir. Only the system knows the umask, so it
// creates a file and removes it. That is not the file that gets the content: another process could
// have opened it meanwhile.
func usualMode(dir string) (fs.FileMode, error) {
	f, err := createTemp(dir, 0o666)
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()

	stat, err := f.Stat()
	if err != nil {
		return 0, err
	}

	return stat.Mode().Perm(), nil
}

// createTemp creates a hidden file in the directory of the file to replace, since a rename cannot
// cross file systems. Its name is short, so that it is valid wherever that of the file is.
func createTemp(dir string, mode fs.FileMode) (*os.File, error) {
	for try := 0; ; try++ {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return nil, err
		}

		name := filepath.Join(dir, ".save-"+hex.EncodeToString(random[:])+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			return f, nil
		}

		if file, ok := err.(*fs.PathError); ok { // the caller does not know the hidden file
			err = fmt.Errorf("create a file in %s: %w", dir, file.Err)
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return nil, err
		}
	}
}

// syncDir makes the rename survive a power cut, where the system supports it. It ignores errors:
// the new file is complete and in place.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
