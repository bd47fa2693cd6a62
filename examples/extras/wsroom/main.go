// Wsroom is a chat room for games made with Godot, over WebSocket. Members of any engine hear
// each other: Godot 4, Godot 3, a Godot game in a browser, a program in Go.
//
//	go run ./wsroom                  # in the directory examples/extras
//	go run ./wsroom -addr :8910 -origins game.example.com
//
// Whoever opens the address that it prints, http://127.0.0.1:8910, is in the room with a small
// game (game.gd) in the browser. The game needs Godot's web build, which this command downloads,
// in the directory of the repository:
//
//	go run ./internal/enginetest/fetch
//
// The room is at /room. One binary message is one packet, as put_var of a WebSocketPeer writes
// it: a WebSocket has messages, so nothing needs a length before it. A client offers the
// sub-protocol of its engine, godot-room.v1.godot4 or godot-room.v1.godot3. Godot 4 before 4.4
// and other dialects have names of their own, see codec.Dialects. bot3.gd and bot4.gd are members
// for Godot 3 and 4:
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
//	{"event": "joined", "name": who, "members": how many there are}
//	{"event": "said", "name": who, "value": value}
//	{"event": "refused", "name": dialect, "members": how many, "why": text}
//	{"event": "left", "name": who}
//
// A refused value is one that so many members did not hear: their engine lacks its type, or it is
// too long. All others heard it. Only the one who said it hears that.
//
// Both sides have a limit of 64 KiB a message, see maxMessage.
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
		"hosts, by commas, whose web pages may connect, besides the room's own; games that are no web page may anyhow")
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
