package enet

import (
	"errors"
	"fmt"
	"io"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A DisconnectError is the error of Receive after the other side has disconnected. At a server it
// wraps io.EOF. At a client it wraps io.EOF, or the reason that a server in Go has sent, such as
// transport.ErrFull. If the other side is a game, Data is 0, the number that the game has given to
// ENetPacketPeer.peer_disconnect, or the game's own ID.
type DisconnectError struct {
	Data uint32 // number in the DISCONNECT; the package page has the numbers of servers in Go
	why  error
}

// Error returns the reason.
func (e *DisconnectError) Error() string {
	return fmt.Sprintf("enet: the other side has disconnected with %d: %v", e.Data, e.why)
}

// Unwrap returns io.EOF, or the reason of a server in Go.
func (e *DisconnectError) Unwrap() error { return e.why }

// reasons has the numbers that a server in Go sends to its clients as the reason of their
// disconnection. The number of any other reason is 10, and the number of an orderly end is 0.
var reasons = []struct {
	data uint32
	kind error
}{
	{2, transport.ErrClosed},
	{3, transport.ErrFull},
	{4, transport.ErrIdle},
	{5, transport.ErrRate},
	{6, transport.ErrSlow},
	{7, transport.ErrProtocol},
	{8, transport.ErrPanic},
	{9, variant.ErrLimit},
}

// otherReason is not 1, because a server of Godot 3 that ends sends its ID, which is 1.
const otherReason = 10

// dataOf returns the data of the DISCONNECT for a reason. If the reason is the DisconnectError of
// another connection, as in a proxy, the data is the number in this error.
func dataOf(why error) uint32 {
	var other *DisconnectError
	if errors.As(why, &other) {
		return other.Data
	}

	for _, row := range reasons {
		if errors.Is(why, row.kind) {
			return row.data
		}
	}

	if why == nil || errors.Is(why, transport.ErrEnded) || transport.Reason(why) == "left" {
		return 0
	}

	return otherReason
}

// ended returns the error of Receive after a DISCONNECT. The numbers in reasons have a meaning only
// for a client. To a server, a client of Godot 3 sends its own ID as the number.
func ended(data uint32, client bool) error {
	e := &DisconnectError{Data: data, why: io.EOF}
	for _, row := range reasons {
		if client && row.data == data && !errors.Is(row.kind, transport.ErrClosed) {
			e.why = row.kind
		}
	}

	if client && data == otherReason {
		e.why = transport.ErrLost
	}

	return e
}

// errSilent is the error of Receive if the other side no longer answers.
var errSilent = fmt.Errorf("%w: the other side does not answer", transport.ErrLost)
