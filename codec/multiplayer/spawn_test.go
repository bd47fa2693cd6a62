package multiplayer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// A counted is a state of two numbers, which the tests increase.
type counted struct {
	Always  int `godot:"always"`
	Changes int `godot:"changes"`
}

var countedConfig = multiplayer.SyncConfig{
	Node: "Sync", Properties: []multiplayer.Property{
		{Path: "always", Spawn: true, Replication: multiplayer.Always},
		{Path: "changes", Spawn: true, Replication: multiplayer.OnChange},
	},
}

// newCounted returns an instance whose synchronizer has the server as its authority.
func newCounted() multiplayer.Instance { return countedWith(countedConfig) }

func countedWith(configs ...multiplayer.SyncConfig) multiplayer.Instance {
	return multiplayer.Instance{State: &counted{}, Configs: configs}
}

// makerOf returns a Maker that makes each instance with the function instance.
func makerOf(instance func() multiplayer.Instance) multiplayer.Maker {
	return func(*multiplayer.Node, uint8, variant.Variant) (multiplayer.Instance, error) {
		return instance(), nil
	}
}

// copyOf returns the state of the spawned entity in the World of a client.
func (h *hub) copyOf(id int32) *counted {
	for _, e := range h.events[id] {
		if e, ok := e.(multiplayer.Spawned); ok {
			return e.Entity.State().(*counted)
		}
	}
	return &counted{}
}

// TestLossyTransport: a transport loses, doubles and reorders messages. Reliable calls arrive once
// and in order. No older state replaces a newer one. In the end all clients have the values that
// were sent reliably.
func TestLossyTransport(t *testing.T) {
	const clients, rounds = 3, 200
	h := newHub()
	h.random = rand.New(rand.NewPCG(1, 2))
	heard := map[int32][]int{}
	for id := int32(1); id <= 1+clients; id++ {
		w := h.add(id, multiplayer.Options{Relay: &multiplayer.RelayRules{}})
		h.chat(id).Handle(anyPeer("say"), func(p *multiplayer.Peer, n int) {
			heard[id*10+p.ID()] = append(heard[id*10+p.ID()], n)
		})
		w.Spawner("Spawner", "Players", makerOf(newCounted))
	}
	for id := int32(2); id <= 1+clients; id++ {
		h.connect(id)
		h.run()
	}

	server := h.worlds[1]
	in := newCounted()
	state := in.State.(*counted)
	must(server.Spawn(server.Spawner("Spawner", "Players", nil), 0, "bob", in))
	h.run()

	last := map[int32]int{}
	for n := range rounds {
		state.Always++
		state.Changes += n % 3 % 2
		for id := range h.worlds {
			require.NoError(t, h.chat(id).Call(multiplayer.All, "say", n))
		}
		h.poll()
		for range h.random.IntN(30) {
			h.step()
		}
		for id := int32(2); id <= 1+clients; id++ {
			now := *h.copyOf(id)
			require.GreaterOrEqual(t, now.Always, last[id])
			last[id] = now.Always
		}
	}
	h.run()

	for id, all := range heard {
		require.Len(t, all, rounds, "%d", id)
		for i, n := range all {
			require.Equal(t, i, n, "%d", id)
		}
	}
	require.Len(t, heard, (1+clients)*clients)
	for id := int32(2); id <= 1+clients; id++ {
		require.Equal(t, state.Changes, h.copyOf(id).Changes)
		require.Greater(t, h.copyOf(id).Always, rounds/2)
	}
	require.Empty(t, h.errors)
}

