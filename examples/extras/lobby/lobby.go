package main

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"godotvariant/codec/multiplayer"
	"godotvariant/variant"
)

// scene is the scene that players load.
const scene = "res://game.tscn"

// A lobby has the players of all engines. mu is held while a handler runs.
type lobby struct {
	mu      sync.Mutex
	worlds  []*multiplayer.World
	players []*player
	loading bool // the players load the game, or have started it
	started bool

	clients atomic.Int32 // how many have connected until now
	visits  sync.WaitGroup
}

// An Info has the facts that a player tells about itself.
type Info struct {
	Name string `godot:"name,max=20"`
}

// A player is a client that has registered.
type player struct {
	peer   *multiplayer.Peer
	node   *multiplayer.Node // Lobby, in the player's World
	info   Info
	loaded bool
}

// call calls a method of the player's game.
func (p *player) call(method string, args ...any) error {
	return p.node.Call(p.peer.ID(), method, args...)
}

// tell calls a method of all players' games.
func (l *lobby) tell(method string, args ...any) (err error) {
	for _, p := range l.players {
		err = errors.Join(err, p.call(method, args...))
	}
	return err
}

// A desk is the node Lobby of one World. Games call its exported methods.
type desk struct {
	lobby *lobby
	node  *multiplayer.Node
}

// ofGames are the methods of the node that the server calls.
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
		err = errors.Join(err, p.call("add_player", q.peer.ID(), q.info))
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

// Say handles say. Players whose engine has no type for the value do not hear it.
func (d *desk) Say(peer *multiplayer.Peer, value variant.Variant) error {
	if peer.Value == nil {
		return errors.New("only players talk")
	}
	return d.lobby.tell("hear", peer.ID(), value)
}

// leave is called for a peer that has left. After the last player the lobby is as new.
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

// close disconnects all clients, and waits until they are gone.
func (l *lobby) close() {
	l.mu.Lock()
	l.players = nil // players are not told that others leave
	for _, world := range l.worlds {
		for _, peer := range world.Peers() {
			_, _ = world.Kick(peer.ID()) // nothing is sent
		}
	}
	l.mu.Unlock()

	l.visits.Wait()
}
