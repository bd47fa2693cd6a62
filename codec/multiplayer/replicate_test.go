package multiplayer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/recorded"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// A sceneType is a kind of node in a session with replication.
type sceneType struct {
	Values map[string]map[string]recorded.Hex // by the child that has the property, "." for none
	Syncs  []struct {
		Name   string
		Public bool
		Props  [][]recorded.Item // ["child:property", spawn, mode]
	}
}

// replications are the kinds of replication by Godot's number.
var replications = []multiplayer.Replication{
	multiplayer.Never, multiplayer.Always, multiplayer.OnChange,
}

// key is the key of a property in the state.
func key(child, property string) string {
	if child == "." {
		return property
	}
	return child + ":" + property
}

// instance returns the node as its sender makes it, or with null in all properties. The last
// synchronizer belongs to the owner.
func (s sceneType) instance(t *testing.T, owner int32, null bool) multiplayer.Instance {
	state := map[string]variant.Variant{}
	for child, properties := range s.Values {
		for name, body := range properties {
			v, err := codec.Decode(body)
			require.NoError(t, err)
			if null {
				v = variant.Nil{}
			}
			state[key(child, name)] = v
		}
	}

	in := multiplayer.Instance{State: &state}
	for i, sync := range s.Syncs {
		c := multiplayer.Config{Node: sync.Name, Private: !sync.Public}
		if i == len(s.Syncs)-1 {
			c.Authority = owner
		}
		for _, items := range sync.Props {
			var path string
			var spawn bool
			var mode int
			require.NoError(t, recorded.Unpack(items, &path, &spawn, &mode))
			c.Properties = append(c.Properties, multiplayer.Property{
				Path: strings.TrimPrefix(path, ".:"), Spawn: spawn, Replication: replications[mode],
			})
		}
		in.Configs = append(in.Configs, c)
	}
	return in
}

