package multiplayer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/math"
	"godotvariant/variant"
)

// A thing is the state of a node that a packet spawns. All spawned nodes of the recording
// answers-4.6 have such a state.
type thing struct {
	Pos   math.Vector2    `godot:"pos"`
	HP    int64           `godot:"hp"`
	Label string          `godot:"label"`
	Any   variant.Variant `godot:"any"`
}

// instance returns a new thing. The argument owner is the ID of its synchronizer's authority.
func (thing) instance(owner int32) multiplayer.Instance {
	return multiplayer.Instance{
		State: &thing{Pos: math.Vector2{X: 1, Y: 2}, HP: 100, Label: "x", Any: variant.Nil{}},
		Configs: []multiplayer.SyncConfig{{
			Node: "Sync", Authority: owner,
			Properties: []multiplayer.Property{
				{Path: "pos", Spawn: true, Replication: multiplayer.Always},
				{Path: "hp", Spawn: true, Replication: multiplayer.OnChange},
				{Path: "label", Replication: multiplayer.OnChange},
				{Path: "any", Replication: multiplayer.OnChange},
			},
		}},
	}
}

// An answer is a row of the recording answers-4.6, see testdata/multiplayer/README.md.
type answer struct {
	step
	Setup      string
	Self, Boss int32
	Packets    [][]recorded.Item
	From       int32
	Hex        recorded.Hex
	How        string
}

// machine returns a World that has already received the packets of the answer's setup.
func (a answer) machine(t *testing.T, lists map[int][]method) *machine {
	m := &machine{lists: lists, entities: map[string]*multiplayer.Entity{}}
	m.World = multiplayer.New(multiplayer.Options{
		Sender: m, ID: a.Self, FirstID: 1,
		Codec: recorded.Codec(t, packet.Godot4).Values(), Protocol: packet.Godot4,
		Relay: &multiplayer.RelayRules{},
		Now:   func() time.Time { return time.Unix(0, 0) },
	})
	m.addNode("Actor", 1, a.Boss)
	m.addNode("Main/Chät", 2, a.Boss)

	spawner := m.World.Spawner("Spawner", "Players", func(
		_ *multiplayer.Node, scene uint8, _ variant.Variant,
	) (multiplayer.Instance, error) {
		switch scene {
		case 0:
			return thing{}.instance(1), nil
		case packet.CustomScene:
			return thing{}.instance(a.Boss), nil
		}
		return multiplayer.Instance{}, multiplayer.ErrMethod
	})
	spawner.Node().SetAuthority(a.Boss)
	static, err := m.Synchronize("Static", thing{}.instance(a.Boss))
	require.NoError(t, err)
	m.entities["Static"] = static

	if a.Self == 1 {
		m.took(m.Connect(2))
		m.took(m.Connect(3))
	} else {
		m.took(m.Connect(1))
		m.took(m.Receive(1, transport.Message{Data: []byte{7, 1, 2, 0, 0, 0}}))
	}
	require.NoError(t, m.Node("Actor").Call(multiplayer.All, "none"))
	for _, items := range a.Packets {
		var from int32
		var body recorded.Hex
		require.NoError(t, recorded.Unpack(items, &from, &body))
		m.took(m.Receive(from, transport.Message{Data: body}))
	}
	require.Empty(t, m.errors)

	m.out, m.calls, m.signals = nil, nil, nil
	return m
}

// TestAnswerVectors gives a World the single packets that an engine has received. Most of them are
// damaged. The World may refuse packets that the engine accepts. Otherwise it must call the same
// methods, send the same packets and set the same properties as the engine.
func TestAnswerVectors(t *testing.T) {
	lists := map[int][]method{}
	setups := map[string]answer{}
	same, different := 0, recorded.Differences{}

	for _, a := range recorded.Rows[answer](t, "answers-4.6.jsonl") {
		switch {
		case a.List != 0:
			lists[a.List] = a.methods(t)
			continue
		case a.Packets != nil:
			setups[a.Setup] = a
			continue
		}

		m := setups[a.Setup].machine(t, lists)
		before := m.states()
		m.took(m.Receive(a.From, transport.Message{Data: a.Hex}))
		m.took(m.Poll())

		a.In = []recorded.Message{{Peer: a.From, Message: transport.Message{Data: a.Hex}}}
		a.Signals = slices.DeleteFunc(a.Signals, func(s []recorded.Item) bool {
			name := strings.Trim(string(s[0]), `"`)
			return name == "synchronized" || strings.HasPrefix(name, "delta_")
		})
		var want []string
		for _, row := range a.Set {
			want = append(want, row[0]+" "+row[1])
		}
		slices.Sort(want)
		set := changes(before, m.states(), "")
		if why := m.compare(t, a.step, set, want); why != "" {
			different[why]++
		} else {
			same++
		}
	}

	requireDifferences(t, "answers-4.6.jsonl", fmt.Sprint(same, " equal answers"), different)
}
