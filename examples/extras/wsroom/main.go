// Wsroom is a chat room for games made with Godot, over WebSocket.
//
//	go run ./wsroom                  # in the directory examples/extras
//	go run ./wsroom -dialect godot4 -addr :8910 -origins game.example.com
//
// One binary message is one packet, as put_var of a WebSocketPeer writes it: a
// WebSocket has messages, so nothing needs a length before it. bot.gd is the
// other side, for Godot 3:
//
//	GDPORT=8910 NAME=Ada godot3-server --no-window -s wsroom/bot.gd
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

	"godotvariant/codec"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8910", "address to listen on")
	dialect := flag.String("dialect", "godot3", "what the clients speak: godot3, godot4")
	origins := flag.String("origins", "", "hosts, by commas, whose web pages may connect; games that are no web page may anyhow")
	flag.Parse()

	c, err := roomCodec(*dialect)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	server := &http.Server{Addr: *addr, Handler: newRoom(c, strings.FieldsFunc(*origins, isComma)), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	log.Printf("a room at ws://%s for sub-protocol %s", *addr, protocol)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func isComma(r rune) bool { return r == ',' }

// roomCodec returns the codec of a room: for one dialect, and no packet longer
// than a client can take.
func roomCodec(dialect string) (*codec.Codec, error) {
	d := codec.DialectByName(dialect)
	if d == nil {
		return nil, errors.New("no such dialect: " + dialect)
	}
	return codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxSize: maxMessage}})
}
