package packet

import (
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Call calls a method of a node, in Godot 3 and Pandemonium. Godot 3: Node.rpc,
// Node.rpc_unreliable.
//
//	offset  size   field
//	0       1      command 0
//	1       4      node, as in RPC
//	5       n + 1  name of the method and a NUL
//	…       1      number of arguments
//	…       n      arguments, as package codec encodes them
//	…       n + 1  path and a NUL, if node has bit 31
type Call struct {
	Node   uint32 // the number that the sender gave the node; unused if there is a Path
	Path   string // path from the multiplayer root; "" for a call by number
	Method string
	Args   []variant.Variant // at most 255
}

func (Call) isPacket() {}

// Set sets a property of a node, in Godot 3. Godot 3: Node.rset, Node.rset_unreliable.
//
//	offset  size   field
//	0       1      command 1
//	1       4      node, as in RPC
//	5       n + 1  name of the property and a NUL
//	…       n      value, as package codec encodes it
//	…       n + 1  path and a NUL, if node has bit 31
type Set struct {
	Node     uint32 // the number that the sender gave the node; unused if there is a Path
	Path     string // path from the multiplayer root; "" for a node by number
	Property string
	Value    variant.Variant
}

func (Set) isPacket() {}

func decodeCall(r *reader, _ byte) Packet {
	var p Call
	p.Node, p.Path = parseNode(r)
	p.Method = parseMember(r)
	p.Args = parseArgs(r, (*reader).value)
	r.end()
	return p
}

func decodeSet(r *reader, _ byte) Packet {
	var p Set
	p.Node, p.Path = parseNode(r)
	p.Property = parseMember(r)
	r.label = "value"
	p.Value = r.value()
	r.end()
	return p
}

// parseNode reads the 4 bytes of a node, and the path at the end of the packet if there is one.
func parseNode(r *reader) (node uint32, path string) {
	node = r.uint32()
	if node&pathBit == 0 {
		return node, ""
	}
	return 0, parsePath(r, node)
}

// parseMember reads the name of a method or property.
func parseMember(r *reader) string {
	at := r.pos
	name := r.text()
	if r.err == nil {
		if err := checkMember(name); err != nil {
			r.failAt(at, err)
		}
	}
	return name
}

func appendCall(w *writer, command byte, p Call) {
	appendNode(w, command, p.Node, p.Method)
	appendArgs(w, p.Args, (*writer).value)
	appendPath(w, p.Path)
}

func appendSet(w *writer, command byte, p Set) {
	appendNode(w, command, p.Node, p.Property)
	w.value(p.Value)
	appendPath(w, p.Path)
}

// appendNode writes the command, the number or path of the node, and the name of the method or
// property.
func appendNode(w *writer, command byte, node uint32, member string) {
	if node&pathBit != 0 {
		w.fail(reason.Of(ErrNumber, "node %d", node))
	}

	w.uint8(command)
	w.uint32(node)
	w.text(member)
	if err := checkMember(member); err != nil {
		w.fail(err)
	}
}
