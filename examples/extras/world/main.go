// World is a world that belongs to a Go program, and that unmodified games of Godot 4 join. The
// program spawns scenes of the game through the game's MultiplayerSpawner, and sends their state
// through the MultiplayerSynchronizers in the scenes. It reads the .tscn files to find the
// replicated properties.
//
// It shows how a program in Go can be the multiplayer authority of nodes in a game, although it
// only reads the game's scenes as files.
//
//	cd examples/extras
//	go run ./world
//	godot4 --path world/godot4 &
//	godot4 --path world/godot4
//
// With -enet :7001 games join over ENet, too: WORLD=enet://127.0.0.1:7001 godot4 --path
// world/godot4. With -cert and -key, two files in PEM, ENet is encrypted by DTLS: see package
// encrypted.
//
// Players walk with the arrow keys and collect coins. The space bar changes their mood. The program
// decides where players are and what they have collected. Each game owns the direction and the mood
// of its player. It sends them to the program, which passes them on to the other games.
//
//	scene        synchronizer  property   owner       spawn  then
//	world.tscn   State         collected  the server         on change
//	player.tscn  State         position   the server  yes    always
//	             State         score      the server  yes    on change
//	             Control       direction  the player         always
//	             Control       mood       the player         on change
//	coin.tscn    State         position   the server  yes    never
//	             State         worth      the server  yes    never
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/examples/extras/encrypted"
)

func main() {
	address := flag.String("enet", "", "where games join over ENet too, such as :7001")
	certificate := encrypted.Flags()
	flag.Parse()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	w, err := newWorld()
	if err != nil {
		log.Fatal(err)
	}
	games, err := websocket.Listen("127.0.0.1:8911", websocket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	listeners := []transport.Listener{games}
	if *address != "" {
		udp, err := certificate.Listen(*address, enet.Options{Layer: enet.Godot4})
		if err != nil {
			log.Fatal(err)
		}
		listeners = append(listeners, udp)
	}
	go w.run(interrupted)
	context.AfterFunc(interrupted, func() { _ = w.server.Shutdown(context.Background()) })
	log.Print(w.server.Serve(listeners...))
}

// tick is the time between two steps of the world.
const tick = 50 * time.Millisecond
