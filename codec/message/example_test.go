package message_test

import (
	"errors"
	"fmt"
	"net"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

// A player is a sender.
type player struct {
	name string
	at   math.Vector2
}

// Join and Move come from the game, Moved goes to it.
type (
	Join struct {
		Name string `godot:"name"`
	}
	Move struct {
		Dir math.Vector2 `godot:"dir"`
	}
	Moved struct {
		Name string       `godot:"name"`
		At   math.Vector2 `godot:"at"`
	}
)

// The messages of a game are registered once, and served for each player. In the game:
//
//	socket.put_var({"type": "join", "name": "Tia"})
//	socket.put_var({"type": "move", "dir": Vector2(1, 0)})
func Example() {
	mux := message.New[*player](message.Options{})
	message.Handle(mux, "join", func(p *player, m *Join) error {
		p.name = m.Name
		return nil
	})

	message.Handle(mux, "move", func(p *player, m *Move) error {
		if p.name == "" {
			return errors.New("a move before join")
		}
		p.at = p.at.Add(m.Dir.LimitLength(1))
		return nil
	})

	message.Register[Moved](mux, "moved")

	tia := new(player)
	for _, v := range []variant.Variant{
		variant.NewDictionary(variant.KV("type", variant.String("move")),
			variant.KV("dir", math.V2(1, 0))),
		variant.NewDictionary(variant.KV("type", variant.String("join")),
			variant.KV("name", variant.String("Tia"))),
		variant.NewDictionary(variant.KV("dir", math.V2(100, 0)),
			variant.KV("type", variant.String("move"))),
		variant.NewDictionary(variant.KV("type", variant.String("move")),
			variant.KV("dir", variant.String("left"))),
		variant.NewDictionary(variant.KV("type", variant.String("fly"))),
	} {
		packet, _ := codec.Encode(v) // as the game sends it
		err := mux.Dispatch(tia, packet)

		var unknown *message.UnknownError
		switch {
		case errors.As(err, &unknown):
			fmt.Println("ignored:", unknown.Name)
		case err != nil:
			fmt.Println(err)
		}
	}

	packet, err := mux.Append(nil, Moved{tia.name, tia.at})
	v, _ := codec.Decode(packet) // as the game reads it
	fmt.Println(v, err)
	// Output:
	// a move before join
	// godot: message "move": decode $["dir"] (String) at offset 44: wrong type: String into a Go math.Vector2
	// ignored: fly
	// {"type": "moved", "name": "Tia", "at": Vector2(1, 0)} <nil>
}

// A stream in both directions. In the game:
//
//	peer.put_var({"type": "join", "name": "Tia"})
//	print(peer.get_var().name)
func ExampleMux_Receive() {
	server, game := net.Pipe()
	in, out := codec.NewDecoder(server, codec.FrameU32), codec.NewEncoder(server, codec.FrameU32)
	mux := message.New[*player](message.Options{})
	message.Register[Moved](mux, "moved")

	message.Handle(mux, "join", func(p *player, m *Join) error {
		p.name = m.Name
		return mux.Send(out, &Moved{Name: p.name})
	})

	go func() { // the game
		defer game.Close()
		codec.NewEncoder(game, codec.FrameU32).Encode(variant.NewDictionary(
			variant.KV("type", variant.String("join")), variant.KV("name", variant.String("Tia")),
		))
		v, _ := codec.NewDecoder(game, codec.FrameU32).Decode()
		fmt.Println(v)
	}()

	for {
		if err := mux.Receive(new(player), in); err != nil {
			fmt.Println(err)
			break
		}
	}
	// Output:
	// {"type": "moved", "name": "Tia", "at": Vector2(0, 0)}
	// EOF
}

// A server over TCP. A game talks to it with StreamPeerTCP:
//
//	peer.put_var({"type": "join", "name": "Tia"})
//	print(peer.get_var().name)
func ExampleServer() {
	type guest struct {
		*message.Peer
		name string
	}

	mux := message.New[*guest](message.Options{})
	message.Register[Moved](mux, "moved")
	message.Handle(mux, "join", func(g *guest, m *Join) error {
		g.name = m.Name
		return g.Send(Moved{Name: g.name})
	})

	left := make(chan string, 1)
	server := &message.Server[*guest]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*guest, error) { return &guest{Peer: p}, nil },
		Leave: func(g *guest, why error) { left <- fmt.Sprint(g.name, ": ", why) },
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}

	defer listener.Close()
	go server.Serve(listener)

	game, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}

	codec.NewEncoder(game, codec.FrameU32).Encode(variant.NewDictionary(
		variant.KV("type", variant.String("join")), variant.KV("name", variant.String("Tia")),
	))

	fmt.Println(codec.NewDecoder(game, codec.FrameU32).Decode())
	game.Close()
	fmt.Println(<-left)
	// Output:
	// {"type": "moved", "name": "Tia", "at": Vector2(0, 0)} <nil>
	// Tia: EOF
}

// Messages by position, as a game sends them with
//
//	peer.put_var(["say", "all", "hello"])
func ExampleHandle_array() {
	type say struct {
		_    struct{} `godot:"array"`
		To   string
		Text string
	}

	mux := message.New[string](message.Options{})
	message.Handle(mux, "say", func(from string, m *say) error {
		fmt.Printf("%s to %s: %s\n", from, m.To, m.Text)
		return nil
	})

	message.Register[say](mux, "say")

	packet, err := mux.Append(nil, &say{To: "all", Text: "hello"})
	fmt.Println(err, mux.Dispatch("Tia", packet))
	packet, _ = codec.Encode(variant.NewArray(variant.String("say"), variant.String("all")))
	fmt.Println(mux.Dispatch("Tia", packet))
	// Output:
	// Tia to all: hello
	// <nil> <nil>
	// godot: message "say": decode $ (Array) at offset 0: out of range: 2 items into the 3 of a Go message_test.say and its name
}

// Only the server sends welcome. Without Register there is no name for it.
func ExampleRegister() {
	type welcome struct {
		ID int `godot:"id"`
	}

	mux := message.New[*player](message.Options{Key: "op"})
	_, err := mux.Append(nil, welcome{3})
	fmt.Println(err)

	message.Register[welcome](mux, "welcome")
	packet, err := mux.Append(nil, welcome{3})
	v, _ := codec.Decode(packet)
	fmt.Println(v, err)
	// Output:
	// godot: encode $: unknown message: no name is registered for a message_test.welcome, see message.Register
	// {"op": "welcome", "id": 3} <nil>
}

// Serve handles all messages of a stream. Errors of one message do not end the stream.
func ExampleMux_Serve() {
	mux := message.New[*player](message.Options{})
	message.Handle(mux, "move", func(p *player, m *Move) error {
		p.at = p.at.Add(m.Dir)
		return nil
	})

	client, server := net.Pipe()
	go func() {
		defer client.Close()
		enc := codec.NewEncoder(client, codec.FrameU32)
		enc.Marshal(map[string]any{"type": "move", "dir": math.V2(1, 0)})
		enc.Marshal(map[string]any{"type": "fly"})
		enc.Marshal(map[string]any{"type": "move", "dir": math.V2(0, 2)})
	}()

	p, dec := new(player), codec.NewDecoder(server, codec.FrameU32)
	for dec.Err() == nil {
		if err := mux.Serve(p, dec); err != nil {
			fmt.Println(err)
		}
	}

	fmt.Println(p.at, dec.Err())
	// Output:
	// godot: decode $["type"] (String) at offset 24: unknown message "fly"
	// Vector2(1, 2) EOF
}
