/*
Udpserver sends players the positions of the other players over UDP, 20 times a second. Datagrams
can be lost, arrive twice, and arrive in another order. So each datagram has a number, older
datagrams are ignored, and lost datagrams are not sent again.

It shows a transport without a message layer: what a server does itself if datagrams get lost, and
how it encodes without allocation.

	go run ./examples/udpserver                          # for Godot 4
	go run ./examples/udpserver -dialect godot3 -addr :7001
	GDPORT=7001 godot3-server -s examples/udpserver/bot.gd

bot.gd is a client without graphics. Each put_var sends one datagram, which has one packet without a
frame:

	var peer = PacketPeerUDP.new()
	peer.set_dest_address("127.0.0.1", 7001)   # Godot 3; in Godot 4 connect_to_host
	peer.put_var({"seq": seq, "at": position})
	while peer.get_available_packet_count() > 0:
		var message = peer.get_var()
		if message is int:           # the server asks whether it reaches this address
			peer.put_var(message)

The address of a datagram can be forged. So until an address is confirmed, the server answers only
with a number, and with no more bytes than it received. When the number comes back, the address is
confirmed.

Don't use PacketPeerUDP.wait() in a game: it blocks until a datagram arrives, and blocks forever if
the datagram was lost.

Clients send {"seq": int, "at": Vector2}, numbered from 1. They get

	{"seq": int, "ids": PackedInt32Array, "at": PackedVector2Array}

(PoolIntArray and PoolVector2Array in Godot 3), and the first ID is their own. A datagram has at
most 1,200 bytes, which every network carries in one piece. If not all players fit into it, each
datagram has other players than the previous one.
*/
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"os"
	"os/signal"

	"godotvariant/codec"
	"godotvariant/codec/transport"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7001", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine of the clients: godot4 or godot3")
	flag.Parse()

	d := codec.DialectByName(*dialect)
	if d == nil {
		log.Fatal("no such dialect: ", *dialect)
	}

	listener, err := transport.Listen("udp", *addr)
	if err != nil {
		log.Fatal(err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	slog.Info("listening", "addr", listener.Addr(), "dialect", d.Name())
	slog.Info("ended", "why", newServer(d, slog.Default()).serve(ctx, listener))
}
