package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// patience is the longest time that a test waits for an event.
const patience = time.Minute

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// startBroker starts a NATS server on loopback.
func startBroker(t *testing.T, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(s.Shutdown)
	require.True(t, s.ReadyForConnections(patience))
	return s
}

// An outlet is the room of one process, with the address for clients.
type outlet struct {
	*room
	addr string
}

// serve opens the same room n times and serves each of these rooms. The n rooms stand for n
// processes, but all of them run in the process of the test.
func serve(t *testing.T, url string, n int) []outlet {
	t.Helper()
	outlets := make([]outlet, n)
	for i := range outlets {
		r, err := openRoom("test", url, codec.Godot3)
		require.NoError(t, err)
		l, err := transport.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		outlets[i] = outlet{r, l.Addr().String()}
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan error)
		go func() { served <- r.serve(ctx, l) }()

		t.Cleanup(func() {
			cancel()
			assert.NoError(t, <-served)
			r.conn.Close()
		})
	}

	return outlets
}

// openWithBroker starts a broker and n processes. The function restart starts the broker again at
// the same address, after its Shutdown.
func openWithBroker(t *testing.T, n int) (outlets []outlet, b *server.Server, restart func()) {
	t.Helper()
	b = startBroker(t, server.RANDOM_PORT)
	port := b.Addr().(*net.TCPAddr).Port
	return serve(t, b.ClientURL(), n), b, func() {
		t.Helper()
		b.WaitForShutdown()
		startBroker(t, port)
	}
}

// waitFor waits until the process has the given number of clients.
func (o outlet) waitFor(t *testing.T, clients int) {
	t.Helper()
	require.Eventually(t, func() bool {
		return len(o.server.Peers()) == clients
	}, patience, time.Millisecond)
}

// waitForNumber waits until the last message of the process has the given number.
func (o outlet) waitForNumber(t *testing.T, number int) {
	t.Helper()
	require.Eventually(t, func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.number == number
	}, patience, time.Millisecond)
}

// stop stops the broker, and waits until all processes have lost their connection to it.
func stop(t *testing.T, b *server.Server, outlets []outlet) {
	t.Helper()
	b.Shutdown()
	for _, o := range outlets {
		require.Eventually(t, func() bool {
			return !o.conn.IsConnected()
		}, patience, time.Millisecond)
	}
}

// A player is a client in Go. It stores the messages that it gets.
type player struct {
	t    *testing.T
	conn *message.Client[*player]

	mu   sync.Mutex
	said []variant.Variant
	lost int
}

func dial(t *testing.T, o outlet) *player {
	t.Helper()
	mux := message.New[*player](message.Options{
		Codec: codec.MustNew(codec.Options{Dialect: codec.Godot3}),
	})

	message.Declare[Say](mux, "say")
	message.Handle(mux, "said", func(p *player, m *Say) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.said = append(p.said, m.Value)
		return nil
	})
	message.Handle(mux, "lost", func(p *player, m *Lost) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.lost += m.Count
		return nil
	})

	before := len(o.server.Peers())
	dialed, err := transport.Dial(t.Context(), "tcp", o.addr)
	require.NoError(t, err)
	conn := message.NewClient(t.Context(), dialed, mux)
	p := &player{t: t, conn: conn}
	go conn.Serve(p)
	o.waitFor(t, before+1)
	return p
}

func (p *player) say(v variant.Variant) {
	p.t.Helper()
	assert.NoError(p.t, p.conn.Send(Say{v}))
}

// heard returns the values that the player has received, and the number of lost messages.
func (p *player) heard() (said []variant.Variant, lost int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said, p.lost
}

// await waits until this many messages have arrived or are lost, and requires that no further
// message arrives.
func (p *player) await(messages int) (said []variant.Variant, lost int) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		said, lost := p.heard()
		return len(said)+lost >= messages
	}, patience, time.Millisecond)
	time.Sleep(2 * interval)

	said, lost = p.heard()
	assert.Equal(p.t, messages, len(said)+lost, "%d came, %d lost", len(said), lost)
	return said, lost
}

