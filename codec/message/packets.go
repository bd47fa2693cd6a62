package message

import (
	"bytes"
	"fmt"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A format says how the messages to a client are encoded.
type format struct {
	mux     encoder // Mux of the server
	out     *codec.Codec
	dialect *variant.Dialect // nil until the client's dialect is known
}

// An encoder is a [Mux] with any type of sender.
type encoder interface {
	encode(c *codec.Codec, dst []byte, v any) (name string, packet []byte, err error)
}

// scratch has buffers for encoding messages.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// maxScratch is the greatest capacity in bytes of a buffer that is kept for the next packet.
const maxScratch = 64 << 10

// encode encodes a message, and calls the function use with the packet. The packet is valid until
// use returns. The error is from encoding the message, or from use.
func (f format) encode(m any, use func(made packetOf) error) error {
	buf := scratch.Get().(*[]byte)
	defer scratch.Put(buf)

	name, packet, err := f.mux.encode(f.out, (*buf)[:0], m)
	if err != nil {
		return err
	}
	if cap(packet) <= maxScratch {
		*buf = packet
	}

	made := packetOf{format: f, name: name, bytes: packet}
	if most := f.out.Limits().MaxFrame; len(packet) > most {
		made.err = &Error{name, tooLong(len(packet), most)}
	}
	return use(made)
}

// tooLong returns the error for a packet of n bytes. The argument limit is the Limits.MaxFrame of
// the codec.
func tooLong(n, limit int) error {
	return &variant.Error{Op: variant.OpEncode, Err: variant.Because(variant.ErrLimit,
		fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", n, limit))}
}

// packets has the packets of one message, one packet for each format. The list is short, because
// there are few formats. So the method packets.of searches the list from its start.
type packets []packetOf

type packetOf struct {
	format format
	name   string
	bytes  []byte
	err    error
}

// of returns the packet of m in a format. It encodes m only at the first call for this format.
func (all *packets) of(f format, m any) packetOf {
	for _, made := range *all {
		if made.format == f {
			return made
		}
	}

	made := packetOf{format: f}
	err := f.encode(m, func(now packetOf) error {
		made = now
		made.bytes = bytes.Clone(now.bytes)
		return now.err
	})
	made.err = err
	*all = append(*all, made)
	return made
}
