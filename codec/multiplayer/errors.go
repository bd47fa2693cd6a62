package multiplayer

import (
	"errors"
	"strings"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// The kinds of error that packages variant and packet do not have, for errors.Is.
var (
	// ErrPeer is the kind of an error about a peer that is unknown, or that may not do this in its
	// present stage.
	ErrPeer = variant.NewKind("peer", "no such peer")
	// ErrNode is the kind of an error about a path or number that does not lead to a node. Godot:
	// "Requested node was not found".
	ErrNode = variant.NewKind("node", "no such node")
	// ErrMethod is the kind of an error about a method that the node has not declared. Godot:
	// "!cache_config.configs.has(p_rpc_method_id)".
	ErrMethod = variant.NewKind("method", "no such method")
	// ErrArguments is the kind of an error about a call with more or fewer arguments than the
	// method has parameters, or a state with more or fewer values than the synchronizer has
	// properties. Godot: "Method expected 1 argument(s), but called with 2".
	ErrArguments = variant.NewKind("arguments", "wrong number of arguments or values")
	// ErrAuthority is the kind of an error about a peer that is not the multiplayer authority of
	// the node. Godot: "RPC … is not allowed on node … Mode is \"authority\"".
	ErrAuthority = variant.NewKind("authority", "not the authority")
	// ErrRefused is the kind of an error about a packet that this program does not accept, because
	// of a filter, a limit or a missing authentication.
	ErrRefused = variant.NewKind("refused", "refused")
)

// An Error is returned for a request of a peer that was refused, and for a call or spawn of this
// side that failed. A damaged packet is a [packet.Error] instead. The text of an Error reads
//
//	godot: receive RPC: not the authority: peer 2, start of Main/Game
type Error struct {
	Op   string // "receive", "call" or "spawn"
	What string // the name of the packet, such as "SIMPLIFY_PATH", or the node
	Err  error  // the kind, such as ErrPeer or packet.ErrNumber, or an error that wraps the kind
}

// Error returns the text.
func (e *Error) Error() string {
	what := e.What
	if what != "" {
		what = " " + what
	}
	return "godot: " + e.Op + what + ": " + strings.TrimPrefix(e.Err.Error(), "godot: ")
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

const (
	opReceive = "receive"
	opCall    = "call"
	opSpawn   = "spawn"
)

// failed returns err as an Error of the operation. An Error or packet.Error is returned as it is.
func failed(op, what string, err error) error {
	var mine *Error
	var damage *packet.Error
	if err == nil || errors.As(err, &mine) || errors.As(err, &damage) {
		return err
	}
	return &Error{Op: op, What: what, Err: err}
}
