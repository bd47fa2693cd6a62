package multiplayer_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/recorded"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// anyPeer is a method that all peers may call.
func anyPeer(name string) multiplayer.Method {
	return multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer}
}

// counted is a state that counts up.
type counted struct {
	Always  int `godot:"always"`
	Changes int `godot:"changes"`
}

var countedConfig = []multiplayer.Config{{
	Node: "Sync", Properties: []multiplayer.Property{
		{Path: "always", Spawn: true, Replication: multiplayer.Always},
		{Path: "changes", Spawn: true, Replication: multiplayer.OnChange},
	},
}}

// TestLossyTransport: over a transport that loses, doubles and reorders, reliable calls arrive once
// and in order, a state never goes back, and in the end all have what was sent reliably.
func TestLossyTransport(t *testing.T) {
	const clients, rounds = 3, 200
	h := newHub()
	h.random = rand.New(rand.NewPCG(1, 2))
	heard := map[int32][]int{}
	for id := int32(1); id <= 1+clients; id++ {
		w := h.add(id, multiplayer.Options{Relay: &multiplayer.RelayRules{}})
		w.Node("Main/Chat").Handle(anyPeer("say"), func(p *multiplayer.Peer, n int) {
			heard[id*10+p.ID()] = append(heard[id*10+p.ID()], n)
		})
		w.Spawner("Spawner", "Players", func(
			*multiplayer.Node, uint8, variant.Variant,
		) (multiplayer.Instance, error) {
			return multiplayer.Instance{State: &counted{}, Configs: countedConfig}, nil
		})
	}
	for id := int32(2); id <= 1+clients; id++ {
		h.connect(id)
		h.run()
	}

	server := h.worlds[1]
	state := &counted{}
	_, err := server.Spawn(server.Spawner("Spawner", "Players", nil), 0, "bob",
		multiplayer.Instance{State: state, Configs: countedConfig})
	require.NoError(t, err)
	h.run()

	last := map[int32]int{}
	for n := range rounds {
		state.Always++
		state.Changes += n % 3 % 2
		for id := range h.worlds {
			require.NoError(t, h.worlds[id].Node("Main/Chat").Call(multiplayer.All, "say", n))
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

// copyOf returns the state that a client has of the entity that the server has spawned.
func (h *hub) copyOf(id int32) *counted {
	for _, e := range h.events[id] {
		if e, ok := e.(multiplayer.Spawned); ok {
			return e.Entity.State().(*counted)
		}
	}
	return &counted{}
}

// pair returns a server and a client that are connected, with the node Chat.
func pair(t *testing.T, o multiplayer.Options) (h *hub, server, client *multiplayer.World) {
	t.Helper()
	h = newHub()
	server, client = h.add(1, o), h.add(2, multiplayer.Options{Relay: o.Relay, Format: o.Format})
	h.connect(2)
	h.run()
	require.Empty(t, h.errors)
	return h, server, client
}

// A room handles the methods of a node.
type room struct {
	log []string
}

func (r *room) Say(p *multiplayer.Peer, text string, at math.Vector2) error {
	r.log = append(r.log, fmt.Sprint(p.ID(), " ", text, " ", at))
	if text == "" {
		return errSilent
	}
	return nil
}

func (r *room) SetHP(hp int)       { r.log = append(r.log, fmt.Sprint("hp ", hp)) }
func (r *room) TakeDamage2(...int) { r.log = append(r.log, "damage") }
func (r *room) NoHandler() int     { return 1 }

var errSilent = errors.New("say something")

// TestBind: the methods of a struct have the names of GDScript, and their errors come back as they
// are.
func TestBind(t *testing.T) {
	h, server, client := pair(t, multiplayer.Options{})
	var r room
	server.Node("Chat").Bind(&r, multiplayer.Method{Access: multiplayer.ByAnyPeer})
	names := server.Find("Chat").Signature().Names()
	require.Equal(t, []string{"say", "set_hp", "take_damage2"}, names)

	chat := client.Node("Chat")
	chat.Declare(anyPeer("say"), anyPeer("set_hp"), anyPeer("take_damage2"))
	require.NoError(t, chat.Call(1, "say", "hi", math.Vector2{X: 1, Y: 2}))
	require.NoError(t, chat.Call(1, "set_hp", 7))
	require.NoError(t, chat.Call(1, "take_damage2", 1, 2, 3))
	h.run()
	require.Empty(t, h.errors)

	require.NoError(t, chat.Call(1, "say", "", math.Vector2{}))
	h.run()
	require.Equal(t, []string{"2 hi Vector2(1, 2)", "hp 7", "damage", "2  Vector2(0, 0)"}, r.log)
	require.Equal(t, errSilent, h.errors[1][0])
}

// TestRefusedCalls: calls that the function or its node does not allow reach no function.
func TestRefusedCalls(t *testing.T) {
	calls := 0
	count := func(int) { calls++ }
	methods := []multiplayer.Method{anyPeer("open"), {Name: "boss"}}

	for _, test := range []struct {
		name string
		call func(*multiplayer.Node) error
		kind error
	}{
		{"authority", func(n *multiplayer.Node) error { return n.Call(1, "boss", 1) },
			multiplayer.ErrAuthority},
		{"too few arguments", func(n *multiplayer.Node) error { return n.Call(1, "open") },
			multiplayer.ErrArguments},
		{"too many arguments", func(n *multiplayer.Node) error { return n.Call(1, "open", 1, 2) },
			multiplayer.ErrArguments},
		{"another type", func(n *multiplayer.Node) error { return n.Call(1, "open", "1") },
			variant.ErrWrongType},
	} {
		h, server, client := pair(t, multiplayer.Options{})
		for _, m := range methods {
			server.Node("Chat").Handle(m, count)
		}
		client.Node("Chat").Declare(methods...)

		require.NoError(t, test.call(client.Find("Chat")), test.name)
		h.run()
		require.Len(t, h.errors[1], 1, test.name)
		require.ErrorIs(t, h.errors[1][0], test.kind, test.name)
		var e *multiplayer.Error
		require.ErrorAs(t, h.errors[1][0], &e)
		require.Equal(t, "RPC", e.What)
	}
	require.Zero(t, calls)
}

// TestMisuse: mistakes of the program are errors or panics at once.
func TestMisuse(t *testing.T) {
	_, server, client := pair(t, multiplayer.Options{})
	chat := server.Node("Chat")
	chat.Declare(anyPeer("say"))

	for name, do := range map[string]func(){
		"no transport":      func() { multiplayer.New(multiplayer.Options{}) },
		"two methods":       func() { chat.Declare(anyPeer("say")) },
		"no name":           func() { chat.Declare(multiplayer.Method{}) },
		"no function":       func() { chat.Handle(anyPeer("a"), 7) },
		"nil function":      func() { chat.Handle(anyPeer("a"), (func())(nil)) },
		"two results":       func() { chat.Handle(anyPeer("a"), fmt.Println) },
		"no error":          func() { chat.Handle(anyPeer("a"), func() int { return 0 }) },
		"setter of two":     func() { chat.HandleSet(anyPeer("a"), func(_, _ int) {}) },
		"absolute path":     func() { server.Node("/root/Chat") },
		"path upwards":      func() { server.Node("../Chat") },
		"path of a unique":  func() { server.Node("%Chat") },
		"path of property":  func() { server.Node("Chat:text") },
		"empty path":        func() { server.Node("") },
		"path with a slash": func() { server.Node("Chat/") },
	} {
		require.Panics(t, do, name)
	}

	for name, test := range map[string]struct {
		err  error
		kind error
	}{
		"unknown method":  {chat.Call(2, "shout"), multiplayer.ErrMethod},
		"unknown peer":    {chat.Call(3, "say"), multiplayer.ErrPeer},
		"all but unknown": {chat.Call(multiplayer.AllBut(3), "say"), multiplayer.ErrPeer},
		"this side":       {chat.Call(1, "say"), multiplayer.ErrPeer},
		"a channel":       {chat.Call(2, "say", make(chan int)), codec.ErrGoType},
		"256 arguments":   {chat.Call(2, "say", make([]any, 256)...), variant.ErrLength},
		"no bytes":        {server.SendBytes(2, nil, multiplayer.Reliable, 0), variant.ErrLength},
		"rset":            {chat.Set(2, "hp", 1), variant.ErrUnsupported},
		"the root":        {server.Remove(server.Node(".")), packet.ErrPath},
		"authentication":  {server.SendAuth(2, []byte{1}), multiplayer.ErrPeer},
	} {
		require.ErrorIs(t, test.err, test.kind, name)
		require.True(t, strings.HasPrefix(test.err.Error(), "godot: "), "%v", test.err)
	}

	_, err := server.Connect(2)
	require.ErrorIs(t, err, multiplayer.ErrPeer)
	_, err = server.Connect(1)
	require.ErrorIs(t, err, multiplayer.ErrPeer)
	_, err = client.Receive(7, multiplayer.Message{Data: []byte{3, 1}})
	require.ErrorIs(t, err, multiplayer.ErrPeer)
	_, err = client.Receive(1, multiplayer.Message{})
	require.ErrorIs(t, err, variant.ErrTruncated)
}

// TestSpawnMisuse: what can't be spawned or synchronized is refused, and leaves nothing behind.
func TestSpawnMisuse(t *testing.T) {
	_, server, client := pair(t, multiplayer.Options{})
	spawner := server.Spawner("Spawner", "Players", nil)
	good := func() multiplayer.Instance {
		return multiplayer.Instance{State: &counted{}, Configs: countedConfig}
	}

	many := make([]multiplayer.Property, 65)
	for i := range many {
		many[i] = multiplayer.Property{Path: fmt.Sprint("p", i), Replication: multiplayer.OnChange}
	}
	sync := multiplayer.Config{Node: "S"}
	missing := multiplayer.Config{
		Node: "S", Properties: []multiplayer.Property{{Path: "missing", Spawn: true}},
	}
	tooMany := multiplayer.Config{Node: "S", Properties: many}
	with := func(configs ...multiplayer.Config) multiplayer.Instance {
		return multiplayer.Instance{State: &counted{}, Configs: configs}
	}
	for name, test := range map[string]struct {
		node string
		in   multiplayer.Instance
		kind error
	}{
		"name of a path":   {"a/b", good(), packet.ErrName},
		"name of engines":  {"@Node@2", good(), packet.ErrName},
		"no name":          {"", good(), packet.ErrName},
		"65 properties":    {"a", with(tooMany), variant.ErrLimit},
		"path of a config": {"a", with(multiplayer.Config{Node: ".."}), packet.ErrPath},
		"two configs":      {"a", with(sync, sync), packet.ErrName},
		"no state":         {"a", multiplayer.Instance{}, variant.ErrWrongType},
		"no such property": {"a", with(missing), variant.ErrNotFound},
	} {
		_, err := server.Spawn(spawner, 0, test.node, test.in)
		require.ErrorIs(t, err, test.kind, name)
		require.Nil(t, server.Find("Players/a"), name)
	}

	e, err := server.Spawn(spawner, 0, "a", good())
	require.NoError(t, err)
	_, err = server.Spawn(spawner, 0, "a", good())
	require.ErrorIs(t, err, packet.ErrName)
	_, err = server.Synchronize("Players/a", good())
	require.ErrorIs(t, err, packet.ErrName)
	require.NoError(t, server.Remove(e.Node()))
	require.NoError(t, server.Remove(e.Node()))
	require.ErrorIs(t, e.Node().Call(2, "x"), multiplayer.ErrMethod)

	_, err = client.Spawn(client.Spawner("Spawner", "Players", nil), 0, "a", good())
	require.ErrorIs(t, err, multiplayer.ErrAuthority)
}

// TestLimits: what a peer can make a World keep and do is bounded.
func TestLimits(t *testing.T) {
	now := time.Unix(0, 0)
	h, server, _ := pair(t, multiplayer.Options{
		Now: func() time.Time { return now },
		Limits: multiplayer.Limits{
			MaxPacket: 200, MaxPeers: 2, MaxNumbers: 3, MaxSpawns: 2,
			PerSecond: 10, BytesPerSecond: 500,
		},
	})
	require.Empty(t, h.errors)
	f := recorded.Format(t, packet.Godot4)
	send := func(p packet.Any) error {
		b, err := f.Append(nil, p)
		require.NoError(t, err)
		_, err = server.Receive(2, multiplayer.Message{Data: b})
		return err
	}
	rest := func() { now = now.Add(time.Second) }

	checksum := server.Node("A").Signature().Checksum()
	for number := uint32(1); number <= 4; number++ {
		err := send(packet.SimplifyPath{Checksum: checksum, Number: number, Path: "A"})
		if number <= 3 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, variant.ErrLimit)
		}
	}

	rest()
	spawner := server.Spawner("A", "A", func(
		*multiplayer.Node, uint8, variant.Variant,
	) (multiplayer.Instance, error) {
		return multiplayer.Instance{State: &struct{}{}}, nil
	})
	spawner.Node().SetAuthority(2)
	for node := uint32(1); node <= 3; node++ {
		err := send(packet.Spawn{Spawner: 1, Node: node, Name: fmt.Sprint(node)})
		if node <= 2 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, variant.ErrLimit)
		}
	}

	rest()
	require.ErrorIs(t, send(packet.Raw{Data: make([]byte, 200)}), multiplayer.ErrRefused)
	for range 10 {
		require.NoError(t, send(packet.Raw{Data: []byte{1}}))
	}
	require.ErrorIs(t, send(packet.Raw{Data: []byte{1}}), multiplayer.ErrRefused)
	rest()
	require.NoError(t, send(packet.Raw{Data: make([]byte, 199)}))
	require.NoError(t, send(packet.Raw{Data: make([]byte, 199)}))
	require.ErrorIs(t, send(packet.Raw{Data: make([]byte, 199)}), multiplayer.ErrRefused)

	_, err := server.Connect(3)
	require.NoError(t, err)
	_, err = server.Connect(4)
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestConfirmForms: peers of Godot 4.2 and 4.3, whose confirmations differ, call each other by
// numbers, since each answers in the form that the other has shown.
func TestConfirmForms(t *testing.T) {
	h := newHub()
	h.add(1, multiplayer.Options{Format: recorded.Format(t, packet.Godot4)})
	h.add(2, multiplayer.Options{Format: recorded.Format(t, packet.Godot41)})
	h.connect(2)

	heard := 0
	for _, w := range h.worlds {
		w.Node("Chat").Handle(anyPeer("say"), func() { heard++ })
	}
	for range 2 {
		for id, w := range h.worlds {
			require.NoError(t, w.Node("Chat").Call(3-id, "say"))
			h.run()
		}
	}
	require.Empty(t, h.errors)
	require.Equal(t, 4, heard)

	require.NoError(t, h.worlds[1].Node("Chat").Call(2, "say"))
	require.Equal(t, []byte{0x80, 1, 0}, h.waiting[0].Data)
	h.run()
	require.NoError(t, h.worlds[2].Node("Chat").Call(1, "say"))
	require.Equal(t, []byte{0x80, 1, 0}, h.waiting[0].Data)
}

