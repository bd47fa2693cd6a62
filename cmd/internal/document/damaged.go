package document

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
)

// damaged returns the ways to read as much as possible of a file that has errors. If the options
// name an engine, the result has this engine even if it reads nothing.
func (o Options) damaged(head []byte) ([]inspect.Detection, error) {
	head = head[:min(len(head), firstLook)]

	var found []attempt
	for _, dialect := range codec.Dialects() {
		for f := range frameNames {
			d := withFrame(inspect.Detection{Dialect: dialect}, Frame(f))
			if !o.allows(dialect) || o.Framing != nil && *o.Framing != FrameOf(d) {
				continue
			}

			if o.Precision != nil {
				d.Precision = *o.Precision
			}

			c, err := codec.New(o.codecOptions(d))
			if err != nil && o.Dialect == nil {
				continue // the engine does not have this precision
			}

			if err != nil {
				return nil, err
			}

			n, missing := reach(c, FrameOf(d), head)
			d.Score = float64(n) / float64(len(head))
			d.Why = fmt.Sprintf("reads %d of the first %d bytes", n, len(head))

			if n >= leastReach || o.Dialect != nil {
				frames := 1
				if d.Framed && wholeFrames(head, FrameOf(d)) == len(head) {
					frames = 0
				}
				found = append(found, attempt{d, missing, frames})
			}
		}
	}

	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrUnknown, lookOf(head))
	}

	return ranked(found), nil
}

// leastReach is the number of bytes that a dialect must read in a damaged file to be in the result:
// a header and a few more bytes.
const leastReach = 8

// reach returns the number of bytes in packets that a codec can read, and the number of missing
// bytes of the last packet. A packet whose value ends before the packet does not count, because the
// right dialect would read all of it.
func reach(c *codec.Codec, f Frame, b []byte) (sum int, missing int64) {
	var s codec.Scanner
	scan := func(b []byte) (int, error) {
		s.Reset(b, c)
		for s.Next() {
		}
		return s.End(), s.Err()
	}

	if f == FrameNone {
		sum, _ = scan(b)
		return sum, 0
	}

	for len(b) > framePrefix {
		n := int64(order(f).Uint32(b))
		b = b[framePrefix:]
		missing = max(0, n-int64(len(b)))

		n -= missing
		if got, err := scan(b[:n]); err != nil || got == int(n) {
			sum += got
		}

		b = b[n:]
	}

	return sum, missing
}

// lookOf returns a sentence about a file that is not a save, for an error.
func lookOf(head []byte) string {
	for _, d := range inspect.Detect(head) {
		if isPage(d.Dialect) {
			return fmt.Sprintf("no engine writes such bytes, but the engine %s reads them",
				EngineName(d.Dialect))
		}
	}

	if hint := hintOf(head); hint != "" {
		return hint
	}

	begin := head[:min(len(head), 16)]
	if isPlainText(begin) {
		return fmt.Sprintf("it looks like text, and begins with %q", begin)
	}

	return fmt.Sprintf("it begins with % x; name the engine to read what can be read", begin)
}
