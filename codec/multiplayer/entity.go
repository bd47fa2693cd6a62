package multiplayer

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// An Entity is a node whose state is replicated. Either this World or a peer has spawned the node,
// or both sides have the node in their scene, see [World.Synchronize].
type Entity struct {
	node    *Node
	state   any
	syncs   []*Synchronizer
	spawner *Spawner // nil if the node was not spawned
	scene   uint8
	data    variant.Variant
	id      uint32 // ID of a spawned node; 0 before it has one
	peer    *Peer  // peer that has spawned the node, or nil if no peer has
	spawned bool   // the Spawn packet of the peer was accepted

	tick   uint64 // tick in which the values were read, or 0
	values variant.Dictionary
}

// Node returns the entity's node.
func (e *Entity) Node() *Node { return e.node }

// State returns the pointer to the state: Instance.State.
func (e *Entity) State() any { return e.state }

// Data returns the data that the game gave to MultiplayerSpawner.spawn. It is nil for a node of a
// scene.
func (e *Entity) Data() variant.Variant { return e.data }

// Scene returns the index of the entity's scene in the list of the spawner, or
// [packet.CustomScene].
func (e *Entity) Scene() uint8 { return e.scene }

// Peer returns the peer that has spawned the entity, or nil if no peer has.
func (e *Entity) Peer() *Peer { return e.peer }

// Synchronizers returns the entity's synchronizers in the order of their configs.
func (e *Entity) Synchronizers() []*Synchronizer { return e.syncs }

// Remove removes the entity's node and all nodes below it, as [World.Remove] does.
func (e *Entity) Remove() error { return e.node.owner.Remove(e.node) }

// A Synchronizer is a MultiplayerSynchronizer of an entity.
type Synchronizer struct {
	node      *Node
	entity    *Entity
	authority int32
	keys      [3][]string // lists of property paths; indexes are atSpawn and so on
	seen      map[int32]bool
	filter    func(*Peer) bool // SyncConfig.Filter, or nil
	id        uint32           // ID, as in packet.State; 0 before it has one

	due    packet.State // state to send at the tick in the field ticked
	ticked uint64       // tick at which the field due was set

	interval, deltaInterval time.Duration
	sent                    time.Time // time at which the last states were sent
	sentTick                uint64    // tick at which the last states were sent

	started  bool // a state has arrived
	lastTime uint16

	watchers []watcher
	watched  uint64 // tick at which the properties were last compared with their earlier values
}

// The indexes of the lists in Synchronizer.keys. The lists have the properties that are sent with
// the spawn, the properties whose Replication is Always, and those whose Replication is OnChange.
const (
	atSpawn = iota
	always
	onChange
)

// A watcher holds the last value of a property that is sent on change.
type watcher struct {
	value   variant.Variant
	changed uint64 // tick of the last change
}

// Node returns the node of the MultiplayerSynchronizer.
func (s *Synchronizer) Node() *Node { return s.node }

// Entity returns the entity that the synchronizer belongs to.
func (s *Synchronizer) Entity() *Entity { return s.entity }

// visible reports whether a peer may see the state.
func (s *Synchronizer) visible(p *Peer) bool {
	return (s.seen[0] || s.seen[p.id]) && (s.filter == nil || s.filter(p))
}

const maxWatched = 64

// newSynchronizer returns the synchronizer of a config.
func newSynchronizer(e *Entity, c SyncConfig) (*Synchronizer, error) {
	s := &Synchronizer{
		entity: e, seen: map[int32]bool{}, filter: c.Filter,
		interval: c.Interval, deltaInterval: c.DeltaInterval,
	}
	for _, p := range c.Properties {
		if p.Path == "" || strings.HasPrefix(p.Path, ".:") || strings.HasPrefix(p.Path, ":") {
			return nil, reason.Of(packet.ErrPath, "property %q", p.Path)
		}
		if p.Spawn {
			s.keys[atSpawn] = append(s.keys[atSpawn], p.Path)
		}
		switch p.Replication {
		case Always:
			s.keys[always] = append(s.keys[always], p.Path)
		case OnChange:
			s.keys[onChange] = append(s.keys[onChange], p.Path)
		}
	}
	if n := len(s.keys[onChange]); n > maxWatched {
		return nil, reason.Of(variant.ErrLimit, "%d properties that are sent on change, at most %d",
			n, maxWatched)
	}

	if !c.Hidden {
		s.seen[0] = true
	}
	if err := e.node.protocol.CheckPath(c.Node); err != nil {
		return nil, err
	}
	if c.Node == "." || e.node.find(c.Node) != nil && !e.node.find(c.Node).bare() {
		return nil, reason.Of(packet.ErrPath, "synchronizer %q", c.Node)
	}

	s.node = e.node.make(c.Node)
	s.authority = max(c.Authority, 1)
	s.node.authority = s.authority
	return s, nil
}

// bare reports whether the node has neither methods nor a number.
func (n *Node) bare() bool { return len(n.methods) == 0 && n.number == 0 }

// read returns the values of properties. It reads the state at most once at each tick.
func (e *Entity) read(c *codec.Codec, tick uint64, keys []string) ([]variant.Variant, error) {
	if e.tick != tick {
		v, err := c.ToVariant(e.state)
		if err != nil {
			return nil, err
		}
		values, ok := v.(variant.Dictionary)
		if !ok {
			why := fmt.Sprintf("state %T is not a Dictionary", e.state)
			return nil, reason.Of(variant.ErrWrongType, "%s", why)
		}
		e.tick, e.values = tick, values
	}

	out := make([]variant.Variant, len(keys))
	for i, key := range keys {
		v, ok := e.values.Get(variant.String(key))
		if !ok {
			return nil, reason.Of(variant.ErrNotFound, "property %q of the state", key)
		}
		out[i] = v
	}
	return out, nil
}

// write sets properties of the state. It sets all of them or none.
func (e *Entity) write(c *codec.Codec, keys []string, values []variant.Variant) error {
	if len(values) == 0 {
		return nil
	}

	var d variant.Dictionary
	for i, key := range keys {
		d.Set(variant.String(key), values[i])
	}
	if trial := fresh(e.state); trial != nil {
		if err := c.FromVariant(d, trial); err != nil {
			return err
		}
	}
	e.tick = 0
	return c.FromVariant(d, e.state)
}

// picked returns the keys whose bit is 1 in the argument set. Bit i stands for keys[i].
func picked(keys []string, set uint64) []string {
	out := make([]string, 0, bits.OnesCount64(set))
	for i, key := range keys {
		if set&(1<<i) != 0 {
			out = append(out, key)
		}
	}
	return out
}
