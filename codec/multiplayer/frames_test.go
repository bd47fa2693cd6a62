package multiplayer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// A frameStep is a row of rpc-3.2, see testdata/multiplayer/README.md.
type frameStep struct {
	S       int
	Nodes   []string
	IDs     []int32
	Missing []recorded.Item
	Do      []recorded.Item
	Frames  []recorded.Frame
	Got     [][]recorded.Item
}

// A network is a server of Godot 3 and its clients over WebSocket, as in the recording rpc-3.2. The
// field worlds has a World for each connection, by the number of the connection. The server has the
// number 0.
type network struct {
	t      *testing.T
	nodes  []string
	worlds []*member
	frames map[string][]string // the frames by connection and direction
	queue  []func()
	got    []string

	missing  string // the path of a node that is missing at one client
	diverged bool   // Godot has given a node a number for a call that goes to no peer
}

// A member is one World of a network.
type member struct {
	*multiplayer.World
	network    *network
	connection int
	gone       bool
}

// Send sends a message of Godot 3. A client sends the message to the server. The server sends it to
// all clients of the target.
func (m *member) Send(to int32, message transport.Message) error {
	f := packet.Frame{From: m.ID(), To: to, Packet: message.Data}
	if m.connection > 0 {
		m.network.frame(m.connection, "up", f)
		m.network.queue = append(m.network.queue, func() { m.network.route(f) })
		return nil
	}
	m.network.route(f)
	return nil
}

// Disconnect implements Sender. No World of these sessions ends a connection.
func (m *member) Disconnect(int32) {}

// frame records a frame that a connection carries, with the direction in which it is sent.
func (n *network) frame(connection int, direction string, f packet.Frame) {
	key := fmt.Sprint(connection, direction)
	n.frames[key] = append(n.frames[key], fmt.Sprintf("%x", must(f.Append(nil))))
}

// route passes a frame on to all clients that are its target.
func (n *network) route(f packet.Frame) {
	for _, m := range n.worlds {
		if m.gone || !f.Reaches(m.ID()) {
			continue
		}
		if m.connection > 0 {
			n.frame(m.connection, "down", f)
		}
		n.queue = append(n.queue, func() {
			events, _ := m.Receive(f.From, transport.Message{Data: f.Packet})
			n.took(m, events)
		})
	}
}

// run delivers frames until there are none.
func (n *network) run() {
	for len(n.queue) > 0 {
		next := n.queue[0]
		n.queue = n.queue[1:]
		next()
	}
}

// note records an event or a call at a World.
func (n *network) note(m *member, what string, args ...any) {
	n.got = append(n.got, fmt.Sprintln(append([]any{m.ID(), what}, args...)...))
}

func (n *network) took(m *member, events []multiplayer.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case multiplayer.Connected:
			n.note(m, "peer_connected", e.Peer.ID())
		case multiplayer.Disconnected:
			n.note(m, "peer_disconnected", e.Peer.ID())
		case multiplayer.Received:
			n.note(m, "packet", e.Peer.ID(), fmt.Sprintf("%x", e.Data))
		}
	}
}

// join adds a World that has the nodes of the session.
func (n *network) join(id int32) *member {
	m := &member{network: n, connection: len(n.worlds)}
	m.World = multiplayer.New(multiplayer.Options{
		Sender: m, ID: id,
		Codec: recorded.Codec(n.t, packet.Godot3).Values(), Protocol: packet.Godot3,
	})
	for _, path := range n.nodes {
		m.declare(path)
	}
	n.worlds = append(n.worlds, m)
	return m
}

