// Lobby is the lobby of Godot's manual ("High-level multiplayer") with a server in Go. Players of
// Godot 4 and Godot 3 register, see when other players come and leave, and talk. The game starts
// when all players have loaded it. The projects of the games use @rpc as in the manual.
//
// It shows how the methods of a Go type are the methods of a node, how games of two engines meet,
// and which calls are allowed.
//
//	cd examples/extras
//	go run ./lobby
//	godot4 --path lobby/godot4
//	godot3 --path lobby/godot3
//
// With -enet :7000 games of both engines join over ENet, too: Lobby.join("enet://127.0.0.1:7000").
// With -cert and -key, two files in PEM, ENet is encrypted by DTLS: see package encrypted.
//
// Games call these methods of the autoload Lobby on the server: register_player(info), with a
// Dictionary such as {"name": "Ada"}, begin(), player_loaded() and say(value). The server calls
// these methods of the games: add_player(id, info), remove_player(id), load_game(scene),
// start_game() and hear(id, value).
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/examples/extras/encrypted"
	"godotvariant/variant"
)

// scene is the scene that players load.
const scene = "res://game.tscn"

// A lobby has the players of all engines.
type lobby struct {
	server  *multiplayer.Server
	players []*player
	loading bool // the players are loading the game, or have started it
	started bool
}

// newLobby returns a lobby whose server has a World for each family of engines.
func newLobby() *lobby {
	l := &lobby{server: multiplayer.NewServer(options(packet.Godot4), options(packet.Godot3))}
	l.server.Limits = transport.Limits{MaxPeers: 100, MaxRate: 200, MaxByteRate: 1 << 17}
	l.server.Choose = l.choose
	l.server.Event = l.take

	for _, w := range l.server.Worlds() {
		d := &desk{l, w.Node("Lobby")}
		d.node.Bind(d, multiplayer.Method{Access: multiplayer.ByAnyPeer})
		for _, name := range ofGames {
			d.node.Declare(multiplayer.Method{Name: name})
		}
	}
	return l
}

// options returns the options for games of a protocol.
func options(p *packet.Protocol) multiplayer.Options {
	values := codec.Options{Dialect: p.Dialect(), Limits: codec.Limits{MaxDepth: 8}}
	return multiplayer.Options{Codec: codec.MustNew(values), Protocol: p}
}

// choose returns the World for the engine of a game.
func (l *lobby) choose(c transport.Conn) *multiplayer.World {
	worlds := l.server.Worlds()
	if engineOf(c) == "godot3" {
		return worlds[1]
	}
	return worlds[0]
}

// engineOf returns "godot4" or "godot3". The packets of an ENet connection show the engine. Over
// WebSocket the server sends the first message, so it must know the engine before the game sends
// anything. Therefore each engine uses a separate path.
func engineOf(c transport.Conn) string {
	if request := websocket.Request(c); request != nil {
		return strings.TrimPrefix(request.URL.Path, "/")
	}
	if enet.LayerOf(c) == enet.Godot3 {
		return "godot3"
	}
	return "godot4"
}

// take handles an event.
func (l *lobby) take(event multiplayer.Event) {
	var err error
	switch event := event.(type) {
	case multiplayer.Disconnected:
		err = l.leave(event.Peer)
	case multiplayer.Differs:
		err = fmt.Errorf("a game has other methods than %v", event.Node.Signature().Names())
	}
	if err != nil {
		log.Print(err)
	}
}

// An Info describes a player. The player sends it.
type Info struct {
	Name string `godot:"name,max=20"`
}

// A player is a client that has registered.
type player struct {
	peer   *multiplayer.Peer
	node   *multiplayer.Node // the node Lobby, in the player's World
	info   Info
	loaded bool
}

// call calls a method of the player's game.
func (p *player) call(method string, args ...any) error {
	return p.node.Call(p.peer.ID(), method, args...)
}

// tell calls a method in the games of all players. It returns only the first error, because there
// may be as many errors as players.
func (l *lobby) tell(method string, args ...any) (err error) {
	for _, p := range l.players {
		err = cmp.Or(err, p.call(method, args...))
	}
	return err
}

// A desk is the node Lobby of one World. Games call its exported methods.
type desk struct {
	lobby *lobby
	node  *multiplayer.Node
}

// ofGames has the names of the methods that the server calls in games.
var ofGames = []string{"add_player", "remove_player", "load_game", "start_game", "hear"}

// RegisterPlayer handles register_player: a client becomes a player.
func (d *desk) RegisterPlayer(peer *multiplayer.Peer, info Info) error {
	if peer.Value != nil || info.Name == "" {
		return errors.New("a player registers once, with a name")
	}

	l, p := d.lobby, &player{peer: peer, node: d.node, info: info}
	peer.Value = p
	var err error
	for _, q := range l.players {
		err = cmp.Or(err, p.call("add_player", q.peer.ID(), q.info))
	}

	l.players = append(l.players, p)
	err = errors.Join(err, l.tell("add_player", peer.ID(), info))
	if !l.loading {
		return err
	}
	return errors.Join(err, p.call("load_game", scene))
}

// Begin handles begin.
func (d *desk) Begin(peer *multiplayer.Peer) error {
	if peer.Value == nil || d.lobby.loading {
		return errors.New("only a player begins, and only once")
	}

	d.lobby.loading = true
	return d.lobby.tell("load_game", scene)
}

// PlayerLoaded handles player_loaded.
func (d *desk) PlayerLoaded(peer *multiplayer.Peer) error {
	p, ok := peer.Value.(*player)
	if !ok || p.loaded || !d.lobby.loading {
		return errors.New("nothing to load")
	}

	p.loaded = true
	if d.lobby.started {
		return p.call("start_game")
	}
	return d.lobby.start()
}

// start starts the game if all players have loaded it.
func (l *lobby) start() error {
	waits := func(p *player) bool { return !p.loaded }
	if l.started || !l.loading || slices.ContainsFunc(l.players, waits) {
		return nil
	}

	l.started = true
	return l.tell("start_game")
}

// Say handles say: all players get a value from a player. A player whose engine does not have the
// type of the value does not get it.
func (d *desk) Say(peer *multiplayer.Peer, value variant.Variant) error {
	if peer.Value == nil {
		return errors.New("only players talk")
	}
	return d.lobby.tell("hear", peer.ID(), value)
}

// leave removes a peer that has left. After the last player has left, the lobby is reset.
func (l *lobby) leave(peer *multiplayer.Peer) error {
	if peer.Value == nil {
		return nil
	}

	l.players = slices.DeleteFunc(l.players, func(p *player) bool { return p.peer == peer })
	if len(l.players) == 0 {
		l.loading = false
		l.started = false
		return nil
	}
	return errors.Join(l.tell("remove_player", peer.ID()), l.start())
}

func main() {
	address := flag.String("enet", "", "where games join over ENet too, such as :7000")
	certificate := encrypted.Flags()
	flag.Parse()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	l := newLobby()
	games, err := websocket.Listen("127.0.0.1:8910", websocket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	listeners := []transport.Listener{games}
	if *address != "" {
		udp, err := certificate.Listen(*address, enet.Options{})
		if err != nil {
			log.Fatal(err)
		}
		listeners = append(listeners, udp)
	}
	context.AfterFunc(interrupted, func() { _ = l.server.Shutdown(context.Background()) })
	log.Print(l.server.Serve(listeners...))
}
