package multiplayer

import (
	"errors"
	"slices"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// replicate sends the peers the state that is due.
func (w *World) replicate() (err error) {
	w.tick++
	for _, p := range slices.Clone(w.order) {
		if len(p.sending.syncs) == 0 {
			continue
		}
		p.sending.time++
		err = errors.Join(err, w.sendStates(p), w.sendChanges(p))
	}
	return err
}

// The sizes of what stands before values, in bytes.
const (
	headerSync   = 3
	headerState  = 8
	headerDelta  = 1
	headerChange = 16
)

// sendStates sends a peer the properties that are sent always.
func (w *World) sendStates(p *link) (err error) {
	packet := Sync{Time: p.sending.time}
	size := headerSync
	flush := func() error {
		if len(packet.States) == 0 {
			return nil
		}
		data, err := w.format.Append(nil, packet)
		packet.States, size = nil, headerSync
		return errors.Join(err, w.send(p, Message{Mode: Unreliable, Data: data}))
	}

	for _, s := range p.sending.syncs {
		state, fault := w.dueState(p, s)
		if fault != nil || len(state.Values) == 0 {
			err = errors.Join(err, fault)
			continue
		}

		n := headerState + len(state.encoded)
		if size+n > w.options.MaxSync {
			err = errors.Join(err, flush())
		}
		packet.States = append(packet.States, state)
		size += n
	}
	return errors.Join(err, flush())
}

// dueState returns the state of a synchronizer. It has no values if the peer has not confirmed the
// synchronizer yet. It is encoded once a tick, for all peers.
func (w *World) dueState(p *link, s *Synchronizer) (State, error) {
	ready, err := w.knows(p, s)
	if err != nil || !ready {
		return State{}, err
	}

	if s.ticked != w.tick {
		s.ticked = w.tick
		s.due = State{}
		values, err := s.entity.read(w.codec(), w.tick, s.keys[always])
		if err != nil {
			return State{}, failed(opSpawn, s.node.path, err)
		}
		encoded, err := w.encode(s, values, w.options.MaxSync)
		if err != nil {
			return State{}, err
		}
		s.due = State{Values: values, encoded: encoded}
	}

	state := s.due
	state.ID = s.id
	return state, nil
}

// encode returns values as compressed variants. More than most bytes are an error.
func (w *World) encode(s *Synchronizer, values []variant.Variant, most int) ([]byte, error) {
	out := writer{protocol: w.protocol(), codec: w.codec()}
	out.state(values)
	switch n := len(out.out); {
	case out.err != nil:
		return nil, named(out.err, s.node.path)
	case n > most:
		return nil, failed(opSpawn, s.node.path,
			because(variant.ErrLimit, "a state of %d bytes, at most %d", n, most))
	}
	return out.out, nil
}

// knows reports whether a peer knows the ID of a synchronizer.
func (w *World) knows(p *link, s *Synchronizer) (bool, error) {
	if s.id != 0 && s.id&pathBit == 0 {
		return true, nil
	}
	confirmed, err := w.tell(s.node, p)
	s.id = s.node.number | pathBit
	return confirmed, err
}

// sendChanges sends a peer the properties that have changed since it got them.
func (w *World) sendChanges(p *link) (err error) {
	if !w.protocol().has(CommandSync) {
		return nil
	}

	var packet Delta
	size := headerDelta
	flush := func() error {
		if len(packet.Changes) == 0 {
			return nil
		}
		err := w.sendPacket(p, packet)
		packet.Changes, size = nil, headerDelta
		return err
	}

	for _, s := range p.sending.syncs {
		change, fault := w.dueChange(p, s)
		if fault != nil || len(change.Values) == 0 {
			err = errors.Join(err, fault)
			continue
		}

		n := headerChange + len(change.encoded)
		if size+n > w.options.MaxDelta {
			err = errors.Join(err, flush())
		}
		packet.Changes = append(packet.Changes, change)
		size += n
		p.sending.watched[s] = w.tick
	}
	return errors.Join(err, flush())
}

// dueChange returns the properties of a synchronizer that have changed. It has no values if the
// peer has not confirmed the synchronizer yet.
func (w *World) dueChange(p *link, s *Synchronizer) (Change, error) {
	ready, err := w.knows(p, s)
	if err != nil || !ready {
		return Change{}, err
	}
	if err := w.watch(s); err != nil {
		return Change{}, failed(opSpawn, s.node.path, err)
	}

	change := Change{ID: s.id}
	for i, x := range s.watchers {
		if x.changed > p.sending.watched[s] {
			change.Bits |= 1 << i
			change.Values = append(change.Values, x.value)
		}
	}
	change.encoded, err = w.encode(s, change.Values, w.options.MaxDelta)
	if err != nil {
		return Change{}, err
	}
	return change, nil
}

// watch looks at the properties that are sent on change, once a tick.
func (w *World) watch(s *Synchronizer) error {
	if s.watched == w.tick {
		return nil
	}
	values, err := s.entity.read(w.codec(), w.tick, s.keys[onChange])
	if err != nil {
		return err
	}

	if s.watchers == nil {
		s.watchers = make([]watcher, len(values))
	}
	for i, v := range values {
		x := &s.watchers[i]
		if x.changed > 0 && variant.Equal(x.value, v) {
			continue
		}

		v, err := tree.Clone(v) // the program may change its items
		if err != nil {
			return err
		}
		*x = watcher{value: v, changed: w.tick}
	}
	s.watched = w.tick
	return nil
}
