package command

import "encoding/binary"

// ControlChannel is the channel of commands that concern the connection itself.
const ControlChannel = 0xff

// The flags of a command, in the byte of its kind.
const (
	acknowledged = 0x80 // the other side has to acknowledge the command
	unsequenced  = 0x40 // the command has no order among other commands
	kindMask     = 0x0f
)

// header is the length of the header of a command.
const header = 4

// A Command is one command of a datagram.
//
//	offset  size  field
//	0       1     kind, with the flags
//	1       1     channel
//	2       2     number
//	4       n     body, whose length follows from the kind
//	4+n     m     data of a packet
type Command struct {
	Kind         Kind
	Acknowledged bool // the other side has to acknowledge the command
	Unsequenced  bool
	Channel      uint8
	Number       uint16
	Body         []byte
	Data         []byte
}

// Next returns the first command in b, and the bytes after this command. The argument b is a
// datagram without its head. The result ok is false if b does not begin with a command.
func Next(b []byte) (c Command, rest []byte, ok bool) {
	if len(b) < header {
		return c, b, false
	}

	c.Kind = Kind(b[0] & kindMask)
	size := c.Kind.Size()
	if size == 0 || len(b) < size {
		return c, b, false
	}

	c.Acknowledged = b[0]&acknowledged != 0
	c.Unsequenced = b[0]&unsequenced != 0
	c.Channel = b[1]
	c.Number = binary.BigEndian.Uint16(b[2:])
	c.Body = b[header:size]

	end := size + c.Kind.dataLength(c.Body)
	if end > len(b) {
		return c, b, false
	}

	c.Data = b[size:end]
	return c, b[end:], true
}

// Append appends the command to dst. The body must have the length that commands of its kind have.
func (c Command) Append(dst []byte) []byte {
	first := byte(c.Kind)
	if c.Acknowledged {
		first |= acknowledged
	}

	if c.Unsequenced {
		first |= unsequenced
	}

	dst = append(dst, first, c.Channel)
	dst = binary.BigEndian.AppendUint16(dst, c.Number)
	dst = append(dst, c.Body...)
	return append(dst, c.Data...)
}

// Len returns the number of bytes that Append appends.
func (c Command) Len() int { return header + len(c.Body) + len(c.Data) }
