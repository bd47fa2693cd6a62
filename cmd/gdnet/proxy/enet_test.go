package proxy

import (
	"bytes"
	"context"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdnet/traffic"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/roundtrip"
	"godotvariant/variant"
)

// A messageServer is a server for messages of any content.
type messageServer interface {
	Serve(...transport.Listener) error
	Shutdown(context.Context) error
}

// generous are limits that the packets of the tests do not reach.
var generous = transport.Limits{
	MaxRate: -1, MaxByteRate: -1, MaxFrame: 2 << 20, MaxQueue: 1 << 14, MaxQueueBytes: 1 << 26,
}

// serveENet runs a server on this computer until the test ends. It returns the server's address.
func serveENet(t *testing.T, s messageServer, o enet.Options) string {
	t.Helper()
	l := must(enet.Listen("127.0.0.1:0", o))
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		require.NoError(t, s.Shutdown(ctx))
		require.ErrorIs(t, <-done, transport.ErrClosed)
	})

	return l.Addr().String()
}

// dialGame connects a client that stays until the test ends.
func dialGame(t *testing.T, address string, o enet.Options) transport.Conn {
	t.Helper()
	c := must(enet.Dial(t.Context(), address, o))
	t.Cleanup(func() { c.Close(nil) })
	return c
}

// explained returns a function that makes a proxy print the explanation of multiplayer packets.
func explained(t *testing.T, out *bytes.Buffer) func(*Proxy) {
	return func(p *Proxy) {
		printer := newTestPrinter(t, out)
		printer.Games = &traffic.Monitor{}
		p.PrintTo(printer)
	}
}

// TestENet: a client calls a server over ENet, in Godot 4 and Godot 3. The server gets the ID that
// the client has chosen, and the proxy prints the packets as calls. A replay gets the same answers.
func TestENet(t *testing.T) {
	for layer, p := range games {
		t.Run(p.Name(), func(t *testing.T) { t.Parallel(); testENet(t, layer, p) })
	}
}

func testENet(t *testing.T, layer enet.Layer, p *packet.Protocol) {
	f := must(packet.New(packet.Options{Protocol: p}))
	to := serveENet(t, echoGame(f), enet.Options{})

	var out bytes.Buffer
	r := startProxy(t, "enet", to, explained(t, &out))
	conn := must(enet.Dial(t.Context(), r.addr, enet.Options{Layer: layer, ID: 4711}))
	say(t, f, conn)
	require.NoError(t, conn.Close(nil))
	_, records := r.end()

	require.Equal(t, p.Name(), records[0].Game)
	require.Equal(t, int32(4711), records[0].Peer)
	for _, want := range []string{
		" peer 4711 of " + p.Name() + "\n",
		"#1 > Chat.",
		"#1 < Chat.",
		"(2)  ",
		"#1 > -- end\n",
	} {
		require.Contains(t, out.String(), want)
	}
	require.NotContains(t, out.String(), "!!")

	tally, answers := r.replay(to, 0, 5*time.Second)
	require.True(t, tally.Same(), "%v %s", tally, answers)
	require.Greater(t, tally.Equal, 3)
}

// TestENetMessages: the proxy keeps the delivery and the channel of a packet. A packet over the
// limit is recorded in pieces, and arrives whole.
func TestENetMessages(t *testing.T) {
	to := serveENet(t, &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
		Limits:  generous,
	}, enet.Options{})
	r := startProxy(t, "enet", to, func(p *Proxy) { p.MaxFrame = 40 << 10 })
	c := dialGame(t, r.addr, enet.Options{})

	long := bytes.Repeat([]byte("long"), 20<<10)
	sent := []transport.Message{
		{Data: []byte("a")},
		{Data: []byte("b"), Channel: 3},
		{Data: []byte("c"), Delivery: transport.UnreliableOrdered, Channel: 2},
		{Data: []byte("d"), Delivery: transport.Unreliable},
		{Data: long},
	}
	client := roundtrip.Client{Conn: c}
	for _, m := range sent {
		require.Equal(t, m, must(client.Exchange(m)))
	}

	require.NoError(t, c.Close(nil))
	_, records := r.end()
	var whole []transport.Message
	var pieces []byte
	for _, r := range records {
		switch {
		case r.From == server:
		case r.Kind == kindPacket:
			whole = append(whole, r.message())
		case r.Kind == kindBytes:
			pieces = append(pieces, r.Packet...)
		}
	}

	whole = slices.CompactFunc(whole, func(a, b transport.Message) bool {
		return bytes.Equal(a.Data, b.Data) // a message that was sent again
	})
	require.Equal(t, sent[:4], whole)
	require.Equal(t, long, pieces)
}

