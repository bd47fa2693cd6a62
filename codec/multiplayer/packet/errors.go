package packet

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of error that package variant does not have, for errors.Is.
var (
	// ErrCommand: the first byte of a packet names no command of the protocol.
	ErrCommand = errors.New("unknown command")
	// ErrPath: a node path is not plain and relative, as "Main/Chat" is, or it has more than 4,096
	// bytes. Engines accept any NodePath. An absolute path, or one with "..", leads out of the
	// multiplayer root.
	ErrPath = errors.New("not a plain node path")
	// ErrName: a name that no node, method or property can have, or that is taken. Godot:
	// "Invalid node name received".
	ErrName = errors.New("not a name")
	// ErrNumber: the number of a node, or the ID of a spawned node, that is taken already, or out
	// of range. Godot: "Duplicate remote cache ID".
	ErrNumber = errors.New("bad number")
	// ErrID: an ID that the peer which a packet is about can't have.
	ErrID = errors.New("no ID of a peer")
)

// An Error is the error of a packet: what is wrong, and where. The text of an Error reads
//
//	godot: parse RPC at offset 6: argument 1: unexpected end of data
type Error struct {
	Op     string // "parse" or "append"
	What   string // the packet, as "SIMPLIFY_PATH"; "" if it is unknown
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
	opParse  = "parse"
	opAppend = "append"
)

// named returns the error of a reader or writer with the name of what it is about.
func named(err error, what string) error {
	if e, ok := err.(*Error); ok {
		e.What = what
	}
	return err
}