// TestProcesses: with one player on each process, and one more on the first process, all players
// receive the messages of the others in order.
func TestProcesses(t *testing.T) {
	values := []variant.Variant{
		variant.Nil{},
		math.Vector3{X: 1, Y: 2.5, Z: -3},
		packed.PackedByteArray{1, 2, 3},
		variant.String("Tía"),
		packed.PackedByteArray(make([]byte, maxFrame-100)),
	}

	for _, n := range []int{1, 2, 3} {
		t.Run(fmt.Sprintf("%d processes", n), func(t *testing.T) {
			outlets, _, _ := openWithBroker(t, n)
			ada := dial(t, outlets[0])
			bob := dial(t, outlets[n-1])
			eve := dial(t, outlets[0])
			for _, v := range values {
				ada.say(v)
			}

			for _, p := range []*player{bob, eve} {
				said, lost := p.await(len(values))
				assert.Equal(t, values, said)
				assert.Zero(t, lost)
			}

			said, _ := ada.await(0)
			assert.Empty(t, said, "she does not hear herself")
		})
	}
}

// TestBadMessage: the server disconnects a client that sends anything except a short "say", and no
// other client gets its message.
func TestBadMessage(t *testing.T) {
	outlets, _, _ := openWithBroker(t, 2)
	listener := dial(t, outlets[1])
	encode := func(value any) []byte {
		packet, err := outlets[0].codec.Marshal(value)
		require.NoError(t, err)
		return packet
	}

	lost := encode(map[string]any{"type": "lost", "count": 5})
	long := encode(map[string]any{"type": "say", "value": make([]byte, maxFrame)})
	say := encode(map[string]any{"type": "say", "value": 5})
	for name, packet := range map[string][]byte{
		"a report of losses":    lost,
		"too long":              long,
		"no value":              encode(map[string]any{"type": "say"}),
		"a value that is short": say[:len(say)-4],
		"bytes behind a value":  append(say, 0, 0, 0, 0),
		"not a message":         encode("say"),
	} {
		t.Run(name, func(t *testing.T) {
			bad := dial(t, outlets[0])
			assert.NoError(t, bad.conn.Conn().Send(transport.Message{Data: packet}))
			outlets[0].waitFor(t, 0)
		})
	}

	dial(t, outlets[0]).say(variant.Int(1))
	said, missed := listener.await(1)
	assert.Equal(t, []variant.Variant{variant.Int(1)}, said)
	assert.Zero(t, missed)
}

// TestBrokerRestart: the broker ends and starts again while six clients on three processes talk. No
// client loses its connection. If a client does not receive a message of another client, it is told
// that the message is lost.
func TestBrokerRestart(t *testing.T) {
	const before, during = 20, 200
	outlets, b, restart := openWithBroker(t, 3)
	players := make([]*player, 2*len(outlets))
	for i := range players {
		players[i] = dial(t, outlets[i%len(outlets)])
	}

	sent := 0
	talk := func(messages int) {
		var talks sync.WaitGroup
		for i, p := range players {
			talks.Go(func() {
				for n := range messages {
					p.say(math.Vector2{X: float64(i), Y: float64(sent + n)})
					time.Sleep(time.Millisecond)
				}
			})
		}
		talks.Wait()
		sent += messages
	}

	others := len(players) - 1
	talk(before)
	for _, p := range players {
		_, lost := p.await(others * sent)
		assert.Zero(t, lost)
	}

	time.AfterFunc(50*time.Millisecond, b.Shutdown)
	talk(during)
	restart()
	talk(during) // meanwhile the processes connect again, one by one

	for _, o := range outlets {
		require.Eventually(t, o.conn.IsConnected, patience, time.Millisecond)
	}

	talk(before)
	for i, p := range players {
		said, lost := p.await(others * sent)
		assert.NotZero(t, lost)

		next := map[float64]float64{}
		for _, v := range said {
			v := v.(math.Vector2)
			require.GreaterOrEqual(t, v.Y, next[v.X], "in order")
			next[v.X] = v.Y + 1
		}

		for from := range players {
			if from != i {
				assert.Equal(t, float64(sent), next[float64(from)], "the last message came")
			}
		}
	}
}

// TestLossesBeforeAVisit: when a process learns of lost messages, it tells all its clients how many
// messages were lost. This includes a client that connected after some of the messages were lost. A
// client that connects later is told of no loss. Without a broker, the clients of one process
// receive each other's messages.
func TestLossesBeforeAVisit(t *testing.T) {
	outlets, b, restart := openWithBroker(t, 2)
	ada, tom, bob := dial(t, outlets[0]), dial(t, outlets[0]), dial(t, outlets[1])
	ada.say(variant.Int(0))
	bob.await(1)
	stop(t, b, outlets)

	for range 5 {
		ada.say(variant.Int(1))
	}

	outlets[0].waitForNumber(t, 6)
	eve := dial(t, outlets[1])
	for range 3 {
		ada.say(variant.Int(2))
	}

	said, lost := tom.await(9)
	assert.Len(t, said, 9)
	assert.Zero(t, lost)
	restart()

	_, lost = bob.await(9)
	assert.Equal(t, 8, lost)
	_, lost = eve.await(8)
	assert.Equal(t, 8, lost)

	dan := dial(t, outlets[1])
	ada.say(variant.Int(3))
	said, lost = dan.await(1)
	assert.Equal(t, []variant.Variant{variant.Int(3)}, said)
	assert.Zero(t, lost)
}

