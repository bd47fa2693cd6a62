package message_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
)

// A sink is a Conn that drops all messages that are sent to it. Receive returns the messages of the
// channel in.
type sink struct {
	transport.Conn
	in   chan []byte
	out  chan int // if not nil, each call of SendAll puts the number of its messages into out
	done chan struct{}
}

func (s *sink) Receive() (transport.Message, error) {
	select {
	case data := <-s.in:
		return transport.Message{Data: data}, nil
	case <-s.done:
		return transport.Message{}, io.EOF
	}
}

func (s *sink) Send(transport.Message) error { return s.SendAll(make([]transport.Message, 1)) }

func (s *sink) SendAll(ms []transport.Message) error {
	if s.out != nil {
		s.out <- len(ms)
	}
	return nil
}

func (s *sink) Close(error) error { return nil }

// newSinks serves n sinks, and returns their peers.
func newSinks(b testing.TB, n int, out chan int) ([]*sink, []*message.Peer) {
	mux := message.New[*message.Peer](message.Options{})
	message.Handle(mux, "tell", func(*message.Peer, *tell) error { return nil })
	message.Declare[tell](mux, "tell")
	server := &message.Server[*message.Peer]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
		Limits: transport.Limits{
			MaxPeers: n, MaxRate: -1, MaxByteRate: -1, Idle: time.Hour, MaxQueue: 1 << 20,
		},
	}

	var sinks []*sink
	for i := range n {
		near, _ := transport.Pipe()
		s := &sink{near, make(chan []byte), out, make(chan struct{})}
		sinks = append(sinks, s)
		b.Cleanup(func() { close(s.done) })
		go server.ServeConn(s)
		if i == n-1 {
			for len(server.Peers()) < n {
				time.Sleep(time.Millisecond)
			}
		}
	}
	return sinks, server.Peers()
}

// TestSteadyState: an incoming message allocates its struct and its text, and an outgoing message
// allocates nothing.
func TestSteadyState(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties pools")
	}

	out := make(chan int, 1)
	sinks, peers := newSinks(t, 1, out)
	data := packet("tell", "hello")
	in := testkit.AllocsPerRun(1000, func() { sinks[0].in <- data })
	require.LessOrEqual(t, in, 2.0, "a struct, and its text")

	for _, n := range []int{0, 1, 64, 1000, 16000} {
		m := &tell{strings.Repeat("x", n)}
		require.Zero(t, testkit.AllocsPerRun(1000, func() {
			if err := peers[0].Send(m); err != nil {
				panic(err)
			}
			<-out
		}), "%d bytes", n)
	}
}

// BenchmarkIn measures the time from the arrival of a message to the end of its handler.
func BenchmarkIn(b *testing.B) {
	sinks, _ := newSinks(b, 1, nil)
	data := packet("tell", "hello")
	b.ReportAllocs()
	for b.Loop() {
		sinks[0].in <- data
	}
}

// BenchmarkOut measures the time from Send until the message is written.
func BenchmarkOut(b *testing.B) {
	out := make(chan int, 1)
	_, peers := newSinks(b, 1, out)
	m := &tell{"hello"}
	b.ReportAllocs()
	for b.Loop() {
		_ = peers[0].Send(m)
		<-out
	}
}

// BenchmarkBroadcast measures a message that is queued for all peers and written to each of them.
func BenchmarkBroadcast(b *testing.B) {
	for _, n := range []int{100, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			out := make(chan int, n)
			_, peers := newSinks(b, n, out)
			m := &tell{"hello"}
			b.ReportAllocs()
			for b.Loop() {
				_ = message.Broadcast(slices.Values(peers), m)
				for written := 0; written < n; {
					written += <-out
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/peer")
		})
	}
}
