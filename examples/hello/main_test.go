//go:build go1.25

package main

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
)

// TestSilentGame: a game receives its own text. If it sends nothing for a minute, the server
// disconnects it and sends the reason. The minute passes only on the clock of the test, so the test
// takes no real time.
func TestSilentGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newServer()
		far, near := transport.Pipe()
		go server.ServeConn(far)

		var heard []string
		mux := message.Mirror(server.Mux, func(_ int, m any) error {
			switch m := m.(type) {
			case *Said:
				heard = append(heard, m.Text)
			case *Goodbye:
				heard = append(heard, m.Why)
			}
			return nil
		})

		game := message.NewClient(t.Context(), near, mux)
		if err := game.Send(Say{"hi"}); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := game.Serve(0); err != nil { // returns when the server disconnects the game
			t.Fatal(err)
		}

		if took := time.Since(began); took != time.Minute {
			t.Errorf("the server waited for %v", took)
		}
		if !slices.Equal(heard, []string{"hi", "idle"}) {
			t.Errorf("the game heard %q", heard)
		}
	})
}
