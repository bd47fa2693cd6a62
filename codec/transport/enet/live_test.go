package enet_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/lossy"
	"godotvariant/internal/test/testkit"
)

// An engine describes an engine that runs the games of the tests.
type engine struct {
	find   func(t testing.TB) *enginetest.Engine
	suffix string // suffix of the scripts
	layer  enet.Layer
}

var engines = map[string]engine{
	"Godot 3": {enginetest.Godot3, "3.gd", enet.Godot3},
	"Godot 4": {enginetest.Native4, "4.gd", enet.Godot4},
}

// portOf returns the environment variable by which a script gets the port of an address.
func portOf(t *testing.T, address string) string {
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	return "GDPORT=" + port
}

// generous are limits for the packets of the tests.
var generous = transport.Limits{
	MaxRate: -1, MaxByteRate: -1, MaxFrame: 2 << 20, MaxQueue: 1 << 14, MaxQueueBytes: 1 << 26,
}

// seeds returns the number of lossy networks that a test tries.
func seeds(long bool) uint64 {
	if long {
		return 6
	}
	return 1
}

// echoServer sends everything back except "bye".
func echoServer() *transport.Server {
	return &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error {
			if string(m.Data) == "bye" {
				p.End(nil)
				return nil
			}
			return p.SendCopy(m)
		},
		Limits: generous,
	}
}

// lossyTo returns the address of a lossy network that leads to a server. The network loses a fifth
// of the datagrams, doubles a twentieth, and delays a tenth.
func lossyTo(t *testing.T, server string, seed uint64) string {
	n, err := lossy.New(server, lossy.Weather{Loss: 0.2, Twice: 0.05, Late: 0.1, Seed: seed})
	require.NoError(t, err)
	t.Cleanup(func() { require.NotZero(t, n.Close()) })
	return n.Addr()
}

// TestLiveEcho: games of both engines get their packets back, in all modes, on two channels and
// with all compressions that Go supports. If the network loses no datagrams, packets have up to a
// megabyte. If it loses a fifth of them, packets have up to 65,535 bytes. The games notice the end
// of the connection.
func TestLiveEcho(t *testing.T) {
	runs := []echoRun{{}, {compression: 1}, {compression: 2}, {compression: 3}}
	for i := range seeds(testkit.Long()) {
		runs = append(runs, echoRun{seed: i + 1})
	}

	for name, e := range engines {
		for _, r := range runs {
			t.Run(fmt.Sprint(name, " ", r), func(t *testing.T) {
				t.Parallel()
				got := onSomeNetwork(r.seed, func(seed uint64) ([]string, bool) {
					lines := r.play(t, e, seed)
					return lines, slices.Equal(lines, r.want())
				})
				require.Equal(t, r.want(), got)
			})
		}
	}
}

// An echoRun is a run of TestLiveEcho.
type echoRun struct {
	seed        uint64 // seed of the network; 0 for no loss
	compression int
}

// rounds returns how many times the game sends each of its packets, and the number of all reliable
// packets.
func (r echoRun) rounds() (rounds, reliable int) {
	switch {
	case r.compression > 0:
		return 1, 14
	case r.seed > 0:
		return 4, 48
	default:
		return 2, 28
	}
}

// want returns the lines that the game must print.
func (r echoRun) want() []string {
	_, reliable := r.rounds()
	return []string{
		fmt.Sprintf("reliable %d missing 0 wrong 0 disorder 0", reliable),
		"unreliable 1 ordered 1", "gone 1",
	}
}

// play runs the game with a server in Go, and returns the printed lines.
func (r echoRun) play(t *testing.T, e engine, seed uint64) []string {
	program := e.find(t)
	address := serve(t, echoServer(), enet.Options{Limits: enet.Limits{MaxWaiting: 4 << 20}})
	most := 1 << 20
	if seed > 0 {
		address = lossyTo(t, address, seed)
		most = 1<<16 - 1
	}

	rounds, _ := r.rounds()
	return program.Run(t, "testdata/echo"+e.suffix, "", portOf(t, address),
		fmt.Sprint("GDMAX=", most), fmt.Sprint("GDROUNDS=", rounds),
		fmt.Sprint("GDCOMPRESSION=", r.compression))
}

// onSomeNetwork calls the function play with the seed of a network until play returns true, at most
// three times. This is needed because engines end a connection on which too many datagrams in a row
// are lost, and both sides report that. Without loss it calls play once.
func onSomeNetwork[T any](seed uint64, play func(seed uint64) (T, bool)) T {
	result, ok := play(seed)
	for try := uint64(1); !ok && seed > 0 && try < 3; try++ {
		result, ok = play(seed + 100*try)
	}
	return result
}

