package files

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"godotvariant/cmd/internal/program"
	"godotvariant/codec/savefile"
)

var errMeanwhile = errors.New("another program has written the file meanwhile; nothing is written")

// A Changeable is a file whose values can be changed: a document.Document or a document.InPlace.
type Changeable interface {
	// Writer returns a writer of the plain bytes of the new file.
	Writer() (io.WriterTo, error)
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
	plain, err := d.Writer()
	if err != nil {
		return err
	}

	if how.Dry {
		return nil
	}

	if name == program.Stdin {
		return write(p.Data, plain, d.SaveOptions())
	}

	if !d.Changed() {
		return nil
	}

	sum := savefile.Sum(sha256.Sum256(data))

	if how.Backup {
		if now, err := savefile.SumFile(name); err == nil && now != sum {
			return errMeanwhile // before keep replaces the old backup
		}
		if err := keep(name, data); err != nil {
			return err
		}
	}

	return replace(name, sum, plain, d.SaveOptions())
}

// write writes plain bytes in the container that the options choose.
func write(out io.Writer, plain io.WriterTo, o savefile.Options) error {
	w, err := savefile.NewWriter(out, o)
	if err != nil {
		return err
	}
	if _, err := plain.WriteTo(w); err != nil {
		return err
	}

	return w.Close()
}

// replace replaces a file, if the checksum of the file still equals the argument sum.
func replace(name string, sum savefile.Sum, plain io.WriterTo, o savefile.Options) error {
	f, err := savefile.Create(name, o)
	if err != nil {
		return err
	}
	defer f.Abort() // does nothing after CloseIf

	if _, err := plain.WriteTo(f); err != nil {
		return err
	}

	err = f.CloseIf(sum)
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
