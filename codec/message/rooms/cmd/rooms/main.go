// Rooms is a server for a game on many processes. Each room has one owner. If the owner dies,
// another process replaces it. README.md of package rooms lists the guarantees.
//
// One process, with NATS in it and nothing to install:
//
//	go run ./cmd/rooms
//
// More processes with NATS servers of their own, on one machine or on several:
//
//	go run ./cmd/rooms -nats nats://a:4222,nats://b:4222,nats://c:4222 -replicas 3
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/codec/message/rooms/metrics"
)

// settings are the values of the flags.
type settings struct {
	listen   string        // address for clients over TCP and UDP
	ws       string        // address for clients over WebSocket
	http     string        // address for operators
	key      string        // the public key of tickets
	bus      busSettings   // NATS
	lease    time.Duration // duration of the lease of the process
	patience time.Duration // maximum time of draining
}

func main() {
	s, err := parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		os.Exit(2) // package flag has printed the error
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	if err := run(ctx, s); err != nil {
		log.Fatal(err)
	}
}

// parse returns the values of the flags.
func parse(args []string) (s settings, err error) {
	f := flag.NewFlagSet("rooms", flag.ContinueOnError)
	f.StringVar(&s.listen, "listen", "127.0.0.1:7400", "address for clients over TCP and UDP")
	f.StringVar(&s.ws, "ws", "127.0.0.1:7401", "address for clients over WebSocket")
	f.StringVar(&s.http, "http", "127.0.0.1:7480",
		"address of /metrics, /healthz and /readyz")
	f.StringVar(&s.key, "ticket-key", "",
		"public key of tickets, see cmd/sign; empty: a token is the name of a player")
	f.StringVar(&s.bus.url, "nats", "",
		"URLs of NATS servers, separated by commas; empty: start one")
	f.StringVar(&s.bus.listen, "bus", "",
		"address where the started NATS server takes other processes; empty: none")
	f.StringVar(&s.bus.folder, "store", "",
		"folder of the started NATS server; empty: a new one that is deleted at the end")
	f.IntVar(&s.bus.replicas, "replicas", 1, "how many NATS servers store each record")
	f.DurationVar(&s.lease, "lease", 0, "how long a dead process keeps its rooms; default 1.2s")
	f.DurationVar(&s.patience, "patience", 10*time.Second, "how long the end may take")

	if err := f.Parse(args); err != nil {
		return s, err
	}
	if f.NArg() > 0 {
		err = fmt.Errorf("rooms: unexpected argument %q", f.Arg(0))
		fmt.Fprintln(f.Output(), err)
	}

	return s, err
}

// run serves until ctx is done, and then drains.
func run(ctx context.Context, s settings) (err error) {
	verify, err := verifier(s.key)
	if err != nil {
		return err
	}

	measured, err := metrics.New()
	if err != nil {
		return err
	}

	b, err := openBus(s.bus)
	if err != nil {
		return err
	}
	defer b.close()

	opening, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	node, err := rooms.Open(opening, b.conn, rooms.Config{
		Game:     meadow.Game{},
		Verify:   verify,
		Hooks:    measured.Hooks(),
		Lease:    s.lease,
		Replicas: s.bus.replicas,
	})
	if err != nil {
		return err
	}

	return errors.Join(measured.Watch(node.Stats), serve(ctx, s, node, measured))
}

// serve accepts clients until ctx is done. Then it drains the node. The port for operators stays
// open meanwhile.
func serve(ctx context.Context, s settings, node *rooms.Node, m *metrics.Metrics) error {
	port, err := openOperatorPort(ctx, s.http, node, m)
	if err != nil {
		return errors.Join(err, drain(s, node, nil))
	}

	d, err := openDoors(s.listen, s.ws)
	if err == nil {
		slog.Info("ready", "tcp", d.tcp.Addr(), "udp", d.udp.Addr(), "ws", d.ws.Addr(),
			"http", port.listener.Addr())
		err = d.serve(ctx, node)
	}

	return errors.Join(err, drain(s, node, port))
}

// drain drains the node, and then closes the port for operators if there is one.
func drain(s settings, node *rooms.Node, port *operatorPort) error {
	patience, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()

	slog.Info("draining")
	err := node.Drain(patience)
	if port != nil {
		err = errors.Join(err, port.close(patience))
	}

	return err
}
