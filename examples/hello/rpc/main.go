// Rpc is a server for games with @rpc over ENet, for unmodified games of Godot 4 and Godot 3. When
// a game says something to the server, the server says it to all games of the same engine. It
// shows how to write a node of a scene in Go, how the calls of games reach functions in Go, and how
// the calls of the server reach the games.
//
//	go run ./rpc     # then run the project in rpc/godot4 or rpc/godot3
//	go test ./rpc    # the same server without a network
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport/enet"
)

func newServer() *multiplayer.Server {
	server := multiplayer.NewServer( // the games of each engine have their own World
		multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	for _, world := range server.Worlds() {
		chat := world.Node("Main/Chat")
		chat.Declare(multiplayer.Method{Name: "heard"})
		chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
			func(game *multiplayer.Peer, text string) error {
				return chat.Call(multiplayer.All, "heard", game.ID(), text)
			})
	}
	return server
}

func main() {
	address := flag.String("addr", ":7000", "where to listen")
	flag.Parse()

	games, err := enet.Listen(*address, enet.Options{})
	if err != nil {
		log.Fatal(err)
	}
	log.Print("listening on ", games.Addr())

	server := newServer()
	go func() { log.Print(server.Serve(games)) }()

	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-interrupted.Done()
	if err := server.Shutdown(context.Background()); err != nil {
		log.Print("shut down: ", err)
	}
}