// declare declares the methods and properties that each node of the recording has.
func (m *member) declare(path string) {
	node := m.Node(path)
	for _, x := range []struct {
		name        string
		access      multiplayer.Access
		local       bool
		least, most int // least and greatest number of arguments; 0 for a property
	}{
		{"none", multiplayer.ByAnyPeer, false, 0, 0},
		{"one", multiplayer.ByAnyPeer, false, 1, 1},
		{"Two", multiplayer.ByAnyPeer, false, 2, 2},
		{"many", multiplayer.ByAnyPeer, false, 0, 8},
		{"to_master", multiplayer.OnAuthority, false, 1, 1},
		{"to_puppet", multiplayer.ByAuthority, false, 1, 1},
		{"everywhere", multiplayer.ByAnyPeer, true, 1, 1},
		{"master_too", multiplayer.OnAuthority, true, 1, 1},
		{"puppet_too", multiplayer.ByAuthority, true, 1, 1},

		{"score =", multiplayer.ByAnyPeer, false, -1, -1},
		{"v =", multiplayer.ByAnyPeer, false, -1, -1},
		{"mas =", multiplayer.OnAuthority, false, -1, -1},
		{"pup =", multiplayer.ByAuthority, false, -1, -1},
		{"both =", multiplayer.ByAnyPeer, true, -1, -1},
	} {
		name, isProperty := strings.CutSuffix(x.name, " =")
		method := multiplayer.Method{Name: name, Access: x.access, CallLocal: x.local}
		note := func(p *multiplayer.Peer, args []variant.Variant) {
			m.network.note(m, "call", p.ID(), path, x.name, packets(args))
		}
		if isProperty {
			node.HandleSet(method, func(p *multiplayer.Peer, v variant.Variant) {
				note(p, []variant.Variant{v})
			})
			continue
		}
		node.Handle(method, func(p *multiplayer.Peer, args ...variant.Variant) {
			if len(args) >= x.least && len(args) <= x.most {
				note(p, args)
			}
		})
	}
}

// packets returns the encoded values in hexadecimal digits.
func packets(values []variant.Variant) (all []string) {
	for _, v := range values {
		all = append(all, fmt.Sprintf("%x", canonical(v)))
	}
	return all
}

// act performs the action of a step.
func (n *network) act(s frameStep) {
	call := func(at, to int32, path, name string, args []recorded.Hex) {
		_ = n.at(at).Node(path).Call(to, name, decoded3(args)...)
	}

	set := func(at, to int32, path, name string, arg recorded.Hex) {
		_ = n.at(at).Node(path).Set(to, name, must(godot3.Decode(arg)))
	}

	perform(n.t, s.Do, map[string]any{
		"join":            func(int32) { n.welcome(s) },
		"leave":           func(connection int) { n.leave(n.worlds[connection]) },
		"rpc":             call,
		"rpc_unreliable":  call,
		"rset":            set,
		"rset_unreliable": set,
		"send_bytes": func(at, to int32, data recorded.Hex) {
			_ = n.at(at).SendBytes(to, data, transport.Reliable, 0)
		},
	})

	n.run()
}

// at returns the World with the ID.
func (n *network) at(id int32) *member {
	i := slices.IndexFunc(n.worlds, func(m *member) bool { return !m.gone && m.ID() == id })
	require.GreaterOrEqual(n.t, i, 0)
	return n.worlds[i]
}

// connect tells a World that a peer has connected.
func (n *network) connect(m *member, id int32) {
	n.took(m, must(m.Connect(id)))
}

// welcome adds a client. The server sends the client its ID. It announces the other peers to the
// client, and the client to the other peers.
func (n *network) welcome(s frameStep) {
	first := must(packet.DecodeFrame(s.Frames[0].Data))
	require.Equal(n.t, packet.FrameID, first.Kind)

	client := n.join(first.Peer)
	n.tell(client, packet.FrameID, client)
	others := slices.SortedFunc(slices.Values(n.worlds), func(a, b *member) int {
		return int(a.ID()) - int(b.ID())
	})
	for _, m := range others {
		if m.gone || m == client {
			continue
		}
		n.tell(client, packet.FrameAdd, m)
		n.tell(m, packet.FrameAdd, client)
		n.connect(client, m.ID())
		n.connect(m, client.ID())
	}
}

// tell records a frame by which the server tells a client about another peer.
func (n *network) tell(to *member, kind packet.FrameKind, about *member) {
	if to.connection > 0 {
		n.frame(to.connection, "down", packet.Frame{Kind: kind, From: 1, Peer: about.ID()})
	}
}

