// Relay passes on calls between games. It has rules that the server_relay of an engine does not
// have. The games are ordinary games with @rpc("any_peer"), and no game is the server.
//
// It shows rules for the calls between games, a password for each player, and rooms.
//
//	cd examples/extras
//	go run ./relay
//	godot4 --path relay/godot4 -- ada red &
//	godot4 --path relay/godot4 -- bob red
//
// The project relay/godot3 is for Godot 3. Its games meet each other, but not the games of Godot 4.
//
// With -enet :7002 games of Godot 4 join over ENet, too, at the address enet://127.0.0.1:7002. With
// -enet3 :7003 games of Godot 3 join over ENet. With -cert and -key, two files in PEM, ENet is
// encrypted by DTLS: see package encrypted.
//
// The rules:
//
//	authentication  a game sends its player's name, password and room by send_auth, or in Godot 3
//	                by calling show_ticket
//	rooms           players call each other, and know of each other, only within a room
//	nodes, methods  only say and start of the autoload Table; no method of Admin, which the games
//	                leave open for any peer
//	roles           only the host, the player that has been in the room for the longest time,
//	                calls start
//	rates           a player sends another player 2 messages a second, or 5 at once
//	strangers       a packet has the ID of the connection that it came on
//
// The program is also the peer with the ID 1. A game calls the method enter of this peer, so that
// its player goes to another room. When a player enters a room, the program calls the method
// entered. It sends the game of this player the name of each player in the room, and the other
// games in the room the name of this player.
package main

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/examples/extras/encrypted"
	"godotvariant/examples/extras/web"
)

// A relay has the players of all rooms.
type relay struct {
	server    *multiplayer.Server
	world     *multiplayer.World
	table     *multiplayer.Node
	codec     *codec.Codec
	passwords map[string]string
	players   []*player // players in the order in which they entered their rooms
}

// A player is a game that has authenticated itself.
type player struct {
	peer *multiplayer.Peer
	name string
	says map[int32]*rate.Limiter // limits for each peer that receives packets of the player
}

// A ticket is the data that a game sends to authenticate itself: var_to_bytes of a Dictionary.
type ticket struct {
	Name     string `godot:"name,max=20"`
	Password string `godot:"password,max=100"`
	Room     string `godot:"room,max=20"`
}

// newRelay returns a relay for games of a protocol. The argument passwords has the passwords of
// players, by their names.
func newRelay(p *packet.Protocol, passwords map[string]string) (*relay, error) {
	c, err := codec.New(codec.Options{Dialect: p.Dialect(), Limits: codec.Limits{MaxDepth: 8}})
	if err != nil {
		return nil, err
	}

	r := &relay{codec: c, passwords: passwords}
	r.server = multiplayer.NewServer(multiplayer.Options{
		Codec:        c,
		Protocol:     p,
		Authenticate: true,
		AuthTimeout:  30 * time.Second, // time for a game to load its first scene
		Relay:        &multiplayer.RelayRules{Filter: r.filter},
	})
	r.server.Limits = transport.Limits{MaxPeers: 100, MaxRate: 500, MaxByteRate: 1 << 16}
	r.server.Event = r.take
	r.server.Fault = r.refuse

	r.world = r.server.World()
	r.table = r.world.Node("Table")
	r.table.Declare(anyPeer("say"), anyPeer("start"), multiplayer.Method{Name: "entered"})
	r.table.Handle(anyPeer("enter"), r.enter)
	if p == packet.Godot3 { // Godot 3 has no authentication in its protocol
		r.table.Handle(anyPeer("show_ticket"), r.showTicket)
	}
	return r, nil
}

// anyPeer returns a method that any peer may call.
func anyPeer(name string) multiplayer.Method {
	return multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer}
}

// take handles an event.
func (r *relay) take(event multiplayer.Event) {
	var err error
	switch event := event.(type) {
	case multiplayer.AuthData:
		err = r.authenticate(event.Peer, event.Data)
	case multiplayer.Connected:
		err = r.welcome(event.Peer)
	case multiplayer.Disconnected:
		r.leave(event.Peer)
	}
	if err != nil {
		log.Print(err)
	}
}

// refuse logs the error of a refused packet. It disconnects a player that sends too many packets.
func (r *relay) refuse(_ *multiplayer.Peer, err *multiplayer.Error) error {
	if errors.Is(err, transport.ErrRate) {
		return err
	}
	log.Print(err)
	return nil
}

