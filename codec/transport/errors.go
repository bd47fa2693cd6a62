package transport

import (
	"errors"
	"fmt"
	"io"
	"net"

	"godotvariant/variant"
)

// The reasons why a [Server] ends the visit of a client. Leave, Farewell and Refused get errors
// that wrap these reasons, so compare with errors.Is. The text of an error has details, such as the
// time that has passed. [Reason] returns the names of the reasons.
var (
	// ErrIdle is the reason if no message arrived for the time Limits.Idle.
	ErrIdle = variant.NewKind("idle", "godot: the client is silent")
	// ErrRate is the reason if the client sends more than Limits.MaxRate or MaxByteRate.
	ErrRate = variant.NewKind("rate", "godot: the client sends too many messages")
	// ErrSlow is the reason if more messages than Limits.MaxQueue, or more bytes than
	// MaxQueueBytes, wait for the client. It is also the reason if nothing could be written for the
	// time Limits.Patience.
	ErrSlow = variant.NewKind("slow", "godot: the client does not take its messages")
	// ErrFull is the reason if Limits.MaxPeers or MaxPerHost refuses the client.
	ErrFull = variant.NewKind("full", "godot: the server is full")
	// ErrClosed is the reason after Server.Shutdown and at the end of a listener.
	ErrClosed = variant.NewKind("closed", "godot: the server has closed")
	// ErrEnded is the reason after Peer.End(nil).
	ErrEnded = variant.NewKind("ended", "godot: the server has disconnected the client")
	// ErrPanic is the reason after a panic in a function of the program. The error is a
	// [*PanicError].
	ErrPanic = variant.NewKind("panic", "godot: a panic of the server's program")
	// ErrProtocol is the reason if the first bytes of a connection are HTTP or TLS.
	ErrProtocol = variant.NewKind("protocol", "godot: the client speaks another protocol")
	// ErrLost is the reason if the network failed. The error also wraps the error of the
	// connection.
	ErrLost = variant.NewKind("lost", "godot: the connection is lost")
	// ErrProof is the error of a UDP client of [Dial] if the server does not accept its proof,
	// because the address of the client changes on the way.
	ErrProof = variant.NewKind("proof",
		"godot: the server does not accept the proof of the address")
)

// Reason returns the name under which [Totals] counts a reason: "left" if the client closed the
// connection, "other" for an error without a kind, and variant.KindOf of any other error, such as
// "idle".
func Reason(why error) string {
	if name := variant.KindOf(why); name != "" {
		return name
	}
	if left(why) {
		return "left"
	}
	return "other"
}

// left reports whether the client closed the connection.
func left(why error) bool { return errors.Is(why, io.EOF) || errors.Is(why, net.ErrClosed) }

// lost returns the reason for an error of a connection.
func lost(err error) error {
	switch {
	case left(err), variant.KindOf(err) != "" && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	default:
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
}

// because returns an error of a kind. The text of the error has details after the text of the kind.
func because(kind error, format string, args ...any) error {
	return variant.Because(kind, fmt.Sprintf(format, args...))
}

// A PanicError is the error after a panic in a function that a [Server] called. The server ends the
// visit for which it called the function.
type PanicError struct {
	Value any    // the argument of panic
	Stack []byte // the stack of the panic, from debug.Stack
}

// Error returns the value of the panic, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("%v: %v", ErrPanic, e.Value) }

// Unwrap returns ErrPanic, and the value if it is an error.
func (e *PanicError) Unwrap() []error {
	if err, ok := e.Value.(error); ok {
		return []error{ErrPanic, err}
	}
	return []error{ErrPanic}
}
