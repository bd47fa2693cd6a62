package findings

import (
	"bytes"
	"errors"

	"godotvariant/codec"
	"godotvariant/variant"
)

// OnlyChance reports whether the only error in a packet is the padding in its NodePaths. Strict
// mode rejects padding other than zeros, but engines leave arbitrary bytes there.
func OnlyChance(strict *codec.Codec, packet []byte, err error) bool {
	var fault *variant.Error
	if !errors.Is(err, variant.ErrPadding) || !errors.As(err, &fault) {
		return false
	}

	o := strict.Options()
	o.Mode = codec.Default

	c, err := codec.New(o)
	if err != nil {
		return false
	}

	return strict.Valid(withoutChance(c, packet)) == nil
}

// withoutChance returns a packet in which the padding of the NodePaths is zero.
func withoutChance(c *codec.Codec, packet []byte) []byte {
	b := bytes.Clone(packet)

	var open []variant.Type
	var field int // end of the last field

	_, _ = c.Trace(packet, func(e codec.TraceEvent) {
		switch e.Kind {
		case codec.TraceField:
			field = e.End
		case codec.TraceOpen:
			open = append(open, e.Type)
		case codec.TraceClose:
			open = open[:len(open)-1]

		case codec.TraceText:
			if len(open) > 0 && open[len(open)-1] == variant.TypeNodePath {
				clear(b[e.End:field])
			}
		}
	})

	return b
}
