package multiplayer_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/math"
	"godotvariant/variant"
)

// anyPeer returns a method that all peers may call.
func anyPeer(name string) multiplayer.Method {
	return multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer}
}

// append4 returns the bytes of a packet of Godot 4.
func append4(t *testing.T, p packet.Packet) []byte {
	return must(recorded.Codec(t, packet.Godot4).Append(nil, p))
}

// receive gives a World a packet of a peer.
func receive(t *testing.T, w *multiplayer.World, from int32, p packet.Packet) error {
	return fails(w.Receive(from, transport.Message{Data: append4(t, p)}))
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

// TestBind: Bind gives the methods of a struct their names in GDScript. Receive returns their
// errors unchanged.
func TestBind(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	var r room
	h.chat(1).Bind(&r, multiplayer.Method{Access: multiplayer.ByAnyPeer})
	require.Equal(t, []string{"say", "set_hp", "take_damage_2"}, h.chat(1).Signature().Names())

	chat := h.chat(2)
	chat.Declare(anyPeer("say"), anyPeer("set_hp"), anyPeer("take_damage_2"))
	require.NoError(t, chat.Call(1, "say", "hi", math.Vector2{X: 1, Y: 2}))
	require.NoError(t, chat.Call(1, "set_hp", 7))
	require.NoError(t, chat.Call(1, "take_damage_2", 1, 2, 3))
	require.NoError(t, chat.Call(1, "say", "", math.Vector2{}))
	h.run()
	require.Equal(t, []string{"2 hi Vector2(1, 2)", "hp 7", "damage", "2  Vector2(0, 0)"}, r.log)
	require.Len(t, h.errors[1], 1)
	require.ErrorIs(t, h.errors[1][0], errSilent)
}

// TestRefusedCalls: a call that does not fit the function, or that the node does not allow, runs no
// function.
func TestRefusedCalls(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	methods := []multiplayer.Method{anyPeer("open"), {Name: "boss"}}
	for _, m := range methods {
		h.chat(1).Handle(m, func(int) { t.Error("called") })
	}
	h.chat(2).Declare(methods...)

	for _, test := range []struct {
		method string
		args   []any
		kind   error
	}{
		{"boss", []any{1}, multiplayer.ErrAuthority},
		{"open", nil, multiplayer.ErrArguments},
		{"open", []any{1, 2}, multiplayer.ErrArguments},
		{"open", []any{"1"}, variant.ErrWrongType},
	} {
		h.errors[1] = nil
		require.NoError(t, h.chat(2).Call(1, test.method, test.args...))
		h.run()
		require.Len(t, h.errors[1], 1, "%v", test)
		require.ErrorIs(t, h.errors[1][0], test.kind)
		var e *multiplayer.Error
		require.ErrorAs(t, h.errors[1][0], &e)
		require.Equal(t, "RPC", e.Packet)
	}
}

// TestMisuse: mistakes of the program cause errors or panics at once.
func TestMisuse(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	server, client, chat := h.worlds[1], h.worlds[2], h.chat(1)
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

	raw := transport.Message{Data: []byte{3, 1}}
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
		"no bytes":        {server.SendBytes(2, nil, transport.Reliable, 0), variant.ErrLength},
		"rset":            {chat.Set(2, "hp", 1), variant.ErrUnsupported},
		"the root":        {server.Remove(server.Node(".")), packet.ErrPath},
		"authentication":  {server.SendAuth(2, []byte{1}), multiplayer.ErrPeer},
		"a taken ID":      {fails(server.Connect(2)), multiplayer.ErrPeer},
		"its own ID":      {fails(server.Connect(1)), multiplayer.ErrPeer},
		"of a stranger":   {fails(client.Receive(7, raw)), multiplayer.ErrPeer},
		"an empty packet": {fails(client.Receive(1, transport.Message{})), variant.ErrTruncated},
	} {
		require.ErrorIs(t, test.err, test.kind, name)
		require.True(t, strings.HasPrefix(test.err.Error(), "godot: "), "%v", test.err)
	}
}