// TestChecksumDiffers: both sides hear of a node with other methods, and calls go on.
func TestChecksumDiffers(t *testing.T) {
	h, server, client := pair(t, multiplayer.Options{})
	server.Node("Chat").Declare(anyPeer("say"), anyPeer("shout"))
	client.Node("Chat").Declare(anyPeer("say"))
	require.NoError(t, client.Find("Chat").Call(1, "say"))
	h.run()

	require.Contains(t, h.events[1],
		multiplayer.Differs{Peer: server.Peer(2), Node: server.Find("Chat")})
	require.Contains(t, h.events[2],
		multiplayer.Differs{Peer: client.Peer(1), Node: client.Find("Chat")})
	called := h.events[1][len(h.events[1])-1].(multiplayer.Called)
	require.Equal(t, "say", called.Method.Name)
}

// relayed returns a server with rules, and three clients of it.
func relayed(t *testing.T, rules multiplayer.RelayRules) *hub {
	h := newHub()
	h.add(1, multiplayer.Options{Relay: &rules})
	for id := int32(2); id <= 4; id++ {
		w := h.add(id, multiplayer.Options{Relay: &multiplayer.RelayRules{}})
		w.Node("Chat").Declare(anyPeer("say"), anyPeer("shout"))
		h.connect(id)
	}
	h.worlds[1].Node("Chat").Declare(anyPeer("say"), anyPeer("shout"))
	h.run()
	require.Empty(t, h.errors)
	return h
}

