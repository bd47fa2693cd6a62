package multiplayer

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// The kinds of error about peers, nodes, calls and refused packets, for errors.Is. Other errors
// have the kinds of packages packet and variant.
var (
	// ErrPeer is the kind of an error about a peer that is unknown, or that is in the wrong stage
	// for the operation, such as still authenticating.
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

// An Error is returned for a refused packet of a peer, and for a failed call or spawn of this
// World. It contains the peer and the node, so that a server knows which peer to disconnect. If the
// packet is damaged, Err is a [*packet.Error]. If a Go function that handles a call has returned an
// error, Err is this error. The text of an Error reads
//
//	godot: receive RPC from peer 2, start of Main/Game: not the authority: which is 1
type Error struct {
	Op     variant.Op // OpReceive, OpCall or OpSpawn
	Packet string     // name of the packet, such as "SIMPLIFY_PATH", or ""
	Peer   int32      // peer that sent the packet or would get it, or 0
	Node   string     // path of the node, or the name of a spawned node; "" if it is unknown
	Method string     // name of the method or property, or number of an unknown method, or ""
	Err    error      // kind, such as ErrPeer or packet.ErrNumber, or an error that wraps the kind
}

// Error returns the text.
func (e *Error) Error() string {
	direction := "to"
	if e.Op == variant.OpReceive {
		direction = "from"
	}

	var b strings.Builder
	b.WriteString("godot: " + string(e.Op))
	if e.Packet != "" {
		b.WriteString(" " + e.Packet)
	}
	if e.Peer != 0 {
		fmt.Fprintf(&b, " %s peer %d", direction, e.Peer)
	}
	if e.Peer != 0 && e.Node != "" {
		b.WriteString(",")
	}
	if e.Method != "" {
		b.WriteString(" " + printable.Text(e.Method) + " of")
	}
	if e.Node != "" {
		b.WriteString(" " + printable.Text(e.Node))
	}
	b.WriteString(": " + strings.TrimPrefix(e.Err.Error(), "godot: "))
	return b.String()
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// failed returns err as the Error of an operation on a node. It returns an Error or packet.Error
// unchanged.
func failed(op variant.Op, node string, err error) error {
	var mine *Error
	var damage *packet.Error
	if err == nil || errors.As(err, &mine) || errors.As(err, &damage) {
		return err
	}
	return &Error{Op: op, Node: node, Err: err}
}

// at returns err as the Error of a packet that concerns a node and a method. It does not know the
// packet and the peer: answer(p, name, err) sets the fields Packet and Peer.
func at(node, method string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Op: variant.OpReceive, Node: node, Method: method, Err: err}
}
