package sockets_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/recorded"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// A tin is a Conn that keeps what is sent.
type tin struct {
	sent   []string // in hexadecimal digits
	fault  error    // of Send
	closed int
}

func (s *tin) Send(message []byte) error {
	s.sent = append(s.sent, fmt.Sprintf("%x", message))
	return s.fault
}

func (s *tin) Close() { s.closed++ }

// echoServer returns a server that gives the clients back what they say.
func echoServer(o multiplayer.Options) *sockets.Server {
	server := sockets.New(o)
	chat := server.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, v variant.Variant) error {
			return chat.Call(p.ID(), "heard", v)
		})
	return server
}

// TestTranscript runs the sessions of testdata/sessions.txt. A line there is what happens to a
// server, and the lines below it are the error, the events, and the messages that each client gets.
func TestTranscript(t *testing.T) {
	protocols := map[string]*packet.Protocol{}
	for _, p := range packet.Protocols() {
		protocols[p.Name] = p
	}
	file, err := os.ReadFile("testdata/sessions.txt")
	require.NoError(t, err)

	var got strings.Builder
	var server *sockets.Server
	var conns []*tin
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		got.WriteString(line)
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}

		if words[0] == "server" {
			o := multiplayer.Options{Format: recorded.Format(t, protocols[words[1]])}
			if len(words) > 2 {
				o.Relay = &multiplayer.RelayRules{}
			}
			server = echoServer(o)
			conns = make([]*tin, 4)
			continue
		}

		id, err := strconv.Atoi(words[1])
		require.NoError(t, err)
		data := testkit.Unhex(t, strings.Join(words[2:], ""))
		var events []multiplayer.Event
		switch words[0] {
		case "connect":
			conns[id] = &tin{}
			events, err = server.Connect(int32(id), conns[id])
		case "receive":
			events, err = server.Receive(int32(id), data)
		case "disconnect":
			events, err = server.Disconnect(int32(id))
		case "send":
			err = server.World().SendBytes(int32(id), data, multiplayer.Reliable, 0)
		default:
			t.Fatal(line)
		}
		write(&got, conns, events, err)
	}
	require.Equal(t, string(file), got.String())
}

// write writes what a line of a transcript has brought about.
func write(w *strings.Builder, conns []*tin, events []multiplayer.Event, err error) {
	if err != nil {
		fmt.Fprintf(w, "\terror: %v\n", err)
	}

	for _, e := range events {
		if received, ok := e.(multiplayer.Received); ok {
			fmt.Fprintf(w, "\treceived %x\n", received.Data)
			continue
		}
		fmt.Fprintf(w, "\t%T\n", e)
	}

	for id, c := range conns {
		if c != nil {
			for _, message := range c.sent {
				fmt.Fprintf(w, "\tto %d: %s\n", id, message)
			}
			c.sent = nil
		}
	}
}

// TestServerRefusesClients: the World and the first one with the ID stay as they were.
func TestServerRefusesClients(t *testing.T) {
	server := echoServer(multiplayer.Options{Limits: multiplayer.Limits{MaxPeers: 1}})
	first, second := &tin{}, &tin{}
	errBroken := errors.New("broken")
	connect := func(id int32, conn *tin) error {
		_, err := server.Connect(id, conn)
		return err
	}

	require.ErrorIs(t, connect(1, first), packet.ErrID)
	require.ErrorIs(t, connect(2, &tin{fault: errBroken}), errBroken)
	require.Empty(t, server.World().Peers())
	require.NoError(t, connect(2, first))
	require.ErrorIs(t, connect(2, second), multiplayer.ErrPeer)
	require.ErrorIs(t, connect(3, second), variant.ErrLimit)
	require.Len(t, server.World().Peers(), 1)

	_, err := server.World().Kick(2)
	require.NoError(t, err)
	require.Equal(t, 1, first.closed)
	events, err := server.Disconnect(2)
	require.NoError(t, err)
	require.Empty(t, events)
	require.Zero(t, second.closed)
}

// deaf is a Transport.
type deaf struct{}

func (deaf) Send(int32, multiplayer.Message) error { return nil }

func (deaf) Disconnect(int32) {}

// TestServerHasItsTransport, and is the server.
func TestServerHasItsTransport(t *testing.T) {
	for _, o := range []multiplayer.Options{{ID: 2}, {ID: -1}, {Transport: deaf{}}} {
		require.Panics(t, func() { sockets.New(o) })
	}
	require.Equal(t, int32(1), sockets.New(multiplayer.Options{}).World().ID())
}
