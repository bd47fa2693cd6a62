package files

import (
	"bytes"
	"io"
	"os"

	"godotvariant/cmd/internal/program"
)

// Again returns a function that opens a file at its beginning. It can be called any number of
// times. Standard input is read into memory for this.
func (p *Opener) Again(name string) (func() (io.ReadCloser, error), error) {
	if name != program.Stdin {
		return func() (io.ReadCloser, error) {
			f, err := os.Open(name)
			return p.Source(f, f), err
		}, nil
	}

	data, err := io.ReadAll(p.In)
	p.In = bytes.NewReader(data)

	return func() (io.ReadCloser, error) {
		return p.Source(bytes.NewReader(data), io.NopCloser(nil)), nil
	}, err
}
