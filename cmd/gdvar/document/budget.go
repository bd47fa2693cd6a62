package document

import (
	"errors"
	"fmt"
	"io"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// ErrBomb says that a short file holds too much: more plain bytes for a byte of the file than
// Options.MaxRatio.
var ErrBomb = fmt.Errorf("a short file that holds too much: %w", savefile.ErrLimit)

// ErrValues says that a record has more values than Options.MaxValues.
var ErrValues = fmt.Errorf("a record of too many values: %w", variant.ErrLimit)

// freePlain is how many plain bytes a file of any length may have.
const freePlain = 16 << 20

// mostPlain returns how many plain bytes a file of n bytes may have.
func (o Options) mostPlain(n int64) int64 {
	most := o.Save.Limits.Size
	if most == 0 {
		most = savefile.DefaultSize
	}

	if o.MaxRatio == 0 {
		return most
	}

	return min(most, max(freePlain, n*o.MaxRatio))
}

// bombed returns ErrBomb for an error of the limit that the ratio gave.
func (o Options) bombed(err error, n int64) error {
	if o.MaxRatio > 0 && o.Save.Limits.Size == max(freePlain, n*o.MaxRatio) &&
		errors.Is(err, savefile.ErrLimit) {
		return tooMuch(n, o.MaxRatio)
	}

	return err
}

func tooMuch(n, ratio int64) error {
	return fmt.Errorf("%w: more than %d times its %d bytes", ErrBomb, ratio, n)
}

// A counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)

	return n, err
}

// A budget is a reader of the plain bytes of a file. It ends with ErrBomb where there are too many
// for the bytes that were read of the file.
type budget struct {
	r     io.Reader
	file  *counter
	ratio int64
	plain int64
}

func (b *budget) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.plain += int64(n)

	if b.ratio > 0 && b.plain > max(freePlain, b.file.n*b.ratio) {
		return 0, tooMuch(b.file.n, b.ratio)
	}

	return n, err
}

// counted returns ErrValues if a packet has more values than the reader takes.
func (r *Reader) counted(packet []byte) error {
	if r.values == 0 || len(packet)/minValue <= r.values {
		return nil
	}

	values := 0
	_, _ = r.codec.Trace(packet, func(e codec.TraceEvent) {
		if e.Kind == codec.TraceOpen {
			values++
		}
	})

	if values > r.values {
		return fmt.Errorf("%w: it has %d", ErrValues, values)
	}

	return nil
}

// minValue is the length of the shortest value.
const minValue = 4
