// Fanout is a message relay for games made with Godot that outgrows one
// process: any number of relays share a room through a NATS server, and what a
// client says on one of them reaches the clients of all.
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
// Clients speak StreamPeerTCP.put_var and get_var; bot.gd is one for Godot 3. A
// packet is a whole message, so the broker needs no schema and the relays look
// at a packet once, to see that it is one: nobody can make another's client
// read garbage. It arrives as the very bytes that were sent. The sender does not
// hear itself.
//
// The messages of one client arrive in their order everywhere. Those of two
// clients may arrive in different orders at different relays. Any NATS server
// will do in the place of the one that is built in.
//
// Messages that are lost are counted, and the clients are told. README.md says
// how, and what one machine can carry.
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

func main() {
	listen := flag.String("listen", "127.0.0.1:7101", "addresses for clients, by commas: one relay each; empty: only the broker")
	url := flag.String("nats", "", "NATS server to share the room through; empty: one of our own")
	brokerAddr := flag.String("broker", "", "address where our own NATS server takes other processes; empty: none")
	rooms := flag.String("room", "lobby", "rooms to share, by commas; the addresses take them in turn")
	dialect := flag.String("dialect", "godot3", "what the clients speak: godot3, godot4")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, list(*listen), *url, *brokerAddr, list(*rooms), *dialect); err != nil {
		log.Fatal(err)
	}
}

// list returns what is between commas.
func list(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' })
}

// run serves until ctx is done.
func run(ctx context.Context, addrs []string, url, brokerAddr string, rooms []string, dialect string) error {
	d := codec.DialectByName(dialect)
	if d == nil {
		return errors.New("no such dialect: " + dialect)
	}
	if len(rooms) == 0 {
		return errors.New("no room")
	}
	var via nats.Option = func(*nats.Options) error { return nil }
	if url == "" {
		b, err := startBroker(brokerAddr)
		if err != nil {
			return err
		}
		defer b.Shutdown()
		via = nats.InProcessServer(b)
		if brokerAddr != "" {
			log.Printf("broker at %s", b.ClientURL())
		}
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var relays sync.WaitGroup
	for i, addr := range addrs {
		room := rooms[i%len(rooms)]
		l, err := net.Listen("tcp", addr)
		if err == nil {
			var r *relay
			if r, err = newRelay(d, room, url, via); err == nil {
				log.Printf("room %s at %s", room, l.Addr())
				relays.Go(func() { cancel(r.serve(ctx, l)) })
			}
		}
		if err != nil {
			cancel(err)
			break
		}
	}
	if len(addrs) == 0 {
		<-ctx.Done()
	}
	relays.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
