package multiplayer

import (
	"errors"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
)

// Receive handles a message of the transport from a peer. It runs the Go functions that the packet
// calls, and returns all other effects as events. Mode and Channel matter only for a message that
// is relayed. Nothing aliases the data after the call.
//
// An error concerns only this packet: the peer stays connected, as in engines. The error is an
// [*Error], the first 8 of several and the number of the others, or the unchanged error of a Go
// function. A refused packet has
// no effect, except that a Sync or Delta may have changed some states before the fault.
func (w *World) Receive(from int32, m Message) ([]Event, error) {
	return w.collect(func() error {
		p, err := w.accept(from, m)
		if err != nil {
			return err
		}
		return w.take(p, m, direct)
	})
}

// accept returns the peer with the ID from, if it may send the message.
func (w *World) accept(from int32, m Message) (*link, error) {
	p := w.peers[from]
	if p == nil || p.relayed {
		return nil, &Error{Op: opReceive, Err: reason.Of(ErrPeer, "ID %d", from)}
	}

	now := w.options.Now()
	var err error
	switch {
	case len(m.Data) > w.limits.MaxPacket:
		err = reason.Of(ErrRefused, "%d bytes", len(m.Data))
	case !p.packets.take(1, w.limits.PerSecond, now),
		!p.bytes.take(len(m.Data), w.limits.BytesPerSecond, now):
		err = reason.Of(ErrRefused, "peer %d sends too much", p.id)
	}
	if err != nil {
		return nil, &Error{Op: opReceive, Err: err}
	}
	return p, nil
}

// Poll sends the peers the state that is due, and disconnects peers that have not authenticated
// themselves in time. Call it as often as the state is to be sent; engines do so once a frame. The
// error joins the first 8 errors of peers and states, and counts the others. All other states were
// sent.
func (w *World) Poll() ([]Event, error) {
	return w.collect(func() error {
		return reason.Join(w.expire(), w.replicate())
	})
}

// take handles a packet of a peer.
func (w *World) take(p *link, m Message, from origin) error {
	command, _ := w.format.Command(m.Data)
	switch {
	case p.stage == gone:
		return refused("packet", reason.Of(ErrPeer, "ID %d has left", p.id))
	case p.stage == authenticating && command != packet.CommandSys:
		return refused("packet", reason.Of(ErrRefused, "peer %d is authenticating", p.id))
	case confirms(w.format, m.Data):
		return refused("CONFIRM_PATH", w.confirm(p, m.Data))
	}

	body, err := w.format.Parse(m.Data)
	if err != nil {
		return err
	}

	_, isAuth := body.(packet.Auth)
	switch {
	case p.stage == authenticating && !isAuth:
		return refused("SYS", reason.Of(ErrRefused, "peer %d is authenticating", p.id))
	case from == relayed && isSys(body):
		return refused("SYS", reason.Of(ErrRefused, "relayed by peer %d", p.id))
	}

	switch body := body.(type) {
	case packet.RPC:
		return refused("RPC", w.takeRPC(p, body))
	case packet.Call:
		return refused("CALL", w.takeCall(p, body))
	case packet.Set:
		return refused("SET", w.takeSet(p, body))
	case packet.SimplifyPath:
		return refused("SIMPLIFY_PATH", w.simplify(p, body))
	case packet.Raw:
		w.event(Received{Peer: p.Peer, Data: body.Data})
	case packet.Spawn:
		return refused("SPAWN", w.takeSpawn(p, body))
	case packet.Despawn:
		return refused("DESPAWN", w.takeDespawn(p, body))
	case packet.Sync:
		return refused("SYNC", w.takeSync(p, body))
	case packet.Delta:
		return refused("DELTA", w.takeDelta(p, body))
	case packet.Auth:
		return refused("AUTH", w.takeAuth(p, body))
	case packet.AddPeer:
		return refused("ADD_PEER", w.takeAdd(p, body))
	case packet.DelPeer:
		return refused("DEL_PEER", w.takeDel(p, body))
	case packet.Relay:
		return refused("RELAY", w.takeRelay(p, m, body))
	}
	return nil
}

// refused returns err as the Error of a packet, but the error of a Go function unchanged.
func refused(what string, err error) error {
	var program programError
	if errors.As(err, &program) {
		return program.error
	}
	return failed(opReceive, what, err)
}

// takeRelay handles a Relay. At the server it is a packet for another client, at a client a packet
// from another client.
func (w *World) takeRelay(p *link, m Message, body packet.Relay) error {
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
