package main

import (
	"fmt"

	"golang.org/x/time/rate"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
)

// How often a player may say something to another one.
const (
	saysPerSecond = 2
	saysAtOnce    = 5
)

// filter returns an error for a packet that one game may not send to another.
func (r *relay) filter(p *multiplayer.Relayed) error {
	if r.allows(p) {
		return nil
	}
	return fmt.Errorf("%T of %q, %q from %d to %d: %w",
		p.Packet, p.Node, p.Method, p.From.ID(), p.To.ID(), multiplayer.ErrRefused)
}

// allows reports whether a game may send a packet to another. Games call methods of each other's
// Table. They don't spawn, synchronize or send bytes.
func (r *relay) allows(p *multiplayer.Relayed) bool {
	from, ok := p.From.Value.(*player)
	if !ok {
		return false
	}

	switch p.Packet.(type) {
	case packet.ConfirmPath:
		return true
	case packet.SimplifyPath:
		return p.Node == "Table"
	case packet.RPC, packet.Call:
		return r.allowsCall(from, p)
	}
	return false
}

func (r *relay) allowsCall(from *player, p *multiplayer.Relayed) bool {
	switch p.Node + "." + p.Method {
	case "Table.say":
		return from.mayTalk(p.To)
	case "Table.start":
		return r.host(p.From.Room()) == p.From
	}
	return false
}

// mayTalk reports whether a player has not said too much to another one.
func (p *player) mayTalk(to *multiplayer.Peer) bool {
	limit := p.says[to.ID()]
	if limit == nil {
		limit = rate.NewLimiter(saysPerSecond, saysAtOnce)
		p.says[to.ID()] = limit
	}
	return limit.Allow()
}
