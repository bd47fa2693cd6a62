package findings

import (
	"bytes"
	"errors"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Fault returns the first error of a packet in strict mode, except for the padding in its NodePaths:
// strict mode rejects padding other than zeros, but engines leave arbitrary bytes there. Fault gets
// the codec's error for the packet. It returns nil if the packet has no other error.
func Fault(strict *codec.Codec, packet []byte, err error) error {
	if !errors.Is(err, variant.ErrPadding) {
		return err
	}

	o := strict.Options()
	o.Mode = codec.Default

	c, refused := codec.New(o)
	if refused != nil {
		return err
	}

	return strict.Valid(withoutChance(c, packet))
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
