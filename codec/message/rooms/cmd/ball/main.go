// Ball is a complete game: players push one ball.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"syscall"

	"godotvariant/codec/message/rooms"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Ball is a room in which players push one ball: {"push": Vector2(1, 0)}.
type Ball struct{}

func (Ball) New(string) variant.Variant {
	return variant.NewDictionary(
		variant.KV("ball", math.V2(0, 0)), variant.KV("here", variant.Dictionary{}))
}

func (Ball) Step(state variant.Variant, _ int64) variant.Variant { return state }

func (Ball) Apply(
	state variant.Variant, player string, body variant.Variant,
) (variant.Variant, error) {
	push, err := tree.Get[math.Vector2](body, "push")
	ball, none := tree.Get[math.Vector2](state, "ball")
	switch {
	case err != nil || none != nil:
		return nil, errors.Join(err, none)
	case push.LengthSquared() > 1:
		return nil, errors.New("too hard")
	}
	return tree.Set(state, "ball", ball.Add(push))
}

func (Ball) Event(state variant.Variant, e rooms.Event) (variant.Variant, error) {
	here := variant.Path{
		{Kind: variant.StepKey, Key: variant.String("here")},
		{Kind: variant.StepKey, Key: variant.String(e.Player)},
	}
	if e.Kind == rooms.Left {
		return tree.Delete(state, here)
	}
	return tree.Set(state, here, variant.Bool(e.Kind != rooms.Went))
}

func main() { // usage: ball nats://127.0.0.1:4222 tcp://:7400 ws://:7401
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := rooms.Config{Game: Ball{}, Prefix: "ball"}
	if err := rooms.Run(ctx, os.Args[1], c, os.Args[2:]...); err != nil {
		log.Fatal(err)
	}
}
