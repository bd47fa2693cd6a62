package findings

import (
	"bytes"
	"errors"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Fault returns the first error of a packet in strict mode, except for the padding in its
// NodePaths: strict mode rejects padding other than zeros, but engines leave arbitrary bytes there.
// The argument err is the codec's error for the packet. Fault returns nil if the packet has no
// other error.
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

// withoutChance returns a copy of a packet in which the padding of the NodePaths is zero.
func withoutChance(c *codec.Codec, packet []byte) []byte {
	b := bytes.Clone(packet)

	s := codec.NewScanner(packet, c)
	for s.Next() {
		if s.Type() != variant.TypeNodePath {
			continue
		}

		for f := range s.Fields() {
			if f.Kind == codec.FieldPadding {
				clear(b[f.Offset:f.End])
			}
		}
	}

	return b
}
