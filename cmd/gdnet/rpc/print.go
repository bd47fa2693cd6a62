package rpc

import (
	"fmt"
	"io"
	"text/tabwriter"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
)

// Print prints the checksum of a node, and a line for each method.
//
//	lobby.gd  checksum 3e0e98f6a5d7d2ce4adb3fbcc5a07e14
//	       0  heard  authority  call_remote  reliable            channel 0
//	       1  say    any_peer   call_local   unreliable_ordered  channel 2
//	  0x8000  throw  by rpc_config
//
// Packets of Godot 3 have names instead of numbers, so there is no checksum and there are no
// numbers.
func (n Node) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if n.Godot3 {
		fmt.Fprintf(w, "%s  of Godot 3: names go over the wire\n", n.Script.Path)
	} else {
		fmt.Fprintf(w, "%s  checksum %s\n", n.Script.Path, n.Signature.Checksum())
	}

	configured := 0
	for i, m := range n.Methods {
		switch {
		case n.Godot3:
			fmt.Fprintf(w, "  func\t%s\t%s\n", m.Name, keyword(m))
		case m.Configured:
			fmt.Fprintf(w, "  %#6x\t%s\tby rpc_config\n", 0x8000|i, m.Name)
			configured++
		default:
			fmt.Fprintf(w, "  %6d\t%s\t%s\t%s\t%s\tchannel %d\n", i-configured, m.Name,
				accesses[m.Access], locals[m.CallLocal], modes[m.Delivery], m.Channel)
		}
	}
	for _, m := range n.Properties {
		fmt.Fprintf(w, "  var\t%s\t%s\n", m.Name, keyword(m))
	}
	return w.Flush()
}

// The arguments of @rpc.
var (
	accesses = map[multiplayer.Access]string{
		multiplayer.ByAuthority: "authority", multiplayer.ByAnyPeer: "any_peer",
	}
	locals = map[bool]string{false: "call_remote", true: "call_local"}
	modes  = map[transport.Delivery]string{
		transport.Reliable: "reliable", transport.Unreliable: "unreliable",
		transport.UnreliableOrdered: "unreliable_ordered",
	}
)

// keyword returns the keyword of Godot 3 for a method.
func keyword(m multiplayer.Method) string {
	for _, word := range []string{
		"remote", "remotesync", "master", "mastersync", "puppet", "puppetsync",
	} {
		if k := keywords[word]; k.Access == m.Access && k.CallLocal == m.CallLocal {
			return word
		}
	}
	return ""
}
