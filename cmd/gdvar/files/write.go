package files

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"godotvariant/codec/savefile"
)

var errMeanwhile = errors.New("another program has written the file meanwhile; nothing is written")

// A Changeable is a file in memory: a document.Document or a document.InPlace.
type Changeable interface {
	PlainBytes() ([]byte, error)
	SaveOptions() savefile.Options
	Changed() bool
}

// Replace replaces a file, whose bytes were data, with a changed one. Standard input goes to
// standard output.
func (p *Opener) Replace(name string, data []byte, d Changeable, dry, backup bool) error {
	plain, err := d.PlainBytes()
	if err != nil {
		return err
	}

	if dry {
		return nil
	}

	if name == Stdin {
		b, err := savefile.Pack(plain, d.SaveOptions())
		if err != nil {
			return err
		}
		_, err = p.Data.Write(b)
		return err
	}

	if !d.Changed() {
		return nil
	}

	if now, err := savefile.SumFile(name); err == nil && now != sha256.Sum256(data) {
		return errMeanwhile // before the backup is replaced
	}

	if backup {
		if err := keep(name, data); err != nil {
			return err
		}
	}

	err = savefile.WriteFileIf(name, sha256.Sum256(data), plain, d.SaveOptions())
	if errors.Is(err, savefile.ErrChanged) {
		return errMeanwhile
	}

	return err
}

// keep writes the bytes of a file to FILE~, which nobody can read but those that can read the file.
// An older FILE~ is replaced at once or not at all.
func keep(name string, data []byte) (err error) {
	stat, err := os.Stat(name)
	if err != nil {
		return err
	}

	backup := name + "~"
	defer func() {
		var file *fs.PathError
		if errors.As(err, &file) {
			file.Path = backup // and not the name of the hidden file
		}

		var link *os.LinkError
		if errors.As(err, &link) {
			err = &fs.PathError{Op: "write", Path: backup, Err: link.Err}
		}
	}()

	temp, err := os.CreateTemp(filepath.Dir(name), ".save-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(data)
	if err := errors.Join(err, temp.Chmod(stat.Mode().Perm()), temp.Sync(), temp.Close()); err !=
		nil {
		return err
	}

	return os.Rename(temp.Name(), backup)
}
