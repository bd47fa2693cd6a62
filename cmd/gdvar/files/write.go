package files

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"godotvariant/cmd/internal/program"
	"godotvariant/codec/savefile"
)

var errMeanwhile = errors.New("another program has written the file meanwhile; nothing is written")

// A Changeable is a file whose values can be changed: a document.Document or a document.InPlace.
type Changeable interface {
	PlainBytes() ([]byte, error)
	SaveOptions() savefile.Options
	Changed() bool
}

// A Replacement says how a file is replaced.
type Replacement struct {
	Dry    bool // check that the values can be written, and write nothing
	Backup bool // keep the old file as FILE~
}

// Replace replaces a file with the changed values d. The argument data has the bytes of the file
// when it was read. If the file is standard input, the new bytes go to standard output.
func (p *Opener) Replace(name string, data []byte, d Changeable, how Replacement) error {
	plain, err := d.PlainBytes()
	if err != nil {
		return err
	}

	if how.Dry {
		return nil
	}

	if name == program.Stdin {
		b, err := savefile.Encode(plain, d.SaveOptions())
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
		return errMeanwhile // check before the backup is replaced
	}

	if how.Backup {
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

// keep writes the bytes of a file to the backup FILE~. Only users that can read the file can read
// the backup. After an error an older backup is unchanged.
func keep(name string, data []byte) (err error) {
	stat, err := os.Stat(name)
	if err != nil {
		return err
	}

	backup := name + "~"
	defer func() {
		var file *fs.PathError
		if errors.As(err, &file) {
			file.Path = backup // the error names the backup, and not the temporary file
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