// called returns who called what at a World.
func (h *hub) called(id int32) (all []string) {
	for _, e := range h.events[id] {
		if e, ok := e.(multiplayer.Called); ok {
			all = append(all, fmt.Sprint(e.Peer.ID(), " ", e.Method.Name))
		}
	}
	h.events[id] = nil
	return all
}

// TestRooms: clients know and reach only those in their room.
func TestRooms(t *testing.T) {
	h := relayed(t, multiplayer.RelayRules{})
	server := h.worlds[1]
	require.NoError(t, server.Join(server.Peer(2), "red"))
	require.NoError(t, server.Join(server.Peer(3), "red"))
	h.run()

	ids := func(id int32) (all []int32) {
		for _, p := range h.worlds[id].Peers() {
			all = append(all, p.ID())
		}
		return all
	}
	require.Equal(t, []int32{1, 3}, ids(2))
	require.Equal(t, []int32{1, 2}, ids(3))
	require.Equal(t, []int32{1}, ids(4))

	require.NoError(t, h.worlds[2].Node("Chat").Call(multiplayer.All, "say"))
	require.NoError(t, h.worlds[2].SendBytes(multiplayer.All, []byte{7}, multiplayer.Reliable, 0))
	h.run()
	require.Equal(t, []string{"2 say"}, h.called(3))
	require.Empty(t, h.called(4))
	require.Empty(t, h.errors)

	spoofed, err := recorded.Format(t, packet.Godot4).Append(nil,
		packet.Relay{Peer: 4, Packet: []byte{3, 1}})
	require.NoError(t, err)
	_, err = server.Receive(2, multiplayer.Message{Data: spoofed})
	require.ErrorIs(t, err, multiplayer.ErrPeer)
}

