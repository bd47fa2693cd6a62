package message

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"godotvariant/variant"
)

// The reasons for which a [Server] disconnects a client. Leave, Farewell and Refused get errors
// that wrap them: compare with errors.Is. The text of an error has details, such as the time that
// has passed.
var (
	// ErrIdle is the reason if the client sends no message for the time Server.Idle.
	ErrIdle = errors.New("godot: the client is silent")
	// ErrTooMany is the reason if the client sends more messages than Server.PerSecond or
	// Server.Rates allow.
	ErrTooMany = errors.New("godot: the client sends too many messages")
	// ErrSlow is the reason if Server.Queue messages wait for the client, or if writing a message
	// takes longer than Server.Patience.
	ErrSlow = errors.New("godot: the client does not take its messages")
	// ErrFull is the reason if Server.MaxPeers or Server.MaxPerHost refuses the client.
	ErrFull = errors.New("godot: the server is full")
	// ErrClosed is the reason after Server.Shutdown and at the end of the listener.
	ErrClosed = errors.New("godot: the server has closed")
	// ErrEnded is the reason after a call of Peer.End(nil).
	ErrEnded = errors.New("godot: the server has disconnected the client")
	// ErrPanic is the reason after a panic in a function of the program. The error is a
	// [*PanicError].
	ErrPanic = errors.New("godot: a panic of the server's program")
	// ErrProtocol is the reason if the first bytes of a connection are HTTP or TLS.
	ErrProtocol = errors.New("godot: the client speaks another protocol")
)

// ErrUnknown is the kind of the error for an incoming message whose name has no handler, and for an
// outgoing message whose type has no name.
var ErrUnknown = variant.NewKind("unknown_message", "unknown message")

// maxName is the greatest length of an unknown name in an error, in bytes.
const maxName = 64

// An UnknownError is the error for an incoming message whose name has no handler.
type UnknownError struct {
	Name string // as received, cut to 64 bytes
}

// Error returns a text with the quoted name.
func (e *UnknownError) Error() string { return ErrUnknown.Error() + " " + strconv.Quote(e.Name) }

// Unwrap returns ErrUnknown.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// An Error is the error of a message whose name is registered, but whose data is damaged or does
// not fit the struct.
type Error struct {
	Name string // of the message
	Err  error  // usually a *variant.Error
}

// Error returns the text of Err after the name:
//
//	godot: message "create": decode $["max"] (float) at offset 100: wrong type: …
func (e *Error) Error() string {
	return "godot: message " + strconv.Quote(e.Name) + ": " +
		strings.TrimPrefix(e.Err.Error(), "godot: ")
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A PanicError is the error after a panic in a handler or another function that a [Server] called.
// The server disconnects the client for which it called the function.
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

// because returns an error of a kind whose text goes on with details.
func because(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{kind}, args...)...)
}
