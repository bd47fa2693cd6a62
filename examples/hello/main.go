// Hello is a first server: a game of Godot 4 or Godot 3 sends a text with put_var over TCP, and the
// server sends the text to all games. It shows how a message of a game calls a function in Go, how
// an answer reaches all games, what an unknown client may do, and how a game is told why the server
// disconnects it.
//
//	go run .          # then run the project in godot4 or godot3
//	go run . -stub    # prints a function for each message, in GDScript
//	go test .         # the same server without a network, with a clock of the test
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

type Say struct { // put_var({"type": "say", "text": "hi"})
	Text string `godot:",max=200"`
}
type Said struct{ Text string }   // {"type": "said", "text": "hi"}, to all games
type Goodbye struct{ Why string } // {"type": "goodbye", "why": "idle"}, the last message

func newServer() *message.Server[*message.Peer] {
	mux := message.New[*message.Peer](message.Options{})
	message.Declare[Said](mux, "said")
	message.Declare[Goodbye](mux, "goodbye")

	var games message.Group[*message.Peer]
	message.Handle(mux, "say", func(_ *message.Peer, m *Say) error {
		return games.Send(Said{m.Text})
	})
	goodbye := func(_ *message.Peer, why error) any { return Goodbye{transport.Reason(why)} }

	return &message.Server[*message.Peer]{
		Mux:      mux,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		Limits:   transport.Limits{MaxPeers: 100, MaxRate: 20, Idle: time.Minute},
		Enter: func(game *message.Peer) (*message.Peer, error) {
			games.Add(game)
			return game, nil
		},
		Farewell: goodbye, // to a game that was inside
		Refused:  goodbye, // to a game that was refused
	}
}

func main() {
	address := flag.String("addr", "127.0.0.1:9000", "where to listen")
	stub := flag.Bool("stub", false, "print the messages as GDScript, for the game")
	flag.Parse()

	server := newServer()
	if *stub {
		fmt.Print(server.Mux.Schema().GDScript())
		return
	}

	listener, err := transport.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Print("listening on ", listener.Addr())

	go func() { log.Print(server.Serve(listener)) }()

	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-interrupted.Done()
	if err := server.Shutdown(context.Background(), nil); err != nil {
		log.Print("shut down: ", err)
	}
}
