package core

import (
	"cmp"
	"slices"

	"godotvariant/codec/transport/enet/internal/command"
)

// balanceTime is the time between two calculations of the bandwidths, in milliseconds.
const balanceTime = 1000

// balance divides the bandwidth among the connections. It does this once a second. For each
// connection it sets the share of the packets that are sent. If the Host has a limit, and a
// connection was added or has ended, balance also tells the other side of each connection how much
// it may send. If neither the Host nor the other side of a connection has a limit, balance does
// nothing.
func (h *Host) balance(now uint32) {
	elapsed := since(h.balanced, now)
	if elapsed < balanceTime {
		return
	}

	h.balanced = now
	if !h.agenda.limited {
		return
	}

	var open []*Peer
	for _, s := range h.slots {
		if s.peer != nil && (s.peer.state == connected || s.peer.state == leavingLater) {
			open = append(open, s.peer)
		}
	}

	h.throttleAll(slices.Clone(open), uint64(min(elapsed, 10*balanceTime)))
	if h.agenda.changed && h.config.Bandwidth != (Bandwidth{}) {
		h.tellShares(open)
	}
	h.agenda.changed = false
}

// perTime returns the number of bytes that a bandwidth allows in ms milliseconds.
func perTime(bandwidth uint32, ms uint64) uint64 { return uint64(bandwidth) * ms / 1000 }

// throttleAll sets the throttles of connections by the bytes that were queued in the last ms
// milliseconds. If the other side of a connection accepts fewer bytes than the connection's share,
// the other connections get the rest of the share.
func (h *Host) throttleAll(open []*Peer, ms uint64) {
	total := uint64(0)
	for _, p := range open {
		total += p.sender.total
	}

	room := total
	if h.config.Bandwidth.Outgoing > 0 {
		room = perTime(h.config.Bandwidth.Outgoing, ms)
	}

	share := shareOf(room, total)
	for slow := true; slow; {
		slow = false
		open = slices.DeleteFunc(open, func(p *Peer) bool {
			most := perTime(p.bandwidth.Incoming, ms)
			if p.bandwidth.Incoming == 0 || p.sender.total*share/fullShare <= most {
				return false
			}

			p.sender.throttle.limit(uint32(shareOf(most, p.sender.total)))
			room -= min(most, room)
			total -= p.sender.total
			p.sender.total = 0
			slow = true
			return true
		})
		share = shareOf(room, total)
	}

	for _, p := range open {
		p.sender.throttle.limit(uint32(share))
		p.sender.total = 0
	}
}

// shareOf returns the share of the bytes that may be sent, as a multiple of 1/fullShare. The
// argument room is the number of bytes that may be sent, and the argument bytes is the number of
// all bytes.
func shareOf(room, bytes uint64) uint64 {
	if bytes <= room {
		return fullShare
	}

	return room * fullShare / bytes
}

// tellShares sends a BANDWIDTH_LIMIT over each connection. If the other side sends less than its
// share, the other connections get the rest of the share.
func (h *Host) tellShares(open []*Peer) {
	left := h.config.Bandwidth.Incoming
	slices.SortStableFunc(open, func(a, b *Peer) int { // 0 (no limit) comes last: 0 - 1 wraps
		return cmp.Compare(a.bandwidth.Outgoing-1, b.bandwidth.Outgoing-1)
	})

	for i, p := range open {
		share := left / uint32(len(open)-i)
		if p.bandwidth.Outgoing > 0 {
			share = min(share, p.bandwidth.Outgoing)
		}
		left -= share

		body := command.BandwidthBody(share, h.config.Bandwidth.Outgoing)
		p.sender.queueControl(command.BandwidthLimit, true, body)
		p.touch()
	}
}
