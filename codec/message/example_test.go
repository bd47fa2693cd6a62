package message_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// A player is the sender of a message, as handlers get it.
type player struct {
	name string
	at   math.Vector2
}

// A game sends the messages Join and Move, and gets the message Moved.
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

// The program registers the messages of a game once, and reads them from each player. In the game:
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

	message.Declare[Moved](mux, "moved")

	tia := new(player)
	for _, m := range []map[string]any{
		{"type": "move", "dir": math.V2(1, 0)},
		{"type": "join", "name": "Tia"},
		{"type": "move", "dir": math.V2(100, 0)},
		{"type": "move", "dir": "left"},
		{"type": "fly"},
	} {
		packet, _ := codec.Marshal(m) // as the game sends it
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
	// godot: message "move": decode $["dir"] (String) at offset 20: wrong type: String into a Go math.Vector2
	// ignored: fly
	// {"type": "moved", "name": "Tia", "at": Vector2(1, 0)} <nil>
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
	message.Declare[Moved](mux, "moved")
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

	listener, err := transport.Listen("tcp", "127.0.0.1:0")
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

	codec.NewEncoder(game, codec.FrameU32).Marshal(map[string]any{"type": "join", "name": "Tia"})
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

	message.Declare[say](mux, "say")

	packet, err := mux.Append(nil, &say{To: "all", Text: "hello"})
	fmt.Println(err, mux.Dispatch("Tia", packet))
	packet, _ = codec.Encode(variant.NewArray(variant.String("say"), variant.String("all")))
	fmt.Println(mux.Dispatch("Tia", packet))
	// Output:
	// Tia to all: hello
	// <nil> <nil>
	// godot: message "say": decode $ (Array) at offset 0: out of range: 2 items into the 3 of a Go message_test.say and its name
}

// A server over TLS. Its listener is from package crypto/tls. The game uses a StreamPeerTLS around
// its connection.
func ExampleServer_Serve_tls() {
	certified := httptest.NewTLSServer(nil) // for tests; a program uses tls.LoadX509KeyPair
	defer certified.Close()

	mux := new(message.Mux[*message.Peer])
	message.Declare[Moved](mux, "moved")
	message.Handle(mux, "join", func(p *message.Peer, m *Join) error {
		return p.Send(Moved{Name: m.Name})
	})

	listener, err := tls.Listen("tcp", "127.0.0.1:0", certified.TLS)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer listener.Close()

	server := &message.Server[*message.Peer]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
	}
	go server.Serve(transport.Stream(listener, transport.StreamOptions{}))

	trust := certified.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	game, err := tls.Dial("tcp", listener.Addr().String(),
		&tls.Config{RootCAs: trust, ServerName: "example.com"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer game.Close()

	codec.NewEncoder(game, codec.FrameU32).Marshal(map[string]any{"type": "join", "name": "Tia"})
	fmt.Println(codec.NewDecoder(game, codec.FrameU32).Decode())
	// Output:
	// {"type": "moved", "name": "Tia", "at": Vector2(0, 0)} <nil>
}

// Two bots in Go, and a message to both, which the server encodes once.
func ExampleNewClient() {
	var room message.Group[*message.Peer]
	onServer := new(message.Mux[*message.Peer])
	message.Declare[Moved](onServer, "moved")
	message.Handle(onServer, "join", func(p *message.Peer, m *Join) error {
		room.Add(p)
		return nil
	})
	message.Handle(onServer, "move", func(p *message.Peer, m *Move) error {
		return room.Send(Moved{"Tia", m.Dir})
	})

	listener, err := transport.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer listener.Close()

	server := &message.Server[*message.Peer]{
		Mux:   onServer,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
		Leave: func(p *message.Peer, why error) { room.Remove(p) },
	}
	go server.Serve(listener)

	onBot := new(message.Mux[string])
	message.Declare[Join](onBot, "join")
	message.Declare[Move](onBot, "move")
	message.Handle(onBot, "moved", func(bot string, m *Moved) error {
		fmt.Println(bot, "sees", m.Name, "at", m.At)
		return nil
	})

	var bots []*message.Client[string]
	for _, name := range []string{"Tia", "Ann"} {
		conn, err := transport.Dial(context.Background(), "tcp", listener.Addr().String())
		if err != nil {
			fmt.Println(err)
			return
		}

		bot := message.NewClient(context.Background(), conn, onBot)
		defer bot.Close(nil)

		bot.Send(Join{name})
		bots = append(bots, bot)
	}

	for len(room.Members()) < len(bots) {
		time.Sleep(time.Millisecond)
	}
	bots[0].Send(Move{math.V2(1, 0)})
	fmt.Println(bots[0].Receive("Tia"), bots[1].Receive("Ann"))
	// Output:
	// Tia sees Tia at Vector2(1, 0)
	// Ann sees Tia at Vector2(1, 0)
	// <nil> <nil>
}

// A description of the messages that a Mux reads and sends. The method Markdown makes a page of the
// description, and the method GDScript makes a script for the game. The hash changes when the
// messages change. So a game that sends the hash in its first message gets an error if its messages
// are old.
func ExampleMux_Schema() {
	mux := new(message.Mux[*player])
	message.Handle(mux, "join", func(p *player, m *Join) error { return nil })
	message.Declare[Moved](mux, "moved")

	protocol := mux.Schema()
	for _, m := range append(protocol.In, protocol.Out...) {
		for _, field := range m.Fields {
			fmt.Println(m.Name, field.Name, field.Type)
		}
	}
	fmt.Println(protocol.Hash())
	// Output:
	// join name String
	// moved name String
	// moved at Vector2
	// be2be3d8
}
