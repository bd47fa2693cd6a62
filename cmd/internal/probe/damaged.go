package probe

import (
	"fmt"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
)

// damaged returns the detections that read as much as possible of a file with errors. If the
// options name an engine, the detections have this engine even if it can read nothing.
func (o Options) damaged(head []byte) ([]inspect.Detection, error) {
	if len(head) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrUnknown)
	}

	form, isForeign := Magic(head)
	if isForeign && form.Hint != "" && o.Dialect == nil {
		return nil, fmt.Errorf("%w: %s", ErrUnknown, form.Hint)
	}

	var found []attempt
	for _, dialect := range codec.Dialects() {
		for _, f := range frame.All {
			d := frame.With(inspect.Detection{Dialect: dialect}, f)
			if !o.allows(dialect) || o.Framing != nil && *o.Framing != f {
				continue
			}

			if o.Precision != nil {
				d.Precision = *o.Precision
			}

			c, err := codec.New(o.CodecFor(d))
			if err != nil && o.Dialect == nil {
				continue // the engine does not have this precision
			}

			if err != nil {
				return nil, err
			}

			n, missing := reach(c, f, head)
			d.Score = float64(n) / float64(len(head))
			d.Why = fmt.Sprintf("reads %d of the first %d bytes", n, len(head))

			if n >= leastReach || o.Dialect != nil {
				frames := 1
				if d.Framed && f.Whole(head) == len(head) {
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

// leastReach is a number of bytes: a header and a few more bytes. A dialect that can read fewer
// bytes of a damaged file is not detected.
const leastReach = 8

// reach returns the number of bytes in packets that a codec can read, and the number of missing
// bytes of the last packet. If a value ends before its packet ends, the packet does not count,
// because the right dialect would read all of it.
func reach(c *codec.Codec, f frame.Frame, b []byte) (sum int, missing int64) {
	var s codec.Scanner
	scan := func(b []byte) (int, error) {
		s.Reset(b, c)
		for s.Next() {
		}
		return s.End(), s.Err()
	}

	if f == frame.None {
		sum, _ = scan(b)
		return sum, 0
	}

	for len(b) > frame.Prefix {
		n := f.Length(b)
		b = b[frame.Prefix:]
		missing = max(0, n-int64(len(b)))

		n -= missing
		if got, err := scan(b[:n]); err != nil || got == int(n) {
			sum += got
		}

		b = b[n:]
	}

	return sum, missing
}

// lookOf describes the form of a file that is not a save, in a sentence for an error.
func lookOf(head []byte) string {
	for _, d := range inspect.Detect(head) {
		if isPage(d.Dialect) {
			return fmt.Sprintf("no engine writes such bytes, but the engine %s reads them",
				EngineName(d.Dialect))
		}
	}

	begin := head[:min(len(head), 16)]
	if isPlain(begin) {
		return fmt.Sprintf("it looks like text, and begins with %q; --kind names its kind",
			begin)
	}

	return fmt.Sprintf("it begins with % x; name the engine to read what can be read", begin)
}
