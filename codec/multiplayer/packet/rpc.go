package packet

import (
	"bytes"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/packed"
	"godotvariant/variant"
)

// RPC calls a method of a node, in Godot 4. Godot: Node.rpc, Node.rpc_id.
//
//	offset  size     field
//	0       1        command 0; bits 4 and 5: size of node; 6: size of method; 7: raw
//	1       1, 2, 4  node, for size 0, 1, 2
//	…       1, 2     method, for size 0, 1
//	…       1        number of arguments, unless raw
//	…       n        arguments, as AppendCompressed writes them; if raw, the bytes of one
//	                 PackedByteArray that is the only argument, or nothing for no argument
//	…       n + 1    path and a NUL, if node has bit 31
//
// If bit 31 of node is set, the node has 4 bytes, and its other bits are the offset of the path in
// the packet.
//
// An engine writes the path for peers that have not confirmed the number of the node yet. Every
// call may have the path.
//
// If the only argument is an empty PackedByteArray, an engine writes a call without arguments.
// Append writes the argument as a compressed variant instead, so that it arrives.
type RPC struct {
	// Node is the number that the sender gave the node, 0 <= Node < 1<<31. It is unused if there is
	// a Path.
	Node uint32
	// Path is the path of the node from the multiplayer root, or "" for a call by number.
	Path string
	// Method is the ID of the method, see [Signature].
	Method uint16
	// Args are the arguments, at most 255.
	Args []variant.Variant

	// NodeSize and MethodSize are the minimum sizes of Node and Method on the wire, in bytes. 0
	// means as few bytes as possible. An engine writes a node in 4 bytes if another receiver of the
	// same call gets the path.
	NodeSize, MethodSize int
}

func (RPC) isPacket() {}

// The bits of the first byte of an RPC.
const (
	nodeShift   = 4
	nodeBits    = 3 << nodeShift
	methodShift = 6
	methodBits  = 1 << methodShift
	rawBit      = 1 << 7

	pathBit = 1 << 31 // in the field node: the other bits of node are the offset of the path
)

// sizes has the number of bytes for each size code in the first byte of an RPC.
var sizes = [...]int{1, 2, 4}

// smallest returns the code of the smallest size in which n fits. It skips sizes that are less than
// the argument size.
func smallest(n uint32, size int) byte {
	for code, s := range sizes {
		if s >= size && uint64(n) < 1<<(8*s) {
			return byte(code)
		}
	}
	return byte(len(sizes))
}

func decodeRPC(r *reader, flags byte) Packet {
	code := int(flags&nodeBits) >> nodeShift
	if code >= len(sizes) {
		r.failAt(0, reason.Of(variant.ErrFlags, "size %d of the node", code))
		return nil
	}

	var p RPC
	p.Node = r.number(sizes[code])
	if p.Node&pathBit != 0 {
		p.Path = parsePath(r, p.Node)
		p.Node = 0
	} else if code > int(smallest(p.Node, 1)) {
		p.NodeSize = sizes[code]
	}

	size := sizes[flags&methodBits>>methodShift]
	p.Method = uint16(r.number(size))
	if size > sizes[smallest(uint32(p.Method), 1)] {
		p.MethodSize = size
	}

	if flags&rawBit != 0 {
		if data := r.bytes(len(r.rest())); len(data) > 0 {
			p.Args = []variant.Variant{packed.PackedByteArray(bytes.Clone(data))}
		}
		return p
	}
	p.Args = parseArgs(r, (*reader).compressed)
	r.end()
	return p
}

// parsePath reads the path of a call, and cuts it off the packet. The lower 31 bits of node are the
// offset of the path in the packet.
func parsePath(r *reader, node uint32) string {
	if r.err != nil {
		return ""
	}

	offset := int64(node &^ pathBit)
	if offset < int64(r.pos) || offset >= int64(len(r.data)) {
		r.fail(reason.Of(variant.ErrLength, "offset %d of the path", offset))
		return ""
	}

	behind := *r
	behind.pos = int(offset)
	path := behind.path()
	behind.end()
	r.join(&behind)

	r.data = r.data[:offset]
	return path
}

// parseArgs reads the number of arguments, and the arguments.
func parseArgs(r *reader, value func(r *reader) variant.Variant) []variant.Variant {
	at := r.pos
	n := int(r.uint8())
	if n > len(r.rest()) {
		r.failAt(at, reason.Of(variant.ErrTruncated, "%d arguments", n))
	}
	if r.err != nil || n == 0 {
		return nil
	}

	args := make([]variant.Variant, n)
	r.label = "argument"
	for i := range args {
		r.index = i
		args[i] = value(r)
	}
	return args
}

func appendRPC(w *writer, command byte, p RPC) {
	size := p.NodeSize
	if p.Path != "" {
		size = sizes[len(sizes)-1]
	}
	if p.Node&pathBit != 0 {
		w.fail(reason.Of(ErrNumber, "node %d", p.Node))
	}

	node, method := smallest(p.Node, size), smallest(uint32(p.Method), p.MethodSize)
	if int(node) == len(sizes) || method > 1 {
		w.fail(reason.Of(variant.ErrLength, "a number of %d or %d bytes", p.NodeSize, p.MethodSize))
		return
	}

	data, raw := rawArgument(p.Args)
	command |= node<<nodeShift | method<<methodShift
	if raw {
		command |= rawBit
	}

	w.uint8(command)
	w.number(p.Node, sizes[node])
	w.number(uint32(p.Method), sizes[method])
	if raw {
		w.bytes(data)
	} else {
		appendArgs(w, p.Args, (*writer).compressed)
	}
	appendPath(w, p.Path)
}

// rawArgument reports whether the arguments are written as raw bytes, and returns these bytes.
func rawArgument(args []variant.Variant) (data []byte, raw bool) {
	if len(args) != 1 {
		return nil, len(args) == 0
	}
	b, ok := args[0].(packed.PackedByteArray)
	return b, ok && len(b) > 0
}

func appendArgs(w *writer, args []variant.Variant, value func(*writer, variant.Variant)) {
	if len(args) > 255 {
		w.fail(reason.Of(variant.ErrLength, "%d arguments, at most 255", len(args)))
		return
	}

	w.uint8(uint8(len(args)))
	for _, arg := range args {
		value(w, arg)
	}
}

// appendPath writes the path of a call, and stores the offset of the path in the field node. It
// does nothing if the path is "".
func appendPath(w *writer, path string) {
	if path == "" {
		return
	}

	at := writer{out: w.out[:w.begin+1]}
	at.uint32(pathBit | uint32(len(w.out)-w.begin))
	w.path(path)
}