// watched returns how many properties are sent on change by the synchronizer that has most.
func (s sceneType) watched(t *testing.T) (most int) {
	for _, c := range s.instance(t, 1, true).Configs {
		n := 0
		for _, p := range c.Properties {
			if p.Replication == multiplayer.OnChange {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// declare declares the methods of a node of a type.
func (m *machine) declare(n *multiplayer.Node) {
	hit := multiplayer.Method{Name: "hit", Access: multiplayer.ByAnyPeer}
	n.Handle(hit, func(p *multiplayer.Peer, args ...variant.Variant) {
		c := call{from: p.ID(), path: n.Path(), method: "hit"}
		for _, v := range args {
			c.values = append(c.values, canonical(v))
		}
		m.calls = append(m.calls, c.String())
	})
}

// make makes a node that the server spawns.
func (m *machine) make(t *testing.T) multiplayer.Maker {
	return func(
		n *multiplayer.Node, scene uint8, data variant.Variant,
	) (multiplayer.Instance, error) {
		m.declare(n)
		if scene != packet.CustomScene {
			return m.types[scene].instance(t, 1, true), nil
		}

		var numbers []variant.Variant
		if err := codec.FromVariant(data, &numbers); err != nil {
			return multiplayer.Instance{}, err
		}
		kind, owner := numbers[0].(variant.Int), numbers[1].(variant.Int)
		return m.types[kind].instance(t, int32(owner), true), nil
	}
}

// replicate does what a step about replication says.
func (m *machine) replicate(t *testing.T, do string, items []recorded.Item) {
	var kind, id int32
	var path, name string
	var data recorded.Hex

	switch do {
	case "spawn_scene":
		require.NoError(t, recorded.Unpack(items, &kind, &name))
		e, err := m.Spawn(m.spawner, uint8(kind), name, m.types[kind].instance(t, 1, false))
		m.spawned(e, err)
	case "spawn_data":
		require.NoError(t, recorded.Unpack(items, &data, &kind, &id, &name))
		in := m.types[kind].instance(t, id, false)
		e, err := m.SpawnData(m.spawner, decoded(t, []recorded.Hex{data})[0], name, in)
		m.spawned(e, err)
	case "add_static":
		require.NoError(t, recorded.Unpack(items, &path, &kind))
		e, err := m.Synchronize(path, m.types[kind].instance(t, 1, false))
		m.spawned(e, err)
	case "set":
		require.NoError(t, recorded.Unpack(items, &path, &name, &data))
		child := "."
		if parent, ok := strings.CutSuffix(path, "/Sub"); ok {
			path, child = parent, "Sub"
		}
		if e := m.entities[path]; e != nil {
			state := *e.State().(*map[string]variant.Variant)
			state[key(child, name)] = decoded(t, []recorded.Hex{data})[0].(variant.Variant)
		}
	case "free":
		require.NoError(t, recorded.Unpack(items, &path))
		m.took(nil, m.Remove(m.Node(path)))
		delete(m.entities, path)
	case "visibility":
		var visible bool
		require.NoError(t, recorded.Unpack(items, &path, &id, &visible))
		at := strings.LastIndex(path, "/")
		e := m.entities[path[:at]]
		i := slices.IndexFunc(e.Synchronizers(), func(s *multiplayer.Synchronizer) bool {
			return s.Node().Path() == path
		})
		m.took(nil, m.SetVisible(e.Synchronizers()[i], id, visible))
	default:
		t.Fatalf("step %q", do)
	}
}

// spawned takes the result of a spawn.
func (m *machine) spawned(e *multiplayer.Entity, err error) {
	m.took(nil, err)
	if e != nil {
		m.entities[e.Node().Path()] = e
		m.declare(e.Node())
	}
}

// states returns the properties of all entities as texts, without those that are null.
func (m *machine) states() map[string]string {
	all := map[string]string{}
	for path, e := range m.entities {
		for name, v := range *e.State().(*map[string]variant.Variant) {
			child, property, ok := strings.Cut(name, ":")
			if !ok {
				child, property = "", name
			}
			at := strings.TrimSuffix(path+"/"+child, "/")
			all[at+" "+property] = fmt.Sprintf("%x", canonical(v))
		}
	}
	return all
}

// changes returns the properties that are not as they were, or not null if they are new.
func changes(before, after map[string]string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		old, ok := before[name]
		if !ok {
			old = fmt.Sprintf("%x", canonical(variant.Nil{}))
		}
		if after[name] != old {
			all = append(all, name+" "+after[name])
		}
	}
	return all
}

// set returns the properties of a row as the function changes does.
func (s step) set(t *testing.T) (all []string) {
	for _, row := range s.Set {
		var body recorded.Hex
		require.NoError(t, json.Unmarshal([]byte(`"`+row[2]+`"`), &body))
		v := decoded(t, []recorded.Hex{body})[0].(variant.Variant)
		all = append(all, fmt.Sprintf("%s %s %x", row[0], row[1], canonical(v)))
	}
	slices.Sort(all)
	return all
}

// TestReplicationVectors replays the sessions of engines with spawners and synchronizers: each
// World must send the same packets in the same order, and set the same properties.
func TestReplicationVectors(t *testing.T) {
	var worlds map[int32]*machine
	different := recorded.Differences{}
	sessions, steps := 0, 0

	for _, s := range recorded.Rows[step](t, "replication-4.6.jsonl") {
		if s.Peers != nil {
			worlds = s.replicas(t)
			if worlds == nil {
				different["session with more than 64 properties on change, which is refused"]++
			} else {
				sessions++
			}
			continue
		}
		m := worlds[s.At]
		if m == nil {
			continue
		}

		steps++
		m.out, m.calls, m.signals, m.errors = nil, nil, nil, nil
		before := m.states()
		m.act(t, s)

		if strings.Contains(strings.Join(s.Errors, ""), "parent->has_node(name)") {
			// The engine frees what a peer left behind at the end of its frame.
			different["the rest of a session after a spawn that the engine refuses"]++
			worlds = nil
			continue
		}
		if s.In != nil {
			got, want := changes(before, m.states()), s.set(t)
			require.Equal(t, want, got, "%d %s: %v", s.S, s.Do, m.errors)
		}
		if why := m.compareReplicas(t, s); why != "" {
			different[why]++
		}
	}

	require.Equal(t, recorded.Differences{
		"an empty SYNC or DELTA is no error":                               12,
		"no empty SYNC or DELTA":                                           14,
		"peers behind the server leave with it":                            11,
		"session with more than 64 properties on change, which is refused": 7,
		"the rest of a session after a spawn that the engine refuses":      3,
	}, different)
	require.Equal(t, []int{160, 6583}, []int{sessions, steps})
}

// replicas returns the machines of a session, nil if a World refuses its types.
func (s step) replicas(t *testing.T) map[int32]*machine {
	all := map[int32]*machine{}
	for _, id := range s.Peers {
		m := &machine{types: s.Types, entities: map[string]*multiplayer.Entity{}}
		m.World = multiplayer.New(multiplayer.Options{
			Transport: m, ID: id, Relay: &multiplayer.RelayRules{},
			MaxSync: s.MaxSync, MaxDelta: s.MaxDelta,
		})
		m.spawner = m.World.Spawner(s.Spawner, s.SpawnPath, m.make(t))
		all[id] = m
	}

	for _, kind := range s.Types {
		if kind.watched(t) > 64 {
			return nil
		}
	}
	return all
}

// compareReplicas is compare for replication: an engine sends an empty SYNC or DELTA before a long
// one.
func (m *machine) compareReplicas(t *testing.T, s step) string {
	all := len(s.Out)
	s.Out = slices.DeleteFunc(s.Out, func(m recorded.Message) bool { return empty(m.Data) })
	if why := m.compare(t, s); why != "" {
		return why
	}
	if len(s.Out) < all {
		return "no empty SYNC or DELTA"
	}
	return ""
}

// empty reports whether a packet is a SYNC or DELTA without states.
func empty(b []byte) bool {
	return b[0] == 0x06 && len(b) == 3 || b[0] == 0x16 && len(b) == 1
}
