// Package salvage makes a packet of the readable part of a damaged packet.
package salvage

import (
	"bytes"
	"encoding/binary"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Loss says how many parts of a damaged container are left.
type Loss struct {
	Path variant.Path
	Kept int // number of readable items, pairs or properties; the last one may be incomplete
	Len  int // number of parts that the container had before it was damaged
}

// Packet returns a packet with the values before the first error, and a list of the lost values.
// Containers around the error keep the parts that come before the error. If no part of a container
// can be read, the whole container is lost. The packet is nil if nothing can be read. If there is
// no error, Packet returns the packet without the bytes after its value.
func Packet(b []byte, c *codec.Codec) (packet []byte, lost []Loss) {
	s := codec.NewScanner(b, c)
	var open []container

	for s.Next() {
		switch s.Kind() {
		case codec.TokenOpen:
			open = append(open, newContainer(s))
			continue
		case codec.TokenClose:
			open = open[:len(open)-1]
		case codec.TokenName:
			continue
		}

		if len(open) > 0 && !s.IsKey() {
			last := &open[len(open)-1]
			last.kept++
			last.end = s.End()
		}
	}

	if s.Err() == nil {
		return b[:s.End()], nil
	}

	packet, lost = closed(b, open, s.Path())
	if c.Valid(packet) != nil {
		return nil, nil
	}

	return packet, lost
}

// A container is an Array, a Dictionary or an object whose end has not been read.
type container struct {
	count int  // offset of the field with the number of parts, or -1
	len   int  // its number of parts
	kept  int  // number of parts that were read
	end   int  // offset of the byte after the last part that was read
	isKey bool // the container is the key of a pair, so it can't change
}

// newContainer returns the container that begins at a token.
func newContainer(s *codec.Scanner) container {
	c := container{count: -1, len: s.Len(), end: s.End(), isKey: s.IsKey()}
	for f := range s.Fields() {
		if f.Kind == codec.FieldCount {
			c.count = f.Offset
		}
	}

	return c
}

// closed returns the bytes of the parts that were read, with correct counts in all open containers.
// The argument path is the path to the error.
func closed(b []byte, open []container, path variant.Path) (packet []byte, lost []Loss) {
	end := 0 // end of the incomplete part of open[i]; 0 if this part is lost

	for i := len(open) - 1; i >= 0; i-- {
		c := open[i]
		if end > 0 {
			c.kept++ // the incomplete part
		} else {
			end = c.end
		}

		if c.count < 0 || c.isKey || c.kept == 0 {
			end = 0
			lost = nil
			continue
		}

		if packet == nil {
			packet = bytes.Clone(b)
		}

		setCount(packet[c.count:], c.kept)
		if c.kept < c.len {
			lost = append(lost, Loss{Path: path[:i], Kept: c.kept, Len: c.len})
		}
	}

	return packet[:end], lost
}

// sharedFlag is the bit in a count of parts by which Godot 3 marks a shared container.
const sharedFlag = 1 << 31

// setCount writes a count of parts to the start of b, and keeps the flag sharedFlag of the old
// count.
func setCount(b []byte, n int) {
	flag := binary.LittleEndian.Uint32(b) & sharedFlag
	binary.LittleEndian.PutUint32(b, flag|uint32(n))
}