// freePort returns an address that no program uses.
func freePort(t *testing.T) string {
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer c.Close()
	return c.LocalAddr().String()
}

// TestLiveServers: a client in Go plays on servers of both engines, without and with loss.
func TestLiveServers(t *testing.T) {
	for name, e := range engines {
		for seed := range seeds(testkit.Long()) + 1 {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				require.NoError(t, onSomeNetwork(seed, func(seed uint64) (error, bool) {
					err := visit(t, e, seed)
					return err, err == nil
				}))
			})
		}
	}
}

// visit sends packets to a server of an engine, which sends them back. It returns an ErrLost if
// both sides have reported that the link is lost.
func visit(t *testing.T, e engine, seed uint64) error {
	program := e.find(t)
	address := freePort(t)
	script := program.Start(t, "testdata/server"+e.suffix, "", []string{portOf(t, address)})
	if seed > 0 {
		address = lossyTo(t, address, seed)
	}

	c := dial(t, address, enet.Options{Layer: e.layer})
	id := c.(interface{ LocalID() int32 }).LocalID()

	sizes := []int{1, 1355, 1364, 1365, 6000, 65535}
	go func() {
		for i := range 60 {
			m := transport.Message{Data: make([]byte, sizes[i%len(sizes)])}
			m.Data[0] = byte(i)
			if c.Send(m) != nil {
				return
			}
			if e.layer == enet.Godot4 && i == 30 {
				_ = c.Send(transport.Message{Data: []byte("u"), Delivery: transport.Unreliable})
			}
		}
	}()

	var lost error
	for i := 0; i < 60 && lost == nil; {
		m, err := c.Receive()
		if errors.Is(err, transport.ErrLost) && seed > 0 {
			lost = err
			break
		}
		require.NoError(t, err)
		if m.Delivery != transport.Reliable {
			require.Equal(t, "u", string(m.Data))
			continue
		}
		require.Len(t, m.Data, sizes[i%len(sizes)])
		require.Equal(t, byte(i), m.Data[0])
		i++
	}

	require.NoError(t, c.Close(nil))
	require.Equal(t, []string{
		fmt.Sprint("connected ", id), fmt.Sprint("disconnected ", id),
	}, script.Wait())
	return lost
}

// TestLiveEnds: when a server of an engine ends, its client in Go gets io.EOF. A server of Godot 3
// sends the number 1, which is its ID, and a server of Godot 4 sends 0.
func TestLiveEnds(t *testing.T) {
	for name, e := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := e.find(t)
			address := freePort(t)
			script := program.Start(t, "testdata/server"+e.suffix, "", []string{portOf(t, address)})

			c := dial(t, address, enet.Options{Layer: e.layer})
			require.NoError(t, c.Send(transport.Message{Data: []byte("end")}))
			_, err := c.Receive()
			require.ErrorIs(t, err, io.EOF)
			require.NotErrorIs(t, err, transport.ErrLost)

			var end *enet.DisconnectError
			require.ErrorAs(t, err, &end)
			sent := map[enet.Layer]uint32{enet.Godot3: 1, enet.Godot4: 0}
			require.Equal(t, sent[e.layer], end.Data)
			require.Len(t, script.Wait(), 1)
		})
	}
}

// TestLiveRaw: a game with ENetConnection calls a message.Server, and gets the reason of the end.
func TestLiveRaw(t *testing.T) {
	program := enginetest.Native4(t)
	type hello struct {
		N int `godot:"n"`
	}
	mux := new(message.Mux[*message.Peer])
	message.Declare[hello](mux, "hello")
	message.Handle(mux, "hello", func(p *message.Peer, m *hello) error {
		if m.N == 2 {
			p.End(transport.ErrRate)
			return nil
		}
		return p.Send(hello{N: m.N + 10})
	})
	s := &message.Server[*message.Peer]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
	}
	l, err := enet.Listen("127.0.0.1:0", enet.Options{Layer: enet.Raw})
	require.NoError(t, err)
	go s.Serve(l)
	t.Cleanup(func() { s.Shutdown(t.Context(), nil) })

	lines := program.Run(t, "testdata/raw4.gd", "", portOf(t, l.Addr().String()))
	require.Equal(t, []string{
		`channel 0 { "type": "hello", "n": 10 }`, `channel 0 { "type": "hello", "n": 11 }`,
		"reason 5",
	}, lines)
}
