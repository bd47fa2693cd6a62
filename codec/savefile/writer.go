package savefile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A Writer writes plain bytes as a save file. It is not safe for concurrent use. The zero Writer
// behaves like a closed Writer.
type Writer struct {
	body sink
	err  error // error of all later calls; fs.ErrClosed after Close
}

// A sink writes one container.
type sink interface {
	io.Writer
	finish() error
}

// NewWriter returns a writer of the container that the options name. The caller must call
// [Writer.Close], which finishes the file. The bytes of a plain file are written at once.
// Compressed and encrypted files are kept in memory and written by Close, because their headers
// depend on all bytes. A compressed file is kept as compressed blocks.
//
// The errors are variant.ErrOptions, ErrKey and variant.ErrUnsupported.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	o, err := o.checkedToWrite()
	if err != nil {
		return nil, err
	}

	w = &output{w: w, container: o.Container}
	var body sink = plainWriter{w}
	switch {
	case o.Container == Compressed:
		body, err = newGCPFWriter(w, o)
	case o.Container.Encrypted():
		body, err = newGDECWriter(w, o)
	}

	if err != nil {
		return nil, err
	}

	return &Writer{body: body}, nil
}

// Encode is like NewWriter, for bytes in memory. It returns the file.
func Encode(plain []byte, o Options) ([]byte, error) {
	var out bytes.Buffer
	w, err := NewWriter(&out, o)
	if err != nil {
		return nil, err
	}

	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}

	return out.Bytes(), nil
}

// Write implements io.Writer. After an error the file cannot be finished.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.body == nil {
		return 0, fs.ErrClosed
	}

	n, err := w.body.Write(p)
	w.err = err
	return n, err
}

// Close finishes the file. It does not close the underlying writer. After a failed Write it writes
// nothing and returns that error. A second Close does nothing.
func (w *Writer) Close() error {
	if w.err == fs.ErrClosed || w.body == nil {
		return nil
	}
	if w.err != nil {
		return w.err
	}

	w.err = w.body.finish()
	if w.err != nil {
		return w.err
	}

	w.err = fs.ErrClosed
	return nil
}

// An output passes bytes to a writer, and counts the bytes that the writer has accepted. This count
// is the offset in the errors of the writer.
type output struct {
	w         io.Writer
	container Container
	n         int64 // bytes written
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.n += int64(n)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}

	var inner *Error
	if err != nil && !errors.As(err, &inner) { // another File or Writer may have wrapped err
		err = &Error{variant.OpWrite, o.container, o.n, fault.Stream(err)}
	}

	return n, err
}

type plainWriter struct{ io.Writer }

func (plainWriter) finish() error { return nil }
