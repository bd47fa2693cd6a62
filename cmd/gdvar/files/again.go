package files

import (
	"bytes"
	"io"
	"os"

	"godotvariant/cmd/internal/program"
)

// Again returns a function that opens a file at its beginning. The function can be called any
// number of times. For this, Again reads standard input and pipes into memory.
func (p *Opener) Again(name string) (func() (io.ReadCloser, error), error) {
	if name != program.Stdin && !isPipe(name) {
		return func() (io.ReadCloser, error) {
			f, err := os.Open(name)
			return p.Source(f, f), err
		}, nil
	}

	data, err := p.drain(name)

	return func() (io.ReadCloser, error) {
		return p.Source(bytes.NewReader(data), io.NopCloser(nil)), nil
	}, err
}

// drain reads standard input or a pipe to its end, and keeps the bytes for Input.
func (p *Opener) drain(name string) ([]byte, error) {
	if name == program.Stdin {
		data, err := io.ReadAll(p.In)
		p.In = bytes.NewReader(data)
		return data, err
	}

	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	data, err := io.ReadAll(p.Source(f, f))
	if p.drained == nil {
		p.drained = map[string][]byte{}
	}
	p.drained[name] = data

	return data, err
}

// isPipe reports whether a file can be read only once.
func isPipe(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && !stat.Mode().IsRegular() && !stat.IsDir()
}
