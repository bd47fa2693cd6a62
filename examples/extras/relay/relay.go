package main

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"log"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/examples/extras/wsconn"
)

// A relay has the players of all rooms.
type relay struct {
	gate      *wsconn.Gate
	world     *multiplayer.World
	table     *multiplayer.Node
	codec     *codec.Codec
	passwords map[string]string
	players   []*player // in the order in which they entered their rooms
	refused   func(error)
}

// A player is a game that has authenticated itself.
type player struct {
	peer *multiplayer.Peer
	name string
	says map[int32]*rate.Limiter // by the peer that hears it
}

// A ticket is what a game sends to authenticate itself: var_to_bytes of a Dictionary.
type ticket struct {
	Name     string `godot:"name,max=20"`
	Password string `godot:"password,max=100"`
	Room     string `godot:"room,max=20"`
}

// newRelay returns a relay for games of a protocol, whose players have passwords.
func newRelay(p *packet.Protocol, passwords map[string]string) (*relay, error) {
	values := codec.Options{Limits: codec.Limits{MaxDepth: 8}}
	format, err := packet.NewFormat(p, values)
	if err != nil {
		return nil, err
	}

	r := &relay{
		codec:     codec.MustNew(values),
		passwords: passwords,
		refused:   func(err error) { log.Print(err) },
	}
	server := sockets.New(multiplayer.Options{
		Format:       format,
		Authenticate: true,
		AuthTimeout:  30 * time.Second, // a game may load its first scene
		Relay:        &multiplayer.RelayRules{Filter: r.filter},
		Limits:       multiplayer.Limits{MaxPeers: 100, PerSecond: 500, BytesPerSecond: 1 << 16},
	})
	r.gate = &wsconn.Gate{Server: server, Take: r.take}

	r.world = server.World()
	r.table = r.world.Node("Table")
	anybody := multiplayer.Method{Access: multiplayer.ByAnyPeer}
	for _, anybody.Name = range []string{"say", "start"} {
		r.table.Declare(anybody)
	}
	anybody.Name = "enter"
	r.table.Handle(anybody, r.enter)
	r.table.Declare(multiplayer.Method{Name: "entered"})
	if p == packet.Godot3 { // it has no authentication
		anybody.Name = "show_ticket"
		r.table.Handle(anybody, r.showTicket)
	}
	return r, nil
}

// take handles the events and errors of the gate.
func (r *relay) take(events []multiplayer.Event, err error) {
	for _, event := range events {
		switch event := event.(type) {
		case multiplayer.AuthData:
			err = errors.Join(err, r.authenticate(event.Peer, event.Data))
		case multiplayer.Connected:
			err = errors.Join(err, r.welcome(event.Peer))
		case multiplayer.Disconnected:
			r.leave(event.Peer)
		}
	}
	if err != nil {
		r.refused(err)
	}
}

// authenticate takes the ticket of a game of Godot 4.
func (r *relay) authenticate(peer *multiplayer.Peer, data []byte) error {
	var t ticket
	if err := r.codec.Unmarshal(data, &t); err != nil {
		return errors.Join(err, r.check(peer, ticket{}))
	}
	if err := r.check(peer, t); err != nil {
		return err
	}
	_, err := r.world.CompleteAuth(peer.ID())
	return err
}

// showTicket handles the method show_ticket, which games of Godot 3 call first.
func (r *relay) showTicket(peer *multiplayer.Peer, t ticket) error {
	if err := r.check(peer, t); err != nil {
		return err
	}
	return r.seat(peer)
}

// check makes a peer with a valid ticket a player and lets it into the room. It disconnects any
// other peer.
func (r *relay) check(peer *multiplayer.Peer, t ticket) error {
	want, ok := r.passwords[t.Name]
	same := subtle.ConstantTimeCompare([]byte(want), []byte(t.Password)) == 1
	if !ok || !same || peer.Value != nil {
		_, err := r.world.Kick(peer.ID())
		r.leave(peer)
		return errors.Join(errors.New("wrong name or password, or a second ticket"), err)
	}

	peer.Value = &player{peer: peer, name: t.Name, says: map[int32]*rate.Limiter{}}
	return r.world.Join(peer, t.Room)
}

// welcome seats a connected player. A peer without a ticket is alone in a room until it shows its
// ticket.
func (r *relay) welcome(peer *multiplayer.Peer) error {
	if peer.Value == nil {
		return r.world.Join(peer, fmt.Sprint("the door of ", peer.ID()))
	}
	return r.seat(peer)
}

// seat adds a player to its room, and tells all players in the room of each other.
func (r *relay) seat(peer *multiplayer.Peer) (err error) {
	p := peer.Value.(*player)
	r.players = append(r.players, p)

	for _, q := range r.players {
		if q.peer.Room() != peer.Room() {
			continue
		}
		err = errors.Join(err, r.table.Call(peer.ID(), "entered", q.peer.ID(), q.name))
		if q != p {
			err = errors.Join(err, r.table.Call(q.peer.ID(), "entered", peer.ID(), p.name))
		}
	}
	return err
}

// leave takes a player out of its room.
func (r *relay) leave(peer *multiplayer.Peer) {
	r.players = slices.DeleteFunc(r.players, func(p *player) bool { return p.peer == peer })
	for _, p := range r.players {
		delete(p.says, peer.ID())
	}
}

// enter handles the method enter: a player changes the room.
func (r *relay) enter(peer *multiplayer.Peer, room string) error {
	if peer.Value == nil || len(room) > 20 {
		return errors.New("no ticket, or the name of the room is too long")
	}
	r.leave(peer)
	if err := r.world.Join(peer, room); err != nil {
		return err
	}
	return r.seat(peer)
}

// host returns the peer that has been in a room for the longest time.
func (r *relay) host(room string) *multiplayer.Peer {
	i := slices.IndexFunc(r.players, func(p *player) bool { return p.peer.Room() == room })
	return r.players[i].peer
}
