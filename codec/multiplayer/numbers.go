package multiplayer

import "godotvariant/variant"

// tell gives the peer the number of a node, unless it was given already. It reports whether the
// peer has confirmed it.
func (w *World) tell(n *Node, p *link) (confirmed bool, err error) {
	if n.removed {
		return false, because(ErrNode, "%q was removed", n.path)
	}
	if n.number == 0 {
		w.lastNumber++
		n.number = w.lastNumber
		w.numbered[n.number] = n
	}

	confirmed, told := p.told[n.number]
	if told {
		return confirmed, nil
	}
	p.told[n.number] = false
	return false, w.sendPacket(p, SimplifyPath{
		Checksum: n.signature.checksum, Number: n.number, Path: n.path,
	})
}

// forget forgets the number of a node that was removed.
func (w *World) forget(n *Node) {
	delete(w.numbered, n.number)
	for _, p := range w.peers {
		delete(p.told, n.number)
	}
}

// simplify keeps the number that a peer gives a node, and confirms it.
func (w *World) simplify(p *link, s SimplifyPath) error {
	n, err := w.node(s.Path)
	if err != nil {
		return err
	}
	if err := w.number(p, s.Number, n.path); err != nil {
		return err
	}

	equal := s.Checksum == "" || s.Checksum == n.signature.checksum
	if !equal {
		w.event(Differs{Peer: p.Peer, Node: n})
	}
	if w.options.Silent {
		return nil
	}

	data, err := p.confirms.Append(nil, ConfirmPath{Equal: equal, Number: s.Number, Path: s.Path})
	if err != nil {
		return err
	}
	return w.send(p, Message{Data: data})
}

// number keeps the number of a path.
func (w *World) number(p *link, number uint32, path string) error {
	_, taken := p.numbers[number]
	switch {
	case taken && !p.confirms.protocol.Renumbers:
		return because(ErrNumber, "%d is that of %q already", number, p.numbers[number])
	case !taken && len(p.numbers) >= w.limits.MaxNumbers:
		return because(variant.ErrLimit, "%d numbers of nodes", len(p.numbers))
	}
	p.numbers[number] = path
	return nil
}

// byNumber returns the node that a peer gave a number.
func (w *World) byNumber(p *link, number uint32) (*Node, error) {
	path, ok := p.numbers[number]
	if !ok {
		return nil, because(ErrNode, "number %d of peer %d", number, p.id)
	}
	return w.node(path)
}

// confirm takes the packet of a peer that confirms a number. It may have either form of Godot 4:
// the form that fits is the one in which the peer gets confirmations.
func (w *World) confirm(p *link, data []byte) error {
	first := w.confirmAs(w.format, p, data)
	if first == nil || w.second == nil {
		return first
	}
	if w.confirmAs(w.second, p, data) == nil {
		p.confirms = w.second
		return nil
	}
	return first
}

// confirmAs takes a confirmation in one form.
func (w *World) confirmAs(f *Format, p *link, data []byte) error {
	packet, err := f.Parse(data)
	if err != nil {
		return err
	}

	c := packet.(ConfirmPath)
	n := w.numbered[c.Number]
	if c.Path != "" {
		n = w.root.find(c.Path)
	}
	switch {
	case n == nil && c.Number > 0 && c.Number <= w.lastNumber:
		return nil // the node was removed meanwhile
	case n == nil:
		return because(ErrNode, "number %d, path %q", c.Number, c.Path)
	}

	if _, told := p.told[n.number]; !told {
		return because(ErrNumber, "%q was not told to peer %d", n.path, p.id)
	}

	p.told[n.number] = true
	if !c.Equal {
		w.event(Differs{Peer: p.Peer, Node: n})
	}
	return nil
}
