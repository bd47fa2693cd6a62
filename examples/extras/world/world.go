package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"log"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
	"godotvariant/codec/transport"
	"godotvariant/math"
)

// project has the scenes of the game.
//
//go:embed godot4/*.tscn
var project embed.FS

// corner is the corner of the playing field opposite to (0, 0).
var corner = math.V2(800, 500)

const (
	coins = 20 // number of coins at a time
	pace  = 10 // greatest distance that a player walks in a tick
	reach = 32 // distance up to which a player takes a coin
)

// A world has the state that all games see.
type world struct {
	server  *multiplayer.Server
	peers   *multiplayer.World
	spawner *multiplayer.Spawner
	player  kind
	coin    kind
	players map[*multiplayer.Peer]*multiplayer.Entity
	coins   []*multiplayer.Entity
	minted  int
	field   *field
}

// A kind is a scene that the spawner spawns.
type kind struct {
	index   uint8
	configs []multiplayer.SyncConfig
}

// A field is the state of world.tscn.
type field struct {
	Collected int `godot:"collected"`
}

// A player is the state of player.tscn. The game of the player sends Direction and Mood. The server
// sets the other fields.
type player struct {
	Position  math.Vector2 `godot:"position"`
	Score     int          `godot:"score"`
	Direction math.Vector2 `godot:"direction"`
	Mood      string       `godot:"mood,max=20"`
}

// A coin is the state of coin.tscn.
type coin struct {
	Position math.Vector2 `godot:"position"`
	Worth    int          `godot:"worth"`
}

// newWorld returns a world that has coins and no players.
func newWorld() (*world, error) {
	server := multiplayer.NewServer(multiplayer.Options{
		Relay: &multiplayer.RelayRules{Filter: onlyState},
	})
	server.Limits = transport.Limits{MaxPeers: 100, MaxRate: 2000, MaxByteRate: 1 << 17}
	server.Every = tick
	w := &world{
		server: server, peers: server.World(), field: new(field),
		players: map[*multiplayer.Peer]*multiplayer.Entity{},
	}
	server.Event = w.take

	if err := w.build(); err != nil {
		return nil, err
	}
	for range coins {
		if err := w.mint(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// build adds the spawner of world.tscn and the synchronizer of its root.
func (w *world) build() error {
	main, err := read("res://world.tscn")
	if err != nil {
		return err
	}

	const root = "World"
	s := main.Spawners[0]
	w.spawner = w.peers.Spawner(path.Join(root, s.Node), path.Join(root, s.Parent), nil)
	for path, kind := range map[string]*kind{
		"res://player.tscn": &w.player, "res://coin.tscn": &w.coin,
	} {
		index, ok := s.Scene(path)
		scene, err := read(path)
		if err != nil || !ok {
			return fmt.Errorf("%s is not a scene of %s: %w", path, s.Node, err)
		}
		kind.index, kind.configs = index, scene.Configs()
	}

	in := multiplayer.Instance{State: w.field, Configs: main.Configs()}
	_, err = w.peers.Synchronize(root, in)
	return err
}

// read returns the spawners and synchronizers in a scene of the game.
func read(path string) (*scenes.Scene, error) {
	f, err := load(path)
	if err != nil {
		return nil, err
	}
	return scenes.Read(f, load)
}

// load reads a file of the game: a scene, or a file that a scene names.
func load(path string) (*resource.File, error) {
	data, err := project.ReadFile("godot4/" + strings.TrimPrefix(path, "res://"))
	if err != nil {
		return nil, err
	}
	return resource.Decode(data, resource.Options{})
}

// onlyState allows games to send each other the state that they own. It refuses calls, spawns and
// bytes.
func onlyState(r *multiplayer.Relayed) error {
	switch r.Packet.(type) {
	case packet.SimplifyPath, packet.ConfirmPath, packet.Sync, packet.Delta:
		return nil
	}
	return fmt.Errorf("%T between games: %w", r.Packet, multiplayer.ErrRefused)
}

// take handles an event.
func (w *world) take(event multiplayer.Event) {
	var err error
	switch event := event.(type) {
	case multiplayer.Connected:
		err = w.come(event.Peer)
	case multiplayer.Disconnected:
		err = w.leave(event.Peer)
	}
	if err != nil {
		log.Print(err)
	}
}

// come spawns the player of a peer. The peer gets the authority over the player's synchronizer
// Control.
func (w *world) come(peer *multiplayer.Peer) error {
	configs := slices.Clone(w.player.configs)
	for i := range configs {
		if configs[i].Node == "Control" {
			configs[i].Authority = peer.ID()
		}
	}

	in := multiplayer.Instance{
		State: &player{Position: somewhere(), Mood: "calm"}, Configs: configs,
	}
	made, err := w.peers.Spawn(w.spawner, w.player.index, fmt.Sprint(peer.ID()), in)
	if made != nil {
		w.players[peer] = made
	}
	return err
}

// leave removes the player of a peer.
func (w *world) leave(peer *multiplayer.Peer) error {
	gone := w.players[peer]
	if gone == nil {
		return nil // the player was not spawned
	}
	delete(w.players, peer)
	return gone.Remove()
}

// mint spawns a coin.
func (w *world) mint() error {
	w.minted++
	in := multiplayer.Instance{
		State:   &coin{Position: somewhere(), Worth: 1 + rand.IntN(3)},
		Configs: w.coin.configs,
	}
	made, err := w.peers.Spawn(w.spawner, w.coin.index, fmt.Sprint("Coin", w.minted), in)
	w.coins = append(w.coins, made)
	return err
}

func somewhere() math.Vector2 { return math.V2(rand.Float64(), rand.Float64()).Mul(corner) }

// step moves all players by one tick and lets them collect coins. It returns the first error.
func (w *world) step() (err error) {
	for e := range maps.Values(w.players) {
		p := e.State().(*player)
		step := p.Direction.LimitLength(1).Mulf(pace)
		p.Position = p.Position.Add(step).Clamp(math.Vector2{}, corner)
		err = cmp.Or(err, w.collect(p))
	}
	return err
}

// run calls step in each tick, until ctx is done.
func (w *world) run(ctx context.Context) {
	clock := time.NewTicker(tick)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}

		w.server.Do(func(*multiplayer.World) {
			if err := w.step(); err != nil {
				log.Print(err)
			}
		})
	}
}

// collect gives a player the coins in its reach, and spawns new coins.
func (w *world) collect(p *player) (err error) {
	for _, e := range slices.Clone(w.coins) {
		c := e.State().(*coin)
		if p.Position.DistanceTo(c.Position) > reach {
			continue
		}

		p.Score += c.Worth
		w.field.Collected++
		w.coins = slices.DeleteFunc(w.coins, func(x *multiplayer.Entity) bool { return x == e })
		err = errors.Join(err, e.Remove(), w.mint())
	}
	return err
}
