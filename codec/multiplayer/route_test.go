package multiplayer_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// A router is a Router that records its messages.
type router struct{ log []string }

func (r *router) note(words ...any) error {
	r.log = append(r.log, fmt.Sprintln(words...))
	return nil
}

func (r *router) take() []string {
	log := r.log
	r.log = nil
	return log
}

func (r *router) Send(to int32, m transport.Message) error { return r.note("send", to, m.Data) }
func (r *router) Disconnect(peer int32)                    { _ = r.note("disconnect", peer) }
func (r *router) Add(to, peer int32) error                 { return r.note(to, "add", peer) }
func (r *router) Del(to, peer int32) error                 { return r.note(to, "del", peer) }
func (r *router) Pass(from, to int32, m transport.Message) error {
	return r.note(from, "to", to, len(m.Data))
}

// TestRoute: a server announces clients of Godot 3 in a room to each other, and passes on their
// packets by the rules.
func TestRoute(t *testing.T) {
	filter := func(r *multiplayer.Relayed) error {
		if r.Node == "Chat" && (r.Method == "shout" || r.Method == "volume") {
			return multiplayer.ErrRefused
		}
		return nil
	}
	wires := &router{}
	f := recorded.Codec(t, packet.Godot3)
	o := multiplayer.Options{
		Sender: wires, Codec: f.Values(), Relay: &multiplayer.RelayRules{Filter: filter},
		Limits: multiplayer.Limits{MaxPacket: 100},
	}
	w := multiplayer.New(o)
	for id := int32(2); id <= 4; id++ {
		must(w.Connect(id))
	}
	require.Equal(t, []string{"2 add 3\n", "3 add 2\n", "2 add 4\n", "4 add 2\n", "3 add 4\n",
		"4 add 3\n"}, wires.take())
	require.NoError(t, w.Join(w.Peer(4), "red"))
	require.Equal(t, []string{"2 del 4\n", "3 del 4\n", "4 del 2\n", "4 del 3\n"}, wires.take())

	raw, long := packet.Bytes{Data: []byte{7}}, packet.Bytes{Data: make([]byte, 101)}
	say := packet.Call{Path: "Chat", Method: "say"}
	shout := packet.Call{Path: "Chat", Method: "shout"}
	volume := packet.Set{Path: "Chat", Property: "volume", Value: variant.Int(9)}
	for _, c := range []struct {
		what   string
		to     int32
		packet packet.Packet
		passed []string
		events int
		kind   error
	}{
		{"one", 3, say, []string{"2 to 3 15\n"}, 0, nil},
		{"all", 0, raw, []string{"2 to 3 2\n"}, 1, nil},
		{"all but one", -3, raw, nil, 1, nil},
		{"all but the server", -1, raw, []string{"2 to 3 2\n"}, 0, nil},
		{"the server", 1, raw, nil, 1, nil},
		{"another room", 4, raw, nil, 0, multiplayer.ErrPeer},
		{"nobody", 9, raw, nil, 0, nil},
		{"a call against the rules", 3, shout, nil, 0, multiplayer.ErrRefused},
		{"a property against the rules", 3, volume, nil, 0, multiplayer.ErrRefused},
		{"too much", 3, long, nil, 0, multiplayer.ErrRefused},
	} {
		events, err := w.Route(2, c.to, transport.Message{Data: must(f.Append(nil, c.packet))})
		require.ErrorIs(t, err, c.kind, c.what)
		require.Len(t, events, c.events, c.what)
		require.Equal(t, c.passed, wires.take(), c.what)
	}

	must(w.Disconnect(2))
	require.Equal(t, []string{"3 del 2\n"}, wires.take())

	o.Relay = nil
	w = multiplayer.New(o)
	must(w.Connect(2))
	message := transport.Message{Data: []byte{4, 7}}
	require.ErrorIs(t, fails(w.Route(2, 3, message)), multiplayer.ErrRefused)
}
