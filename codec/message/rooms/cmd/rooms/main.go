// Rooms is a server for a game on many processes. Each room has one owner. If the owner dies,
// another process replaces it. README.md of package rooms lists the guarantees.
//
// One process, with a NATS server inside, needs no installation:
//
//	go run ./cmd/rooms
//
// Several processes, on one machine or on several, use NATS servers that run by themselves:
//
//	go run ./cmd/rooms -nats nats://a:4222,nats://b:4222,nats://c:4222 -replicas 3
//
// To deploy a new version, start its processes with a greater -version, and send SIGUSR1 to the old
// processes. The old processes take no more rooms, and end when their rooms have ended.
//
// These commands print the log of a room, and repair a log that can't be read:
//
//	go run ./cmd/rooms inspect -nats nats://a:4222 north
//	go run ./cmd/rooms repair -nats nats://a:4222 north
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

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/codec/message/rooms/metrics"
)

func main() { start(meadow.Game{}) }

// start runs the program with a game.
func start(game rooms.Game) {
	if len(os.Args) > 1 && (os.Args[1] == "inspect" || os.Args[1] == "repair") {
		if err := runTool(context.Background(), os.Args[1:], os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}

	s, err := parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		os.Exit(2) // package flag has printed the error
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	if err := run(ctx, s, game); err != nil {
		log.Fatal(err)
	}
}

// run serves until ctx is done, and then drains.
func run(ctx context.Context, s settings, game rooms.Game) (err error) {
	verify, err := verifier(s.key)
	if err != nil {
		return err
	}

	measured, err := metrics.New()
	if err != nil {
		return err
	}

	opening, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	b, err := openBus(opening, s.bus)
	if err != nil {
		return err
	}
	defer b.close()

	host, err := rooms.Open(opening, b.conn, rooms.Config{
		Game:     game,
		Verify:   verify,
		Hooks:    measured.Hooks(),
		Prefix:   s.prefix,
		Version:  s.version,
		Lease:    s.lease,
		Replicas: s.bus.replicas,

		MaxMessage: s.message,
	})
	if err != nil {
		return err
	}

	return errors.Join(measured.Watch(host.Stats), serve(ctx, s, host, measured))
}

// serve accepts clients until ctx is done. Then it drains the host. The port for operators stays
// open meanwhile.
func serve(ctx context.Context, s settings, host *rooms.Host, m *metrics.Metrics) error {
	port, err := openOperatorPort(ctx, s.http, host, m)
	if err != nil {
		return errors.Join(err, drain(s, host, nil))
	}

	ctx, end := untilRetired(ctx, host)
	defer end()
	d, err := openDoors(s)
	if err == nil {
		slog.Info("ready", "tcp", d.tcp.Addr(), "udp", d.udp.Addr(), "ws", d.web.Addr(),
			"http", port.listener.Addr())
		err = d.serve(ctx, host)
	}

	return errors.Join(err, drain(s, host, port))
}

// drain drains the host, and then closes the port for operators if there is one.
func drain(s settings, host *rooms.Host, port *operatorPort) error {
	patience, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()

	slog.Info("draining")
	err := host.Drain(patience)
	if port != nil {
		err = errors.Join(err, port.close(patience))
	}

	return err
}
