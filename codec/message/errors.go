package message

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The reasons for which a [Server] disconnects a client. Leave, Farewell and Refused get them, for
// errors.Is. The texts say more, such as the time that has passed.
var (
	// ErrIdle is the reason after the time Server.Idle without a message.
	ErrIdle = errors.New("godot: the client is silent")
	// ErrTooMany is the reason after more messages than Server.PerSecond or Server.Rates allow.
	ErrTooMany = errors.New("godot: the client sends too many messages")
	// ErrSlow is the reason if Server.Queue messages wait for the client, or one was not written
	// within Server.Patience.
	ErrSlow = errors.New("godot: the client does not take its messages")
	// ErrFull is the reason of a refusal by Server.MaxPeers or Server.MaxPerHost.
	ErrFull = errors.New("godot: the server is full")
	// ErrClosed is the reason after Server.Shutdown and at the end of the listener.
	ErrClosed = errors.New("godot: the server has closed")
	// ErrEnded is the reason after Peer.End(nil).
	ErrEnded = errors.New("godot: the server has disconnected the client")
	// ErrPanic is the kind of a [*PanicError].
	ErrPanic = errors.New("godot: a panic of the server's program")
	// ErrProtocol is the kind of error of a connection whose first bytes are those of HTTP or TLS.
	ErrProtocol = errors.New("godot: the client speaks another protocol")
)

// ErrUnknown is the kind of error of a name without a handler, and of a type without a name.
var ErrUnknown = errors.New("unknown message")

// maxName is how many bytes of an unknown name an error keeps.
const maxName = 64

// An UnknownError is the error of a message without a handler.
type UnknownError struct {
	Name string // as it came, cut to 64 bytes
}

// Error quotes the name.
func (e *UnknownError) Error() string { return ErrUnknown.Error() + " " + strconv.Quote(e.Name) }

// Unwrap returns ErrUnknown.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// An Error is the error of a message that has a handler, and whose data does not fit its struct.
type Error struct {
	Name string // of the message
	Err  error  // mostly an *variant.Error
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

// A PanicError is the error of a handler, or another function of the program, that panics in a
// [Server]. Its client is disconnected.
type PanicError struct {
	Value any    // the argument of panic
	Stack []byte // where, as debug.Stack returns it
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

// because returns a reason of a kind, with more words.
func because(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{kind}, args...)...)
}
