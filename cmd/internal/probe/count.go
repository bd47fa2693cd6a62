package probe

import (
	"fmt"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
)

// minValue is the length of the shortest value in bytes.
const minValue = 4

// Counted returns ErrValues if a packet has more values than the limit. A limit of 0 means no
// limit. If the codec can't read the packet, Counted counts the values before the error.
func Counted(c *codec.Codec, packet []byte, limit int) error {
	if limit == 0 || len(packet)/minValue <= limit {
		return nil
	}

	values := 0
	s := codec.NewScanner(packet, c)
	for s.Next() {
		if s.Kind() == codec.TokenOpen || s.Kind() == codec.TokenValue {
			values++
		}
	}

	if values > limit {
		return fmt.Errorf("%w: it has %d", ErrValues, values)
	}

	return nil
}

// countedHead returns ErrValues if at least one of the allowed dialects reads too many values in
// the first record. It protects inspect.Detect, which builds all values.
func (o Options) countedHead(head []byte) error {
	if o.MaxValues == 0 || len(head)/minValue <= o.MaxValues {
		return nil
	}

	for _, d := range codec.Dialects() {
		c, err := codec.New(o.CodecFor(inspect.Detection{Dialect: d}))
		if err != nil || !o.allows(d) {
			continue
		}

		for _, packet := range [][]byte{head, head[frame.Prefix:]} {
			if err := Counted(c, packet, o.MaxValues); err != nil {
				return err
			}
		}
	}

	return nil
}
