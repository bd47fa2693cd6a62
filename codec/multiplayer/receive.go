package multiplayer

import "errors"

// Receive takes a message of the transport from a peer. It calls the Go functions of methods that
// the packet calls, and returns what else it brought about. Only Mode and Channel of a message
// that is relayed matter, and nothing aliases its data afterwards.
//
// An error concerns this packet alone: the peer stays connected, as in engines. It is an [*Error]
// or several joined, or the error of a Go function as it is. A packet that is refused has changed
// nothing, except that of a Sync or Delta some states may have been taken.
func (w *World) Receive(from int32, m Message) ([]Event, error) {
	return w.collect(func() error {
		p := w.peers[from]
		if p == nil || p.relayed {
			return &Error{Op: opReceive, Err: because(ErrPeer, "ID %d", from)}
		}

		now := w.options.Now()
		switch {
		case len(m.Data) > w.limits.MaxPacket:
			return &Error{Op: opReceive, Err: because(ErrRefused, "%d bytes", len(m.Data))}
		case !p.packets.take(1, w.limits.PerSecond, now),
			!p.bytes.take(len(m.Data), w.limits.BytesPerSecond, now):
			return &Error{Op: opReceive, Err: because(ErrRefused, "peer %d sends too much", p.id)}
		}
		return w.take(p, m, false)
	})
}

// Poll sends the state that is due to the peers, and disconnects those that have not authenticated
// themselves in time. Call it regularly, as often as the state is to be sent; engines do it once a
// frame. The error has those of all peers and states; the rest was sent.
func (w *World) Poll() ([]Event, error) {
	return w.collect(func() error {
		return errors.Join(w.expire(), w.replicate())
	})
}

// take takes a packet of a peer. relayed says that the server has passed it on.
func (w *World) take(p *link, m Message, relayed bool) error {
	command, _ := w.format.command(m.Data)
	switch {
	case p.stage == gone:
		return refused("packet", because(ErrPeer, "ID %d has left", p.id))
	case p.stage == authenticating && command != CommandSys:
		return refused("packet", because(ErrRefused, "peer %d is authenticating", p.id))
	case w.format.confirms(m.Data):
		return refused("CONFIRM_PATH", w.confirm(p, m.Data))
	}

	packet, err := w.format.Parse(m.Data)
	if err != nil {
		return err
	}

	_, isAuth := packet.(Auth)
	switch {
	case p.stage == authenticating && !isAuth:
		return refused("SYS", because(ErrRefused, "peer %d is authenticating", p.id))
	case relayed && isSys(packet):
		return refused("SYS", because(ErrRefused, "relayed by peer %d", p.id))
	}

	switch packet := packet.(type) {
	case RPC:
		return refused("RPC", w.takeRPC(p, packet))
	case Call:
		return refused("CALL", w.takeCall(p, packet))
	case Set:
		return refused("SET", w.takeSet(p, packet))
	case SimplifyPath:
		return refused("SIMPLIFY_PATH", w.simplify(p, packet))
	case Raw:
		w.event(Received{Peer: p.Peer, Data: packet.Data})
	case Spawn:
		return refused("SPAWN", w.takeSpawn(p, packet))
	case Despawn:
		return refused("DESPAWN", w.takeDespawn(p, packet))
	case Sync:
		return refused("SYNC", w.takeSync(p, packet))
	case Delta:
		return refused("DELTA", w.takeDelta(p, packet))
	case Auth:
		return refused("AUTH", w.takeAuth(p, packet))
	case AddPeer:
		return refused("ADD_PEER", w.takeAdd(p, packet))
	case DelPeer:
		return refused("DEL_PEER", w.takeDel(p, packet))
	case Relay:
		return refused("RELAY", w.takeRelay(p, m, packet))
	}
	return nil
}

// refused returns the error of a packet, or that of a Go function as it is.
func refused(what string, err error) error {
	var program programError
	if errors.As(err, &program) {
		return program.error
	}
	return failed(opReceive, what, err)
}

// takeRelay takes a packet for another peer, at the server, or from one, at a client.
func (w *World) takeRelay(p *link, m Message, packet Relay) error {
	m.Data = packet.Packet
	if w.relays() {
		here, err := w.pass(p, m, packet.Peer)
		if here {
			err = errors.Join(err, w.take(p, m, true))
		}
		return err
	}

	sender := w.peers[packet.Peer]
	switch {
	case !w.clientOfRelay() || p.id != 1:
		return because(ErrRefused, "peer %d may not relay", p.id)
	case sender == nil || !sender.relayed:
		return because(ErrPeer, "ID %d of a relayed packet", packet.Peer)
	}
	return w.take(sender, m, true)
}
