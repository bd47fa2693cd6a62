package console

import "io"

// An Output writes to a writer until the first error, and keeps this error.
type Output struct {
	stream io.Writer
	to     io.Writer // the receiver of the bytes: the stream, unless they are redirected
	Before func()    // called before each write
	err    error
}

// NewOutput returns an Output that writes to w. Each time before it writes, it calls the function
// in the argument before.
func NewOutput(w io.Writer, before func()) *Output {
	return &Output{stream: w, to: w, Before: before}
}

// Unwrap returns the underlying writer, even if the output is redirected.
func (o *Output) Unwrap() io.Writer { return o.stream }

// Redirect makes the Output write to another writer.
func (o *Output) Redirect(to io.Writer) { o.to = to }

// Err returns the first error.
func (o *Output) Err() error { return o.err }

// Write writes to the underlying writer. After an error it returns this error and writes nothing.
func (o *Output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}

	o.Before()
	n, err := o.to.Write(b)
	o.err = err

	return n, err
}
