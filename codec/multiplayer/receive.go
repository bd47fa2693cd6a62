package multiplayer

import (
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// Receive handles a message of the transport from a peer. It runs the Go functions that the packet
// calls, and returns all other effects as events. Delivery and Channel matter only for a message
// that is relayed. Nothing aliases the data after the call.
//
// An error concerns only this packet: the peer stays connected, as in engines. The error is an
// [*Error]. If there are several errors, the result joins the first 8 and counts the others. A
// refused packet has no effect, except that a Sync or Delta may have changed some states before the
// fault.
func (w *World) Receive(from int32, m transport.Message) ([]Event, error) {
	return w.collect(func() error {
		p, err := w.accept(from, m)
		if err != nil {
			return err
		}
		return w.take(p, m, direct)
	})
}

// accept returns the peer that has sent a message, or an error if the peer may not send it.
func (w *World) accept(from int32, m transport.Message) (*link, error) {
	p := w.peers[from]
	if p == nil || p.relayed {
		return nil, &Error{Op: variant.OpReceive, Peer: from, Err: ErrPeer}
	}

	if len(m.Data) > w.limits.MaxPacket {
		err := reason.Of(ErrRefused, "%d bytes", len(m.Data))
		return nil, &Error{Op: variant.OpReceive, Peer: from, Err: err}
	}
	return p, nil
}

// Poll sends the peers the states that are due. It disconnects peers that have not authenticated
// themselves in time. Call Poll as often as states should be sent. Engines do this once in each
// frame. Poll sends all other states even if one state or peer has an error. The returned error
// joins the first 8 of these errors, and counts the others.
func (w *World) Poll() ([]Event, error) {
	return w.collect(func() error {
		return reason.Join(w.expire(), w.replicate())
	})
}

// take handles a packet of a peer.
func (w *World) take(p *link, m transport.Message, from origin) error {
	command, _ := w.packets.Command(m.Data)
	switch {
	case p.stage == gone:
		return answer(p, "packet", reason.Of(ErrPeer, "it has left"))
	case p.stage == authenticating && command != packet.CommandSys:
		return answer(p, "packet", reason.Of(ErrRefused, "it is authenticating"))
	case confirms(w.packets, m.Data):
		return answer(p, "CONFIRM_PATH", w.confirm(p, m.Data))
	}

	body, err := w.packets.Decode(m.Data)
	if err != nil {
		return answer(p, "", err)
	}

	_, isAuth := body.(packet.Auth)
	switch {
	case p.stage == authenticating && !isAuth:
		return answer(p, "SYS", reason.Of(ErrRefused, "it is authenticating"))
	case from == relayed && isSys(body):
		return answer(p, "SYS", reason.Of(ErrRefused, "relayed"))
	}

	switch body := body.(type) {
	case packet.RPC:
		return answer(p, "RPC", w.takeRPC(p, body))
	case packet.Call:
		return answer(p, "CALL", w.takeCall(p, body))
	case packet.Set:
		return answer(p, "SET", w.takeSet(p, body))
	case packet.SimplifyPath:
		return answer(p, "SIMPLIFY_PATH", w.simplify(p, body))
	case packet.Bytes:
		w.event(Received{Peer: p.Peer, Data: body.Data})
	case packet.Spawn:
		return answer(p, "SPAWN", w.takeSpawn(p, body))
	case packet.Despawn:
		return answer(p, "DESPAWN", w.takeDespawn(p, body))
	case packet.Sync:
		return answer(p, "SYNC", w.takeSync(p, body))
	case packet.Delta:
		return answer(p, "DELTA", w.takeDelta(p, body))
	case packet.Auth:
		return answer(p, "AUTH", w.takeAuth(p, body))
	case packet.AddPeer:
		return answer(p, "ADD_PEER", w.takeAdd(p, body))
	case packet.DelPeer:
		return answer(p, "DEL_PEER", w.takeDel(p, body))
	case packet.Relay:
		return answer(p, "RELAY", w.takeRelay(p, m, body))
	}
	return nil
}

// answer sets two fields of the Errors in err. Packet gets the given name of a packet, and Peer
// gets the ID of p. An Error that already has a Peer stays as it is.
func answer(p *link, name string, err error) error {
	return reason.Each(err, func(one error) error {
		mine, ok := one.(*Error)
		switch {
		case !ok || mine.Op != variant.OpReceive:
			return &Error{Op: variant.OpReceive, Packet: name, Peer: p.id, Err: one}
		case mine.Peer == 0:
			mine.Packet = name
			mine.Peer = p.id
		}
		return mine
	})
}

// takeRelay handles a Relay. At the server, a Relay has a packet for another client. At a client,
// it has a packet from another client.
func (w *World) takeRelay(p *link, m transport.Message, body packet.Relay) error {
	m.Data = body.Packet
	if w.relays() {
		here, err := w.pass(p, m, body.Peer)
		if here {
			err = reason.Join(err, w.take(p, m, relayed))
		}
		return err
	}

	sender := w.peers[body.Peer]
	switch {
	case !w.clientOfRelay() || p.id != 1:
		return reason.Of(ErrRefused, "peer %d may not relay", p.id)
	case sender == nil || !sender.relayed:
		return reason.Of(ErrPeer, "ID %d of a relayed packet", body.Peer)
	}
	return w.take(sender, m, relayed)
}
