package enet_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/variant"
)

// A server for unmodified games of Godot 4 and Godot 3 at one port. The games have a node Main/Chat
// with the methods say and heard, and connect by
//
//	var peer = ENetMultiplayerPeer.new() # Godot 3: NetworkedMultiplayerENet
//	peer.create_client("127.0.0.1", 7000)
//
// Here a client in Go is the game.
func Example() {
	server := multiplayer.NewServer(
		multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	for _, world := range server.Worlds() {
		chat := world.Node("Main/Chat")
		chat.Declare(multiplayer.Method{Name: "heard"})
		chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
			func(p *multiplayer.Peer, text string) error {
				return chat.Call(p.ID(), "heard", "you said "+text)
			})
	}

	games, err := enet.Listen("127.0.0.1:0", enet.Options{}) // a server on the network has ":7000"
	if err != nil {
		log.Fatal(err)
	}
	go server.Serve(games)
	defer server.Shutdown(context.Background())

	conn, err := enet.Dial(context.Background(), games.Addr().String(), enet.Options{})
	if err != nil {
		log.Fatal(err)
	}
	game := multiplayer.NewClient(conn, multiplayer.Options{})
	chat := game.World().Node("Main/Chat")
	chat.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})
	heard := make(chan string)
	chat.Handle(multiplayer.Method{Name: "heard"}, func(text string) { heard <- text })
	game.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			chat.Call(1, "say", "hello")
		}
	}
	go game.Run(context.Background())

	fmt.Println(<-heard)
	// Output:
	// you said hello
}

// A server for games that use ENetConnection. Each message is one encoded value:
//
//	server.send(0, var_to_bytes({"n": 1}), ENetPacketPeer.FLAG_RELIABLE)
func ExampleListen_raw() {
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error {
			v, err := codec.Decode(m.Data)
			if err != nil {
				return err
			}
			answer, err := codec.Encode(variant.String(fmt.Sprint("you sent ", v)))
			if err != nil {
				return err
			}
			return p.Send(transport.Message{Data: answer, Delivery: m.Delivery, Channel: m.Channel})
		},
	}
	games, err := enet.Listen("127.0.0.1:0", enet.Options{Layer: enet.Raw})
	if err != nil {
		log.Fatal(err)
	}
	go server.Serve(games)
	defer server.Shutdown(context.Background())

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	game, err := enet.Dial(ctx, games.Addr().String(), enet.Options{Layer: enet.Raw, Channels: 2})
	if err != nil {
		log.Fatal(err)
	}
	defer game.Close(nil)

	data, _ := codec.Encode(variant.Int(7))
	game.Send(transport.Message{Data: data, Channel: 1})
	m, err := game.Receive()
	if err != nil {
		log.Fatal(err)
	}
	v, err := codec.Decode(m.Data)
	fmt.Println(v, err, "on channel", m.Channel)
	// Output:
	// you sent 7 <nil> on channel 1
}
