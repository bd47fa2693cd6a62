// Package internal holds what the module's packages share and nobody else sees.
package internal

import (
	"encoding/binary"
	"strings"
)

// A Dialect is a variable of package dialect, and its copy that no program can change.
// Both are of type *dialect.Dialect.
type Dialect struct {
	Name, Own any
	Page      bool // a published page, and no engine
}

// Dialects are all of them: the engines, newest first, then the pages. Package dialect
// puts them here.
var Dialects []Dialect

// Clip returns s, or its first bytes up to most and "…" if it is longer.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// PathText returns the text of a path of n steps for an error: "$" and the steps, only the first
// and last 16 of a long path. It is [Printable].
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

// A Mark is a packet that is being written, for the functions that begin and end another
// inside it.
type Mark struct {
	Head int   // its offset
	Type uint8 // a variant.Type
}

// A KeyPacket is the packet of a text that is known in advance, in words that are fast to
// compare.
type KeyPacket struct {
	Head, Text, Mask uint64 // the first 8 bytes, and up to 8 bytes after them
	Size             int    // of the packet
	Rest             []byte // what follows the first 16 bytes
}

// NewKeyPacket returns the KeyPacket of a packet.
func NewKeyPacket(packet []byte) (k KeyPacket) {
	k.Set(packet)
	return k
}

// Set makes k that of another packet.
func (k *KeyPacket) Set(packet []byte) {
	var b [16]byte
	n := copy(b[:], packet)
	k.Head, k.Text = binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	k.Mask = 1<<(8*(n-8)) - 1
	k.Size, k.Rest = len(packet), append(k.Rest[:0], packet[n:]...)
}