// TestENetEnds: each side gets the number with which the other side disconnects.
func TestENetEnds(t *testing.T) {
	left := make(chan error, 1)
	to := serveENet(t, &transport.Server{
		Receive: func(p *transport.Peer, _ transport.Message) error {
			p.End(transport.ErrRate)
			return nil
		},
		Leave: func(_ *transport.Peer, why error) { left <- why },
	}, enet.Options{})
	r := startProxy(t, "enet", to, nil)

	c := dialGame(t, r.addr, enet.Options{})
	require.NoError(t, c.Send(transport.Message{Data: []byte("x")}))
	_, err := c.Receive()
	require.ErrorIs(t, err, transport.ErrRate)
	require.ErrorIs(t, <-left, transport.ErrRate)

	c = dialGame(t, r.addr, enet.Options{})
	require.NoError(t, c.Close(nil))
	require.Equal(t, "left", transport.Reason(<-left))

	_, records := r.end()
	require.True(t, slices.ContainsFunc(records, func(r Record) bool {
		return r.Kind == kindEnd && strings.Contains(r.Note, "disconnected with 5")
	}), "%v", records)
}

// TestENetValues: the proxy prints the packets of an ENetConnection as values.
func TestENetValues(t *testing.T) {
	o := enet.Options{Layer: enet.Raw}
	to := serveENet(t, &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
	}, o)
	r := startProxy(t, "enet", to, func(p *Proxy) { p.Layer = enet.Raw })

	c := dialGame(t, r.addr, o)
	m := transport.Message{Data: must(godot3.Encode(variant.String("hi"))), Channel: 1}
	require.NoError(t, c.Send(m))
	require.Equal(t, m, must(c.Receive()))
	require.NoError(t, c.Close(nil))

	out, _ := r.end()
	require.Contains(t, out, "#1 > \"hi\"\n")
	require.Contains(t, out, "#1 < \"hi\"\n")
}

// scriptsENet is the folder with the scripts for the tests of package enet.
const scriptsENet = "../../../codec/transport/enet/testdata/"

// An engineENet is an engine whose games send their packets through the proxy.
type engineENet struct {
	find   func(testing.TB) *enginetest.Engine
	suffix string // suffix of the scripts
	layer  enet.Layer
}

var enginesENet = map[string]engineENet{
	"Godot 3": {enginetest.Godot3, "3.gd", enet.Godot3},
	"Godot 4": {enginetest.Native4, "4.gd", enet.Godot4},
}

// TestLiveENet: a game of an engine sends packets of all sizes in all modes through the proxy. A
// client in Go joins a server of an engine.
func TestLiveENet(t *testing.T) {
	for name, e := range enginesENet {
		t.Run(name+" joins", func(t *testing.T) { t.Parallel(); e.joins(t) })
		t.Run(name+" serves", func(t *testing.T) { t.Parallel(); e.serves(t) })
	}
}

// joins runs a game that connects to a server in Go. The server sends all packets back except
// "bye".
func (e engineENet) joins(t *testing.T) {
	game := e.find(t)
	to := serveENet(t, &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error {
			if string(m.Data) == "bye" {
				p.End(nil)
				return nil
			}
			return p.SendCopy(m)
		},
		Limits: generous,
	}, enet.Options{Limits: enet.Limits{MaxWaiting: 4 << 20}})
	r := startProxy(t, "enet", to, nil)

	lines := game.Run(t, scriptsENet+"echo"+e.suffix, "", r.port(), "GDROUNDS=1", "GDMAX=1048576")
	require.Equal(t, []string{
		"reliable 14 missing 0 wrong 0 disorder 0", "unreliable 1 ordered 1", "gone 1",
	}, lines)

	_, records := r.end()
	require.Equal(t, gameOf(e.layer), records[0].Game)
}

// serves runs a server in the engine. The server prints a line when a game connects or disconnects.
func (e engineENet) serves(t *testing.T) {
	free := must(net.ListenPacket("udp", "127.0.0.1:0"))
	to := free.LocalAddr().String()
	require.NoError(t, free.Close())
	_, port, err := net.SplitHostPort(to)
	require.NoError(t, err)
	server := e.find(t).Start(t, scriptsENet+"server"+e.suffix, "", []string{"GDPORT=" + port})

	r := startProxy(t, "enet", to, nil)
	c := dialGame(t, r.addr, enet.Options{Layer: e.layer, ID: 4711})
	for _, size := range []int{1, 1364, 1365, 65535} {
		m := transport.Message{Data: bytes.Repeat([]byte{7}, size)}
		require.NoError(t, c.Send(m))
		require.Equal(t, m, must(c.Receive()))
	}

	require.NoError(t, c.Close(nil))
	require.Equal(t, []string{"connected 4711", "disconnected 4711"}, server.Wait())
}
