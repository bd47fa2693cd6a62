// Wsroom is a chat room for games made with Godot, over WebSocket. Its members hear each other:
// games in Godot 4, in Godot 3 and in a browser, and programs in Go.
//
//	go run ./wsroom                  # in the directory examples/extras
//	go run ./wsroom -addr :8910 -origins game.example.com
//
// The address that it prints, http://127.0.0.1:8910, is a page with a small game (game.gd) that
// joins the room. The game needs Godot's web build. This command downloads it, in the directory of
// the repository:
//
//	go run ./internal/enginetest/fetch
//
// The room is at /room. One binary message is one packet, without a length before it, as put_var of
// a WebSocketPeer writes it. A client offers the sub-protocol of its engine, godot-room.v1.godot4
// or godot-room.v1.godot3. codec.Dialects has the names of the other dialects. bot3.gd and bot4.gd
// are members for Godot 3 and 4:
//
//	NAME=Ada godot3-server --no-window -s wsroom/bot3.gd
//
// A client sends these messages:
//
//	{"join": name}   first
//	{"say": value}   any value
//
// It receives these:
//
//	{"event": "joined", "name": name, "members": number of all members}
//	{"event": "said", "name": name, "value": value}
//	{"event": "refused", "name": dialect, "members": number of its members, "why": text}
//	{"event": "left", "name": name}
//
// The sender of a value gets the event "refused" for each dialect whose members did not hear it:
// the dialect lacks its type, or the message is too long. All other members heard it.
//
// Messages in both directions have at most 64 KiB, see maxMessage.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8910", "address to listen on")
	origins := flag.String("origins", "",
		"more hosts whose web pages may connect, separated by commas; "+
			"games that are not web pages always may")
	flag.Parse()

	r, err := newRoom(strings.FieldsFunc(*origins, isComma))
	if err != nil {
		log.Fatal(err)
	}

	site, err := newSite(r, nil)
	if err != nil {
		log.Print("no page: ", err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	server := &http.Server{Addr: *addr, Handler: site, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	log.Printf("a room at http://%s", *addr)

	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func isComma(r rune) bool { return r == ',' }
