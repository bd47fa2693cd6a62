package proxy

import (
	"bytes"
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdnet/traffic"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// echoGame returns a server that sends the texts of clients back.
func echoGame(f *packet.Codec) *multiplayer.Server {
	server := multiplayer.NewServer(multiplayer.Options{Codec: f.Values(), Protocol: f.Protocol()})
	chat := server.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, v variant.Variant) error { return chat.Call(p.ID(), "heard", v) })
	return server
}

// recordGame returns the records of the connection between a client and a server. The client has
// the ID 2, and makes the calls of the function say, which is below.
func recordGame(t *testing.T, f *packet.Codec) []Record {
	var mu sync.Mutex
	records := []Record{{Conn: 1, From: client, Kind: kindOpen, Path: "/room"}}
	server := echoGame(f)
	server.Tap = func(_ *transport.Peer, way transport.Direction, m transport.Message) {
		mu.Lock()
		defer mu.Unlock()
		from := map[transport.Direction]string{
			transport.Incoming: "client", transport.Outgoing: "server",
		}[way]
		data := bytes.Clone(m.Data)
		records = append(records, Record{Conn: 1, From: from, Kind: kindPacket, Packet: data})
	}

	far, near := transport.Pipe()
	go server.ServeConn(far)
	say(t, f, near)
	require.NoError(t, server.Shutdown(t.Context()))
	return records
}

// say makes a client send three numbers, and waits for the answers.
func say(t *testing.T, f *packet.Codec, conn transport.Conn) {
	t.Helper()
	o := multiplayer.Options{Codec: f.Values(), Protocol: f.Protocol()}
	game := multiplayer.NewClient(conn, o)
	chat := game.World().Node("Chat")
	heard := make(chan int)
	chat.Handle(multiplayer.Method{Name: "heard"}, func(i int) { heard <- i })
	chat.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})

	connected := make(chan bool)
	game.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			close(connected)
		}
	}

	go game.Run(t.Context())
	<-connected
	for i := range 3 {
		game.Do(func(*multiplayer.World) { require.NoError(t, chat.Call(1, "say", i)) })
		require.Equal(t, i, <-heard)
	}
}

// A socket implements transport.Conn for a WebSocket.
type socket struct {
	context.Context
	*websocket.Conn
}

func (s socket) Receive() (transport.Message, error) {
	_, data, err := s.Read(s)
	return transport.Message{Data: data}, err
}

func (s socket) Send(m transport.Message) error {
	return s.Write(s, websocket.MessageBinary, m.Data)
}

func (s socket) Close(error) error    { return s.CloseNow() }
func (s socket) RemoteAddr() net.Addr { return nil }

// TestReplayOfGames: a replay does not count a new ID of the client as a difference, even in Godot
// 3, where each message has the ID. If an answer differs, the replay prints the new answer and the
// recorded answer. It prints both as calls of methods, because printer.Games explains the packets.
func TestReplayOfGames(t *testing.T) {
	for _, p := range []*packet.Protocol{packet.Godot4, packet.Godot3} {
		f := must(packet.New(packet.Options{Protocol: p}))
		records := recordGame(t, f)

		to := serveWS(t, func(ctx context.Context, conn *websocket.Conn) {
			server := echoGame(f)
			far, near := transport.Pipe() // the first client, which gets the ID 2
			go server.ServeConn(far)
			must(near.Receive())
			_ = server.ServeConn(socket{ctx, conn})
		})

		replay := func() (Tally, string) {
			var out bytes.Buffer
			printer := newTestPrinter(t, &out)
			printer.Games = &traffic.Monitor{}
			r := Replay{To: to, Wait: 10 * time.Second, Printer: printer}
			tally := must(r.Run(t.Context(), "ws", records))
			return tally, out.String()
		}
		tally, out := replay()
		require.True(t, tally.Same(), "%v %s", tally, out)
		require.Greater(t, tally.Equal, 4)

		last := &records[len(records)-1]
		other := must(f.Append(nil, otherCall(p)))
		if p == packet.Godot3 {
			other = must(packet.Frame{From: 1, To: 2, Packet: other}.Append(nil))
		}
		last.Packet = other
		tally, out = replay()
		require.Equal(t, 1, tally.Differ, "%v %s", tally, out)
		require.Contains(t, out, "(2)  ")
		require.Contains(t, out, "recorded: Other.")
	}
}

// otherCall returns a call of the node "Other". The recorded answers call only the node "Chat".
func otherCall(p *packet.Protocol) packet.Packet {
	if p == packet.Godot3 {
		return packet.Call{Path: "Other", Method: "heard"}
	}
	return packet.RPC{Path: "Other"}
}
