package wire

import "encoding/binary"

// A KeyPacket is the packet of a key that is known in advance. It consists of words, which are fast
// to compare and to copy.
type KeyPacket struct {
	// Head has the first 8 bytes, and Text has up to 8 bytes after them. Mask has the bits of Text
	// that are used.
	Head, Text, Mask uint64
	Size             int    // length of the packet in bytes
	Short            bool   // the packet has 12 or 16 bytes, which are all in Head and Text
	Rest             []byte // rest of the packet after its first 16 bytes
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
