package multiplayer

import (
	"errors"

	"godotvariant/codec/multiplayer/internal/reason"
)

// Route takes a message of a client for a target, as [World.Receive] does: it passes the message on
// to the other clients that are meant, by the rules of Options.Relay, and takes it if this side is
// meant too. It is for transports that are a [Router].
func (w *World) Route(from, to int32, m Message) ([]Event, error) {
	return w.collect(func() error {
		p, err := w.accept(from, m)
		if err != nil {
			return err
		}
		if w.router == nil || !w.relays() {
			return refused("frame", reason.Of(ErrRefused, "peer %d may not send to %d", from, to))
		}

		here := to == 1
		if !here {
			here, err = w.pass(p, m, to)
		}
		err = refused("frame", err)
		if here {
			err = errors.Join(err, w.take(p, m, false))
		}
		return err
	})
}
