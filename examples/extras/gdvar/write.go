package main

import (
	"bytes"
	"errors"
	"os"

	"godotvariant/codec/savefile"
	"godotvariant/examples/extras/gdvar/document"
)

var errMeanwhile = errors.New("another program has written the file meanwhile; nothing is written")

// write replaces a file, whose bytes were data, with a document. Standard input goes to standard
// output.
func (a *app) write(name string, data []byte, d *document.Document, dry, backup bool) error {
	plain, err := d.PlainBytes()
	if err != nil {
		return err
	}
	if dry {
		return nil
	}
	if name == stdin {
		b, err := savefile.Pack(plain, d.SaveOptions())
		if err != nil {
			return err
		}
		_, err = a.out.Write(b)
		return err
	}
	if !d.Changed() {
		return nil
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, data) {
		return errMeanwhile
	}
	if backup {
		if err := keep(name, data); err != nil {
			return err
		}
	}
	return savefile.WriteFile(name, plain, d.SaveOptions())
}

// keep writes the bytes of a file to FILE~, which nobody can read but those that can read the file.
func keep(name string, data []byte) error {
	stat, err := os.Stat(name)
	if err != nil {
		return err
	}
	backup := name + "~"
	if err := os.WriteFile(backup, nil, 0o600); err != nil {
		return err
	}
	return errors.Join(os.Chmod(backup, stat.Mode().Perm()), os.WriteFile(backup, data, 0o600))
}
