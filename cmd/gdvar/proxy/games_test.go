package proxy

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/traffic"
	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/variant"
)

// A sink is the connection of a client. It sends by a function.
type sink func(message []byte)

func (s sink) Send(message []byte) error {
	s(message)
	return nil
}

func (s sink) Close() {}

// echoGame returns a server that says back what clients say.
func echoGame(f *packet.Format) *sockets.Server {
	server := sockets.New(multiplayer.Options{Format: f})
	chat := server.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, v variant.Variant) error { return chat.Call(p.ID(), "heard", v) })
	return server
}

// recordGame returns the records of a client with an ID that says something.
func recordGame(t *testing.T, f *packet.Format, id int32) (records []Record) {
	record := func(from string, message []byte) {
		records = append(records, Record{Conn: 1, From: from, Kind: kindPacket, Packet: message})
	}
	records = append(records, Record{Conn: 1, From: client, Kind: kindOpen, Path: "/room"})
	server := echoGame(f)
	must(server.Connect(id, sink(func(message []byte) { record("server", message) })))

	transport := toServer(func(b []byte) {
		if f.Protocol().Has(packet.CommandCall) {
			b = must(packet.Frame{From: id, To: 1, Packet: b}.Append(nil))
		}
		record("client", b)
		must(server.Receive(id, b))
	})
	game := multiplayer.New(multiplayer.Options{ID: id, Format: f, Transport: transport})
	game.Node("Chat").Declare(multiplayer.Method{Name: "heard"},
		multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})
	must(game.Connect(1))
	for i := range 3 {
		require.NoError(t, game.Find("Chat").Call(1, "say", i))
	}
	return records
}

// toServer is a Transport of a client.
type toServer func(message []byte)

func (s toServer) Send(_ int32, m multiplayer.Message) error {
	s(m.Data)
	return nil
}

func (s toServer) Disconnect(int32) {}

// TestReplayOfGames: a server that gives another ID answers as recorded, in Godot 4 and Godot 3,
// where the ID is in each message. What differs is printed as calls.
func TestReplayOfGames(t *testing.T) {
	for _, p := range []*packet.Protocol{packet.Godot4, packet.Godot3} {
		f := must(packet.NewFormat(p, codec.Options{}))
		records := recordGame(t, f, 5)

		var mu sync.Mutex
		to := listenWS(t, func(ctx context.Context, conn *websocket.Conn) {
			mu.Lock()
			server := echoGame(f)
			_, _ = server.Connect(100, sink(func(message []byte) {
				_ = conn.Write(ctx, websocket.MessageBinary, message)
			}))
			mu.Unlock()
			for {
				_, message, err := conn.Read(ctx)
				if err != nil {
					return
				}
				mu.Lock()
				_, _ = server.Receive(100, message)
				mu.Unlock()
			}
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
			other = must(packet.Frame{From: 1, To: 5, Packet: other}.Append(nil))
		}
		last.Packet = other
		tally, out = replay()
		require.Equal(t, 1, tally.Differ, "%v %s", tally, out)
		require.Contains(t, out, "(2)  ")
		require.Contains(t, out, "recorded: Other.")
	}
}

// otherCall returns a call of another node.
func otherCall(p *packet.Protocol) packet.Any {
	if p == packet.Godot3 {
		return packet.Call{Path: "Other", Method: "heard"}
	}
	return packet.RPC{Path: "Other"}
}
