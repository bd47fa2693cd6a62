/*
Tcpserver is an authoritative game server for games made with Godot: players join, say in which direction
they want to move, and are told 20 times a second where everybody is.

	go run ./examples/tcpserver                          # for Godot 4
	go run ./examples/tcpserver -dialect godot3 -addr :7000
	GDPORT=7000 godot3-server -s examples/tcpserver/bot.gd
	go run ./examples/tcpserver -soak 64 -for 60s        # see soak.go

messages.go has all messages, and bot.gd is a client without graphics. In each frame a game reads, with a PacketPeerStream
around its StreamPeerTCP, and in Godot 4 after the poll() of that,

	while peer.get_available_packet_count() > 0:
		print(peer.get_var())

The server believes clients nothing but a direction. Connections and messages are limited in number, and frames to 1 KiB before
they are read. A client that is silent for 10 seconds, does not take what it is sent, or speaks another language loses its
connection, and the others notice nothing.
*/
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"net"
	"os"
	"os/signal"

	"godotvariant/codec"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7000", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine of the clients: godot4 or godot3")
	load := soakFlags()
	flag.Parse()
	d := codec.DialectByName(*dialect)
	if d == nil {
		log.Fatal("no such dialect: ", *dialect)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if load.clients > 0 {
		os.Exit(load.run(ctx, d))
	}
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	slog.Info("listening", "addr", l.Addr(), "dialect", d.Name)
	slog.Info("ended", "why", newServer(d, defaults, slog.Default()).serve(ctx, l))
}