// TestSpawnMisuse: Spawn and Synchronize return an error for wrong arguments, and change nothing.
func TestSpawnMisuse(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	server, client := h.worlds[1], h.worlds[2]
	spawner := server.Spawner("Spawner", "Players", nil)

	sync := multiplayer.SyncConfig{Node: "S"}
	upwards := multiplayer.SyncConfig{Node: ".."}
	itself := multiplayer.SyncConfig{Node: "."}
	editors := multiplayer.SyncConfig{
		Node: "S", Properties: []multiplayer.Property{{Path: ".:always"}},
	}
	missing := multiplayer.SyncConfig{
		Node: "S", Properties: []multiplayer.Property{{Path: "missing", Spawn: true}},
	}
	tooMany := multiplayer.SyncConfig{Node: "S"}
	for i := range 65 {
		tooMany.Properties = append(tooMany.Properties,
			multiplayer.Property{Path: fmt.Sprint("p", i), Replication: multiplayer.OnChange})
	}
	for name, test := range map[string]struct {
		node string
		in   multiplayer.Instance
		kind error
	}{
		"name of a path":   {"a/b", newCounted(), packet.ErrName},
		"name of engines":  {"@Node@2", newCounted(), packet.ErrName},
		"no name":          {"", newCounted(), packet.ErrName},
		"65 properties":    {"a", countedWith(tooMany), variant.ErrLimit},
		"path of a config": {"a", countedWith(upwards), packet.ErrPath},
		"the node itself":  {"a", countedWith(itself), packet.ErrPath},
		"path of a file":   {"a", countedWith(editors), packet.ErrPath},
		"two configs":      {"a", countedWith(sync, sync), packet.ErrName},
		"no state":         {"a", multiplayer.Instance{}, variant.ErrWrongType},
		"a number":         {"a", multiplayer.Instance{State: new(int)}, variant.ErrWrongType},
		"no such property": {"a", countedWith(missing), variant.ErrNotFound},
	} {
		err := fails(server.Spawn(spawner, 0, test.node, test.in))
		require.ErrorIs(t, err, test.kind, name)
		require.Nil(t, server.Find("Players/a"), name)
	}

	e := must(server.Spawn(spawner, 0, "a", newCounted()))
	require.ErrorIs(t, fails(server.Spawn(spawner, 0, "a", newCounted())), packet.ErrName)
	require.ErrorIs(t, fails(server.Synchronize("Players/a", newCounted())), packet.ErrName)
	require.NoError(t, e.Remove())
	require.Nil(t, server.Find("Players/a"))
	require.NoError(t, server.Remove(e.Node()))
	require.ErrorIs(t, e.Node().Call(2, "x"), multiplayer.ErrMethod)

	nowhere := fails(server.Synchronize("../a", newCounted()))
	require.ErrorIs(t, nowhere, packet.ErrPath)
	unknown := fails(server.SpawnData(spawner, make(chan int), "b", newCounted()))
	require.ErrorIs(t, unknown, codec.ErrGoType)
	require.Nil(t, server.Find("Players/b"))

	theirs := client.Spawner("Spawner", "Players", nil)
	require.ErrorIs(t, fails(client.Spawn(theirs, 0, "a", newCounted())), multiplayer.ErrAuthority)
}

// TestSpawned: an entity has its scene or its data, and the peer that has spawned it.
func TestSpawned(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	server, client := h.worlds[1], h.worlds[2]
	client.Spawner("Spawner", "Players", makerOf(newCounted))
	spawner := server.Spawner("Spawner", "Players", nil)
	server.Node("Players")
	client.Node("Players")

	ours := []*multiplayer.Entity{
		must(server.Spawn(spawner, 3, "a", newCounted())),
		must(server.SpawnData(spawner, "red", "b", newCounted())),
	}
	h.run()
	require.Empty(t, h.errors)

	var theirs []*multiplayer.Entity
	for _, e := range h.events[2] {
		if e, ok := e.(multiplayer.Spawned); ok {
			theirs = append(theirs, e.Entity)
		}
	}
	require.Len(t, theirs, 2)
	for i, scene := range []uint8{3, packet.CustomScene} {
		data := []variant.Variant{nil, variant.String("red")}[i]
		for _, e := range []*multiplayer.Entity{ours[i], theirs[i]} {
			require.Equal(t, scene, e.Scene())
			require.Equal(t, data, e.Data())
			require.Len(t, e.Synchronizers(), 1)
		}
		require.Nil(t, ours[i].Peer())
		require.Equal(t, client.Peer(1), theirs[i].Peer())
	}
}

