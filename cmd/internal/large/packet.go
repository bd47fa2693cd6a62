// Package large reads a packet of many megabytes in place. It builds only short values, one after
// another, so it needs little memory besides the bytes:
//
//	p, err := large.New(c, packet)
//	err = p.JSON(w, variant.JSON)
//
// The format has counts of parts, but no lengths in bytes. So an edit replaces the bytes of a value
// and changes nothing else: see [Packet.Find].
package large

import (
	"encoding/binary"
	"errors"
	"math"

	"godotvariant/codec"
)

// Least is the length in bytes from which on packets are read in place. Shorter packets are built.
const Least = 4 << 20

// DefaultWindow is the limit for the number of bytes of a value that are built at once.
const DefaultWindow = 64 << 10

// ErrWhole is returned for a packet that has to be built as a whole.
var ErrWhole = errors.New("the packet can't be read in place")

// A Packet is a valid packet that is read in place.
type Packet struct {
	codec  *codec.Codec
	data   []byte
	window int
	scan   codec.Scanner

	watch func(done int) // function that Watch has set
	told  int            // last argument of watch, in MiB
}

// Watch sets a function that is called with the number of bytes that were read, once for about 1
// MiB.
func (p *Packet) Watch(f func(done int)) { p.watch = f }

// Tell says that the bytes before an offset were read.
func (p *Packet) Tell(at int) {
	if p.watch == nil || at>>20 == p.told {
		return
	}

	p.told = at >> 20
	p.watch(at)
}

// Len returns the length of the packet.
func (p *Packet) Len() int { return len(p.data) }

// Bytes returns the bytes from start to end, without a copy.
func (p *Packet) Bytes(start, end int) []byte { return p.data[start:end:end] }

// Codec returns the codec of the packet.
func (p *Packet) Codec() *codec.Codec { return p.codec }

func (p *Packet) word(at int) uint32 { return binary.LittleEndian.Uint32(p.data[at:]) }

// SetCount writes a count at the start of b. It keeps the flag in the highest bit.
func SetCount(b []byte, n int) {
	flag := binary.LittleEndian.Uint32(b) &^ math.MaxInt32
	binary.LittleEndian.PutUint32(b, uint32(n)|flag)
}
