package main

import (
	"context"
	"testing"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
)

// TestChat: a game receives its own text. Here the game is a client in Go at the other end of a
// pipe.
func TestChat(t *testing.T) {
	server := newServer()
	far, near := transport.Pipe()
	go server.ServeConn(far)

	game := multiplayer.NewClient(near, multiplayer.Options{})
	chat := game.World().Node("Main/Chat")
	chat.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})

	heard := make(chan string, 1)
	chat.Handle(multiplayer.Method{Name: "heard"}, func(who int32, text string) {
		if who == game.World().ID() {
			heard <- text
		}
	})

	game.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			if err := chat.Call(1, "say", "hello"); err != nil {
				t.Error(err)
			}
		}
	}

	ended := make(chan error, 1)
	go func() { ended <- game.Run(t.Context()) }()
	if text := <-heard; text != "hello" {
		t.Errorf("the game heard %q", text)
	}

	if err := server.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	t.Log("the game left: ", <-ended)
}