// TestFilter: a server refuses calls between clients by node and method, and a number that a client
// gives two nodes.
func TestFilter(t *testing.T) {
	errShout := errors.New("no shouting")
	h := relayed(t, multiplayer.RelayRules{Filter: func(r *multiplayer.Relayed) error {
		if r.Node == "Chat" && r.Method == "shout" {
			return errShout
		}
		return nil
	}})
	chat := h.worlds[2].Node("Chat")
	for range 2 { // by path, and by number
		require.NoError(t, chat.Call(3, "say"))
		require.NoError(t, chat.Call(3, "shout"))
		h.run()
		require.Equal(t, []string{"2 say"}, h.called(3))
	}
	require.Len(t, h.errors[1], 2)
	require.ErrorIs(t, h.errors[1][0], errShout)

	f := recorded.Format(t, packet.Godot4)
	lie := packet.SimplifyPath{Checksum: strings.Repeat("0", 32), Number: 1, Path: "Other"}
	inner, err := f.Append(nil, lie)
	require.NoError(t, err)
	outer, err := f.Append(nil, packet.Relay{Peer: 4, Packet: inner})
	require.NoError(t, err)
	_, err = h.worlds[1].Receive(2, multiplayer.Message{Data: outer})
	require.ErrorIs(t, err, packet.ErrNumber)
	require.Empty(t, h.waiting)
}