// TestLimits: Limits bounds the memory and the work that a peer can cause.
func TestLimits(t *testing.T) {
	server := session(t, multiplayer.Options{
		Limits: multiplayer.Limits{MaxPacket: 200, MaxPeers: 2, MaxNumbers: 3, MaxSpawns: 2},
	}, multiplayer.Options{}).worlds[1]
	checksum := server.Node("A").Signature().Checksum()
	server.Spawner("A", "A", makerOf(func() multiplayer.Instance {
		return multiplayer.Instance{State: &struct{}{}}
	})).Node().SetAuthority(2)

	for _, test := range []struct {
		most int // packets
		kind error
		next func(n uint32) packet.Packet
	}{
		{3, variant.ErrLimit, func(n uint32) packet.Packet {
			return packet.SimplifyPath{Checksum: checksum, Number: n, Path: "A"}
		}},
		{2, variant.ErrLimit, func(n uint32) packet.Packet {
			return packet.Spawn{Spawner: 1, Node: n, Name: fmt.Sprint(n)}
		}},
		{1, multiplayer.ErrRefused, func(n uint32) packet.Packet {
			return packet.Bytes{Data: make([]byte, 198+n)}
		}},
	} {
		for n := range test.most {
			require.NoError(t, receive(t, server, 2, test.next(uint32(n+1))))
		}
		require.ErrorIs(t, receive(t, server, 2, test.next(uint32(test.most+1))), test.kind)
	}

	must(server.Connect(3))
	require.ErrorIs(t, fails(server.Connect(4)), variant.ErrLimit)
}

// listen makes all Worlds count the calls of Chat.say. It returns the count.
func (h *hub) listen() (heard *int) {
	heard = new(int)
	for id := range h.worlds {
		h.chat(id).Handle(anyPeer("say"), func() { *heard++ })
	}
	return heard
}

// TestConfirmForms: peers of Godot 4.2 and 4.3 call each other by numbers, although their
// confirmations differ. Each side answers in the form that the other side has used.
func TestConfirmForms(t *testing.T) {
	h := session(t,
		multiplayer.Options{
			Codec: recorded.Codec(t, packet.Godot4).Values(), Protocol: packet.Godot4,
		},
		multiplayer.Options{
			Codec: recorded.Codec(t, packet.Godot41).Values(), Protocol: packet.Godot41,
		})
	heard := h.listen()

	for n := range 6 {
		id := int32(n%2 + 1)
		require.NoError(t, h.chat(id).Call(3-id, "say"))
		switch {
		case n == 1:
			h.step() // the number arrives
			answer := append([]byte{2, 1}, "Chat\x00"...)
			require.Equal(t, answer, h.waiting[len(h.waiting)-1].Data)
		case n >= 4:
			require.Equal(t, []byte{0x80, 1, 0}, h.waiting[0].Data)
		}
		h.run()
	}

	require.Empty(t, h.errors)
	require.Equal(t, 6, *heard)
}

// TestNeverConfirm: peers call a World by paths if it confirms no numbers. The World can also call
// its peers.
func TestNeverConfirm(t *testing.T) {
	h := session(t, multiplayer.Options{NeverConfirm: true}, multiplayer.Options{})
	heard := h.listen()
	for range 3 {
		require.NoError(t, h.chat(2).Call(1, "say"))
		require.Equal(t, byte(0xa0), h.waiting[len(h.waiting)-1].Data[0])
		h.run()
	}
	require.NoError(t, h.chat(1).Call(2, "say"))
	h.run()
	require.Equal(t, 4, *heard)
	require.Empty(t, h.errors)
}

// TestChecksumDiffers: if the methods of a node differ between two sides, both get an event, and
// calls still work.
func TestChecksumDiffers(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	h.chat(1).Declare(anyPeer("say"), anyPeer("shout"))
	h.chat(2).Declare(anyPeer("say"))
	require.NoError(t, h.chat(2).Call(1, "say"))
	h.run()

	for id := int32(1); id <= 2; id++ {
		peer := h.worlds[id].Peer(3 - id)
		require.Contains(t, h.events[id], multiplayer.Differs{Peer: peer, Node: h.chat(id)})
	}
	require.Equal(t, []string{"2 say"}, h.called(1))
}

// TestPanickingHandler: a World still works after a handler whose panic the program recovers.
func TestPanickingHandler(t *testing.T) {
	h := session(t, multiplayer.Options{}, multiplayer.Options{})
	h.chat(1).Handle(anyPeer("say"), func() { panic("ouch") })
	h.chat(2).Declare(anyPeer("say"))
	require.NoError(t, h.chat(2).Call(1, "say"))
	require.Panics(t, h.run)

	h.waiting = nil
	require.NoError(t, h.worlds[2].SendBytes(1, []byte{7}, transport.Reliable, 0))
	h.run()
	require.Equal(t, multiplayer.Received{Peer: h.worlds[1].Peer(2), Data: []byte{7}},
		h.events[1][len(h.events[1])-1])
}

