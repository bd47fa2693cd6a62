package message_test

import (
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
)

// TestBroadcastEncodesOnceForEachDialect: all get the message, in their own dialect, and one that
// can't be encoded reaches nobody.
func TestBroadcastEncodesOnceForEachDialect(t *testing.T) {
	var mu sync.Mutex
	all := map[*visitor]bool{}
	taps := map[string]int{}
	packets := map[*byte]bool{}

	s := open(t, func(s *message.Server[*visitor]) {
		bothDialects(s)
		s.Lock = &mu
		s.Leave = nil
		s.Enter = func(p *message.Peer) (*visitor, error) {
			v := &visitor{Peer: p}
			all[v] = true
			return v, nil
		}
		s.Tap = func(p *message.Peer, way message.Direction, name string, packet []byte) {
			if way == message.Outgoing && name == "tell" && len(packet) > 200 {
				taps[p.Dialect().Name]++
				packets[&packet[0]] = true
			}
		}
	})

	var bots []*message.Client[*heard]
	for i := range 6 {
		c := s.bot("tcp", []*variant.Dialect{codec.Godot3, codec.Godot4}[i%2])
		require.NoError(t, c.Send(tell{"hi"}))
		require.NoError(t, c.Receive(new(heard)))
		bots = append(bots, c)
	}

	long := strings.Repeat("x", 200)
	mu.Lock()
	require.NoError(t, message.Broadcast(maps.Keys(all), tell{long}))
	require.ErrorIs(t, message.Broadcast(maps.Keys(all), 5), message.ErrUnknown)
	mu.Unlock()

	for _, c := range bots {
		var h heard
		require.NoError(t, c.Receive(&h))
		require.Equal(t, []string{long}, h.texts)
	}

	require.Equal(t, map[string]int{"Godot3": 3, "Godot4": 3}, taps)
	require.Len(t, packets, 2, "packets in memory")
}

// TestGroup: members get the messages, and whoever has gone is none.
func TestGroup(t *testing.T) {
	var room message.Group[*visitor]
	s := open(t, func(s *message.Server[*visitor]) {
		message.Handle(s.Mux, "join", func(v *visitor, _ *tell) error {
			room.Add(v)
			room.Add(v)
			return room.Send(tell{"joined"})
		})
		message.Handle(s.Mux, "part", func(v *visitor, _ *tell) error {
			room.Remove(v)
			return room.Send(tell{"parted"})
		})
	})

	a, b := s.dial("tcp"), s.dial("udp")
	a.say("join", "")
	a.hears("joined")
	b.say("join", "")
	a.hears("joined")
	b.hears("joined")
	require.Len(t, room.Members(), 2)

	b.say("part", "")
	a.hears("parted")
	a.say("tell", "still connected")
	a.hears("still connected")
	require.Len(t, room.Members(), 1)

	a.Close()
	s.gone(1)
	require.Empty(t, room.Members())
	require.NoError(t, room.Send(tell{"nobody"}))
}
