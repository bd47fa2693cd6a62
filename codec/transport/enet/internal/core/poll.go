package core

import "time"

// Poll returns the datagrams to send now, and the time until the next call of Poll. After calls of
// other methods, Demand says whether to call Poll earlier. The datagrams are valid until the next
// call.
func (h *Host) Poll(now uint32) ([]Datagram, time.Duration) {
	h.expireHalves(now)
	h.balance(now)
	if passed(h.next, now) {
		h.touchDue(now)
	}

	for len(h.agenda.peers) > 0 {
		due := h.agenda.peers
		h.agenda.peers = h.served[:0]
		for _, p := range due {
			h.service(p, now)
		}
		h.served = without(due, len(due))
	}

	h.agenda.urgent = false
	out := h.out
	h.sent.reset()
	h.out = h.sent
	h.sent = out

	h.stats.Polls++
	h.stats.Out += len(out.list)
	for _, d := range out.list {
		h.stats.BytesOut += len(d.Data)
	}

	wait := max(int32(h.next-now), 1)
	return out.list, time.Duration(wait) * time.Millisecond
}

// A Demand says when Poll should be called after calls of other methods.
type Demand int

const (
	Later Demand = iota // when the time that the last Poll returned has passed
	Soon                // there are datagrams to send
	Now                 // the other side waits for a datagram
)

// Demand reports how soon Poll should be called.
func (h *Host) Demand() Demand {
	switch {
	case h.agenda.urgent:
		return Now
	case len(h.agenda.peers)+len(h.out.list) > 0:
		return Soon
	default:
		return Later
	}
}

// touchDue adds to the agenda all Peers that are due. It sets h.next to the time when the first of
// the other Peers is due.
func (h *Host) touchDue(now uint32) {
	h.next = now + idleTime
	for i := range h.slots {
		p := h.slots[i].peer
		switch {
		case p == nil:
		case passed(p.due, now):
			p.touch()
		default:
			h.setNext(p.due)
		}
	}
}

func (h *Host) setNext(at uint32) {
	if int32(at-h.next) < 0 {
		h.next = at
	}
}

// service makes the datagrams of a Peer.
func (h *Host) service(p *Peer, now uint32) {
	p.service(now)
	for {
		bytes, begin, ok := p.appendDatagram(h.out.bytes, now)
		if !ok {
			break
		}
		h.out.add(p.addr, bytes, begin)
	}

	p.blocked = len(p.sender.again)+len(p.sender.packets) > 0
	if p.state == gone {
		h.remove(p)
		return
	}

	p.due = now + max(p.next(now), 1)
	h.setNext(p.due)
}

// expireHalves drops clients that have not proven their address in time.
func (h *Host) expireHalves(now uint32) {
	most := uint32(h.limits.HalfOpenTime.Milliseconds())
	for i := len(h.halves.list) - 1; i >= 0; i-- {
		o := h.halves.list[i]
		if since(o.began, now) >= most {
			h.drop(o)
		}
	}
}
