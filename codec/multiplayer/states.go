package multiplayer

import (
	"slices"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// replicate sends the peers the state that is due.
func (w *World) replicate() (err error) {
	w.now = moment{w.now.tick + 1, w.options.Now()}
	err = w.filter()
	for _, p := range slices.Clone(w.order) {
		if len(p.sending.syncs.items) == 0 {
			continue
		}
		p.sending.time++
		err = reason.Join(err, w.sendStates(p), w.sendChanges(p))
	}
	return err
}

// filter calls the filters of all synchronizers again. By their results it shows or hides the
// synchronizers.
func (w *World) filter() (err error) {
	for _, s := range slices.Clone(w.syncs.items) {
		if s.filter == nil {
			continue
		}
		encode := w.spawnEncoder(s.entity)
		for _, p := range slices.Clone(w.order) {
			err = reason.Join(err, w.show(s.entity, p, encode))
			w.showSync(s, p)
		}
	}
	return err
}

// Sizes, in bytes, of the headers that come before values.
const (
	headerSync   = 3
	headerState  = 8
	headerDelta  = 1
	headerChange = 16
)

// sendStates sends a peer the properties whose Replication is Always.
func (w *World) sendStates(p *link) (err error) {
	body := packet.Sync{Time: p.sending.time}
	size := headerSync
	flush := func() error {
		if len(body.States) == 0 {
			return nil
		}
		data, err := w.packets.Append(nil, body)
		body.States, size = nil, headerSync
		m := transport.Message{Delivery: transport.Unreliable, Data: data}
		return reason.Join(err, w.send(p, m))
	}

	for _, s := range p.sending.syncs.items {
		state, fault := w.dueState(p, s)
		if fault != nil || len(state.Values) == 0 {
			err = reason.Join(err, fault)
			continue
		}

		n := headerState + len(state.Encoded)
		if size+n > w.limits.MaxSync {
			err = reason.Join(err, flush())
		}
		body.States = append(body.States, state)
		size += n
	}
	return reason.Join(err, flush())
}

// begin reports whether the state of a synchronizer may be sent at this tick. If the interval has
// passed, a new interval begins at this tick, and begin then returns true for all peers until the
// next tick.
func (s *Synchronizer) begin(now moment) bool {
	if s.sentTick != now.tick && !s.sent.IsZero() && now.time.Before(s.sent.Add(s.interval)) {
		return false
	}
	s.sent = now.time
	s.sentTick = now.tick
	return true
}

// dueState returns the state of a synchronizer for a peer. The state has no values if the peer has
// not confirmed the synchronizer yet, or if the interval has not passed. The values are encoded
// once in each tick, for all peers.
func (w *World) dueState(p *link, s *Synchronizer) (packet.State, error) {
	if !s.begin(w.now) {
		return packet.State{}, nil
	}
	ready, err := w.knows(p, s)
	if err != nil || !ready {
		return packet.State{}, err
	}

	if s.ticked != w.now.tick {
		s.ticked = w.now.tick
		s.due = packet.State{}
		values, err := s.entity.read(w.codec(), w.now.tick, s.keys[always])
		if err != nil {
			return packet.State{}, failed(variant.OpSpawn, s.node.path, err)
		}
		encoded, err := w.encode(s, values, w.limits.MaxSync)
		if err != nil {
			return packet.State{}, err
		}
		s.due = packet.State{Values: values, Encoded: encoded}
	}

	state := s.due
	state.ID = s.id
	return state, nil
}

// encode returns values as compressed variants. The argument limit is the greatest number of bytes
// of the result. A longer result is an error of kind variant.ErrLimit.
func (w *World) encode(s *Synchronizer, values []variant.Variant, limit int) ([]byte, error) {
	var out []byte
	var err error
	for _, v := range values {
		if out, err = packet.AppendCompressed(out, v, w.codec()); err != nil {
			return nil, failed(variant.OpSpawn, s.node.path, err)
		}
	}

	if len(out) > limit {
		return nil, failed(variant.OpSpawn, s.node.path,
			reason.Of(variant.ErrLimit, "a state of %d bytes, at most %d", len(out), limit))
	}
	return out, nil
}

// knows reports whether a peer knows the ID of a synchronizer.
func (w *World) knows(p *link, s *Synchronizer) (bool, error) {
	if s.id != 0 && s.id&packet.NumberBit == 0 {
		return true, nil
	}
	confirmed, err := w.tell(s.node, p)
	s.id = s.node.number | packet.NumberBit
	return confirmed, err
}

// sendChanges sends a peer the properties that have changed since the last Delta to this peer.
func (w *World) sendChanges(p *link) (err error) {
	if !w.protocol().Has(packet.CommandSync) {
		return nil
	}

	var body packet.Delta
	size := headerDelta
	flush := func() error {
		if len(body.Changes) == 0 {
			return nil
		}
		err := w.sendPacket(p, body)
		body.Changes, size = nil, headerDelta
		return err
	}

	for _, s := range p.sending.syncs.items {
		change, fault := w.dueChange(p, s)
		if fault != nil || len(change.Values) == 0 {
			err = reason.Join(err, fault)
			continue
		}

		n := headerChange + len(change.Encoded)
		if size+n > w.limits.MaxDelta {
			err = reason.Join(err, flush())
		}
		body.Changes = append(body.Changes, change)
		size += n
		p.sending.watched[s] = w.now
	}
	return reason.Join(err, flush())
}

// dueChange returns the changed properties of a synchronizer. The result has no values if the peer
// has not confirmed the synchronizer yet, or if the interval has not passed. As in engines, a peer
// also gets a change before its interval has passed, if another peer gets the change at this tick.
func (w *World) dueChange(p *link, s *Synchronizer) (packet.DeltaState, error) {
	ready, err := w.knows(p, s)
	if err != nil || !ready {
		return packet.DeltaState{}, err
	}
	last := p.sending.watched[s]
	early := last.tick > 0 && w.now.time.Before(last.time.Add(s.deltaInterval))
	if early && s.watched != w.now.tick {
		return packet.DeltaState{}, nil
	}
	if err := w.watch(s); err != nil {
		return packet.DeltaState{}, failed(variant.OpSpawn, s.node.path, err)
	}

	change := packet.DeltaState{ID: s.id}
	for i, x := range s.watchers {
		if x.changed > last.tick {
			change.Bits |= 1 << i
			change.Values = append(change.Values, x.value)
		}
	}
	change.Encoded, err = w.encode(s, change.Values, w.limits.MaxDelta)
	if err != nil {
		return packet.DeltaState{}, err
	}
	return change, nil
}

// watch compares the properties that are sent on change with their last values. It does so at most
// once in each tick.
func (w *World) watch(s *Synchronizer) error {
	if s.watched == w.now.tick {
		return nil
	}
	values, err := s.entity.read(w.codec(), w.now.tick, s.keys[onChange])
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

		v, err := tree.Clone(v) // the program may change the items of v later
		if err != nil {
			return err
		}
		*x = watcher{value: v, changed: w.now.tick}
	}
	s.watched = w.now.tick
	return nil
}
