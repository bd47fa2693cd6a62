package message

import (
	"strconv"
	"strings"

	"godotvariant/variant"
)

// ErrUnknown is the kind of the error for an incoming message whose name has no handler, and for an
// outgoing message whose type has no name.
var ErrUnknown = variant.NewKind("unknown_message", "unknown message")

// ErrJoin is the kind of the error for a message out of order. Server.Join names the message with
// which a client joins. Before it, every other message is out of order. After the client has
// joined, a second such message is out of order.
var ErrJoin = variant.NewKind("join", "out of order")

// maxName is the greatest length of an unknown name in an error, in bytes.
const maxName = 64

// An UnknownError is the error for an incoming message whose name has no handler.
type UnknownError struct {
	Name string // as received, cut to 64 bytes
}

// Error returns the text of ErrUnknown and the quoted name.
func (e *UnknownError) Error() string { return ErrUnknown.Error() + " " + strconv.Quote(e.Name) }

// Unwrap returns ErrUnknown.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// An Error is an error of one message whose name is registered. The data of an incoming message is
// damaged or does not fit the struct. An outgoing message can't be encoded, or is too long.
type Error struct {
	Name string // name of the message
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