// relayed returns a server with rules, and its three clients.
func relayed(t *testing.T, rules multiplayer.RelayRules) *hub {
	o := multiplayer.Options{Relay: &multiplayer.RelayRules{}}
	h := session(t, multiplayer.Options{Relay: &rules}, o, o, o)
	for id := range h.worlds {
		h.chat(id).Declare(anyPeer("say"), anyPeer("shout"))
	}
	return h
}

// called returns the calls that a World has received, such as "2 say": the ID of the caller, and
// the name of the method. It also deletes the events of the World.
func (h *hub) called(id int32) (all []string) {
	for _, e := range h.events[id] {
		if e, ok := e.(multiplayer.Called); ok {
			all = append(all, fmt.Sprint(e.Peer.ID(), " ", e.Method.Name))
		}
	}
	h.events[id] = nil
	return all
}

// TestRooms: a client knows only the other clients in its room. Its messages reach no other
// clients.
func TestRooms(t *testing.T) {
	h := relayed(t, multiplayer.RelayRules{})
	server := h.worlds[1]
	require.NoError(t, server.Join(server.Peer(2), "red"))
	require.NoError(t, server.Join(server.Peer(3), "red"))
	h.run()
	for id, want := range map[int32][]int32{2: {1, 3}, 3: {1, 2}, 4: {1}} {
		var ids []int32
		for _, p := range h.worlds[id].Peers() {
			ids = append(ids, p.ID())
		}
		require.Equal(t, want, ids)
	}

	require.NoError(t, h.chat(2).Call(multiplayer.All, "say"))
	require.NoError(t, h.worlds[2].SendBytes(multiplayer.All, []byte{7}, transport.Reliable, 0))
	h.run()
	require.Equal(t, []string{"2 say"}, h.called(3))
	require.Empty(t, h.called(4))
	require.Empty(t, h.errors)

	spoofed := packet.Relay{Peer: 4, Packet: []byte{3, 1}}
	require.ErrorIs(t, receive(t, server, 2, spoofed), multiplayer.ErrPeer)

	// After client 2 changes its room, the server tells this client to remove the clients of the
	// old room, and to add the clients of the new room.
	require.NoError(t, server.Join(server.Peer(2), ""))
	require.NoError(t, server.Join(server.Peer(2), ""))
	h.run()
	require.Nil(t, h.worlds[2].Peer(3))
	require.Nil(t, h.worlds[3].Peer(2))
	require.NotNil(t, h.worlds[2].Peer(4))
	require.Equal(t, "red", server.Peer(3).Room())

	gone := server.Peer(3)
	must(server.Disconnect(3))
	require.ErrorIs(t, server.Join(gone, "blue"), multiplayer.ErrPeer)
}

// TestWords: each value of Access and Replication is printed as words. An invalid value is printed
// as "unknown access" or "unknown replication".
func TestWords(t *testing.T) {
	var words []string
	for i := range 4 {
		words = append(words, fmt.Sprint(multiplayer.Access(i), ", ", multiplayer.Replication(i)))
	}
	require.Equal(t, []string{
		"by authority, never", "by any peer, always", "on authority, on change",
		"unknown access, unknown replication",
	}, words)
}

// TestRoomOfAStranger: a client that is authenticating can have a room already.
func TestRoomOfAStranger(t *testing.T) {
	h := newHub()
	o := multiplayer.Options{Relay: &multiplayer.RelayRules{}, Authenticate: true}
	for id := int32(1); id <= 3; id++ {
		h.add(id, o)
	}
	server := h.worlds[1]
	for id := int32(2); id <= 3; id++ {
		h.connect(id)
		require.NoError(t, server.Join(server.Peer(id), fmt.Sprint("room ", id)))
		must(server.CompleteAuth(id))
		must(h.worlds[id].CompleteAuth(1))
	}
	h.run()

	require.Len(t, server.Peers(), 2)
	require.Len(t, h.worlds[2].Peers(), 1, "the server")
	require.Equal(t, "room 3", server.Peer(3).Room())
}

