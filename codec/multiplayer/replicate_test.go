package multiplayer_test

import (
	"encoding/hex"
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

// instance returns the node as its sender makes it, or with null in all properties. The last
// synchronizer belongs to the owner.
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

// declare declares the method of a spawned node.
func (m *machine) declare(n *multiplayer.Node) {
	n.Handle(anyPeer("hit"), func(p *multiplayer.Peer, args ...variant.Variant) {
		m.note(p, n, "hit", args)
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

// changes returns the properties that are not as they were. New properties were fresh.
func changes(before, after map[string]string, fresh string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		old, ok := before[name]
		if !ok {
			old = fresh
		}
		if after[name] != old {
			all = append(all, name+" "+after[name])
		}
	}
	return all
}

// set returns the properties of a row as the function changes does.
func (s step) set() (all []string) {
	for _, row := range s.Set {
		v := must(codec.Decode(must(hex.DecodeString(row[2]))))
		all = append(all, fmt.Sprintf("%s:%s %x", row[0], row[1], canonical(v)))
	}
	slices.Sort(all)
	return all
}
