package core

import "godotvariant/codec/transport/enet/internal/command"

// A verdict says how to continue after a command.
type verdict uint8

const (
	done    verdict = iota // acknowledge the command if it requests that
	refused                // stop reading the datagram
)

// handle handles a command of the other side.
func (p *Peer) handle(c command.Command, now uint32) verdict {
	switch c.Kind {
	case command.Acknowledge:
		return p.takeAck(c, now)
	case command.VerifyConnect:
		return p.takeVerify(c)
	case command.Disconnect:
		p.takeDisconnect(c)
		return done
	case command.Connect:
		return refused
	}

	if p.state != connected && p.state != leavingLater {
		return refused
	}

	switch c.Kind {
	case command.Ping:
		return done
	case command.BandwidthLimit:
		incoming, outgoing := command.ParseBandwidth(c.Body)
		p.takeBandwidth(Bandwidth{incoming, outgoing})
		return done
	case command.ThrottleConfigure:
		p.sender.throttle.configure(command.ParseThrottle(c.Body))
		return done
	}

	return p.takePacket(c, now)
}

// takeBandwidth handles a BANDWIDTH_LIMIT.
func (p *Peer) takeBandwidth(b Bandwidth) {
	p.bandwidth = b
	p.sender.window = windowFor(b.Incoming, p.ownOutgoing)
	p.agenda.limited = p.agenda.limited || b.Incoming > 0
}

// takePacket handles a command with data.
func (p *Peer) takePacket(c command.Command, now uint32) verdict {
	if int(c.Channel) >= len(p.receiver.channels) {
		return refused
	}

	if p.state == leavingLater {
		return done
	}

	r := &p.receiver
	ok := true
	switch c.Kind {
	case command.SendReliable:
		ok = r.takeReliable(c.Channel, c.Number, c.Data)
	case command.SendUnreliable:
		r.takeUnreliable(c.Channel, c.Number, command.Uint16(c.Body), c.Data, now)
	case command.SendUnsequenced:
		r.takeUnsequenced(c.Channel, command.Uint16(c.Body), c.Data)
	case command.SendFragment:
		ok = r.takeFragment(c.Channel, command.ParseFragment(c.Body), c.Data)
	case command.SendUnreliableFragment:
		f := command.ParseFragment(c.Body)
		r.takeUnreliableFragment(c.Channel, c.Number, f, c.Data, now)
	}

	if !ok {
		return refused
	}

	return done
}

// acknowledge queues an acknowledgement of a command. It does nothing if the Peer is in a state
// without acknowledgements, or if the number of the command is beyond the accepted windows. The
// argument time is the time in the head of the command's datagram.
func (p *Peer) acknowledge(c command.Command, time uint16) {
	switch p.state {
	case connecting, leaving, leavingNow, gone:
		return
	case acknowledgingEnd:
		if c.Kind != command.Disconnect {
			return
		}
	}

	if int(c.Channel) < len(p.receiver.channels) {
		last := p.receiver.channels[c.Channel].reliable
		if placeOf(c.Number, last) == beyond {
			return
		}
	}

	if len(p.acks) < maxAcks {
		p.acks = append(p.acks, ack{c.Kind, c.Channel, command.Ack{Number: c.Number, Time: time}})
		p.touch()
	}

	if len(p.acks) >= manyAcks {
		p.hurry()
	}
}

// takeAck handles an ACKNOWLEDGE.
func (p *Peer) takeAck(c command.Command, now uint32) verdict {
	if p.state == gone || p.state == acknowledgingEnd {
		return done
	}

	a := command.ParseAck(c.Body)
	at, ok := sentAt(a.Time, now)
	if !ok || p.ofHandshake(c.Channel, a.Number) {
		return done
	}

	trip := since(at, now)
	p.sender.throttle.heed(trip)
	p.trip.add(trip)
	p.sender.throttle.note(&p.trip, now)

	p.heard = now
	p.sender.flight.late = false
	kind := p.sender.acknowledged(c.Channel, a.Number)
	switch {
	case p.blocked:
		p.hurry() // the window may have space now
	case len(p.sender.flight.byKey) == 0:
		p.due = now + pingTime // no command can time out, so only the next ping is left to do
	}

	if kind == command.Ping {
		p.report(Event{Kind: Answered})
	}

	switch {
	case p.state == leaving && kind == command.Disconnect:
		p.end(0, false)
	case p.state == leaving:
		return refused
	case p.state == leavingLater && p.sender.idle():
		p.Disconnect(p.reason)
	}

	return done
}

// ofHandshake reports whether an acknowledgement comes late, for a command that was sent while this
// connection was half-open. The acknowledgement of that command has the cookie in place of a time.
// So it can't be used to measure the round trip.
func (p *Peer) ofHandshake(channel uint8, number uint16) bool {
	if channel != command.ControlChannel || number > p.handshakes {
		return false
	}

	return p.sender.flight.byKey[key{channel, number}] == nil
}

// takeVerify handles a VERIFY_CONNECT.
func (p *Peer) takeVerify(c command.Command) verdict {
	if p.state != connecting {
		return done
	}

	h := command.ParseHandshake(c.Body)
	same := h.Throttle == p.throttle && h.ConnectID == p.connectID
	if h.Channels < 1 || h.Channels > maxChannels || !same {
		p.end(0, false)
		return refused
	}

	p.sender.acknowledged(command.ControlChannel, 1) // number of the CONNECT
	n := min(len(p.sender.channels), int(h.Channels))
	p.sender.channels = p.sender.channels[:n]
	p.receiver.channels = p.receiver.channels[:n]

	p.remote = h.Peer
	p.fromPeer = h.ToClient
	p.toPeer = h.ToServer
	p.sender.mtu = min(p.sender.mtu, clampMTU(h.MTU))
	p.sender.window = min(p.sender.window, int(min(max(h.Window, 4096), 65536)))
	p.bandwidth = Bandwidth{h.Incoming, h.Outgoing}
	p.agenda.limited = p.agenda.limited || h.Incoming > 0
	p.agenda.changed = true
	p.state = connected
	p.report(Event{Kind: Connected, Data: p.data})
	return done
}

// The least and the greatest MTU that may be agreed on.
const (
	minMTU = 576
	maxMTU = 4096
)

func clampMTU(mtu uint32) int { return int(min(max(mtu, minMTU), maxMTU)) }

// takeDisconnect handles a DISCONNECT.
func (p *Peer) takeDisconnect(c command.Command) {
	data := command.Uint32(c.Body)
	switch p.state {
	case gone, acknowledgingEnd, leavingNow:
	case connected, leavingLater:
		p.clear()
		p.reason = data
		p.state = acknowledgingEnd
		if !c.Acknowledged {
			p.end(data, false)
		}
	default:
		p.end(data, false)
	}
}
