package rooms

import (
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"

	"github.com/nats-io/nats.go"
)

// A speaker informs the gateways of a room.
type speaker struct {
	core
	room  string
	epoch int64
	birth int64

	paths paths
	shown variant.Variant // state that the gateways have
	tick  int64           // tick of this state
}

func newSpeaker(o *owner) *speaker {
	s := &speaker{
		core: o.core, room: o.name, epoch: o.world.epoch, birth: o.world.birth,
		shown: o.world.state, tick: o.world.tick,
	}
	s.paths.reset()
	return s
}

// show sends the gateways the changes of the state, and the acknowledgements of messages. The
// changes come last in the message. A gateway that misses the message asks for the state.
func (s *speaker) show(w *world, acks []ack, farewells []farewell) error {
	var b []byte
	if len(acks) > 0 {
		b = appendAcks(b, s.epoch, acks)
	}
	if len(farewells) > 0 {
		b = appendFarewells(b, s.epoch, farewells)
	}

	before, changed := s.shown, false
	b, changed, err := s.changes(b, w)
	if err != nil {
		return err
	}
	if len(b) > 0 {
		s.say(b)
	}
	if !changed {
		return nil
	}

	letters := s.rules.out(before, w.state)
	if len(letters) == 0 {
		return nil
	}
	b, err = appendLetters(nil, s.epoch, letters)
	if err == nil {
		s.say(b)
	}
	return err
}

// changes appends the changes of the state, if there are any.
func (s *speaker) changes(b []byte, w *world) (_ []byte, changed bool, err error) {
	if same(s.shown, w.state) {
		return b, false, nil
	}

	patch, err := tree.Diff(s.shown, w.state, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		return nil, false, err
	}

	delta, err := patch.Delta()
	if err != nil {
		return nil, false, err
	}

	b, err = s.paths.appendChanges(b, s.epoch, s.tick, w.tick, delta)
	if err != nil {
		return nil, false, err
	}

	s.shown = w.state
	s.tick = w.tick
	return b, true, nil
}

// say sends frames to all gateways of the room.
func (s *speaker) say(b []byte) {
	if err := s.publish(s.names.out(s.room), b); err != nil {
		s.config.Log.Debug("tell the gateways", "room", s.room, "error", err)
	}
}

// greet tells the gateways that there is a new owner with a new epoch.
func (s *speaker) greet() error {
	b, err := s.paths.appendChanges(nil, s.epoch, s.tick, s.tick, variant.Array{})
	if err == nil {
		s.say(b)
	}
	return err
}

// answer sends a gateway the state that all gateways have received, or only the tick of this state.
func (s *speaker) answer(m *nats.Msg, full bool) (err error) {
	var b []byte
	if full {
		b, err = s.paths.appendState(nil, s.epoch, s.birth, s.tick, s.shown)
	} else {
		b, err = s.paths.appendChanges(nil, s.epoch, s.tick, s.tick, variant.Array{})
	}
	if err != nil {
		return err
	}

	for _, part := range split(b, s.journal.limit()) {
		s.config.Hooks.Bus(len(part), transport.Outgoing)
		if err := m.Respond(part); err != nil {
			return err
		}
	}
	return nil
}