// TestOwnIDs: two Worlds each have a synchronizer, and both synchronizers have the same ID. After
// one World has removed its synchronizer, the synchronizer of the other World still works. Usually
// a server uses other IDs than its clients, because engines confuse equal IDs.
func TestOwnIDs(t *testing.T) {
	h := session(t, multiplayer.Options{FirstID: 1}, multiplayer.Options{})
	countedBy := func(owner int32) func() multiplayer.Instance {
		c := countedConfig
		c.Authority = owner
		return func() multiplayer.Instance { return countedWith(c) }
	}
	for _, w := range h.worlds {
		w.Spawner("1", "Players1", makerOf(countedBy(1)))
		w.Spawner("2", "Players2", makerOf(countedBy(2))).Node().SetAuthority(2)
	}

	var mine *multiplayer.Node
	var state *counted
	for id := int32(1); id <= 2; id++ {
		w, in, name := h.worlds[id], countedBy(id)(), fmt.Sprint(id)
		e := must(w.Spawn(w.Spawner(name, "Players"+name, nil), 0, "x", in))
		if id == 1 {
			mine = e.Node()
		}
		state = in.State.(*counted)
	}
	h.run()

	require.NoError(t, h.worlds[1].Remove(mine))
	state.Always = 42
	h.poll()
	h.run()
	require.Equal(t, 42, h.copyOf(1).Always)
	require.Empty(t, h.errors)
}

// TestFirstID: the IDs of a server are greater than those of its clients. The IDs of a client begin
// at 1, as in engines.
func TestFirstID(t *testing.T) {
	for id, want := range map[int32]uint32{1: 1<<24 + 1, 2: 1} {
		sent := &deaf{}
		w := multiplayer.New(multiplayer.Options{ID: id, Sender: sent})
		must(w.Connect(3 - id))
		s := w.Spawner("Spawner", "Players", nil)
		s.Node().SetAuthority(id)
		w.Node("Players")
		must(w.Spawn(s, 0, "a", multiplayer.Instance{State: &counted{}}))
		spawn := must(recorded.Codec(t, packet.Godot4).Decode(sent.last)).(packet.Spawn)
		require.Equal(t, want, spawn.Node)
	}
}

// TestSpawnIsEncodedOnce: a Spawn is encoded once for all peers that see a new node, and a relayed
// packet once for all clients that receive it.
func TestSpawnIsEncodedOnce(t *testing.T) {
	w := crowd(t, 100, multiplayer.Options{Relay: &multiplayer.RelayRules{}})
	s := w.Spawner("Spawner", "Players", nil)
	w.Node("Players")
	big := strings.Repeat("x", 20_000)
	bytes, _ := cost(func() {
		must(w.SpawnData(s, big, "a", multiplayer.Instance{State: &counted{}}))
	})
	require.Less(t, bytes, 500_000.0) // a copy for each peer would make 2,000,000 bytes

	body := append4(t, packet.Relay{Packet: append(make([]byte, 20_000), 3)})
	body[6] = 3 // 3 is the command of packet.Bytes, the type of the packet in the Relay
	bytes, _ = cost(func() { must(w.Receive(2, transport.Message{Data: body})) })
	require.Less(t, bytes, 500_000.0)
}

// TestSetAuthority: SetAuthority also sets the authority of all nodes below a node. If one of these
// nodes is a synchronizer, the World then sends or receives its state.
func TestSetAuthority(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	states := map[int32]*counted{}
	for id, w := range h.worlds {
		in := newCounted()
		states[id] = in.State.(*counted)
		must(w.Synchronize("Main/Player", in))
	}
	play := func() {
		for range 3 { // a state is sent only after the peer has confirmed the number of the node
			h.poll()
			h.run()
		}
	}
	states[1].Always, states[1].Changes = 1, 2
	play()
	require.Equal(t, counted{1, 2}, *states[2])

	for _, w := range h.worlds {
		w.Node("Main").SetAuthority(2)
		require.Equal(t, int32(2), w.Node("Main/Player/Sync").Authority())
	}
	*states[2] = counted{3, 4}
	play()
	require.Equal(t, counted{3, 4}, *states[1])
	require.Empty(t, h.errors)

	for _, w := range h.worlds {
		w.Node("Main/Player/Sync").SetAuthority(1)
	}
	*states[1] = counted{5, 6}
	play()
	require.Equal(t, counted{5, 6}, *states[2])
	require.Empty(t, h.errors)
}

