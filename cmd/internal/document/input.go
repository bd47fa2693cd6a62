package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// An input is a reader that can look ahead.
type input struct {
	r    io.Reader
	head []byte // bytes that peek has read; they come before r's next bytes
	err  error  // error of r, which comes after head

	length int64 // number of all bytes, or 0 if it is not known
}

// inMemory returns an input that reads b without a copy.
func inMemory(b []byte) *input { return &input{head: b, err: io.EOF} }

// peek returns the next n bytes, or fewer at the end. If the length of the input is not known,
// memory grows as bytes arrive.
func (in *input) peek(n int) []byte {
	missing := n - len(in.head)
	if missing <= 0 || in.err != nil {
		return in.head[:min(n, len(in.head))]
	}

	if room := min(int64(n), in.length); room > 0 && int64(cap(in.head)) < room {
		in.head = append(make([]byte, 0, room+2*bytes.MinRead), in.head...)
	}

	b := bytes.NewBuffer(in.head)
	_, in.err = io.CopyN(b, in.r, int64(missing))
	in.head = b.Bytes()

	return in.head[:min(n, len(in.head))]
}

// extent returns the extent of the bytes that peek has returned.
func (in *input) extent(head []byte) extent {
	if in.err == io.EOF && len(head) == len(in.head) {
		return wholeFile
	}
	return beginning
}

// all returns the rest of the bytes. It returns ErrLong if there are more than most.
func (in *input) all(most int64) ([]byte, error) {
	b := in.read(nil, most+1)

	if in.err != nil && in.err != io.EOF {
		return nil, in.err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrLong, most)
	}

	return b, nil
}

func (in *input) skip(n int) { in.head = in.head[n:] }

// read appends the next n bytes to b, or fewer at the end. Memory grows as bytes arrive.
func (in *input) read(b []byte, n int64) []byte {
	k := min(n, int64(len(in.head)))
	if len(b) == 0 && (k == n || in.err != nil) { // all the bytes are in memory already
		b = in.head[:k:k]
		in.skip(int(k))

		return b
	}

	if room := min(n, in.length); int64(cap(b)) < room {
		b = make([]byte, 0, room+2*bytes.MinRead)
	}

	b = append(b, in.head[:k]...)
	in.skip(int(k))

	n -= k
	if n == 0 || in.err != nil {
		return b
	}

	w := bytes.NewBuffer(b)
	_, in.err = io.CopyN(w, in.r, n)
	return w.Bytes()
}

// failed returns the error of the reader, or the error end if the reader has only reached its end.
func (in *input) failed(end error) error {
	if in.err == nil || errors.Is(in.err, io.EOF) {
		return end
	}
	return in.err
}
