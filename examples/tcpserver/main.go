/*
Tcpserver is an authoritative game server for games made with Godot. Players join and say in which
direction they want to move. The server tells all of them 20 times a second where everybody is.

	go run ./examples/tcpserver                          # for Godot 4
	go run ./examples/tcpserver -dialect godot3 -addr :7000
	GDPORT=7000 godot3-server -s examples/tcpserver/bot.gd

messages.go has all messages, and bot.gd is a client without graphics. A game has a
PacketPeerStream around its StreamPeerTCP, calls poll() of that in Godot 4, and reads in each
frame

	while peer.get_available_packet_count() > 0:
		print(peer.get_var())

The server takes nothing but a direction from its clients. It limits the number of connections,
the messages a second, and the size of a message to 1 KiB. It disconnects a client that is silent
for 10 seconds, does not read its messages, or sends something else. The other clients are not
affected.
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
	flag.Parse()

	d := codec.DialectByName(*dialect)
	if d == nil {
		log.Fatal("no such dialect: ", *dialect)
	}
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	slog.Info("listening", "addr", l.Addr(), "dialect", d.Name)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	slog.Info("ended", "why", newServer(d, defaults, slog.Default()).serve(ctx, l))
}
