package command

import "encoding/binary"

const (
	// NoPeer is in the head of a CONNECT in place of a connection number, because the receiver has
	// not given the connection a number yet.
	NoPeer = 0xfff
	// MaxDatagram is the length of the longest datagram with its head, before and after
	// decompression.
	MaxDatagram = 4096
	// MaxHead is the length of a head with a time.
	MaxHead = 4
)

const (
	timed        = 0x8000
	compressed   = 0x4000
	sessionShift = 12
)

// A Head begins a datagram.
//
//	offset  size  field
//	0       2     bits 0 to 11: number of the connection; bits 12 and 13: session;
//	              bit 14: compressed; bit 15: a time follows
//	2       2     the time of sending, in milliseconds, modulo 65,536
type Head struct {
	Peer       uint16 // number that the receiver has given the connection
	Session    uint8  // 0 to 3; the last connection with the same Peer had another session
	Compressed bool   // the bytes after the head are compressed
	Timed      bool   // Time is in the head
	Time       uint16
}

// ParseHead returns the head of a datagram, and the bytes after the head.
func ParseHead(b []byte) (h Head, rest []byte, ok bool) {
	if len(b) < 2 {
		return h, b, false
	}

	first := binary.BigEndian.Uint16(b)
	h.Peer = first & NoPeer
	h.Session = uint8(first>>sessionShift) & 3
	h.Compressed = first&compressed != 0
	h.Timed = first&timed != 0
	rest = b[2:]
	if !h.Timed {
		return h, rest, true
	}

	if len(rest) < 2 {
		return h, rest, false
	}

	h.Time = binary.BigEndian.Uint16(rest)
	return h, rest[2:], true
}

// Len returns the length of the head.
func (h Head) Len() int {
	if h.Timed {
		return MaxHead
	}

	return MaxHead - 2
}

// Append appends the head to dst.
func (h Head) Append(dst []byte) []byte {
	first := h.Peer & NoPeer
	if h.Peer != NoPeer {
		first |= uint16(h.Session&3) << sessionShift
	}

	if h.Compressed {
		first |= compressed
	}

	if h.Timed {
		first |= timed
	}

	dst = binary.BigEndian.AppendUint16(dst, first)
	if h.Timed {
		dst = binary.BigEndian.AppendUint16(dst, h.Time)
	}

	return dst
}
