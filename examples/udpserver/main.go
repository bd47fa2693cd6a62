/*
Udpserver tells players over UDP where all others are, 20 times a second. Datagrams get lost, come twice and overtake each other:
each carries a number, the latest wins, and nothing is ever sent again.

	go run ./examples/udpserver                          # for Godot 4
	go run ./examples/udpserver -dialect godot3 -addr :7001
	GDPORT=7001 godot3-server -s examples/udpserver/bot.gd

bot.gd is a client without graphics. One put_var is one datagram, which is one packet without any framing:

	var peer = PacketPeerUDP.new()
	peer.set_dest_address("127.0.0.1", 7001)   # Godot 3; in Godot 4 connect_to_host
	peer.put_var({"seq": seq, "at": position})
	while peer.get_available_packet_count() > 0:
		var message = peer.get_var()

Don't use PacketPeerUDP.wait() in a game: it blocks until something comes, for ever if that was lost.

Clients send {"seq": int, "at": Vector2} with numbers from 1, and get

	{"seq": int, "ids": PackedInt32Array, "at": PackedVector2Array}

(PoolIntArray and PoolVector2Array in Godot 3), in which the first ID is their own. A datagram has 1,200 bytes at most, which
every network carries in one piece. If the players do not fit into one, they take turns. The server allocates nothing for it.
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
	addr := flag.String("addr", "127.0.0.1:7001", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine of the clients: godot4 or godot3")
	flag.Parse()
	d := codec.DialectByName(*dialect)
	if d == nil {
		log.Fatal("no such dialect: ", *dialect)
	}
	at, err := net.ResolveUDPAddr("udp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	conn, err := net.ListenUDP("udp", at)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	slog.Info("listening", "addr", conn.LocalAddr(), "dialect", d.Name)
	slog.Info("ended", "why", newServer(conn, d, slog.Default()).serve(ctx))
}
