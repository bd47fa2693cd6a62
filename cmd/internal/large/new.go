package large

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// New returns a packet that is read in place. For a damaged packet it returns the codec's error.
// For a packet with a duplicate key, or whose root is not an Array or a Dictionary, it returns
// [ErrWhole].
func New(c *codec.Codec, packet []byte) (*Packet, error) {
	return NewWindow(c, packet, DefaultWindow)
}

// NewWindow is New with a limit for the number of bytes of a value that are built at once.
func NewWindow(c *codec.Codec, packet []byte, window int) (*Packet, error) {
	p := &Packet{codec: c, data: packet, window: window}

	o := c.Options()
	if o.Mode == codec.Lenient {
		return nil, fmt.Errorf("%w: the mode is lenient", ErrWhole)
	}

	o.Mode = codec.Strict
	strict, err := codec.New(o)
	if err != nil {
		return nil, err
	}

	if strict.Valid(packet) == nil {
		return p, p.hasParts()
	}
	if err := c.Valid(packet); err != nil {
		return nil, err
	}
	if err := p.hasParts(); err != nil {
		return nil, err
	}

	_, err = p.uniqueKeys(0)
	return p, err
}

// hasParts returns an error if the packet has no parts.
func (p *Packet) hasParts() error {
	_, err := p.Open(0)
	return err
}

// Type returns the type of the value.
func (p *Packet) Type() variant.Type {
	c, err := p.Open(0)
	if err != nil {
		return variant.TypeNil
	}

	return c.Empty.Type()
}
