// Relay passes on calls between games, by rules that the server_relay of an engine does not have.
// The games are ordinary ones, with @rpc("any_peer"), and no game is the server:
//
//	cd examples/extras
//	go run ./relay
//	godot4 --path relay/godot4 -- ada red &
//	godot4 --path relay/godot4 -- bob red
//
// The games of relay/godot3 are those of Godot 3. They meet each other, but not those of Godot 4.
//
// The rules:
//
//	authentication  a game sends its player's name, password and room by send_auth, or in Godot 3
//	                by calling show_ticket
//	rooms           players call each other, and know of each other, only within a room
//	nodes, methods  only say and start of the autoload Table; nothing of Admin, which the games
//	                leave open for any peer
//	roles           only the host, who has been in the room for the longest time, calls start
//	rates           a player says 2 things a second to another one, or 5 at once
//	strangers       a packet has the ID of the connection that it came on
//
// The program is the peer 1, too: players change their room by calling enter at it, and it calls
// entered at the games, with the name of each player in the room.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/examples/extras/wsconn"
)

func main() {
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	passwords := map[string]string{"ada": "moon", "bob": "sun", "cem": "star"}
	site := http.NewServeMux()
	var relays sync.WaitGroup
	for address, p := range map[string]*packet.Protocol{
		"/godot4": packet.Godot4, "/godot3": packet.Godot3,
	} {
		r, err := newRelay(p, passwords)
		if err != nil {
			log.Fatal(err)
		}
		site.Handle(address, wsconn.Handler(r.gate.Serve))

		// Poll disconnects games that don't authenticate themselves in time.
		relays.Go(func() { r.gate.Run(interrupted, time.Second, r.world.Poll) })
	}
	go func() { log.Fatal(http.ListenAndServe("127.0.0.1:8912", site)) }()

	relays.Wait()
}