// TestAuthentication: until both sides have completed it, nothing else is taken from a peer, and
// one that is too slow is disconnected.
func TestAuthentication(t *testing.T) {
	now := time.Unix(0, 0)
	o := multiplayer.Options{Authenticate: true, Now: func() time.Time { return now }}
	h := newHub()
	server, client := h.add(1, o), h.add(2, o)
	h.connect(2)
	require.NoError(t, client.SendAuth(1, []byte("secret")))
	h.run()
	require.Contains(t, h.events[1],
		multiplayer.AuthData{Peer: server.Peer(2), Data: []byte("secret")})
	require.False(t, server.Peer(2).Connected())

	_, err := server.Receive(2, multiplayer.Message{Data: []byte{3, 1}})
	require.ErrorIs(t, err, multiplayer.ErrRefused)
	_, err = server.CompleteAuth(2)
	require.NoError(t, err)
	require.ErrorIs(t, server.SendAuth(2, []byte{1}), multiplayer.ErrPeer)
	h.run()
	require.False(t, server.Peer(2).Connected())
	_, err = client.CompleteAuth(1)
	require.NoError(t, err)
	h.run()
	require.True(t, server.Peer(2).Connected())
	require.True(t, client.Peer(1).Connected())

	_, err = server.Connect(3)
	require.NoError(t, err)
	slow := server.Peer(3)
	now = now.Add(3 * time.Second)
	events, err := server.Poll()
	require.NoError(t, err)
	require.Equal(t, []multiplayer.Event{multiplayer.AuthFailed{Peer: slow}}, events)
	require.Nil(t, server.Peer(3))
}

