package multiplayer

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// takeSpawn makes a node that a peer spawns.
func (w *World) takeSpawn(p *link, body packet.Spawn) error {
	n, err := w.byNumber(p, body.Spawner)
	if err != nil {
		return err
	}
	s := w.spawners[n]
	switch {
	case s == nil || s.make == nil:
		return reason.Of(ErrNode, "%q is not a spawner for peers", n.path)
	case n.authority != p.id:
		return at(n.path, "", reason.Of(ErrAuthority, "which is %d", n.authority))
	case len(p.receiving.entities) >= w.limits.MaxSpawns:
		return reason.Of(variant.ErrLimit, "%d nodes of peer %d", len(p.receiving.entities), p.id)
	case p.receiving.entities[body.Node] != nil:
		return reason.Of(packet.ErrNumber, "%d of a spawned node is taken", body.Node)
	}
	parent, err := w.spawnable(s, body.Name)
	if err != nil {
		return err
	}

	e := &Entity{
		node: parent.addChild(body.Name), spawner: s, scene: body.Scene, data: body.Data,
		id: body.Node, peer: p.Peer,
	}
	if err := w.takeInstance(p, e, body); err != nil {
		return reason.Join(err, w.Remove(e.node))
	}
	e.spawned = true
	p.receiving.entities[e.id] = e
	w.event(Spawned{Peer: p.Peer, Entity: e})
	return nil
}

// takeInstance makes the instance of a node that a peer spawns, and sets its state.
func (w *World) takeInstance(p *link, e *Entity, body packet.Spawn) error {
	in, err := e.spawner.make(e.node, body.Scene, body.Data)
	if err != nil {
		return err
	}
	if err := w.enter(e, in); err != nil {
		return err
	}

	var owned []*Synchronizer
	var keys []string
	for _, s := range e.syncs {
		if s.authority == p.id {
			owned = append(owned, s)
			keys = append(keys, s.keys[atSpawn]...)
		}
	}
	if len(owned) != len(body.Synchronizers) || len(keys) != len(body.State) {
		return reason.Of(ErrArguments, "%d synchronizers and %d values instead of %d and %d",
			len(body.Synchronizers), len(body.State), len(owned), len(keys))
	}

	for i, s := range owned {
		id := body.Synchronizers[i]
		if id == 0 || id&packet.NumberBit != 0 || p.receiving.syncs[id] != nil {
			return reason.Of(packet.ErrNumber, "%d of a synchronizer", id)
		}
		s.id = id
		p.receiving.syncs[id] = s
	}
	return e.write(w.codec(), keys, body.State)
}

// takeDespawn removes a node that the peer has spawned.
func (w *World) takeDespawn(p *link, body packet.Despawn) error {
	e := p.receiving.entities[body.Node]
	if e == nil {
		return reason.Of(ErrNode, "spawned node %d of peer %d", body.Node, p.id)
	}
	return w.Remove(e.node)
}

// removeSpawned removes all nodes that a peer has spawned.
func (w *World) removeSpawned(p *link) (err error) {
	for _, id := range sortedKeys(p.receiving.entities) {
		if e := p.receiving.entities[id]; e != nil {
			err = reason.Join(err, w.Remove(e.node))
		}
	}
	return err
}

// synchronizer returns the synchronizer to which a peer gave an ID, or nil if there is none yet.
func (w *World) synchronizer(p *link, id uint32) (*Synchronizer, error) {
	s := p.receiving.syncs[id]
	if id&packet.NumberBit != 0 {
		n, err := w.byNumber(p, id&^packet.NumberBit)
		if err != nil {
			return nil, err
		}
		s = w.ofSync[n]
	}
	if s != nil && s.authority != p.id {
		return nil, at(s.node.path, "", reason.Of(ErrAuthority, "which is %d", s.authority))
	}
	return s, nil
}

// takeSync sets the states of synchronizers. It skips unknown synchronizers, because a Sync may
// overtake the Spawn. It also skips synchronizers whose authority is another peer, and returns an
// error for them. After any other fault the World ignores the remaining states of the packet.
func (w *World) takeSync(p *link, body packet.Sync) (err error) {
	for _, state := range body.States {
		s, fault := w.synchronizer(p, state.ID)
		err = reason.Join(err, fault)
		if s == nil || !s.news(body.Time) {
			continue
		}
		if fault := w.takeState(p, s, s.keys[always], state.Values); fault != nil {
			return reason.Join(err, fault)
		}
	}
	return err
}

// half is half of the range of a Sync.Time, which has 16 bits. If a time is less than the last time
// by half or more, the counter has begun again at 0, and the time counts as newer.
const half = 32767

// news reports whether a state is newer than the last state. If it is, news stores the time of the
// state.
func (s *Synchronizer) news(time uint16) bool {
	if s.started && time <= s.lastTime && s.lastTime-time < half {
		return false
	}
	s.started = true
	s.lastTime = time
	return true
}

// takeState sets the properties in keys to values that a peer has sent. It sets all of them or
// none.
func (w *World) takeState(
	p *link, s *Synchronizer, keys []string, values []variant.Variant,
) error {
	if len(values) != len(keys) {
		fault := reason.Of(ErrArguments, "%d values instead of %d", len(values), len(keys))
		return at(s.node.path, "", fault)
	}
	if err := s.entity.write(w.codec(), keys, values); err != nil {
		return at(s.node.path, "", err)
	}
	w.event(Synced{Peer: p.Peer, Synchronizer: s})
	return nil
}

// takeDelta applies the changes of synchronizers. It skips synchronizers that are unknown or whose
// authority is another peer, and returns an error for them. After any other fault the World ignores
// the remaining changes of the packet.
func (w *World) takeDelta(p *link, body packet.Delta) (err error) {
	for _, c := range body.Changes {
		s, fault := w.synchronizer(p, c.ID)
		if s == nil && fault == nil {
			fault = reason.Of(ErrNode, "synchronizer %d of peer %d", c.ID, p.id)
		}
		err = reason.Join(err, fault)
		if s == nil {
			continue
		}

		watched := s.keys[onChange]
		if bits.Len64(c.Bits) > len(watched) {
			fault = reason.Of(ErrArguments, "bits %#x for %d properties", c.Bits, len(watched))
			fault = at(s.node.path, "", fault)
		} else {
			fault = w.takeState(p, s, picked(watched, c.Bits), c.Values)
		}
		if fault != nil {
			return reason.Join(err, fault)
		}
	}
	return err
}

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
