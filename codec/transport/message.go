package transport

// A Message is a unit of data that a connection carries. TCP, Unix sockets, WebSocket and pipes
// deliver every message and have one channel, so they ignore Delivery and Channel.
type Message struct {
	Data     []byte // do not change it after sending
	Delivery Delivery
	Channel  int // 0 is the default
}

// A Delivery says how a transport delivers a message. Godot: MultiplayerPeer.TransferMode; Godot 3:
// NetworkedMultiplayerPeer.TransferMode.
type Delivery uint8

const (
	Reliable          Delivery = iota // arrives once, and in order
	UnreliableOrdered                 // may be lost; dropped if a later message arrived first
	Unreliable                        // may be lost, arrive twice, or out of order
)

// String returns "reliable", "unreliable ordered" or "unreliable".
func (d Delivery) String() string {
	names := [...]string{"reliable", "unreliable ordered", "unreliable"}
	if int(d) >= len(names) {
		return "unknown delivery"
	}
	return names[d]
}

// A Direction says which side sent a message.
type Direction uint8

const (
	Incoming Direction = iota // from the client
	Outgoing                  // to the client
)

// String returns "incoming" or "outgoing".
func (d Direction) String() string { return [...]string{"incoming", "outgoing"}[d&1] }
