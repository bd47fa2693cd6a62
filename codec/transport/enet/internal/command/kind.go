package command

import "encoding/binary"

// A Kind is the kind of a command.
type Kind uint8

// The kinds of commands. No command has the kind zero, because zeros may fill the end of a
// datagram.
const (
	Acknowledge Kind = 1 + iota
	Connect
	VerifyConnect
	Disconnect
	Ping
	SendReliable
	SendUnreliable
	SendFragment
	SendUnsequenced
	BandwidthLimit
	ThrottleConfigure
	SendUnreliableFragment
)

// sizes are the lengths of the commands with their header, without data.
var sizes = [...]int{
	Acknowledge:            8,
	Connect:                48,
	VerifyConnect:          44,
	Disconnect:             8,
	Ping:                   4,
	SendReliable:           6,
	SendUnreliable:         8,
	SendFragment:           24,
	SendUnsequenced:        8,
	BandwidthLimit:         12,
	ThrottleConfigure:      16,
	SendUnreliableFragment: 24,
}

// Size returns the length of a command of the kind in bytes, without its data, or 0 for a kind that
// does not exist.
func (k Kind) Size() int {
	if int(k) >= len(sizes) {
		return 0
	}

	return sizes[k]
}

// dataLength returns the length of the data that follows a command. The argument body is the body
// of this command.
func (k Kind) dataLength(body []byte) int {
	switch k {
	case SendReliable:
		return int(binary.BigEndian.Uint16(body))
	case SendUnreliable, SendUnsequenced, SendFragment, SendUnreliableFragment:
		return int(binary.BigEndian.Uint16(body[2:]))
	default:
		return 0
	}
}