// TestProcessThatStartsLater: messages from the time before a process started do not count as lost
// for its clients.
func TestProcessThatStartsLater(t *testing.T) {
	outlets, b, _ := openWithBroker(t, 1)
	ada := dial(t, outlets[0])
	for range 5 {
		ada.say(variant.Int(1))
	}

	outlets[0].waitForNumber(t, 5)
	bob := dial(t, serve(t, b.ClientURL(), 1)[0])
	ada.say(variant.Int(2))
	said, lost := bob.await(1)
	assert.Equal(t, []variant.Variant{variant.Int(2)}, said)
	assert.Zero(t, lost)
}

// TestSlowProcess: a process that reads more slowly than the others send loses messages, and tells
// its clients. NATS calls it a slow consumer.
func TestSlowProcess(t *testing.T) {
	const count = 8 * maxPending
	outlets, _, _ := openWithBroker(t, 2)
	bob := dial(t, outlets[1])

	say := func(v variant.Variant) {
		outlets[0].mu.Lock()
		defer outlets[0].mu.Unlock()
		assert.NoError(t, outlets[0].say(nil, &Say{v}))
	}

	say(variant.Int(0))
	bob.await(1)

	outlets[1].mu.Lock() // now the process handles no messages
	for n := range count {
		say(variant.Int(1 + n))
	}

	arrived := assert.Eventually(t, func() bool {
		return outlets[1].conn.Stats().InMsgs > count // beats included
	}, patience, time.Millisecond)

	outlets[1].mu.Unlock()
	require.True(t, arrived)
	_, lost := bob.await(1 + count)
	assert.Greater(t, lost, count-2*maxPending)
}

// TestLive: two engines, which are clients of different processes, send each other 500 messages
// each. Each process also has a Go client, which reads the messages of both engines.
func TestLive(t *testing.T) {
	const count = 500
	godot := enginetest.Godot3(t)
	outlets, _, _ := openWithBroker(t, 2)

	names := []string{"Ada", "Bob"}
	scripts := make([]*enginetest.Script, len(outlets))
	for i, o := range outlets {
		_, port, err := net.SplitHostPort(o.addr)
		require.NoError(t, err)
		scripts[i] = godot.Start(t, "bot.gd", "", []string{
			"GDPORT=" + port,
			"NAME=" + names[i],
			"OTHERS=" + names[1-i],
			"COUNT=" + strconv.Itoa(count),
		})
		o.waitFor(t, 1)
	}

	listeners := []*player{dial(t, outlets[0]), dial(t, outlets[1])}
	starter := dial(t, outlets[0])
	starter.say(variant.NewDictionary(variant.KV("go", variant.Bool(true))))

	assert.Contains(t, scripts[0].Wait(), strconv.Itoa(count)+" from Bob in order")
	assert.Contains(t, scripts[1].Wait(), strconv.Itoa(count)+" from Ada in order")

	for _, p := range listeners {
		said, lost := p.await(1 + 2*count)
		assert.Len(t, said, 1+2*count)
		assert.Zero(t, lost)
	}
}

// TestRun tests the whole program.
func TestRun(t *testing.T) {
	url := startBroker(t, server.RANDOM_PORT).ClientURL()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	assert.NoError(t, run(ctx, "127.0.0.1:0", url, "lobby", "godot4"))

	for want, err := range map[string]error{
		"no such dialect":      run(t.Context(), "127.0.0.1:0", url, "lobby", "godot5"),
		"missing port":         run(t.Context(), "nowhere", url, "lobby", "godot4"),
		"invalid subject":      run(t.Context(), "127.0.0.1:0", url, "", "godot4"),
		"no servers available": run(t.Context(), "127.0.0.1:0", "127.0.0.1:1", "lobby", "godot4"),
	} {
		assert.ErrorContains(t, err, want)
	}
}
