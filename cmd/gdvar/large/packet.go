// Package large reads a packet of many megabytes where it lies. Only short values are built, one
// after another, so the memory is that of the bytes and little more:
//
//	p, err := large.New(c, packet)
//	err = p.JSON(w, jsonvar.Marshal)
//
// The format has counts and no lengths, so an edit of a value is a splice of bytes: see
// [Packet.Find].
package large

import (
	"encoding/binary"
	"errors"

	"godotvariant/codec"
)

// Least is how long a packet is that is read in place: a shorter one is built at once.
const Least = 4 << 20

// DefaultWindow is how many bytes of a value are built at once.
const DefaultWindow = 64 << 10

// ErrWhole says that a packet has to be built as a whole.
var ErrWhole = errors.New("the packet can't be read in place")

// A Packet is a valid packet that is read in place.
type Packet struct {
	codec  *codec.Codec
	data   []byte
	window int

	watch func(done int) // see Watch
	told  int            // of done, in MiB
}

// Watch calls a function with the offset that was reached, about once in each MiB that is read.
func (p *Packet) Watch(f func(done int)) { p.watch = f }

func (p *Packet) tell(at int) {
	if p.watch == nil || at>>20 == p.told {
		return
	}

	p.told = at >> 20
	p.watch(at)
}

// Len returns the length of the packet.
func (p *Packet) Len() int { return len(p.data) }

// Bytes returns the bytes between two offsets.
func (p *Packet) Bytes(start, end int) []byte { return p.data[start:end:end] }

// Codec returns the codec of the packet.
func (p *Packet) Codec() *codec.Codec { return p.codec }

func (p *Packet) word(at int) uint32 { return binary.LittleEndian.Uint32(p.data[at:]) }