// TestFilter: a server refuses calls between clients by their node and their method. It refuses a
// number that a client has already given to another node.
func TestFilter(t *testing.T) {
	errShout := errors.New("no shouting")
	h := relayed(t, multiplayer.RelayRules{Filter: func(r *multiplayer.Relayed) error {
		if r.Node == "Chat" && r.Method == "shout" {
			return errShout
		}
		return nil
	}})
	for range 2 { // the first call is by path, the second by number
		require.NoError(t, h.chat(2).Call(3, "say"))
		require.NoError(t, h.chat(2).Call(3, "shout"))
		h.run()
		require.Equal(t, []string{"2 say"}, h.called(3))
	}
	require.Len(t, h.errors[1], 2)
	require.ErrorIs(t, h.errors[1][0], errShout)

	lie := packet.SimplifyPath{Checksum: strings.Repeat("0", 32), Number: 1, Path: "Other"}
	err := receive(t, h.worlds[1], 2, packet.Relay{Peer: 4, Packet: append4(t, lie)})
	require.ErrorIs(t, err, packet.ErrNumber)
	require.Empty(t, h.waiting)
}

// TestNormalRaces: a packet for a peer that has just left is not an error. A repeated message of a
// server is not an error either.
func TestNormalRaces(t *testing.T) {
	h := relayed(t, multiplayer.RelayRules{})
	require.NoError(t, receive(t, h.worlds[1], 2, packet.Relay{Peer: 99, Packet: []byte{3, 1}}))
	require.Empty(t, h.waiting)

	peers := len(h.worlds[2].Peers())
	require.NoError(t, receive(t, h.worlds[2], 1, packet.AddPeer{ID: 3}))
	require.NoError(t, receive(t, h.worlds[2], 1, packet.DelPeer{ID: 99}))
	require.Len(t, h.worlds[2].Peers(), peers)
}

// TestErrorsNameTheirPlace: an error names the peer, the packet, the node and the method.
func TestErrorsNameTheirPlace(t *testing.T) {
	w := crowd(t, 1, multiplayer.Options{})
	chat := w.Node("Main/Chat")
	chat.Handle(anyPeer("say"), func(string) error { return errSilent })
	chat.Handle(multiplayer.Method{Name: "start"}, func() {})
	e := must(w.Synchronize("Main/Player", newCounted()))

	for _, row := range []struct {
		want   string
		packet packet.Packet
	}{
		{"RPC from peer 2, say of Main/Chat: argument 0: wrong type: int into a Go string",
			packet.RPC{Path: "Main/Chat", Args: []variant.Variant{variant.Int(1)}}},
		{"RPC from peer 2, say of Main/Chat: say something",
			packet.RPC{Path: "Main/Chat", Args: []variant.Variant{variant.String("")}}},
		{"RPC from peer 2, start of Main/Chat: not the authority: which is 1",
			packet.RPC{Path: "Main/Chat", Method: 1}},
		{"RPC from peer 2, 9 of Main/Chat: no such method",
			packet.RPC{Path: "Main/Chat", Method: 9}},
		{"RPC from peer 2: no such node: \"Else\"",
			packet.RPC{Path: "Else"}},
		{"SYNC from peer 2, Main/Player/Sync: not the authority: which is 1",
			packet.Sync{States: []packet.State{
				{ID: packet.NumberBit | 7, Values: []variant.Variant{variant.Int(1)}},
			}}},
	} {
		if _, ok := row.packet.(packet.Sync); ok {
			require.NoError(t, receive(t, w, 2, packet.SimplifyPath{
				Checksum: strings.Repeat("0", 32), Number: 7,
				Path: e.Synchronizers()[0].Node().Path(),
			}))
		}
		require.EqualError(t, receive(t, w, 2, row.packet), "godot: receive "+row.want)
	}

	_, err := w.Receive(2, transport.Message{Data: []byte{0}})
	require.EqualError(t, err,
		"godot: receive from peer 2: decode RPC at offset 1: unexpected end of data")
	var damage *packet.Error
	require.ErrorAs(t, err, &damage)
}

// TestFilterReadsAsEngines: if a filter forbids a path, it also stops every other path that engines
// read as this path.
func TestFilterReadsAsEngines(t *testing.T) {
	h := relayed(t, multiplayer.RelayRules{Filter: func(r *multiplayer.Relayed) error {
		if r.Node == "Admin" || strings.HasPrefix(r.Node, "Admin/") {
			return multiplayer.ErrRefused
		}
		return nil
	}})
	relay := func(body []byte) error {
		return receive(t, h.worlds[1], 2, packet.Relay{Peer: 3, Packet: body})
	}

	for _, body := range [][]byte{
		append4(t, packet.RPC{Path: "xyzAdmin"}),
		append4(t, packet.SimplifyPath{
			Checksum: strings.Repeat("0", 32), Number: 9, Path: "xyzAdmin",
		}),
	} {
		require.NoError(t, relay(body))
		require.Len(t, h.waiting, 1)
		h.waiting = nil

		marked := bytes.Replace(body, []byte("xyz"), []byte("\ufeff"), 1)
		require.ErrorIs(t, relay(marked), packet.ErrPath)
		require.Empty(t, h.waiting)
	}
}

