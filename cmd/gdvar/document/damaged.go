package document

import (
	"fmt"

	"godotvariant/codec"
)

// damaged returns the ways to read the most of a file that can't be read whole. An engine that the
// options name is taken in any case.
func (o Options) damaged(head []byte) ([]codec.Detection, error) {
	head = head[:min(len(head), firstLook)]

	var found []attempt
	for _, dialect := range codec.Dialects() {
		for f := range frameNames {
			d := codec.Detection{Dialect: dialect, Framing: codec.Framing(f)}
			if !o.allows(dialect) || o.Framing != nil && *o.Framing != d.Framing {
				continue
			}

			if o.Precision != nil {
				d.Precision = *o.Precision
			}

			c, err := codec.New(o.codecOptions(d))
			if err != nil && o.Dialect == nil {
				continue // it does not have the precision
			}

			if err != nil {
				return nil, err
			}

			n, missing := reach(c, d.Framing, head)
			d.Score = float64(n) / float64(len(head))
			d.Why = fmt.Sprintf("reads %d of the first %d bytes", n, len(head))

			if n >= leastReach || o.Dialect != nil {
				frames := 1
				if d.Framing != codec.FrameNone && wholeFrames(head, d.Framing) == len(head) {
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

// leastReach is how many bytes of a damaged file a dialect must read to be named: a header and
// something.
const leastReach = 8

// reach returns how many bytes of packets a codec can read, and how many the last one
// lacks. A value that ends before its record does counts nothing: it is another value in
// the right dialect.
func reach(c *codec.Codec, f codec.Framing, b []byte) (sum int, missing int64) {
	trace := func(b []byte) (int, error) { return c.Trace(b, func(codec.TraceEvent) {}) }

	if f == codec.FrameNone {
		sum, _ = trace(b)
		return sum, 0
	}

	for len(b) > framePrefix {
		n := int64(order(f).Uint32(b))
		b = b[framePrefix:]
		missing = max(0, n-int64(len(b)))

		n -= missing
		if got, err := trace(b[:n]); err != nil || got == int(n) {
			sum += got
		}

		b = b[n:]
	}

	return sum, missing
}

// lookOf says what a file of another kind looks like.
func lookOf(head []byte) string {
	for _, d := range codec.Detect(head) {
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
