package core

// A Mode says how a packet is sent, or how the other side has sent it.
type Mode uint8

const (
	Reliable    Mode = iota
	Ordered          // unreliable; dropped if a later packet was delivered
	Unsequenced      // unreliable, in any order
)

// A Packet is one message of a game.
type Packet struct {
	Channel uint8
	Mode    Mode
	Data    []byte
}
