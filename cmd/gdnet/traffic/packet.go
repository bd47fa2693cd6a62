package traffic

import (
	"fmt"
	"math/bits"
	"strings"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// longest is the limit for the length of a packet whose values are shown as text.
const longest = 64 << 10

// packet returns the explanation of a packet between two peers.
func (s *session) packet(from, to int32, body []byte) (said, error) {
	p, err := s.format.Decode(body)
	if err != nil && s.twin != nil {
		if other, fault := s.twin.Decode(body); fault == nil {
			p, err = other, nil
		}
	}

	if err != nil {
		return said{about: damaged}, err
	}

	if r, ok := p.(packet.Relay); ok {
		return s.relay(from, r)
	}
	return s.text(from, to, p, len(body) <= longest), nil
}

// relay returns the explanation of a packet that the server passes from one client to another.
func (s *session) relay(from int32, r packet.Relay) (said, error) {
	if c, _ := s.format.Command(r.Packet); c == packet.CommandSys {
		return said{"relays what is never relayed", "RELAY"}, nil
	}

	var out said
	var err error
	if from == server {
		out, err = s.packet(r.Peer, s.id, r.Packet)
		out.text = fmt.Sprintf("from %d: ", r.Peer) + out.text
	} else {
		out, err = s.packet(from, r.Peer, r.Packet)
		out.text = target(r.Peer) + out.text
	}
	return out, err
}

// text returns the explanation of a packet. If the argument values is false, the explanation has
// the number of the packet's values instead of their text.
func (s *session) text(from, to int32, p packet.Packet, values bool) said {
	own := s.side(from)
	list := func(all []variant.Variant) string { return listed(all, values) }
	switch p := p.(type) {
	case packet.RPC:
		return s.call(own.node(p.Node, p.Path), s.method(own.node(p.Node, p.Path), p.Method),
			list(p.Args))
	case packet.Call:
		return s.call(own.node(p.Node, p.Path), p.Method, list(p.Args))
	case packet.Set:
		name := own.node(p.Node, p.Path) + "." + p.Property
		return said{name + " = " + list([]variant.Variant{p.Value}), name}
	case packet.SimplifyPath:
		return s.simplify(own, p)
	case packet.ConfirmPath:
		return s.confirm(to, p)
	case packet.Bytes:
		return said{fmt.Sprintf("%d bytes: % x", len(p.Data), p.Data[:min(len(p.Data), 16)]), "RAW"}

	case packet.Spawn:
		return own.spawn(p, list)
	case packet.Despawn:
		return said{"despawns " + own.synchronizer(p.Node), "DESPAWN"}
	case packet.Sync:
		var all []string
		for _, state := range p.States {
			all = append(all, own.synchronizer(state.ID)+" ("+list(state.Values)+")")
		}
		return said{fmt.Sprintf("state %d: %s", p.Time, strings.Join(all, ", ")), "SYNC"}
	case packet.Delta:
		var all []string
		for _, change := range p.Changes {
			all = append(all, own.synchronizer(change.ID)+" "+changes(change, values))
		}
		return said{"changes: " + strings.Join(all, ", "), "DELTA"}
	}
	return ofSession(p)
}

// call returns the explanation of a call.
func (s *session) call(node, method, args string) said {
	name := node + "." + method
	return said{name + "(" + args + ")", name}
}

// method returns the name of a method, or a text with its number if the name is not known.
func (s *session) method(node string, id uint16) string {
	if script, ok := s.scripts[node]; ok {
		if name, ok := script.Signature.Name(id); ok {
			return name
		}
	}
	return fmt.Sprintf("#%d", id)
}

// simplify stores the number of a node, and returns the explanation. If the checksum in the packet
// is the checksum of a known script, simplify also stores the script of the node.
func (s *session) simplify(own *side, p packet.SimplifyPath) said {
	keep(own.numbers, p.Number, p.Path)

	of := ""
	script, known := s.known[p.Checksum]
	switch {
	case known:
		keep(s.scripts, p.Path, script)
		of = ", of " + script.Script.Path
	case p.Checksum == packet.NewSignature(nil, nil).Checksum():
		of = ", without methods"
	case p.Checksum != "":
		of = ", checksum " + p.Checksum
	}

	return said{fmt.Sprintf("%s is node %d%s", p.Path, p.Number, of), "SIMPLIFY_PATH"}
}

// confirm returns the explanation of a packet that confirms a number. The argument peer is the ID
// of the peer that has given the number to the node.
func (s *session) confirm(peer int32, p packet.ConfirmPath) said {
	node := s.side(peer).node(p.Number, p.Path)
	if !p.Equal {
		return said{"has other methods of " + node, "CONFIRM_PATH"}
	}
	return said{"knows " + node, "CONFIRM_PATH"}
}

// spawn stores the IDs of a spawned node and of its synchronizers, and returns the explanation.
func (p *side) spawn(packet packet.Spawn, list func([]variant.Variant) string) said {
	keep(p.spawned, packet.Node, packet.Name)
	for i, id := range packet.Synchronizers {
		name := packet.Name
		if len(packet.Synchronizers) > 1 {
			name = fmt.Sprintf("%s#%d", packet.Name, i)
		}
		keep(p.spawned, id, name)
	}

	what := fmt.Sprintf("scene %d", packet.Scene)
	if packet.Data != nil {
		what = list([]variant.Variant{packet.Data})
	}
	return said{fmt.Sprintf("spawns %s by %s, %s (%s)", packet.Name,
		p.node(packet.Spawner, ""), what, list(packet.State)), "SPAWN"}
}

// ofSession returns the explanation of a packet that authenticates a peer, or that says that a peer
// has joined or left.
func ofSession(p packet.Packet) said {
	switch p := p.(type) {
	case packet.Auth:
		if len(p.Data) == 0 {
			return said{"has completed the authentication", "AUTH"}
		}
		return said{fmt.Sprintf("authenticates, %d bytes", len(p.Data)), "AUTH"}
	case packet.AddPeer:
		return said{fmt.Sprintf("peer %d is there", p.ID), "ADD_PEER"}
	case packet.DelPeer:
		return said{fmt.Sprintf("peer %d has left", p.ID), "DEL_PEER"}
	}
	return said{fmt.Sprintf("%T", p), "other"}
}

// listed returns the text of all values. If the argument values is false, it returns their number.
func listed(all []variant.Variant, values bool) string {
	if !values {
		return counted(all)
	}
	texts := make([]string, 0, len(all))
	for _, v := range all {
		texts = append(texts, variant.Text(v))
	}
	return strings.Join(texts, ", ")
}

func counted(all []variant.Variant) string { return fmt.Sprintf("%d values", len(all)) }

// changes returns the numbers and values of the properties that have changed. If the argument
// values is false, it returns how many properties have changed.
func changes(c packet.DeltaState, values bool) string {
	if !values {
		return "(" + counted(c.Values) + ")"
	}

	var all []string
	rest := c.Bits
	for _, v := range c.Values {
		all = append(all, fmt.Sprintf("%d: %s", bits.TrailingZeros64(rest), variant.Text(v)))
		rest &= rest - 1
	}
	return "(" + strings.Join(all, ", ") + ")"
}
