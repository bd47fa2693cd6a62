package multiplayer

import (
	"errors"
	"strings"

	"godotvariant/codec/multiplayer/packet"
)

// The kinds of error that packages variant and packet do not have, for errors.Is.
var (
	// ErrPeer: a peer that is unknown, or that may not do this now.
	ErrPeer = errors.New("no such peer")
	// ErrNode: a path or number that leads to no node. Godot: "Requested node was not found".
	ErrNode = errors.New("no such node")
	// ErrMethod: a method that the node has not declared.
	// Godot: "!cache_config.configs.has(p_rpc_method_id)".
	ErrMethod = errors.New("no such method")
	// ErrArguments: a call with more or fewer arguments than the method has, or a state with more
	// or fewer values than the synchronizer has properties. Godot: "Method expected 1 argument(s),
	// but called with 2".
	ErrArguments = errors.New("wrong number of arguments or values")
	// ErrAuthority: a peer that is not the multiplayer authority of the node.
	// Godot: "RPC … is not allowed on node … Mode is \"authority\"".
	ErrAuthority = errors.New("not the authority")
	// ErrRefused: a rule of this program refuses the packet: a filter, a limit or a missing
	// authentication.
	ErrRefused = errors.New("refused")
)

// An Error is the error of what a peer wants, or of a call or a spawn. That of a packet which is
// damaged is a [packet.Error]. The text of an Error reads
//
//	godot: receive RPC: not the authority: peer 2, start of Main/Game
type Error struct {
	Op   string // "receive", "call" or "spawn"
	What string // the packet, as "SIMPLIFY_PATH", or the node
	Err  error  // the kind, such as ErrPeer or packet.ErrNumber, or an error that wraps it
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

// failed returns an error of an operation, unless it says already what it is of.
func failed(op, what string, err error) error {
	var mine *Error
	var damage *packet.Error
	if err == nil || errors.As(err, &mine) || errors.As(err, &damage) {
		return err
	}
	return &Error{Op: op, What: what, Err: err}
}
