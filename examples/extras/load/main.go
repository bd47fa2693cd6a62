// Load measures a server of @rpc that is written in Godot, and the same server in Go, with many
// clients in Go. It prints and draws calls a second, bytes a call, the times of answers, and the
// processor time of the server.
//
//	cd examples/extras
//	go run ./load -clients 50,100,200,500 -rate 10 -for 5s -plots load
//
// It starts the servers itself: godot3-server, or the program in the variable GODOT3, with the
// project godot3; the program in the variable GODOT4 with the project godot4; and the server in Go,
// once for the clients of each engine.
// A client calls ping(number, at) of the node Main, so many times a second, and the server calls
// pong(number, at + (1, 2)) at that client.
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
	"godotvariant/codec/transport/websocket"
)

func main() {
	numbers := flag.String("clients", "50,100,200,500", "the numbers of clients")
	rate := flag.Int("rate", 10, "how often each calls in a second")
	span := flag.Duration("for", 5*time.Second, "how long they call")
	plots := flag.String("plots", "", "the folder of the plots")
	serve := flag.String("serve", "", "be the server of a protocol, at the port GDPORT")
	flag.Parse()
	if *serve != "" {
		log.Fatal(listen(*serve))
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var results []result
	for _, s := range servers() {
		for number := range strings.SplitSeq(*numbers, ",") {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || *rate < 1 {
				log.Fatal("-clients are numbers like 50,100; -rate is at least 1")
			}
			r, err := s.load(ctx, n, *rate, *span)
			if err != nil {
				log.Print(err) // for example because the engine is not installed
				break
			}
			fmt.Println(r)
			results = append(results, r)
		}
	}

	if *plots != "" {
		if err := plot(*plots, results); err != nil {
			log.Fatal(err)
		}
	}
}

// listen is the server in Go.
func listen(protocol string) error {
	for _, p := range packet.Protocols() {
		if p.Name() == protocol {
			l, err := websocket.Listen("127.0.0.1:"+os.Getenv("GDPORT"), websocket.Options{})
			if err != nil {
				return err
			}
			return newServer(p).Serve(l)
		}
	}
	return fmt.Errorf("no protocol %q", protocol)
}
