package multiplayer

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/variant"
)

// The kinds of error that package variant does not have, for errors.Is.
var (
	// ErrCommand: the first byte of a packet names no command of the protocol.
	ErrCommand = errors.New("unknown command")
	// ErrPath: a node path that is not a plain relative one such as "Main/Chat", or longer than
	// 4,096 bytes. Engines accept any NodePath: also "..", absolute paths and properties, which
	// lead out of the multiplayer root.
	ErrPath = errors.New("not a plain node path")
	// ErrName: a node name that no node can have, or that is taken. Godot: "Invalid node name
	// received".
	ErrName = errors.New("not a node name")

	// ErrPeer: a peer that is unknown, or that may not do this now.
	ErrPeer = errors.New("no such peer")
	// ErrNode: a path or number that leads to no node. Godot: "Requested node was not found".
	ErrNode = errors.New("no such node")
	// ErrMethod: a method that the node has not declared, or no name of one.
	// Godot: "!cache_config.configs.has(p_rpc_method_id)".
	ErrMethod = errors.New("no such method")
	// ErrArguments: a call with more or fewer arguments than the method has, or a state with more
	// or fewer values than the synchronizer has properties. Godot: "Method expected 1 argument(s),
	// but called with 2".
	ErrArguments = errors.New("wrong number of arguments or values")
	// ErrAuthority: a peer that is not the multiplayer authority of the node.
	// Godot: "RPC … is not allowed on node … Mode is \"authority\"".
	ErrAuthority = errors.New("not the authority")
	// ErrNumber: a number of a node, or of a spawned node, that is taken already, or out of range.
	// Godot: "Duplicate remote cache ID".
	ErrNumber = errors.New("bad number")
	// ErrRefused: a rule of this program refuses the packet: a filter, a limit or a missing
	// authentication.
	ErrRefused = errors.New("refused")
)

// An Error is the error of a packet or of a call: what went wrong, and where. The text of an
// Error reads
//
//	godot: parse RPC at offset 6: argument 1: unexpected end of data
type Error struct {
	Op     string // "parse", "append", "receive", "call" or "spawn"
	What   string // the packet, as "SIMPLIFY_PATH", or the node; "" if it is unknown
	Offset int    // "parse": of the field at fault, in the packet; else 0
	Err    error  // the kind, such as variant.ErrTruncated or ErrPath, or an error that wraps it
}

// Error returns the text.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("godot: ")
	b.WriteString(e.Op)

	if e.What != "" {
		b.WriteByte(' ')
		b.WriteString(e.What)
	}
	if e.Op == opParse {
		fmt.Fprintf(&b, " at offset %d", e.Offset)
	}

	b.WriteString(": ")
	b.WriteString(strings.TrimPrefix(e.Err.Error(), "godot: "))
	return b.String()
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

const (
	opParse   = "parse"
	opAppend  = "append"
	opReceive = "receive"
	opCall    = "call"
	opSpawn   = "spawn"
)

// quoted is the length in bytes to which names of strangers are cut in errors.
const quoted = 64

// because returns an error of the kind with a reason. Texts of strangers are quoted and cut.
func because(kind error, format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = text[:min(len(text), quoted)]
		}
	}
	return variant.Because(kind, fmt.Sprintf(format, args...))
}

// within returns the error of a value, with what it is the value of. Offsets in it mean nothing.
func within(what string, err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s%s: %w", what, strings.TrimPrefix(e.Path, "$"), e.Err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// named returns the error of a reader or writer with the name of what it is about.
func named(err error, what string) error {
	if e, ok := err.(*Error); ok {
		e.What = what
	}
	return err
}