// authenticate handles the ticket of a game of Godot 4.
func (r *relay) authenticate(peer *multiplayer.Peer, data []byte) error {
	var t ticket
	if err := r.codec.Unmarshal(data, &t); err != nil {
		return errors.Join(err, r.check(peer, ticket{}))
	}
	if err := r.check(peer, t); err != nil {
		return err
	}
	events, err := r.world.CompleteAuth(peer.ID())
	for _, event := range events {
		r.take(event) // the event Connected, if the game has also completed the authentication
	}
	return err
}

// showTicket handles the method show_ticket, which games of Godot 3 call first.
func (r *relay) showTicket(peer *multiplayer.Peer, t ticket) error {
	if err := r.check(peer, t); err != nil {
		return err
	}
	return r.seat(peer)
}

// check checks the ticket of a peer. If the ticket is valid, the peer becomes a player and enters
// the room. If not, check disconnects the peer.
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

// welcome handles a peer that has connected. A player gets a seat. Any other peer is alone in a
// room until it shows a ticket.
func (r *relay) welcome(peer *multiplayer.Peer) error {
	if peer.Value == nil {
		return r.world.Join(peer, fmt.Sprint("the door of ", peer.ID()))
	}
	return r.seat(peer)
}

// seat adds a player to the players of the relay. It tells the player the names of all players in
// the room, and tells the other players in the room the name of the player. It returns the first
// error.
func (r *relay) seat(peer *multiplayer.Peer) (err error) {
	p := peer.Value.(*player)
	r.players = append(r.players, p)

	for _, q := range r.players {
		if q.peer.Room() != peer.Room() {
			continue
		}
		err = cmp.Or(err, r.table.Call(peer.ID(), "entered", q.peer.ID(), q.name))
		if q != p {
			err = cmp.Or(err, r.table.Call(q.peer.ID(), "entered", peer.ID(), p.name))
		}
	}
	return err
}

// leave removes a player from the players of the relay, so that it has no seat.
func (r *relay) leave(peer *multiplayer.Peer) {
	r.players = slices.DeleteFunc(r.players, func(p *player) bool { return p.peer == peer })
	for _, p := range r.players {
		delete(p.says, peer.ID())
	}
}

// enter handles the method enter: a player goes to another room.
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

// host returns the peer that has had a seat in a room for the longest time. It returns nil if
// nobody has a seat there. This is possible even if a peer is in the room, because a peer gets its
// seat only after it has entered.
func (r *relay) host(room string) *multiplayer.Peer {
	i := slices.IndexFunc(r.players, func(p *player) bool { return p.peer.Room() == room })
	if i < 0 {
		return nil
	}
	return r.players[i].peer
}

// These constants limit how often a player may say something to another player.
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

// allows reports whether a game may send a packet to another. Games may call methods of each
// other's Table. They may not spawn, synchronize or send bytes.
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

// mayTalk reports whether a player may say something to another player now. The constants
// saysPerSecond and saysAtOnce limit this.
func (p *player) mayTalk(to *multiplayer.Peer) bool {
	limit := p.says[to.ID()]
	if limit == nil {
		limit = rate.NewLimiter(saysPerSecond, saysAtOnce)
		p.says[to.ID()] = limit
	}
	return limit.Allow()
}

func main() {
	ports := map[*packet.Protocol]*string{
		packet.Godot4: flag.String("enet", "",
			"where games of Godot 4 join over ENet too, such as :7002"),
		packet.Godot3: flag.String("enet3", "", "the same for games of Godot 3"),
	}
	certificate := encrypted.Flags()
	flag.Parse()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	passwords := map[string]string{"ada": "moon", "bob": "sun", "cem": "star"}
	site := http.NewServeMux()
	var relays sync.WaitGroup
	for address, p := range map[string]*packet.Protocol{
		"/godot4": packet.Godot4, "/godot3": packet.Godot3,
	} {
		r, err := newRelay(p, passwords)
		if err != nil {
			log.Fatal(err)
		}
		games := websocket.New(websocket.Options{})
		site.Handle(address, games)
		listeners := []transport.Listener{games}
		if *ports[p] != "" {
			udp, err := certificate.Listen(*ports[p], enet.Options{})
			if err != nil {
				log.Fatal(err)
			}
			listeners = append(listeners, udp)
		}
		relays.Go(func() { log.Print(r.server.Serve(listeners...)) })
		context.AfterFunc(interrupted, func() { _ = r.server.Shutdown(context.Background()) })
	}
	go func() { log.Fatal(web.Server("127.0.0.1:8912", site).ListenAndServe()) }()

	relays.Wait()
}
