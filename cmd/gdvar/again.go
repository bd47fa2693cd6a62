package main

import (
	"bytes"
	"io"
	"os"
)

// again returns a function that opens a file from its beginning, as often as it is called. Standard
// input is read into memory for it.
func (a *app) again(name string) (func() (io.ReadCloser, error), error) {
	if name != stdin {
		return func() (io.ReadCloser, error) {
			f, err := os.Open(name)
			return a.source(f, f), err
		}, nil
	}

	data, err := io.ReadAll(a.in)
	a.in = bytes.NewReader(data)

	return func() (io.ReadCloser, error) {
		return a.source(bytes.NewReader(data), io.NopCloser(nil)), nil
	}, err
}
