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

Clients send {"seq": int, "at": Vector2}, and get

	{"seq": int, "ids": PackedInt32Array, "at": PackedVector2Array}

(PoolIntArray and PoolVector2Array in Godot 3), in which the first ID is their own. A datagram has 1,200 bytes at most, which
every network carries in one piece. Who does not fit into one is in the next: the players take turns. Sequence numbers may pass
2,147,483,647 and go on from the other end.

The server encodes a datagram from its own slices into one buffer and allocates nothing, see snapshot.go.
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

	"godotvariant/codec"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7001", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine of the clients: godot4 or godot3")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *addr, *dialect); err != nil {
		fmt.Fprintln(os.Stderr, "udpserver:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, addr, dialect string) error {
	d := codec.DialectByName(dialect)
	if d == nil {
		return errors.New("no such dialect: " + dialect)
	}
	at, err := net.ResolveUDPAddr("udp", addr)
	if err != nil {
		return err
	}
	conn, err := net.ListenUDP("udp", at)
	if err != nil {
		return err
	}
	s, err := newServer(conn, d, slog.Default())
	if err != nil {
		return err
	}
	slog.Info("listening", "addr", conn.LocalAddr(), "dialect", d.Name)
	return s.serve(ctx)
}
