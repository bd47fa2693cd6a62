package console

import "io"

// An Output writes to a writer until the first error, which it remembers.
type Output struct {
	w      io.Writer
	Before func() // called before each write
	err    error
}

// NewOutput returns an Output that writes to w. It calls the function before ahead of each write.
func NewOutput(w io.Writer, before func()) *Output { return &Output{w: w, Before: before} }

// Unwrap returns the underlying writer.
func (o *Output) Unwrap() io.Writer { return o.w }

// Err returns the first error.
func (o *Output) Err() error { return o.err }

// Write writes to the underlying writer. After an error it returns this error and writes nothing.
func (o *Output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}

	o.Before()
	n, err := o.w.Write(b)
	o.err = err

	return n, err
}
