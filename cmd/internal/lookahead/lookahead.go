// Package lookahead reads a file and can show the next bytes before they are read.
package lookahead

import (
	"bytes"
	"errors"
	"io"
)

// A Reader reads a file. Its method Peek shows the next bytes without reading them.
type Reader struct {
	// Length is the number of all bytes, or 0 if it is not known.
	Length int64

	r    io.Reader
	head []byte // bytes that Peek has read; they come before r's next bytes
	err  error  // error of r; it comes after the bytes in head
}

// New returns a Reader of r. The length is the number of all bytes, or 0 if it is not known.
func New(r io.Reader, length int64) *Reader { return &Reader{r: r, Length: length} }

// Bytes returns a Reader that reads b without a copy.
func Bytes(b []byte) *Reader { return &Reader{head: b, err: io.EOF} }

// Peek returns the next n bytes, or fewer at the end of the file. If the length of the file is not
// known, the memory grows only as bytes arrive.
func (in *Reader) Peek(n int) []byte {
	missing := n - len(in.head)
	if missing <= 0 || in.err != nil {
		return in.head[:min(n, len(in.head))]
	}

	if room := min(int64(n), in.Length); int64(cap(in.head)) < room {
		in.head = append(make([]byte, 0, room+2*bytes.MinRead), in.head...)
	}

	b := bytes.NewBuffer(in.head)
	_, in.err = io.CopyN(b, in.r, int64(missing))
	in.head = b.Bytes()

	return in.head[:min(n, len(in.head))]
}

// IsWhole reports whether head has all remaining bytes of the file. The argument head must be a
// result of Peek.
func (in *Reader) IsWhole(head []byte) bool {
	return in.err == io.EOF && len(head) == len(in.head)
}

// Skip skips bytes that Peek has returned.
func (in *Reader) Skip(n int) { in.head = in.head[n:] }

// Append appends the next n bytes to b, or fewer at the end of the file. The memory grows only as
// bytes arrive.
func (in *Reader) Append(b []byte, n int64) []byte {
	k := min(n, int64(len(in.head)))
	if len(b) == 0 && (k == n || in.err != nil) { // all these bytes are in memory already
		b = in.head[:k:k]
		in.Skip(int(k))

		return b
	}

	if room := int64(len(b)) + min(n, in.Length); int64(cap(b)) < room {
		b = append(make([]byte, 0, room+2*bytes.MinRead), b...)
	}

	b = append(b, in.head[:k]...)
	in.Skip(int(k))

	n -= k
	if n == 0 || in.err != nil {
		return b
	}

	w := bytes.NewBuffer(b)
	_, in.err = io.CopyN(w, in.r, n)
	return w.Bytes()
}

// PutBack makes b the next bytes.
func (in *Reader) PutBack(b []byte) { in.head = append(b[:len(b):len(b)], in.head...) }

// Err returns the error of reading the file, or nil. The end of the file is not an error.
func (in *Reader) Err() error {
	if in.err == io.EOF {
		return nil
	}
	return in.err
}

// AtEnd reports whether all bytes were read.
func (in *Reader) AtEnd() bool { return len(in.Peek(1)) == 0 && in.err == io.EOF }

// Failed returns the error of reading the file. If there was no such error, it returns the argument
// atEnd, which is the error for a file that ends too early.
func (in *Reader) Failed(atEnd error) error {
	if in.err == nil || errors.Is(in.err, io.EOF) {
		return atEnd
	}
	return in.err
}
