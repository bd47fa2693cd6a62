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

// filter refuses packets from one game to another. Games call each other's Table, and what such
// calls need; they don't spawn, synchronize or send bytes.
func (r *relay) filter(p *multiplayer.Relayed) error {
	if p.From.Value == nil {
		return refuseUnless(false, p)
	}
	switch p.Packet.(type) {
	case packet.ConfirmPath:
		return nil
	case packet.SimplifyPath:
		return refuseUnless(p.Node == "Table", p)
	case packet.RPC, packet.Call:
		return r.filterCall(p)
	}
	return refuseUnless(false, p)
}

// filterCall refuses calls.
func (r *relay) filterCall(p *multiplayer.Relayed) error {
	from := p.From.Value.(*player)
	switch p.Node + "." + p.Method {
	case "Table.say":
		return refuseUnless(from.mayTalk(p.To), p)
	case "Table.start":
		return refuseUnless(r.host(p.From.Room()) == p.From, p)
	}
	return refuseUnless(false, p)
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

// refuseUnless says what is refused.
func refuseUnless(allowed bool, p *multiplayer.Relayed) error {
	if allowed {
		return nil
	}
	return fmt.Errorf("%T of %q, %q from %d to %d: %w",
		p.Packet, p.Node, p.Method, p.From.ID(), p.To.ID(), multiplayer.ErrRefused)
}
