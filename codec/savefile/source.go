package savefile

import (
	"errors"
	"io"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A counter counts the bytes that were read. This number is the offset in errors.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// fill reads until head has n bytes. After an error it returns the bytes that it has read.
func fill(r io.Reader, head []byte, n int) ([]byte, error) {
	have := len(head)
	head = append(head, make([]byte, n-have)...)
	got, err := io.ReadFull(r, head[have:])
	if err != nil {
		err = short(err)
	}
	return head[:have+got], err
}

func isShort(err error) bool { return errors.Is(err, variant.ErrTruncated) }

// short returns variant.ErrTruncated for io.EOF. It returns other errors as fault.Stream does.
func short(err error) error {
	if err == io.EOF {
		return variant.ErrTruncated
	}
	return fault.Stream(err)
}
