// Lobby is the lobby of Godot's manual ("High-level multiplayer") with a server in Go. Players of
// Godot 4 and Godot 3 register, see each other come and go, and talk. The game starts when all
// players have loaded it. The projects of the games use @rpc as in the manual:
//
//	cd examples/extras
//	go run ./lobby
//	godot4 --path lobby/godot4
//	godot3 --path lobby/godot3
//
// Games call these methods of the autoload Lobby at the server: register_player(info), with a
// Dictionary such as {"name": "Ada"}, begin(), player_loaded() and say(value). The server calls at
// the games: add_player(id, info), remove_player(id), load_game(scene), start_game() and
// hear(id, value).
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/examples/extras/wsconn"
)

func main() {
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	// Each family of engines has an address, since the server speaks first.
	l, site := new(lobby), http.NewServeMux()
	site.Handle("/godot4", wsconn.Handler(l.open(packet.Godot4).serve))
	site.Handle("/godot3", wsconn.Handler(l.open(packet.Godot3).serve))
	go func() { log.Fatal(http.ListenAndServe("127.0.0.1:8910", site)) }()

	<-interrupted.Done()
	l.close()
}
