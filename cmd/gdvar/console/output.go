package console

import "io"

// An Output remembers the first error of a writer, and then writes no more.
type Output struct {
	w      io.Writer
	Before func() // is called before something is written
	err    error
}

// NewOutput returns an Output on w. It calls before before it writes.
func NewOutput(w io.Writer, before func()) *Output { return &Output{w: w, Before: before} }

// Unwrap returns what the Output writes to.
func (o *Output) Unwrap() io.Writer { return o.w }

// Err returns the first error.
func (o *Output) Err() error { return o.err }

// Write writes to the writer, or returns its first error.
func (o *Output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}

	o.Before()
	n, err := o.w.Write(b)
	o.err = err

	return n, err
}
