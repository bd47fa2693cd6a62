// Package internal has code that the module's packages share and programs can't use.
package internal

import (
	"encoding/binary"
	"strings"
)

// A Dialect has the value of an exported variable of package dialect and a copy that no program can
// change. Both are of type *dialect.Dialect.
type Dialect struct {
	Name, Own any
	Page      bool // defined by a published page, not by an engine
}

// Dialects has all dialects: those of engines, newest first, then those of pages. Package dialect
// sets it.
var Dialects []Dialect

// Clip returns s. If s is longer than most bytes, it returns only its beginning, of at most most
// bytes, and "…".
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// PathText returns the text of a path of n steps for an error: "$" and the steps. Of a long path it
// has only the first 16 and the last 16 steps. The text is [Printable].
func PathText(n int, step func(i int) string) string {
	const most, side = 32, 16
	var b strings.Builder
	b.WriteByte('$')

	for i := range n {
		if n > most && i == side {
			b.WriteString("…")
		}
		if n <= most || i < side || i >= n-side {
			b.WriteString(step(i))
		}
	}

	return Printable(b.String())
}

// A Mark remembers the outer packet while a writer writes a nested packet.
type Mark struct {
	Head int   // the offset of its header
	Type uint8 // a variant.Type
}

// A KeyPacket is the packet of a key that is known in advance, as words that are fast to compare
// and to copy.
type KeyPacket struct {
	Head, Text, Mask uint64 // the first 8 bytes, and up to 8 bytes after them
	Size             int    // length of the packet in bytes
	Short            bool   // Head and Text are the whole packet, which has 12 or 16 bytes
	Rest             []byte // the packet after its first 16 bytes
}

// NewKeyPacket returns the KeyPacket of a packet.
func NewKeyPacket(packet []byte) (k KeyPacket) {
	k.Set(packet)
	return k
}

// Set makes k the KeyPacket of another packet.
func (k *KeyPacket) Set(packet []byte) {
	var b [16]byte
	n := copy(b[:], packet)
	k.Head = binary.LittleEndian.Uint64(b[:])
	k.Text = binary.LittleEndian.Uint64(b[8:])
	k.Mask = 1<<(8*(n-8)) - 1
	k.Size = len(packet)
	k.Short = len(packet) == 12 || len(packet) == 16
	k.Rest = append(k.Rest[:0], packet[n:]...)
}
