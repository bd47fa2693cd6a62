/*
Tcpserver is an authoritative game server for games made with Godot: players join, say in which direction
they want to move, and are told 20 times a second where everybody is.

	go run ./examples/tcpserver                          # for Godot 4
	go run ./examples/tcpserver -dialect godot3 -addr :7000
	GDPORT=7000 godot3-server -s examples/tcpserver/bot.gd

bot.gd is a client without graphics. In GDScript a client comes down to

	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", 7000)
	peer.put_var({"op": "join", "name": "Tia"})
	peer.put_var({"op": "move", "dir": Vector2(1, 0)})
	while peer.get_available_bytes() > 0:
		print(peer.get_var())

Clients send

	{"op": "join", "name": String}    first of all
	{"op": "move", "dir": Vector2}    from now on, until the next
	{"op": "ping", "t": any value}    comes back as {"op": "pong", "t": the same}
	{"op": "leave"}

and get

	{"op": "welcome", "id": int, "ticks": int}
	{"op": "state", "tick": int, "players": {id: Vector2, …}}
	{"op": "left", "id": int, "name": String}

messages.go has them as Go structs, with their handlers.

The server believes clients nothing but a direction. Frames are limited to 1 KiB before they are read, messages to 40 a second;
a client that says nothing for 10 seconds, does not take what it is sent, or speaks another language is put out.

	go run ./examples/tcpserver -soak 64 -for 60s

has 64 clients in Go play on the same server over loopback, and prints what that costs.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7000", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine of the clients: godot4 or godot3")
	clients := flag.Int("soak", 0, "play with so many clients in Go, and measure")
	span := flag.Duration("for", 10*time.Second, "how long to soak")
	rate := flag.Int("rate", 100, "messages that a soaking client sends a second")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *addr, *dialect, soak{*clients, *rate, *span, os.Stdout}); err != nil {
		fmt.Fprintln(os.Stderr, "tcpserver:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, addr, dialect string, load soak) error {
	c := defaults
	if c.Dialect = codec.DialectByName(dialect); c.Dialect == nil {
		return errors.New("no such dialect: " + dialect)
	}
	if load.clients > 0 {
		return load.run(ctx, c)
	}
	s, err := newServer(c, slog.Default())
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	slog.Info("listening", "addr", l.Addr(), "dialect", dialect)
	return s.serve(ctx, l)
}