// TestPanicOfHandler: after a panic of a Go function the World still works, and its events are
// returned to the right caller.
func TestPanicOfHandler(t *testing.T) {
	w := crowd(t, 1, multiplayer.Options{})
	w.Node("A").Handle(anyPeer("f"), func() { panic("of the program") })
	require.PanicsWithValue(t, "of the program", func() {
		_ = receive(t, w, 2, packet.RPC{Path: "A"})
	})
	require.Len(t, must(w.Connect(3)), 1)
	data := append4(t, packet.Bytes{Data: []byte("hi")})
	require.Len(t, must(w.Receive(3, transport.Message{Data: data})), 1)
}

// TestStrangersSayNothing: a peer that has not authenticated itself counts for MaxPeers, and its
// packets have no effect.
func TestStrangersSayNothing(t *testing.T) {
	now := time.Unix(0, 0)
	w := crowd(t, 10, multiplayer.Options{
		Authenticate: true, Now: func() time.Time { return now },
		Limits: multiplayer.Limits{MaxPeers: 10}, Relay: &multiplayer.RelayRules{},
	})
	require.ErrorIs(t, fails(w.Connect(99)), variant.ErrLimit)
	for _, p := range []packet.Packet{
		packet.Bytes{Data: []byte{1}}, packet.Relay{Peer: 3, Packet: []byte{3, 1}},
		packet.AddPeer{ID: 77}, packet.DelPeer{ID: 3}, packet.Sync{Time: 1},
		packet.ConfirmPath{Number: 1}, packet.RPC{Path: "."},
	} {
		events, err := w.Receive(2, transport.Message{Data: append4(t, p)})
		require.Empty(t, events)
		require.ErrorIs(t, err, multiplayer.ErrRefused, "%T", p)
	}

	now = now.Add(3 * time.Second)
	require.Len(t, must(w.Poll()), 10) // AuthFailed
	require.NoError(t, fails(w.Connect(99)))
}

// TestAuthentication: until both sides have completed the authentication, a World accepts no other
// packets of a peer. It disconnects a peer that is too slow.
func TestAuthentication(t *testing.T) {
	now := time.Unix(0, 0)
	o := multiplayer.Options{Authenticate: true, Now: func() time.Time { return now }}
	h := session(t, o, o)
	server, client := h.worlds[1], h.worlds[2]
	require.NoError(t, client.SendAuth(1, []byte("secret")))
	h.run()
	secret := multiplayer.AuthData{Peer: server.Peer(2), Data: []byte("secret")}
	require.Contains(t, h.events[1], secret)
	require.False(t, server.Peer(2).Connected())

	require.ErrorIs(t, receive(t, server, 2, packet.Bytes{Data: []byte{1}}), multiplayer.ErrRefused)
	must(server.CompleteAuth(2))
	require.ErrorIs(t, server.SendAuth(2, []byte{1}), multiplayer.ErrPeer)
	h.run()
	require.False(t, server.Peer(2).Connected())
	must(client.CompleteAuth(1))
	h.run()
	require.True(t, server.Peer(2).Connected())
	require.True(t, client.Peer(1).Connected())

	must(server.Connect(3))
	slow := server.Peer(3)
	now = now.Add(3 * time.Second)
	require.Equal(t, []multiplayer.Event{multiplayer.AuthFailed{Peer: slow}}, must(server.Poll()))
	require.Nil(t, server.Peer(3))
}

// TestErrorsArePrintable: the text of an error escapes control characters in the names of methods
// and nodes, because a peer may send them. The fields of the error have the unchanged names.
func TestErrorsArePrintable(t *testing.T) {
	err := &multiplayer.Error{Op: "receive", Packet: "CALL", Peer: 2, Node: "A\x1b[2K",
		Method: "say\r\u202e", Err: multiplayer.ErrMethod}
	require.EqualError(t, err,
		`godot: receive CALL from peer 2, say\r\u202e of A\x1b[2K: no such method`)
}
