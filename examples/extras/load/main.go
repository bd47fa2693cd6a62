// Load measures a server for @rpc that is written in Godot, and the same server in Go, with many
// clients in Go. It prints and draws the calls per second, the bytes per call, the times of
// answers, and the processor time of the server.
//
// It shows how to measure a server in Godot and a server in Go with the same clients, even over a
// network that loses datagrams.
//
//	cd examples/extras
//	go run ./load -clients 50,100,200,500 -rate 10 -for 5s -plots load
//	go run ./load -enet -loss 0,5,20 -clients 50 -plots load
//
// With -enet all clients play over ENet, through a network in this program that loses datagrams.
//
// It starts the servers itself: godot3-server, or the program in the variable GODOT3, with the
// project godot3; the program in the variable GODOT4 with the project godot4; and the server in Go,
// once for the clients of each engine. A client calls ping(number, at) of the node Main. The flag
// -rate is the number of calls per second. The server calls pong(number, at + (1, 2)) at this
// client.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
)

func main() {
	numbers := flag.String("clients", "50,100,200,500", "the numbers of clients")
	rate := flag.Int("rate", 10, "how often each calls in a second")
	span := flag.Duration("for", 5*time.Second, "how long they call")
	plots := flag.String("plots", "", "the folder of the plots")
	overENet := flag.Bool("enet", false, "play over ENet and not WebSocket")
	losses := flag.String("loss", "0", "how many of 100 datagrams are lost, with -enet")
	serve := flag.String("serve", "", "be the server of a protocol, at the port GDPORT")
	flag.Parse()
	if *serve != "" {
		log.Fatal(listen(*serve))
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *rate < 1 {
		log.Fatal("-rate is at least 1")
	}
	l := loads{clients: list("clients", *numbers), rate: *rate, span: *span}
	draw := plot
	for _, percent := range list("loss", *losses) {
		if !*overENet {
			l.ways = append(l.ways, way{})
			break
		}
		l.ways = append(l.ways, way{enet: true, loss: percent})
		draw = plotLoss
	}

	results := l.run(ctx)
	if *plots != "" {
		if err := draw(*plots, results); err != nil {
			log.Fatal(err)
		}
	}
}

// list returns the numbers in the text of a flag.
func list(name, text string) (all []int) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			log.Fatalf("-%s are numbers like 5,20", name)
		}
		all = append(all, n)
	}
	return all
}

// loads has the settings for the measurements of all servers.
type loads struct {
	clients []int
	ways    []way
	rate    int
	span    time.Duration
}

// run measures all servers, and prints the results.
func (l loads) run(ctx context.Context) (results []result) {
	for _, s := range servers() {
		for _, w := range l.ways {
			for _, n := range l.clients {
				r, err := s.load(ctx, w, n, l.rate, l.span)
				if err != nil {
					log.Print(err) // for example because the engine is not installed
					break
				}
				fmt.Println(r)
				results = append(results, r)
			}
		}
	}
	return results
}

// listen runs the server in Go.
func listen(protocol string) error {
	for _, p := range packet.Protocols() {
		if p.Name() == protocol {
			l, err := listener("127.0.0.1:" + os.Getenv("GDPORT"))
			if err != nil {
				return err
			}
			return newServer(p).Serve(l)
		}
	}
	return fmt.Errorf("no protocol %q", protocol)
}

// listener returns the listener of the server in Go: over ENet if the variable GDENET is set,
// otherwise over WebSocket.
func listener(address string) (transport.Listener, error) {
	if os.Getenv("GDENET") != "" {
		return enet.Listen(address, enet.Options{})
	}
	return websocket.Listen(address, websocket.Options{})
}
