// Fanout is a message relay for games that need more than one process. Any number of relays share a
// room through a NATS server: a message of a client of one relay reaches the clients of all relays.
//
// Two relays and a broker in one process, in the directory examples/extras:
//
//	go run ./fanout -listen 127.0.0.1:7101,127.0.0.1:7102
//
// The same in two processes, on one machine or on two:
//
//	go run ./fanout -listen 127.0.0.1:7101 -broker 127.0.0.1:4222
//	go run ./fanout -listen 127.0.0.1:7102 -nats nats://127.0.0.1:4222
//
// Clients use StreamPeerTCP.put_var and get_var; bot.gd is a client for Godot 3. One message is one
// packet. A relay checks each packet once, so a client can't make another client read garbage. The
// packet arrives with the bytes that were sent. The sender does not receive its message.
//
// The messages of one client arrive in order everywhere. The messages of two clients may arrive in
// different orders at different relays. Any NATS server can replace the built-in one.
//
// The relays count lost messages and tell the clients. README.md says how, and how much one machine
// can carry.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net"
	"os"
	"os/signal"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
)

// settings are the values of the flags.
type settings struct {
	listen  []string // addresses for clients
	rooms   []string // of the relays, in turn
	nats    string   // URL of a NATS server; if it is empty, the program starts one
	broker  string   // address of the started server for other processes, or empty
	dialect string   // of the clients
}

func main() {
	var s settings
	listen := flag.String("listen", "127.0.0.1:7101",
		"addresses for clients, separated by commas: one relay each; empty: only the broker")
	flag.StringVar(&s.nats, "nats", "", "URL of the NATS server; empty: start one")
	flag.StringVar(&s.broker, "broker", "",
		"address where the started NATS server takes other processes; empty: none")
	rooms := flag.String("room", "lobby",
		"rooms to share, separated by commas; the addresses take them in turn")
	flag.StringVar(&s.dialect, "dialect", "godot3", "dialect of the clients: godot3, godot4")
	flag.Parse()

	s.listen = list(*listen)
	s.rooms = list(*rooms)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	if err := run(ctx, s); err != nil {
		log.Fatal(err)
	}
}

// list returns the parts of s that commas separate.
func list(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' })
}

// run serves until ctx is done.
func run(ctx context.Context, s settings) error {
	d := codec.DialectByName(s.dialect)
	if d == nil {
		return errors.New("no such dialect: " + s.dialect)
	}

	if len(s.rooms) == 0 {
		return errors.New("no room")
	}

	var via nats.Option = func(*nats.Options) error { return nil }
	if s.nats == "" {
		b, err := startBroker(s.broker)
		if err != nil {
			return err
		}
		defer b.Shutdown()
		via = nats.InProcessServer(b)

		if s.broker != "" {
			log.Printf("broker at %s", b.ClientURL())
		}
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	var relays sync.WaitGroup
	for i, addr := range s.listen {
		room := s.rooms[i%len(s.rooms)]
		l, err := net.Listen("tcp", addr)
		if err == nil {
			var r *relay
			r, err = newRelay(d, room, s.nats, via)
			if err == nil {
				log.Printf("room %s at %s", room, l.Addr())
				relays.Go(func() { cancel(r.serve(ctx, l)) })
			}
		}

		if err != nil {
			cancel(err)
			break
		}
	}

	if len(s.listen) == 0 {
		<-ctx.Done()
	}
	relays.Wait()

	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}

	return nil
}
