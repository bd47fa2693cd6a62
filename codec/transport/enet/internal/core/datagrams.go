package core

import "godotvariant/codec/transport/enet/internal/command"

// pingTime is the time, in milliseconds, after which a Peer is pinged. The time counts from the
// last acknowledgement.
const pingTime = 500

// mostSent is the greatest number of commands in a datagram that the Host sends.
const mostSent = 32

// idleTime is the longest time, in milliseconds, until Poll serves a Peer again.
const idleTime = 1000

// service ends a Peer that does not answer, sends lost commands again, and pings an idle Peer. It
// is called before datagrams are made.
func (p *Peer) service(now uint32) {
	p.touched = false
	if !p.sender.expire(now, p.trip.maxTimeout()) {
		p.end(0, true)
		return
	}

	p.receiver.expire(now)

	if p.state == connected && p.pings(now) {
		p.sender.queueControl(command.Ping, true, nil)
	}
}

// pings reports whether the other side has to be pinged, because it has nothing else to
// acknowledge.
func (p *Peer) pings(now uint32) bool {
	s := &p.sender
	if len(s.flight.byKey)+len(s.packets) > 0 || since(p.heard, now) < pingTime {
		return false
	}

	for _, o := range s.others {
		if o.Acknowledged {
			return false
		}
	}

	return true
}

// appendDatagram appends the next datagram to dst. In front of the commands it leaves space for a
// head of the greatest length, command.MaxHead. The head of this datagram may be shorter, so the
// result begin is the index at which the datagram begins. The result ok is false if there is
// nothing to send.
func (p *Peer) appendDatagram(dst []byte, now uint32) (_ []byte, begin int, ok bool) {
	if p.state == gone {
		return dst, 0, false
	}

	start := len(dst)
	body := start + command.MaxHead
	end := start + p.sender.mtu
	dst = append(dst, make([]byte, command.MaxHead)...)
	dst, ended := p.appendAcks(dst, end)
	n := (len(dst) - body) / command.Acknowledge.Size()

	timed := false
	for n < mostSent && len(p.acks) == 0 {
		o := p.sender.take(end - len(dst))
		if o == nil {
			break
		}
		dst = o.Append(dst)
		n++
		if o.Acknowledged {
			timed = true
			p.sender.flight.add(o, now, p.trip.timeout())
		}
	}

	if n == 0 {
		return dst[:start], 0, false
	}

	head := command.Head{Peer: p.remote, Session: p.toPeer, Timed: timed, Time: uint16(now)}
	begin = body - head.Len()
	head.Append(dst[begin:begin])
	p.afterDatagram(ended)
	return dst, begin, true
}

// appendAcks appends acknowledgements to dst. The argument maxLength is the greatest length of dst.
// The result ended is true if one of the acknowledgements is for the DISCONNECT of the other side.
func (p *Peer) appendAcks(dst []byte, maxLength int) (_ []byte, ended bool) {
	n := 0
	for _, a := range p.acks {
		if n == mostSent || len(dst)+command.Acknowledge.Size() > maxLength {
			break
		}
		dst = a.Append(dst, a.channel)
		ended = ended || a.kind == command.Disconnect
		n++
	}

	p.acks = without(p.acks, n)
	return dst, ended
}

// afterDatagram ends a connection that has sent its last datagram.
func (p *Peer) afterDatagram(ended bool) {
	switch {
	case ended:
		p.end(p.reason, false)
	case p.state == leavingNow:
		p.state = gone
		p.touch()
	case p.state == leavingLater && p.sender.idle():
		p.Disconnect(p.reason)
	}
}

// next returns the number of milliseconds until the Peer has something to do.
func (p *Peer) next(now uint32) uint32 {
	wait := p.sender.flight.due(now, idleTime)
	if p.state == connected && len(p.sender.flight.byKey) == 0 {
		silent := since(p.heard, now)
		wait = min(wait, pingTime-min(silent, pingTime))
	}

	return wait
}
