package savefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A File replaces a save file on disk, see [Create]. The zero File behaves like a closed File.
type File struct {
	w    *Writer
	temp *os.File
	path string
	old  attributes // attributes of the file to replace
	done bool
}

// Create starts to write a save file. [File.Close] replaces the file at path atomically: the
// bytes are written to a new hidden file in the same directory, which is flushed to the disk and
// renamed. Until then, and after any error, the old file is unchanged. If path is a symbolic link,
// the file that it points to is replaced.
//
// Only the user of this process can open the hidden file. Close gives it the permissions of the old
// file, and the owner and group of the old file if the process may set them. Without an old file
// the permissions are 0666 before the umask.
//
// A process that is killed before Close or Abort leaves its hidden file behind. The name is
// ".save-", 16 hexadecimal digits and ".tmp". Create removes such files of the directory if they
// are older than a minute and no process has them open to write.
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

	path, old, err := target(path)
	if err != nil {
		return nil, err
	}

	dir := filepath.Dir(path)
	removeLeftovers(dir)

	temp, err := createTemp(dir, 0o600)
	if err != nil {
		return nil, err
	}

	hold(temp)
	f := &File{temp: temp, path: path, old: old}
	f.w, err = NewWriter(temp, o)
	if err != nil {
		f.Abort()
		return nil, err
	}

	return f, nil
}

// WriteFile replaces the file at path as [Create] and [File.Close] do.
func WriteFile(path string, plain []byte, o Options) error {
	return writeFile(path, plain, o, (*File).Close)
}

// WriteFileIf is like [WriteFile], but replaces the old file only if it has the given sum.
// Otherwise it keeps the old file, and returns an error that wraps [ErrChanged]. It uses
// [File.CloseIf].
func WriteFileIf(path string, old Sum, plain []byte, o Options) error {
	return writeFile(path, plain, o, func(f *File) error { return f.CloseIf(old) })
}

func writeFile(path string, plain []byte, o Options, finish func(*File) error) error {
	f, err := Create(path, o)
	if err != nil {
		return err
	}
	defer f.Abort()

	if _, err := f.Write(plain); err != nil {
		return err
	}

	return finish(f)
}

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) {
	if f.done || f.w == nil {
		return 0, fs.ErrClosed
	}
	n, err := f.w.Write(p)
	return n, f.renamed(err)
}

// Close finishes the file and replaces the old file. If Close fails, or if a Write has failed
// before, the old file stays and the new file is removed. After Close or Abort it does nothing.
func (f *File) Close() error {
	return f.close(func() error { return nil })
}

// CloseIf is like Close, but replaces the old file only if it still has the sum that [SumFile]
// returned before the file was read. If another process has written the file meanwhile, CloseIf
// keeps that file, and returns an error that wraps [ErrChanged].
//
// On systems with flock, no process that uses this package can replace the file between the
// comparison and the rename. A program without this package can do so, but only in a very short
// time.
func (f *File) CloseIf(old Sum) error {
	return f.close(func() error {
		now, err := SumFile(f.path)
		if err == nil && now != old {
			err = fmt.Errorf("godot: write %s: %w: another program has written it", f.path,
				ErrChanged)
		}
		return err
	})
}

// close finishes the file. If check returns an error, it keeps the old file.
func (f *File) close(check func() error) error {
	if f.done || f.w == nil {
		return nil
	}
	defer f.Abort()

	err := f.finish()
	if err == nil {
		err = f.replace(check)
	}

	return f.renamed(err)
}

// finish completes the new file.
func (f *File) finish() error {
	if err := f.w.Close(); err != nil {
		return err
	}

	f.old.keepOwner(f.temp)
	if err := f.temp.Chmod(f.old.mode); err != nil {
		return err
	}
	if err := f.temp.Sync(); err != nil {
		return err
	}

	return f.temp.Close()
}

// replace renames the new file to the name of the old file, unless check returns an error.
func (f *File) replace(check func() error) error {
	dir := filepath.Dir(f.path)
	unlock := lockDir(dir)
	defer unlock()

	if err := check(); err != nil {
		return err
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return err
	}

	f.done = true
	syncDir(dir)
	return nil
}

// renamed replaces the name of the hidden file in an error of the system. Callers do not know the
// hidden file, so the error gets the name of the file to replace.
func (f *File) renamed(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) && file.Path == f.temp.Name() {
		file.Path = f.path
	}

	var link *os.LinkError
	if errors.As(err, &link) && link.Old == f.temp.Name() {
		return &fs.PathError{Op: "replace", Path: f.path, Err: link.Err}
	}

	return err
}

// Abort removes the new file and keeps the old file. After Close or Abort it does nothing.
func (f *File) Abort() {
	if f.done || f.temp == nil {
		return
	}
	f.done = true
	_ = f.temp.Close()
	_ = os.Remove(f.temp.Name())
}

// target resolves links, and returns the attributes for the new file. It returns an error for a
// path that a rename would destroy, such as a link to nothing or a device.
func target(path string) (string, attributes, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newTarget(path)
	}
	if err != nil {
		return "", attributes{}, err
	}

	stat, err := os.Stat(resolved)
	if err != nil {
		return "", attributes{}, err
	}

	if !stat.Mode().IsRegular() {
		return "", attributes{}, fmt.Errorf("godot: create %s: not a regular file", path)
	}

	return resolved, attributes{stat.Mode().Perm(), stat}, nil
}

// newTarget is like target, for a path that did not exist when target looked. Another process may
// have created the file since then.
func newTarget(path string) (string, attributes, error) {
	stat, err := os.Lstat(path)
	if err != nil {
		mode, err := usualMode(filepath.Dir(path))
		return path, attributes{mode: mode}, err
	}

	if stat.Mode()&fs.ModeSymlink != 0 {
		err := fmt.Errorf("godot: create %s: a symbolic link to nothing", path)
		return "", attributes{}, err
	}

	return target(path)
}

// attributes describe the file to replace.
type attributes struct {
	mode fs.FileMode
	stat fs.FileInfo // nil if there is no file to replace
}

// keepOwner gives the new file the owner and the group of the old file. If the process may not set
// both, keepOwner tries to set the group alone.
func (a attributes) keepOwner(f *os.File) {
	user, group, ok := owner(a.stat)
	if !ok {
		return
	}
	if f.Chown(user, group) != nil {
		_ = f.Chown(-1, group)
	}
}

// usualMode returns the permissions of a new file in dir. Only the system knows the umask, so
// usualMode creates a file and removes it. The content is written to another file, because another
// process could have opened this file meanwhile.
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
