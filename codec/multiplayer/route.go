package multiplayer

import (
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/transport"
)

// Route handles a message that a client sends to a target. Use it if Options.Sender is a [Router].
// Route passes the message on to the other clients of the target, by the rules of Options.Relay. If
// the target includes this World, Route also handles the message as [World.Receive] does.
func (w *World) Route(from, to int32, m transport.Message) ([]Event, error) {
	return w.collect(func() error {
		p, err := w.accept(from, m)
		if err != nil {
			return err
		}
		if w.router == nil || !w.relays() {
			return answer(p, "frame", reason.Of(ErrRefused, "it may not send to %d", to))
		}

		here := to == 1
		if !here {
			here, err = w.pass(p, m, to)
		}
		err = answer(p, "frame", err)
		if here {
			err = reason.Join(err, w.take(p, m, direct))
		}
		return err
	})
}
