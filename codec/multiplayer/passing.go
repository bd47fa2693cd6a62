package multiplayer

import (
	"slices"
	"sync"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// isSys reports whether a packet manages the session. These packets are never relayed.
func isSys(p packet.Packet) bool {
	switch p.(type) {
	case packet.Auth, packet.AddPeer, packet.DelPeer, packet.Relay:
		return true
	}
	return false
}

// pass passes a packet of a client on to the clients of the target. It reports whether the target
// includes this server.
func (w *World) pass(from *link, m transport.Message, target int32) (here bool, err error) {
	body, err := w.packets.Decode(m.Data)
	if err != nil && confirms(w.packets, m.Data) && w.twin != nil {
		body, err = w.twin.Decode(m.Data)
	}
	if err != nil {
		return false, err
	}
	if isSys(body) {
		return false, reason.Of(ErrRefused, "SYS in a RELAY")
	}

	targets, err := w.roommates(from, target)
	if err != nil {
		return false, err
	}
	about, err := w.about(from, body)
	if err != nil {
		return false, err
	}

	forward := w.forwarder(from, m)
	for _, to := range targets {
		about.To = to.Peer
		if w.options.Relay.Filter != nil {
			if fault := w.options.Relay.Filter(&about); fault != nil {
				err = reason.Join(err, fault)
				continue
			}
		}
		err = reason.Join(err, forward(to))
	}
	return target <= 0 && target != -1, err
}

// forwarder returns a function that sends a client a packet of another client. It encodes the
// packet once, at the first call.
func (w *World) forwarder(from *link, m transport.Message) func(to *link) error {
	if w.router != nil {
		return func(to *link) error { return w.router.Pass(from.id, to.id, m) }
	}

	encode := sync.OnceValues(func() ([]byte, error) {
		return w.packets.Append(nil, packet.Relay{Peer: from.id, Packet: m.Data})
	})
	return func(to *link) (err error) {
		if m.Data, err = encode(); err != nil {
			return err
		}
		return w.options.Sender.Send(to.id, m)
	}
}

// roommates returns the clients of a target that are in the same room as the sender. If the target
// is one client that is not connected, the result is empty, without an error, because the client
// may just have left.
func (w *World) roommates(from *link, target int32) ([]*link, error) {
	if target > 0 {
		p := w.peers[target]
		switch {
		case p == nil || p.stage != connected:
			return nil, nil
		case p.room != from.room:
			return nil, reason.Of(ErrPeer, "ID %d is in another room", target)
		}
		return []*link{p}, nil
	}
	return slices.DeleteFunc(slices.Clone(w.order), func(p *link) bool {
		return p == from || p.id == -target || p.room != from.room
	}), nil
}

// about returns the Relayed of a packet, for a filter. A client can send other clients a path with
// a number, and later only the number. So about stores the path of each number. A second path for
// the same number is an error, because it could deceive a filter.
func (w *World) about(from *link, body packet.Packet) (Relayed, error) {
	r := Relayed{From: from.Peer, Packet: body}
	if w.options.Relay.Filter == nil {
		return r, nil
	}

	switch p := body.(type) {
	case packet.SimplifyPath:
		r.Node = p.Path
		return r, from.learn(p.Number, p.Path, w.limits.MaxNumbers)
	case packet.ConfirmPath:
		r.Node = p.Path
	case packet.RPC:
		r.Node = from.pathOf(p.Node, p.Path)
		if n := w.root.find(r.Node); n != nil && r.Node != "" {
			r.Method, _ = n.signature.Name(p.Method)
		}
	case packet.Call:
		r.Node, r.Method = from.pathOf(p.Node, p.Path), p.Method
	case packet.Set:
		r.Node, r.Method = from.pathOf(p.Node, p.Path), p.Property
	case packet.Sync:
		for _, state := range p.States { // path records that the number was used, see learn
			from.passed.path(state.ID &^ packet.NumberBit)
		}
	}
	return r, nil
}

// learn stores the number that a client gives to a node of another client. The argument limit is
// the greatest count of stored numbers. If this count is reached, learn forgets the least recently
// used number. The client can't give a forgotten number again, because another path for this number
// could deceive a filter. Games then call the node by its path.
func (p *link) learn(number uint32, path string, limit int) error {
	known, ok := p.given.path(number)
	if !ok {
		known, ok = p.passed.path(number)
	}

	switch {
	case ok && known != path:
		return reason.Of(packet.ErrNumber, "%d stands for %q and %q", number, known, path)
	case ok:
		return nil
	case number <= p.passed.dropped:
		return reason.Of(variant.ErrLimit, "the path of the number %d is forgotten", number)
	}

	p.passed.add(number, path, limit)
	return nil
}

// pathOf returns the path of the node that a client calls. If the client sends only the number of
// the node, the argument path is "", and pathOf looks the number up. It returns "" for an unknown
// number.
func (p *link) pathOf(number uint32, path string) string {
	if path != "" {
		return path
	}
	if path, ok := p.passed.path(number); ok {
		return path
	}
	path, _ = p.given.path(number)
	return path
}
