package multiplayer_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// A sceneType is a kind of node in a session with replication.
type sceneType struct {
	Values map[string]map[string]recorded.Hex // keys: path of the node, name of the property
	Syncs  []struct {
		Name   string
		Public bool
		Props  [][]recorded.Item // ["child:property", spawn, mode]
	}
}

// replications has the Replication for each value of Godot's ReplicationMode.
var replications = []multiplayer.Replication{
	multiplayer.Never, multiplayer.Always, multiplayer.OnChange,
}

// instance returns an instance of the type. If null is true, its properties are null, as on a peer
// that receives the values. Otherwise they have the values in s.Values. The argument owner is the
// ID of the peer that is the authority of the last synchronizer in s.Syncs.
func (s sceneType) instance(t *testing.T, owner int32, null bool) multiplayer.Instance {
	state := map[string]variant.Variant{}
	for child, properties := range s.Values {
		for name, body := range properties {
			state[strings.TrimPrefix(child+":"+name, ".:")] = variant.Nil{}
			if !null {
				state[strings.TrimPrefix(child+":"+name, ".:")] = must(codec.Decode(body))
			}
		}
	}

	in := multiplayer.Instance{State: &state}
	for i, sync := range s.Syncs {
		c := multiplayer.SyncConfig{Node: sync.Name, Hidden: !sync.Public}
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

// tooMany reports whether a synchronizer sends more than 64 properties on change.
func (s step) tooMany(t *testing.T) bool {
	for _, kind := range s.Types {
		for _, c := range kind.instance(t, 1, true).Configs {
			n := 0
			for _, p := range c.Properties {
				if p.Replication == multiplayer.OnChange {
					n++
				}
			}
			if n > 64 {
				return true
			}
		}
	}
	return false
}

// declare declares the method hit, which each spawned node has.
func (m *machine) declare(n *multiplayer.Node) {
	n.Handle(anyPeer("hit"), func(p *multiplayer.Peer, args ...variant.Variant) {
		m.note(p, n, "hit", args)
	})
}

// make returns the Maker of the nodes that the server spawns.
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

// perform calls an action. The first of the items is its name, and the others are its arguments.
func perform(t *testing.T, items []recorded.Item, actions map[string]any) {
	var name string
	require.NoError(t, json.Unmarshal(items[0], &name))
	require.Contains(t, actions, name)

	action := reflect.ValueOf(actions[name])
	var into []any
	var args []reflect.Value
	for i := range action.Type().NumIn() {
		arg := reflect.New(action.Type().In(i))
		into = append(into, arg.Interface())
		args = append(args, arg.Elem())
	}
	require.NoError(t, recorded.Unpack(items[1:], into...))
	action.Call(args)
}

// act performs the action of a step.
func (m *machine) act(t *testing.T, s step) {
	perform(t, s.Do, map[string]any{
		"connect":         func(id int32) { m.took(m.Connect(id)) },
		"disconnect":      func(id int32) { m.took(m.World.Disconnect(id)) },
		"disconnect_peer": func(id int32) { m.took(m.Kick(id)) },
		"poll": func() {
			for _, in := range s.In {
				m.took(m.Receive(in.Peer, in.Message))
			}
			m.took(m.Poll())
		},
		"rpc": func(id int32, path, name string, args []recorded.Hex) {
			m.took(nil, m.Node(path).Call(id, name, decoded(args)...))
		},
		"send_bytes": func(id int32, data recorded.Hex, mode, channel int) {
			m.took(nil, m.SendBytes(id, data, recorded.Modes[mode], channel))
		},
		"send_auth":     func(id int32, data recorded.Hex) { m.took(nil, m.SendAuth(id, data)) },
		"complete_auth": func(id int32) { m.took(m.CompleteAuth(id)) },
		"get_peers":     func() {},
		"add_node":      func(path string, list int) { m.addNode(path, list, 1) },
		"free_node": func(path string) {
			if n := m.Find(path); n != nil {
				m.took(nil, m.Remove(n))
			}
		},
		"bulk": func(n int) {
			for i := range n {
				node := m.Node(fmt.Sprintf("Bulk/b%d", i))
				node.Declare(multiplayer.Method{Name: "b"})
				require.NoError(t, node.Call(multiplayer.All, "b"))
			}
			m.out = nil
		},

		"spawn_scene": func(kind uint8, name string) {
			m.spawned(m.Spawn(m.spawner, kind, name, m.types[kind].instance(t, 1, false)))
		},
		"spawn_data": func(data recorded.Hex, kind, owner int32, name string) {
			in := m.types[kind].instance(t, owner, false)
			m.spawned(m.SpawnData(m.spawner, must(codec.Decode(data)), name, in))
		},
		"add_static": func(path string, kind int32) {
			m.spawned(m.Synchronize(path, m.types[kind].instance(t, 1, false)))
		},
		"set": func(path, name string, data recorded.Hex) {
			if parent, ok := strings.CutSuffix(path, "/Sub"); ok {
				path, name = parent, "Sub:"+name
			}
			if e := m.entities[path]; e != nil {
				state := *e.State().(*map[string]variant.Variant)
				state[name] = must(codec.Decode(data))
			}
		},
		"free": func(path string) {
			m.took(nil, m.Remove(m.Node(path)))
			delete(m.entities, path)
		},
		"visibility": func(name string, id int32, visible bool) {
			e := m.entities[path.Dir(name)]
			i := slices.IndexFunc(e.Synchronizers(), func(s *multiplayer.Synchronizer) bool {
				return s.Node().Path() == name
			})
			m.took(nil, m.SetVisible(e.Synchronizers()[i], id, visible))
		},
	})
}

// spawned records the result of a spawn.
func (m *machine) spawned(e *multiplayer.Entity, err error) {
	m.took(nil, err)
	if e != nil {
		m.entities[e.Node().Path()] = e
		m.declare(e.Node())
	}
}

// states returns the properties of all entities as texts.
func (m *machine) states() map[string]string {
	all := map[string]string{}
	for path, e := range m.entities {
		for _, pair := range must(codec.ToVariant(e.State())).(variant.Dictionary).Pairs {
			name := path + ":" + fmt.Sprint(pair.Key)
			name = strings.Replace(name, ":Sub:", "/Sub:", 1)
			all[name] = fmt.Sprintf("%x", canonical(pair.Value))
		}
	}
	return all
}

// changes returns the properties whose values differ between the arguments oldValues and newValues.
// If oldValues does not have a property, the earlier value of this property is the argument
// initial.
func changes(oldValues, newValues map[string]string, initial string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(newValues)) {
		old, ok := oldValues[name]
		if !ok {
			old = initial
		}
		if newValues[name] != old {
			all = append(all, name+" "+newValues[name])
		}
	}
	return all
}

// set returns the properties that the engine has set in a step.
func (s step) set() (all []string) {
	for _, row := range s.Set {
		v := must(codec.Decode(must(hex.DecodeString(row[2]))))
		all = append(all, fmt.Sprintf("%s:%s %x", row[0], row[1], canonical(v)))
	}
	slices.Sort(all)
	return all
}