// TestChangedContainer: a World notices that the program has changed the items of a container.
func TestChangedContainer(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	config := []multiplayer.SyncConfig{{
		Node: "Sync", Properties: []multiplayer.Property{
			{Path: "items", Replication: multiplayer.OnChange},
		},
	}}
	type bag struct {
		Items variant.Array `godot:"items"`
	}

	bags := map[int32]*bag{1: {Items: variant.NewArray(variant.Int(1))}, 2: {}}
	for id, w := range h.worlds {
		must(w.Synchronize("Bag", multiplayer.Instance{State: bags[id], Configs: config}))
	}
	for n := range 3 {
		bags[1].Items.Items[0] = variant.Int(n)
		for range 2 { // the first poll only gives the synchronizer a number
			h.poll()
			h.run()
		}
		require.Equal(t, bags[1].Items, bags[2].Items)
	}
	require.Empty(t, h.errors)
}

// TestLongStates: Poll returns an error for a state that is too long, and sends all other states.
func TestLongStates(t *testing.T) {
	h := newHub()
	server := h.add(1, multiplayer.Options{
		Limits: multiplayer.Limits{MaxSync: 100, MaxDelta: 100},
	})
	must(server.Connect(2))
	spawner := server.Spawner("Spawner", "Players", nil)
	config := multiplayer.SyncConfig{Node: "Sync", Properties: []multiplayer.Property{
		{Path: "a", Replication: multiplayer.Always},
		{Path: "b", Replication: multiplayer.OnChange},
	}}
	type texts struct{ A, B string }
	for i, length := range []int{40, 100, 40, 40} {
		text := strings.Repeat("x", length)
		must(server.Spawn(spawner, 0, fmt.Sprint(i), multiplayer.Instance{
			State: &texts{text, text}, Configs: []multiplayer.SyncConfig{config},
		}))
	}

	h.waiting = nil
	require.ErrorIs(t, fails(server.Poll()), variant.ErrLimit)
	var sizes []int
	for _, d := range h.waiting {
		sizes = append(sizes, len(d.Data))
	}
	const sync, delta = 3 + 8 + 48, 1 + 16 + 48
	require.Equal(t, []int{sync, sync, sync, delta, delta, delta}, sizes)
}

// TestIntervals: a World sends the next state, or the next change, only after an interval. While a
// filter hides the node from a peer, the peer gets neither.
func TestIntervals(t *testing.T) {
	now, hidden := time.Unix(0, 0), false
	h := newHub()
	server := h.add(1, multiplayer.Options{Now: func() time.Time { return now }})
	config := countedConfig
	config.Interval, config.DeltaInterval = 250*time.Millisecond, time.Second
	config.Filter = func(p *multiplayer.Peer) bool { return p.ID() == 2 && !hidden }
	must(server.Connect(2))
	must(server.Connect(3))
	in := countedWith(config)
	must(server.Spawn(server.Spawner("Spawner", "Players", nil), 0, "x", in))

	got := map[string][]int{} // the ticks of 100 ms at which packets were sent
	for tick := range 22 {
		hidden = tick == 15 || tick == 16
		in.State.(*counted).Changes++
		h.poll()
		for _, d := range h.waiting {
			require.Equal(t, int32(2), d.to)
			p := must(recorded.Codec(t, packet.Godot4).Decode(d.Data))
			kind := fmt.Sprintf("%T", p)
			got[kind] = append(got[kind], tick)
		}
		h.waiting = nil
		now = now.Add(100 * time.Millisecond)
	}
	require.Equal(t, map[string][]int{
		"packet.SimplifyPath": {0},
		"packet.Spawn":        {0, 17},
		"packet.Despawn":      {15},
		"packet.Sync":         {0, 3, 6, 9, 12, 17, 20},
		"packet.Delta":        {0, 10, 17},
	}, got)
}
