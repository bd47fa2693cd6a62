package core

// A Mode says how a packet is sent, and how it has come.
type Mode uint8

const (
	Reliable    Mode = iota
	Ordered          // unreliable; dropped if a later one was delivered
	Unsequenced      // unreliable, in any order
)

// A Packet is what a game sends at once.
type Packet struct {
	Channel uint8
	Mode    Mode
	Data    []byte
}