// countedBy returns an instance whose synchronizer belongs to a peer.
func countedBy(owner int32) multiplayer.Instance {
	c := countedConfig[0]
	c.Authority = owner
	return multiplayer.Instance{State: &counted{}, Configs: []multiplayer.Config{c}}
}

// TestOwnIDs: a synchronizer of this side that is removed leaves one of a peer with the same ID
// alone.
func TestOwnIDs(t *testing.T) {
	h := newHub()
	for id := int32(1); id <= 2; id++ {
		w := h.add(id, multiplayer.Options{})
		for _, name := range []string{"A", "B"} {
			owner := int32(len(name)) + int32(name[0]-'A')
			s := w.Spawner(name, "Players"+name, func(
				*multiplayer.Node, uint8, variant.Variant,
			) (multiplayer.Instance, error) {
				return countedBy(owner), nil
			})
			s.Node().SetAuthority(owner)
		}
	}
	h.connect(2)
	spawn := func(id int32, name string) (*multiplayer.Entity, *counted) {
		w, in := h.worlds[id], countedBy(id)
		e, err := w.Spawn(w.Spawner(name, "Players"+name, nil), 0, "x", in)
		require.NoError(t, err)
		return e, in.State.(*counted)
	}
	mine, _ := spawn(1, "A")
	_, state := spawn(2, "B")
	h.run()

	require.NoError(t, h.worlds[1].Remove(mine.Node()))
	state.Always = 42
	h.poll()
	h.run()
	require.Equal(t, 42, h.copyOf(1).Always)
	require.Empty(t, h.errors)
}

// TestEmptyBytes: a call with one empty PackedByteArray keeps its argument.
func TestEmptyBytes(t *testing.T) {
	h, server, client := pair(t, multiplayer.Options{})
	var got []variant.Variant
	server.Node("Chat").Handle(anyPeer("blob"), func(args ...variant.Variant) { got = args })
	client.Node("Chat").Declare(anyPeer("blob"))
	require.NoError(t, client.Find("Chat").Call(1, "blob", []byte{}))
	h.run()
	require.Equal(t, []variant.Variant{packed.PackedByteArray{}}, got)
}

// TestChangedContainer: a container that the program changes in its place has changed.
func TestChangedContainer(t *testing.T) {
	h, server, client := pair(t, multiplayer.Options{})
	config := []multiplayer.Config{{
		Node: "Sync", Properties: []multiplayer.Property{
			{Path: "items", Replication: multiplayer.OnChange},
		},
	}}
	type bag struct {
		Items variant.Array `godot:"items"`
	}

	mine, theirs := &bag{Items: variant.NewArray(variant.Int(1))}, &bag{}
	_, err := server.Synchronize("Bag", multiplayer.Instance{State: mine, Configs: config})
	require.NoError(t, err)
	_, err = client.Synchronize("Bag", multiplayer.Instance{State: theirs, Configs: config})
	require.NoError(t, err)
	for n := range 3 {
		mine.Items.Items[0] = variant.Int(n)
		h.poll()
		h.run()
		h.poll() // the first one only numbers the synchronizer
		h.run()
		require.Equal(t, mine.Items, theirs.Items)
	}
	require.Empty(t, h.errors)
}

