package multiplayer_test

import (
	"context"
	"errors"
	"fmt"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// A server and a game call each other. In this example the game is a World, too.
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

	// The script of the node in the game has @rpc("any_peer") func say(text, at) and @rpc func
	// heard(who, text).
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

// The methods of the chat in the game: @rpc("any_peer") func say(text) and @rpc func heard(text).
var (
	say   = multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer}
	heard = multiplayer.Method{Name: "heard"}
)

// A server receives a text from a game and sends it to all games. Before the server disconnects a
// game, it tells the game the reason.
func ExampleServer() {
	server := multiplayer.NewServer(multiplayer.Options{})
	server.Limits = transport.Limits{MaxPeers: 100, MaxRate: 50}
	chat := server.World().Node("Main/Chat")
	chat.Declare(heard)
	chat.Handle(say, func(p *multiplayer.Peer, text string) error {
		return chat.Call(multiplayer.All, "heard", fmt.Sprint(p.ID(), " says ", text))
	})
	server.Farewell = func(p *multiplayer.Peer, why error) {
		if err := chat.Call(p.ID(), "heard", "bye, "+transport.Reason(why)); err != nil {
			fmt.Println(err)
		}
	}

	// A program calls server.Serve with listeners. Here a game is at the other end of a pipe.
	far, near := transport.Pipe()
	left := make(chan error, 1)
	go func() { left <- server.ServeConn(far) }()
	hears := joinChat(near, "hello")

	fmt.Println(<-hears)
	if err := server.Shutdown(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(<-hears)
	fmt.Println(<-left)
	fmt.Println(server.Totals().Left)

	// Output:
	// 2 says hello
	// bye, closed
	// godot: the server has closed
	// map[closed:1]
}

// joinChat joins a chat and calls say with the argument arg. The result is a channel with the texts
// of all calls of heard.
func joinChat(conn transport.Conn, arg any) <-chan string {
	hears := make(chan string, 2)
	client := multiplayer.NewClient(conn, multiplayer.Options{})
	chat := client.World().Node("Main/Chat")
	chat.Declare(say)
	chat.Handle(heard, func(text string) { hears <- text })
	client.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			_ = chat.Call(1, "say", arg) // the connection has just begun, so there is no error
		}
	}
	go client.Run(context.Background())
	return hears
}

// An Error names the peer, the node and the method of a call. The function Server.Fault decides
// whether the peer stays connected.
func ExampleError() {
	server := multiplayer.NewServer(multiplayer.Options{})
	chat := server.World().Node("Main/Chat")
	chat.Declare(heard)
	chat.Handle(say, func(text string) error {
		return chat.Call(multiplayer.All, "heard", text)
	})

	faults := make(chan *multiplayer.Error)
	server.Fault = func(p *multiplayer.Peer, err *multiplayer.Error) error {
		faults <- err
		return nil // the peer stays connected
	}

	far, near := transport.Pipe()
	go server.ServeConn(far)
	joinChat(near, math.V2(1, 2))

	err := <-faults
	fmt.Println(err.Peer, err.Node, err.Method, variant.KindOf(err))
	fmt.Println(err)

	// Output:
	// 2 Main/Chat say wrong_type
	// godot: receive RPC from peer 2, say of Main/Chat: argument 0: wrong type: Vector2 into a Go string
}

// A client joins a chat, sends hello, and leaves after an answer.
func ExampleClient() {
	conn := openChat() // in a program: websocket.Dial(ctx, "ws://127.0.0.1:8910")
	client := multiplayer.NewClient(conn, multiplayer.Options{})
	chat := client.World().Node("Main/Chat")
	chat.Declare(say)
	chat.Handle(heard, func(server *multiplayer.Peer, text string) {
		fmt.Println("heard:", text)
		server.Conn().End(nil)
	})

	client.Event = func(e multiplayer.Event) {
		switch e := e.(type) {
		case multiplayer.Connected:
			fmt.Println("connected to", e.Peer.ID(), "as", client.World().ID())
			if err := chat.Call(1, "say", "hello"); err != nil {
				fmt.Println(err)
			}
		case multiplayer.Disconnected:
			fmt.Println("disconnected")
		}
	}
	fmt.Println(client.Run(context.Background()))

	// Output:
	// connected to 1 as 2
	// heard: hello to you
	// disconnected
	// <nil>
}

// openChat opens a chat that answers. It returns a connection to this chat.
func openChat() transport.Conn {
	server := multiplayer.NewServer(multiplayer.Options{})
	chat := server.World().Node("Main/Chat")
	chat.Declare(heard)
	chat.Handle(say, func(p *multiplayer.Peer, text string) error {
		return chat.Call(p.ID(), "heard", text+" to you")
	})

	far, near := transport.Pipe()
	go server.ServeConn(far)
	return near
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

	// The game, which is a World here, has the same spawner. It makes the players that the server
	// spawns.
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

// A server passes some calls on between games, and refuses others.
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
	h.worlds[1].Node("Main/Chat").Declare(methods...) // so that the filter gets the method names
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
