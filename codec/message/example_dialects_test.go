package message_test

import (
	"context"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A game sends the message Say, and gets the message Said.
type (
	Say  struct{ Text string }
	Said struct{ Text string }
)

// A room for games of Godot 4 and Godot 3, and its test without a network. A program calls
// server.Serve with its listeners, such as those of transport.Listen and websocket.Listen. In the
// game:
//
//	peer.put_var({"type": "say", "text": "hi"})
func ExampleServer_ServeConn() {
	mux := message.New[*message.Peer](message.Options{})
	message.Declare[Said](mux, "said")

	var room message.Group[*message.Peer]
	message.Handle(mux, "say", func(p *message.Peer, m *Say) error {
		return room.Send(Said{m.Text})
	})

	server := &message.Server[*message.Peer]{
		Mux:      mux,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		Enter: func(p *message.Peer) (*message.Peer, error) {
			room.Add(p)
			return p, nil
		},
	}

	tia := joinRoom(server, codec.Godot4)
	defer tia.Close(nil)
	tia.Send(Say{"hi"})
	fmt.Println(tia.Receive("Tia"))

	ann := joinRoom(server, codec.Godot3)
	defer ann.Close(nil)
	ann.Send(Say{"hello"})
	fmt.Println(tia.Receive("Tia"), ann.Receive("Ann"))
	// Output:
	// Tia hears hi
	// <nil>
	// Tia hears hello
	// Ann hears hello
	// <nil> <nil>
}

// joinRoom returns a client that uses the dialect d. A pipe connects the client to the server.
func joinRoom(
	server *message.Server[*message.Peer], d *variant.Dialect,
) *message.Client[string] {
	mux := message.New[string](message.Options{
		Codec: codec.MustNew(codec.Options{Dialect: d}),
	})
	message.Declare[Say](mux, "say")
	message.Handle(mux, "said", func(name string, m *Said) error {
		fmt.Println(name, "hears", m.Text)
		return nil
	})

	far, near := transport.Pipe()
	go server.ServeConn(far)
	return message.NewClient(context.Background(), near, mux)
}
