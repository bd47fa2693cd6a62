package console

import "io"

// An Output writes to a stream until the first error. After the error it writes nothing more.
type Output struct {
	stream io.Writer
	to     io.Writer // the writer that gets the bytes: the stream, or the argument of Redirect
	Before func()    // called before each write
	err    error
}

// NewOutput returns an Output that writes to w. The function before is called before each write.
func NewOutput(w io.Writer, before func()) *Output {
	return &Output{stream: w, to: w, Before: before}
}

// Unwrap returns the stream that NewOutput got. This is the result even after a call of Redirect.
func (o *Output) Unwrap() io.Writer { return o.stream }

// Redirect makes the Output write to another writer.
func (o *Output) Redirect(to io.Writer) { o.to = to }

// Err returns the first error of a write, or nil.
func (o *Output) Err() error { return o.err }

// Write writes to the stream, or to the writer that Redirect got. After an error, Write returns the
// same error again and writes nothing.
func (o *Output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}

	o.Before()
	n, err := o.to.Write(b)
	o.err = err

	return n, err
}
