package multiplayer

import (
	"slices"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// tell sends a peer the number of a node, unless the peer has this number already. It reports
// whether the peer has confirmed the number.
func (w *World) tell(n *Node, p *link) (confirmed bool, err error) {
	if err := w.giveNumber(n); err != nil {
		return false, err
	}

	confirmed, told := p.told[n.number]
	if told {
		return confirmed, nil
	}
	p.told[n.number] = false
	return false, w.sendPacket(p, packet.SimplifyPath{
		Checksum: n.signature.Checksum(), Number: n.number, Path: n.path,
	})
}

// giveNumber gives a node a number, unless it has one.
func (w *World) giveNumber(n *Node) error {
	if n.removed {
		return reason.Of(ErrNode, "%q was removed", n.path)
	}
	if n.number == 0 {
		w.lastNumber++
		n.number = w.lastNumber
		w.numbered[n.number] = n
	}
	return nil
}

// forget forgets the number of a node that was removed. A peer's number for this node stays until
// the peer gives more numbers than Limits.MaxNumbers.
func (w *World) forget(n *Node) {
	delete(w.numbered, n.number)
	for _, p := range w.peers {
		delete(p.told, n.number)
		p.given.removed(n.path)
	}
}

// simplify stores the number that a peer gives a node, and confirms it to the peer.
func (w *World) simplify(p *link, s packet.SimplifyPath) error {
	n, err := w.node(s.Path)
	if err != nil {
		return err
	}
	if err := w.number(p, s.Number, n.path); err != nil {
		return err
	}

	equal := s.Checksum == "" || s.Checksum == n.signature.Checksum()
	if !equal {
		w.event(Differs{Peer: p.Peer, Node: n})
	}
	if w.options.NeverConfirm {
		return nil
	}

	answer := packet.ConfirmPath{Equal: equal, Number: s.Number, Path: s.Path}
	data, err := p.confirms.Append(nil, answer)
	if err != nil {
		return err
	}
	return w.send(p, transport.Message{Data: data})
}

// number stores the number that a peer gives a path.
func (w *World) number(p *link, number uint32, path string) error {
	old, taken := p.given.path(number)
	if taken && !p.confirms.Protocol().Spec().ReusesNumbers {
		return reason.Of(packet.ErrNumber, "%d stands for %q already", number, old)
	}

	there := func(path string) bool { return w.root.find(path) != nil }
	full := !taken && len(p.given.numbers) >= w.limits.MaxNumbers
	if full && !p.given.forgetRemoved(there) {
		return reason.Of(variant.ErrLimit, "%d numbers of nodes", len(p.given.numbers))
	}

	p.given.give(number, path)
	return nil
}

// byNumber returns the node to which a peer gave a number.
func (w *World) byNumber(p *link, number uint32) (*Node, error) {
	path, ok := p.given.path(number)
	if !ok {
		return nil, reason.Of(ErrNode, "number %d", number)
	}
	return w.node(path)
}

// confirm handles a ConfirmPath of a peer. Godot 4 has two forms of ConfirmPath. If confirm can't
// handle the packet in the form of the World's protocol, it tries the other form. If the peer uses
// the other form, the World sends its later confirmations to the peer in this form.
func (w *World) confirm(p *link, data []byte) error {
	first := w.confirmAs(w.packets, p, data)
	if first == nil || w.twin == nil {
		return first
	}
	if w.confirmAs(w.twin, p, data) == nil {
		p.confirms = w.twin
		return nil
	}
	return first
}

// confirmAs handles a ConfirmPath in the form that the codec f reads.
func (w *World) confirmAs(f *packet.Codec, p *link, data []byte) error {
	body, err := f.Decode(data)
	if err != nil {
		return err
	}

	c := body.(packet.ConfirmPath)
	n := w.numbered[c.Number]
	if c.Path != "" {
		n = w.root.find(c.Path)
	}
	switch {
	case n == nil && c.Number > 0 && c.Number <= w.lastNumber:
		return nil // the node was removed meanwhile
	case n == nil:
		return reason.Of(ErrNode, "number %d, path %q", c.Number, c.Path)
	}

	if _, told := p.told[n.number]; !told {
		return reason.Of(packet.ErrNumber, "%q was not told to peer %d", n.path, p.id)
	}

	p.told[n.number] = true
	if !c.Equal {
		w.event(Differs{Peer: p.Peer, Node: n})
	}
	return nil
}

// confirms reports whether a packet is a ConfirmPath.
func confirms(f *packet.Codec, b []byte) bool {
	c, ok := f.Command(b)
	return ok && slices.Contains([]packet.Command{
		packet.CommandConfirmNumber, packet.CommandConfirmPath, packet.CommandConfirmBare,
	}, c)
}
