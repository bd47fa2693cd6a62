package multiplayer

import (
	"cmp"
	"slices"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// Connect adds a peer that the transport has connected. At a client the peer is the server, and at
// the server it is a client. The error is an [*Error]. Its kind is [ErrPeer] if the ID is not
// valid, is already in use or is the ID of this World. Its kind is variant.ErrLimit if there are
// already Limits.MaxPeers peers. After an error, end the connection.
func (w *World) Connect(id int32) ([]Event, error) {
	return w.collect(func() error { return w.add(id, direct) })
}

// add adds a peer.
func (w *World) add(id int32, from origin) error {
	if err := w.admissible(id); err != nil {
		return err
	}

	p := newLink(id, w.packets)
	p.relayed = from == relayed
	p.since = w.options.Now()
	w.peers[id] = p
	if w.options.Authenticate && !p.relayed && w.protocol().Has(packet.CommandSys) {
		w.event(Authenticating{Peer: p.Peer})
		return nil
	}
	return w.admit(p)
}

// admissible returns an error unless a peer with the ID can be added.
func (w *World) admissible(id int32) error {
	switch {
	case id < 1 || id == w.self.id || w.peers[id] != nil:
		err := reason.Of(ErrPeer, "ID %d for a new one", id)
		return &Error{Op: variant.OpReceive, Peer: id, Err: err}
	case len(w.peers) >= w.limits.MaxPeers:
		err := reason.Of(variant.ErrLimit, "%d peers", len(w.peers))
		return &Error{Op: variant.OpReceive, Peer: id, Err: err}
	}
	return nil
}

// admit makes a peer connected. If this World is a server that relays, admit announces the peer to
// the other clients.
func (w *World) admit(p *link) error {
	p.stage = connected
	err := w.announce(p)

	at := len(w.order)
	if w.rules.Sorted {
		at, _ = slices.BinarySearchFunc(w.order, p, func(a, b *link) int {
			return cmp.Compare(a.id, b.id)
		})
	}
	w.order = slices.Insert(w.order, at, p)

	err = reason.Join(err, w.showAll(p))
	w.event(Connected{Peer: p.Peer})
	return err
}

// relays reports whether this World is a server that passes packets on between clients.
func (w *World) relays() bool {
	routes := w.router != nil || w.protocol().Has(packet.CommandSys)
	return w.server() && w.options.Relay != nil && routes
}

// announce tells a client about the other clients of its room, and tells the other clients about
// this client.
func (w *World) announce(p *link) (err error) {
	if !w.relays() {
		return nil
	}
	for _, q := range w.order {
		if q != p && q.room == p.room {
			err = reason.Join(err, w.tellAdd(q, p))
			err = reason.Join(err, w.tellAdd(p, q))
		}
	}
	return err
}

// announceLeave tells the other clients of a client's room that the client has left.
func (w *World) announceLeave(p *link) (err error) {
	if !w.relays() {
		return nil
	}
	for _, q := range w.order {
		if q != p && q.room == p.room {
			err = reason.Join(err, w.tellDel(q, p))
		}
	}
	return err
}

// tellAdd tells a client that another client is connected.
func (w *World) tellAdd(to, other *link) error {
	if w.router != nil {
		return w.router.Add(to.id, other.id)
	}
	return w.sendPacket(to, packet.AddPeer{ID: other.id})
}

// tellDel tells a client that another client has left.
func (w *World) tellDel(to, other *link) error {
	if w.router != nil {
		return w.router.Del(to.id, other.id)
	}
	return w.sendPacket(to, packet.DelPeer{ID: other.id})
}

// Join moves a client into a room. A server relays packets only within a room, and a client knows
// only the other clients of its room. At first all clients are in the room "". The error is the
// error of the transport, or an [*Error] of kind [ErrPeer] if the peer has left.
func (w *World) Join(peer *Peer, room string) (err error) {
	p := w.peers[peer.id]
	if p == nil || p.Peer != peer {
		return &Error{Op: variant.OpCall, Peer: peer.id, Err: ErrPeer}
	}
	if p.room == room {
		return nil
	}
	if p.stage != connected {
		p.room = room
		return nil
	}

	err = w.announceLeave(p)
	if w.relays() {
		for _, q := range w.order {
			if q != p && q.room == p.room {
				err = reason.Join(err, w.tellDel(p, q))
			}
		}
	}
	p.room = room
	return reason.Join(err, w.announce(p))
}

// Disconnect removes a peer whose connection has ended. If the peer was the server, Disconnect also
// removes the clients that this server has announced. The error is the error of the transport.
func (w *World) Disconnect(id int32) ([]Event, error) {
	return w.collect(func() error {
		p := w.peers[id]
		if p == nil {
			return nil
		}
		return w.leave(p)
	})
}

// Kick removes a peer and makes the transport end its connection. Godot:
// SceneMultiplayer.disconnect_peer. Unlike engines, Kick tells the other clients that the peer has
// left.
func (w *World) Kick(id int32) ([]Event, error) {
	return w.collect(func() error {
		p := w.peers[id]
		if p == nil {
			return nil
		}
		err := w.leave(p)
		if !p.relayed {
			w.options.Sender.Disconnect(id)
		}
		return err
	})
}

// leave removes a peer.
func (w *World) leave(p *link) (err error) {
	delete(w.peers, p.id)
	before := p.stage
	p.stage = gone
	if before == authenticating {
		w.event(AuthFailed{Peer: p.Peer})
		return nil
	}

	err = w.announceLeave(p)
	w.leaveOrder(p)
	err = reason.Join(err, w.removeSpawned(p))
	w.event(Disconnected{Peer: p.Peer})

	if p.id == 1 {
		for _, q := range slices.Clone(w.order) {
			if q.relayed {
				err = reason.Join(err, w.leave(q))
			}
		}
	}
	return err
}

// leaveOrder removes a connected peer from the list w.order.
func (w *World) leaveOrder(p *link) {
	i, last := slices.Index(w.order, p), len(w.order)-1
	if w.rules.Sorted {
		w.order = slices.Delete(w.order, i, i+1)
		return
	}
	w.order[i] = w.order[last]
	w.order = w.order[:last]
}

// SendAuth sends a peer data of the authentication. The error is an [*Error] of kind [ErrPeer] if
// the data is empty, if the peer is not authenticating, or if one side has completed the
// authentication. Godot: SceneMultiplayer.send_auth.
func (w *World) SendAuth(id int32, data []byte) error {
	p, err := w.authenticating(id)
	switch {
	case err != nil:
		return err
	case len(data) == 0 || p.local || p.remote:
		return &Error{
			Op: variant.OpCall, Packet: "AUTH", Peer: id,
			Err: reason.Of(ErrPeer, "no data, or a side has completed it"),
		}
	}
	return w.sendPacket(p, packet.Auth{Data: data})
}

// CompleteAuth completes the authentication of a peer in this World. The peer is connected as soon
// as both sides have completed the authentication. Godot: SceneMultiplayer.complete_auth.
func (w *World) CompleteAuth(id int32) ([]Event, error) {
	return w.collect(func() error {
		p, err := w.authenticating(id)
		if err != nil {
			return err
		}
		if p.local {
			why := reason.Of(ErrPeer, "it was completed before")
			return &Error{Op: variant.OpCall, Packet: "AUTH", Peer: id, Err: why}
		}

		p.local = true
		err = w.sendPacket(p, packet.Auth{})
		if p.remote {
			err = reason.Join(err, w.admit(p))
		}
		return err
	})
}

// authenticating returns the peer with an ID, if the peer has not completed its authentication.
func (w *World) authenticating(id int32) (*link, error) {
	p := w.peers[id]
	if p == nil || p.stage != authenticating {
		return nil, &Error{Op: variant.OpCall, Packet: "AUTH", Peer: id, Err: ErrPeer}
	}
	return p, nil
}

// takeAuth handles a message of an authentication.
func (w *World) takeAuth(p *link, body packet.Auth) error {
	switch {
	case p.stage == connected && len(body.Data) == 0:
		return nil // the peer has already completed the authentication
	case p.stage == connected:
		return reason.Of(ErrRefused, "peer %d is authenticated", p.id)
	case len(body.Data) > 0:
		w.event(AuthData{Peer: p.Peer, Data: body.Data})
		return nil
	}

	p.remote = true
	if p.local {
		return w.admit(p)
	}
	return nil
}

// takeAdd adds a client that the server announces.
func (w *World) takeAdd(p *link, body packet.AddPeer) error {
	if !w.clientOfRelay() || p.id != 1 {
		return reason.Of(ErrRefused, "peer %d may not add peers", p.id)
	}
	if known := w.peers[body.ID]; known != nil && known.relayed {
		return nil // a server may announce a client twice
	}
	return w.add(body.ID, relayed)
}

// takeDel removes a client, because the server has told this World that the client has left.
func (w *World) takeDel(p *link, body packet.DelPeer) error {
	gone := w.peers[body.ID]
	switch {
	case !w.clientOfRelay() || p.id != 1:
		return reason.Of(ErrRefused, "peer %d may not remove peers", p.id)
	case gone == nil:
		return nil // the client may just have left
	case !gone.relayed:
		return reason.Of(ErrPeer, "ID %d", body.ID)
	}
	return w.leave(gone)
}

// expire disconnects peers whose authentication takes too long.
func (w *World) expire() (err error) {
	for _, peer := range w.Authenticating() {
		p := w.peers[peer.id]
		if w.options.Now().Sub(p.since) >= w.options.AuthTimeout {
			err = reason.Join(err, w.leave(p))
			w.options.Sender.Disconnect(p.id)
		}
	}
	return err
}