// TestPanickingHandler: a World goes on after a handler whose panic the program recovers.
func TestPanickingHandler(t *testing.T) {
	h, server, client := pair(t, multiplayer.Options{})
	server.Node("Chat").Handle(anyPeer("say"), func() { panic("ouch") })
	client.Node("Chat").Declare(anyPeer("say"))
	require.NoError(t, client.Find("Chat").Call(1, "say"))
	require.Panics(t, h.run)

	h.waiting = nil
	require.NoError(t, client.SendBytes(1, []byte{7}, multiplayer.Reliable, 0))
	h.run()
	require.Equal(t, multiplayer.Received{Peer: server.Peer(2), Data: []byte{7}},
		h.events[1][len(h.events[1])-1])
}

// TestSilent: a World that confirms no numbers is called with paths, and calls as usual.
func TestSilent(t *testing.T) {
	h := newHub()
	h.add(1, multiplayer.Options{Silent: true})
	h.add(2, multiplayer.Options{})
	h.connect(2)
	heard := 0
	for _, w := range h.worlds {
		w.Node("Chat").Handle(anyPeer("say"), func() { heard++ })
	}

	for range 3 {
		require.NoError(t, h.worlds[2].Node("Chat").Call(1, "say"))
		require.Equal(t, byte(0xa0), h.waiting[len(h.waiting)-1].Data[0])
		h.run()
	}
	require.NoError(t, h.worlds[1].Node("Chat").Call(2, "say"))
	h.run()
	require.Equal(t, 4, heard)
	require.Empty(t, h.errors)
}

// TestLongStates: a state that is too long is an error of Poll and is not sent; the rest is.
func TestLongStates(t *testing.T) {
	h := newHub()
	server := h.add(1, multiplayer.Options{MaxSync: 100, MaxDelta: 100})
	_, err := server.Connect(2)
	require.NoError(t, err)

	spawner := server.Spawner("Spawner", "Players", nil)
	properties := []multiplayer.Property{
		{Path: "A", Replication: multiplayer.Always},
		{Path: "B", Replication: multiplayer.OnChange},
	}
	type texts struct{ A, B string }
	for i, length := range []int{40, 100, 40, 40} {
		text := strings.Repeat("x", length)
		_, err = server.Spawn(spawner, 0, fmt.Sprint(i), multiplayer.Instance{
			State:   &texts{text, text},
			Configs: []multiplayer.Config{{Node: "Sync", Properties: properties}},
		})
		require.NoError(t, err)
	}

	h.waiting = nil
	_, err = server.Poll()
	require.ErrorIs(t, err, variant.ErrLimit)
	var sizes []int
	for _, d := range h.waiting {
		sizes = append(sizes, len(d.Data))
	}
	const sync, delta = 3 + 8 + 48, 1 + 16 + 48
	require.Equal(t, []int{sync, sync, sync, delta, delta, delta}, sizes)
}

// TestIntervals: states and changes go out after their intervals, and a filter hides them.
func TestIntervals(t *testing.T) {
	now, hidden := time.Unix(0, 0), false
	h := newHub()
	server := h.add(1, multiplayer.Options{Now: func() time.Time { return now }})
	config := countedConfig[0]
	config.Interval, config.DeltaInterval = 250*time.Millisecond, time.Second
	config.Filter = func(p *multiplayer.Peer) bool { return p.ID() == 2 && !hidden }
	for id := int32(2); id <= 3; id++ {
		_, err := server.Connect(id)
		require.NoError(t, err)
	}
	state := &counted{}
	_, err := server.Spawn(server.Spawner("Spawner", "Players", nil), 0, "x",
		multiplayer.Instance{State: state, Configs: []multiplayer.Config{config}})
	require.NoError(t, err)

	got := map[string][]int{} // when packets went out, in ticks of 100 ms
	for tick := range 22 {
		hidden = tick == 15 || tick == 16
		state.Changes++
		h.poll()
		for _, d := range h.waiting {
			require.Equal(t, int32(2), d.to)
			p, err := recorded.Format(t, packet.Godot4).Parse(d.Data)
			require.NoError(t, err)
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
