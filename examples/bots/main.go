/*
Bots plays with many clients on a server that is written in GDScript, and measures how fast the
server answers.

	GDPORT=7200 godot3-server --no-window -s examples/bots/server.gd
	go run ./examples/bots -dialect godot3 -n 20 -for 5s -addr 127.0.0.1:7200
	go run ./examples/bots -dialect godot3 -n 20 -for 5s -addr 127.0.0.1:7200 -udp

server4.gd is the same server for Godot 4. It listens on TCP and UDP, and answers each message

	{"bot": int, "seq": int, "at": Vector2, "step": Vector2}

with the sum of at and step:

	{"bot": int, "seq": int, "at": Vector2}

The bots compare the answer with the right one. The server answers once a frame, 250 times a
second.

	tcp, 20 bots, 50 messages a second each, for 5s
	sent      5001, 1000 a second
	answered  5001, 0 wrong, 0 lost
	answer    p50 4.352ms, p99 33.792ms, longest 56.495ms
	errors    0

The time of an answer begins when its message was due. So it includes the time in which a bot
could not send because the server did not read. An answer is lost if it has not come a second
after the last message.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec"
)

func main() {
	l := load{patience: time.Second}
	flag.StringVar(&l.addr, "addr", "127.0.0.1:7200", "the server")
	udp := flag.Bool("udp", false, "speak UDP")
	dialect := flag.String("dialect", "godot4", "the engine of the server: godot4 or godot3")
	flag.IntVar(&l.bots, "n", 20, "number of bots")
	flag.IntVar(&l.rate, "rate", 50, "messages of each bot a second")
	flag.DurationVar(&l.span, "for", 5*time.Second, "how long to play")
	flag.Parse()

	l.network = "tcp"
	if *udp {
		l.network = "udp"
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	r, err := play(ctx, l, *dialect)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bots:", err)
		os.Exit(1)
	}
	fmt.Print(r)
	if r.wrong > 0 || len(r.errs) > 0 {
		os.Exit(1)
	}
}

// play checks the settings and runs the load.
func play(ctx context.Context, l load, dialect string) (*report, error) {
	d := codec.DialectByName(dialect)
	if d == nil {
		return nil, errors.New("no such dialect: " + dialect)
	}
	if l.bots < 1 || l.rate < 1 || l.rate > 1_000_000 || l.span <= 0 {
		return nil, errors.New("-n, -rate and -for are at least 1, -rate at most 1000000")
	}

	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 4}
	c, err := codec.New(codec.Options{Dialect: d, Limits: limits})
	if err != nil {
		return nil, err
	}
	return l.run(ctx, c), nil
}
