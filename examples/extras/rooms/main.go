// Rooms is a server for a game on many processes. Each room has one owner, which another process
// replaces when it dies. README.md says what is promised.
//
// One process, with NATS in it and nothing to install, in the directory examples/extras:
//
//	go run ./rooms
//
// More processes with NATS servers of their own, on one machine or on several:
//
//	go run ./rooms -nats nats://a:4222,nats://b:4222,nats://c:4222 -replicas 3
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"godotvariant/examples/extras/rooms/meadow"
	"godotvariant/examples/extras/rooms/rooms"
)

// settings are the values of the flags.
type settings struct {
	listen   string        // for clients over TCP and UDP
	ws       string        // for clients over WebSocket
	bus      busSettings   // NATS
	lease    time.Duration // of the process
	patience time.Duration // with the end
}

func main() {
	var s settings
	flag.StringVar(&s.listen, "listen", "127.0.0.1:7400", "address for clients over TCP and UDP")
	flag.StringVar(&s.ws, "ws", "127.0.0.1:7401", "address for clients over WebSocket")
	flag.StringVar(&s.bus.url, "nats", "",
		"URLs of NATS servers, separated by commas; empty: start one")
	flag.StringVar(&s.bus.listen, "bus", "",
		"address where the started NATS server takes other processes; empty: none")
	flag.StringVar(&s.bus.folder, "store", "",
		"folder of the started NATS server; empty: a new one that is deleted at the end")
	flag.IntVar(&s.bus.replicas, "replicas", 1, "how many NATS servers store each record")
	flag.DurationVar(&s.lease, "lease", 0, "how long a dead process keeps its rooms; default 1.2s")
	flag.DurationVar(&s.patience, "patience", 10*time.Second, "how long the end may take")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	if err := run(ctx, s); err != nil {
		log.Fatal(err)
	}
}

// run serves until ctx is done, and then drains.
func run(ctx context.Context, s settings) (err error) {
	b, err := openBus(s.bus)
	if err != nil {
		return err
	}
	defer b.close()

	opening, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	node, err := rooms.Open(opening, b.conn, rooms.Config{
		Game:     meadow.Game{},
		Lease:    s.lease,
		Replicas: s.bus.replicas,
	})
	if err != nil {
		return err
	}

	d, err := openDoors(s, node)
	if err == nil {
		slog.Info("ready", "tcp", d.tcp.Addr(), "udp", d.udp.LocalAddr(), "ws", d.ws.Addr())
		err = d.serve(ctx, node)
	}

	patience, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	slog.Info("draining")
	return errors.Join(err, node.Drain(patience))
}
