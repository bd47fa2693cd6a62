package multiplayer_test

import (
	"errors"
	"fmt"

	"godotvariant/codec/multiplayer"
	"godotvariant/math"
	"godotvariant/variant"
)

// A server and a game, here a World too, call each other.
func Example() {
	h := newHub() // carries messages between Worlds of one program
	server := h.add(1, multiplayer.Options{})
	game := h.add(2, multiplayer.Options{})

	chat := server.Node("Main/Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, text string, at math.Vector2) error {
			fmt.Println("server:", p.ID(), "says", text, "at", at)
			return chat.Call(multiplayer.All, "heard", p.ID(), text)
		})

	// The game has @rpc("any_peer") func say(text, at) and @rpc func heard(who, text).
	scene := game.Node("Main/Chat")
	scene.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})
	scene.Handle(multiplayer.Method{Name: "heard"}, func(who int32, text string) {
		fmt.Println("game:", who, "said", text)
	})

	h.connect(2)
	err := scene.Call(1, "say", "hello", math.Vector2{X: 1, Y: 2})
	h.run()
	fmt.Println(err)

	// Output:
	// server: 2 says hello at Vector2(1, 2)
	// game: 2 said hello
	// <nil>
}

// A player is the state of a node that the server spawns.
type player struct {
	Position math.Vector2 `godot:"position"`
	HP       int          `godot:"hp"`
}

// The MultiplayerSynchronizer of the player's scene.
var playerSync = []multiplayer.SyncConfig{{
	Node: "MultiplayerSynchronizer",
	Properties: []multiplayer.Property{
		{Path: "position", Spawn: true, Replication: multiplayer.Always},
		{Path: "hp", Spawn: true, Replication: multiplayer.OnChange},
	},
}}

// The server spawns a player, moves it, and removes it.
func ExampleWorld_Spawn() {
	h := newHub()
	server := h.add(1, multiplayer.Options{})
	spawner := server.Spawner("Main/Spawner", "Main/Players", nil)

	// The game, which is a World here, has the same spawner and makes players for it.
	game := h.add(2, multiplayer.Options{})
	game.Spawner("Main/Spawner", "Main/Players", func(
		_ *multiplayer.Node, _ uint8, _ variant.Variant,
	) (multiplayer.Instance, error) {
		return multiplayer.Instance{State: &player{}, Configs: playerSync}, nil
	})
	h.connect(2)

	bob := &player{Position: math.Vector2{X: 1, Y: 2}, HP: 100}
	entity, err := server.Spawn(spawner, 0, "bob",
		multiplayer.Instance{State: bob, Configs: playerSync})
	fmt.Println(err)

	bob.Position.X = 5
	bob.HP = 7
	h.poll()
	h.run()
	err = entity.Remove()
	h.run()
	fmt.Println(err)

	for _, e := range h.events[2] {
		switch e := e.(type) {
		case multiplayer.Spawned:
			fmt.Println("spawned", e.Entity.Node().Path())
		case multiplayer.Synced:
			fmt.Println("synced", *e.Synchronizer.Entity().State().(*player))
		case multiplayer.Despawned:
			fmt.Println("despawned", e.Entity.Node().Path())
		}
	}

	// Output:
	// <nil>
	// <nil>
	// spawned Main/Players/bob
	// synced {Vector2(5, 2) 7}
	// synced {Vector2(5, 2) 7}
	// despawned Main/Players/bob
}

// A server passes packets on between games, but not every call.
func ExampleRelayRules() {
	h := newHub()
	h.add(1, multiplayer.Options{Relay: &multiplayer.RelayRules{
		Filter: func(r *multiplayer.Relayed) error {
			if r.Node == "Main/Chat" && r.Method == "kick" {
				return errors.New("only the server kicks")
			}
			return nil
		},
	}})

	methods := []multiplayer.Method{
		{Name: "kick", Access: multiplayer.ByAnyPeer}, {Name: "say", Access: multiplayer.ByAnyPeer},
	}
	h.worlds[1].Node("Main/Chat").Declare(methods...) // the filter gets their names
	for id := int32(2); id <= 3; id++ {
		h.add(id, multiplayer.Options{Relay: &multiplayer.RelayRules{}})
		h.worlds[id].Node("Main/Chat").Declare(methods...)
		h.connect(id)
	}
	h.run()

	chat := h.worlds[2].Node("Main/Chat")
	fmt.Println(chat.Call(3, "say", "hello"), chat.Call(3, "kick"))
	h.run()
	for _, e := range h.events[3] {
		if e, ok := e.(multiplayer.Called); ok {
			fmt.Println(e.Peer.ID(), e.Method.Name, e.Args)
		}
	}
	fmt.Println(h.errors[1])

	// Output:
	// <nil> <nil>
	// 2 say [hello]
	// [godot: receive RELAY from peer 2: only the server kicks]
}
