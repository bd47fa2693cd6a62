package rooms_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"

	"github.com/nats-io/nats.go"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/natsd"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Ball is a room in which players push one ball: {"push": Vector2(1, 0)}.
type Ball struct{}

func (Ball) New(string) variant.Variant {
	return variant.NewDictionary(variant.KV("ball", math.V2(0, 0)))
}

func (Ball) Step(state variant.Variant, _ int64) variant.Variant { return state }

func (Ball) Apply(
	state variant.Variant, player string, body variant.Variant,
) (variant.Variant, error) {
	push, err := tree.Get[math.Vector2](body, "push")
	if err != nil {
		return nil, err
	}
	if push.LengthSquared() > 1 {
		return nil, errors.New("too hard")
	}

	ball, err := tree.Get[math.Vector2](state, "ball")
	if err != nil {
		return nil, err
	}
	return tree.Set(state, "ball", ball.Add(push))
}

// A room and a player in one process, which also runs a NATS server.
func Example() {
	folder, err := os.MkdirTemp("", "ball")
	check(err)
	defer os.RemoveAll(folder)
	server, err := natsd.Start(natsd.Options{Folder: folder})
	check(err)
	defer server.Shutdown()

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn, err := rooms.Connect(ctx, "", nats.InProcessServer(server))
	check(err)
	defer conn.Close()
	host, err := rooms.Open(ctx, conn, rooms.Config{
		Game: Ball{}, Prefix: "ball", Log: slog.New(slog.DiscardHandler),
	})
	check(err)
	listener, err := transport.Listen("tcp", "127.0.0.1:0")
	check(err)
	go host.Server().Serve(listener)

	acks := make(chan string)
	player := &rooms.Client{
		Addresses: []string{"tcp://" + listener.Addr().String()},
		Room:      "field",
		Token:     "ada",
		OnAck:     func(number int64, why string) { acks <- fmt.Sprintf("%d: %q", number, why) },
	}
	player.Do(variant.NewDictionary(variant.KV("push", math.V2(1, 0))))
	player.Do(variant.NewDictionary(variant.KV("push", math.V2(7, 0))))
	go player.Run(ctx)

	fmt.Println("message", <-acks)
	fmt.Println("message", <-acks)
	state, _ := player.State()
	fmt.Println(state)
	check(host.Drain(ctx))
	// Output:
	// message 1: ""
	// message 2: "too hard"
	// {"ball": Vector2(1, 0)}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