// godot3 is the codec of Godot 3.
var godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})

// decoded3 decodes arguments of Godot 3.
func decoded3(args []recorded.Hex) (all []any) {
	for _, arg := range args {
		all = append(all, must(godot3.Decode(arg)))
	}
	return all
}

// lose removes the node that is missing at one client in the recording.
func (n *network) lose(missing []recorded.Item) {
	var id int32
	var path string
	require.NoError(n.t, recorded.Unpack(missing, &id, &path))
	require.NoError(n.t, n.at(id).Remove(n.at(id).Find(path)))
	n.missing = path
}

// leave removes a client.
func (n *network) leave(client *member) {
	client.gone = true

	for _, m := range n.worlds {
		if m.gone {
			continue
		}
		n.tell(m, packet.FrameDel, client)
		n.took(m, must(m.World.Disconnect(client.ID())))
	}
}

// texts returns the effects that a step had in the engines. A test compares them with
// network.frames and network.got.
func (s frameStep) texts(t *testing.T) (frames map[string][]string, got []string) {
	frames = map[string][]string{}
	for _, f := range s.Frames {
		if !f.Closes {
			key := fmt.Sprint(f.Connection, f.Way)
			frames[key] = append(frames[key], fmt.Sprintf("%x", []byte(f.Data)))
		}
	}

	for _, items := range s.Got {
		var at, from int32
		var what, path, name string
		var data recorded.Hex
		require.NoError(t, recorded.Unpack(items, &at, &what, &from))
		args := []any{at, what, from}
		switch what {
		case "call":
			var values []recorded.Hex
			require.NoError(t, recorded.Unpack(items[3:], &path, &name, &values))
			var all []variant.Variant
			for _, v := range values {
				all = append(all, must(godot3.Decode(v)))
			}
			args = append(args, path, name, packets(all))
		case "packet":
			require.NoError(t, recorded.Unpack(items[3:], &data))
			args = append(args, fmt.Sprintf("%x", []byte(data)))
		}
		got = append(got, fmt.Sprintln(args...))
	}
	slices.Sort(got)
	return frames, got
}

// reason returns the reason for an intended difference between Worlds and engines, or "".
func (n *network) reason(s frameStep) string {
	var to int32
	var path string
	_ = json.Unmarshal(s.Do[2], &to)
	_ = json.Unmarshal(s.Do[3], &path)

	switch {
	case to == -1:
		n.diverged = n.diverged || len(n.worlds) == 2
		return "the server does not take what is for all but 1"
	case path == n.missing:
		return "a number of a node that is not there is not confirmed"
	case n.diverged:
		return "other numbers, after one that the engine gave for a call to nobody"
	}
	return ""
}

// TestSessionVectorsOfGodot3 replays the sessions of Godot 3. Worlds must send the same frames on
// each connection, and make the same calls.
func TestSessionVectorsOfGodot3(t *testing.T) {
	var n *network
	steps, different := 0, recorded.Differences{}
	for _, s := range recorded.Rows[frameStep](t, "rpc-3.2.jsonl") {
		switch {
		case s.Nodes != nil:
			n = &network{t: t, nodes: s.Nodes}
			n.join(1)
			continue
		case s.Do == nil:
			if s.Missing != nil {
				n.lose(s.Missing)
			}
			continue
		}

		steps++
		n.frames, n.got = map[string][]string{}, nil
		n.act(s)
		frames, got := s.texts(t)
		slices.Sort(n.got)
		if fmt.Sprint(frames) != fmt.Sprint(n.frames) || !slices.Equal(got, n.got) {
			if why := n.reason(s); why != "" {
				different[why]++
				continue
			}
			t.Errorf("%d %s\nframes %v\n  want %v\ngot %q\nwant %q",
				s.S, s.Do, n.frames, frames, n.got, got)
		}
	}
	requireDifferences(t, "rpc-3.2.jsonl", fmt.Sprint(steps, " steps"), different)
}
