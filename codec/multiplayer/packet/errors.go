package packet

import (
	"fmt"
	"strings"

	"godotvariant/variant"
)

// The kinds of error about commands, paths, names, numbers and IDs, for errors.Is. Other errors
// have the kinds of package variant.
var (
	// ErrCommand is the kind of an error about a packet whose command the protocol does not have.
	ErrCommand = variant.NewKind("command", "unknown command")
	// ErrPath is the kind of an error about a node path that is not plain, not relative, or longer
	// than 4,096 bytes. "Main/Chat" is a plain and relative path. Engines accept any NodePath, but
	// an absolute path or a path with ".." leads out of the multiplayer root. A path with a NUL, or
	// with a byte order mark at its start, leads to another node than it seems to.
	ErrPath = variant.NewKind("path", "not a plain node path")
	// ErrName is the kind of an error about a name that is not valid or is already in use. It is
	// the name of a node, method or property. Godot: "Invalid node name received".
	ErrName = variant.NewKind("name", "not a name")
	// ErrNumber is the kind of an error about a number that is out of range or already in use. It
	// is the number of a node, or the ID of a spawned node. Godot: "Duplicate remote cache ID".
	ErrNumber = variant.NewKind("number", "bad number")
	// ErrID is the kind of an error about a number that is not the ID of a client.
	ErrID = variant.NewKind("id", "not the ID of a peer")
)

// An Error is returned for a packet that can't be decoded or encoded. The text of an Error reads
//
//	godot: decode RPC at offset 6: argument 1: unexpected end of data
type Error struct {
	Op     variant.Op // OpDecode or OpEncode
	Packet string     // the name of the packet, such as "SIMPLIFY_PATH"; "" if it is unknown
	Offset int        // offset of the wrong field in the packet; 0 if Op is OpEncode
	Err    error      // kind, such as variant.ErrTruncated, or an error that wraps the kind
}

// Error returns the text.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("godot: ")
	b.WriteString(string(e.Op))

	if e.Packet != "" {
		b.WriteByte(' ')
		b.WriteString(e.Packet)
	}
	if e.Op == variant.OpDecode {
		fmt.Fprintf(&b, " at offset %d", e.Offset)
	}

	b.WriteString(": ")
	b.WriteString(strings.TrimPrefix(e.Err.Error(), "godot: "))
	return b.String()
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// named sets the field Packet of an Error.
func named(err error, what string) error {
	if e, ok := err.(*Error); ok {
		e.Packet = what
	}
	return err
}
