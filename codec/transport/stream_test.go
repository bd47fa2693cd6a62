package transport_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
)

// TestReasonsOfStreams: the reason for the end of a visit depends on the bytes that a client writes
// before it closes the connection.
func TestReasonsOfStreams(t *testing.T) {
	for written, want := range map[string]string{
		"":                         "left",
		"\x04\x00\x00\x00abcd":     "left",
		"\x04\x00\x00\x00ab":       "lost",
		"\x04":                     "lost",
		"\x16\x03\x01\x00":         "protocol",
		"POST / HTTP/1.1\r\n\r\n":  "protocol",
		"\x04\x00\x00\x00abcd\x04": "lost",
	} {
		left := make(chan error, 1)
		server := &Server{Leave: func(_ *Peer, why error) { left <- why }}
		far, near, err := socketPair(t)
		require.NoError(t, err)
		_, err = near.Write([]byte(written))
		require.NoError(t, err)
		require.NoError(t, near.(*net.TCPConn).CloseWrite())
		go server.ServeConn(NewStream(far, StreamOptions{}))

		why := <-left
		require.Equal(t, want, Reason(why), "%q", written)
		require.Equal(t, want == "lost", errors.Is(why, io.ErrUnexpectedEOF), "%q", written)
	}
}

// TestHalfClosedClient: a client that has closed its sending direction gets all messages that wait
// for it.
func TestHalfClosedClient(t *testing.T) {
	const n, size = 300, 10 << 10 // more than the buffers of the system hold
	server := &Server{
		Receive: func(p *Peer, _ Message) error {
			for range n {
				if err := p.Send(Message{Data: make([]byte, size)}); err != nil {
					return err
				}
			}
			return nil
		},
		Limits: Limits{Patience: time.Minute},
	}
	far, near, err := socketPair(t)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- server.ServeConn(NewStream(far, StreamOptions{SendBuffer: 4 << 10})) }()

	_, err = near.Write([]byte("\x04\x00\x00\x00more"))
	require.NoError(t, err)
	require.NoError(t, near.(*net.TCPConn).CloseWrite())
	eventually(t, func() bool {
		return len(server.Peers()) == 1 && server.Peers()[0].Ended() != nil
	})

	all, err := io.ReadAll(near)
	require.NoError(t, err)
	require.Equal(t, n*(4+size), len(all))
	require.ErrorIs(t, <-done, io.EOF)
}

// TestPromisedLength: the buffer grows with the bytes that have arrived, and does not depend on the
// length in a frame's header.
func TestPromisedLength(t *testing.T) {
	far, near := net.Pipe()
	defer near.Close()
	conn := NewStream(far, StreamOptions{})
	go conn.Receive()

	allocated := testkit.Allocated(func() {
		_, err := near.Write(binary.LittleEndian.AppendUint32(nil, 1<<30))
		require.NoError(t, err)
		_, err = near.Write(make([]byte, 8<<10)) // returns after the other end has read all bytes
		require.NoError(t, err)
	})
	assert.Less(t, allocated, uint64(1<<20))
}

// TestLongBuffersAreNotKept: after a long message, a connection without messages needs little
// memory.
func TestLongBuffersAreNotKept(t *testing.T) {
	const n = 20
	memory := held()
	for range n {
		far, near := net.Pipe()
		defer near.Close()
		conn := NewStream(far, StreamOptions{})
		received := make(chan int, 2)
		go func() {
			for {
				m, err := conn.Receive()
				if err != nil {
					return
				}
				received <- len(m.Data)
			}
		}()

		for _, size := range []int{1 << 20, 4} {
			header := binary.LittleEndian.AppendUint32(nil, uint32(size))
			frame := append(header, make([]byte, size)...)
			_, err := near.Write(frame)
			require.NoError(t, err)
			require.Equal(t, size, <-received)
		}
	}
	assert.Less(t, held()-memory, int64(n/2<<20))
}

// A broken Conn can't send.
type brokenConn struct{ Conn }

func (brokenConn) Send(Message) error { return io.ErrNoProgress }

// TestBrokenConnectionHasNoFarewell: after a failed write the server does not try to send a last
// message.
func TestBrokenConnectionHasNoFarewell(t *testing.T) {
	far, near := Pipe()
	defer near.Close(nil)
	farewells := 0
	server := &Server{
		Enter:    func(p *Peer) error { return p.Send(Message{Data: []byte(first)}) },
		Farewell: func(*Peer, error) []byte { farewells++; return []byte("bye") },
	}
	require.ErrorIs(t, server.ServeConn(brokenConn{far}), io.ErrNoProgress)
	require.Zero(t, farewells)
}

// TestSentIsWritten: only messages that were written count as sent.
func TestSentIsWritten(t *testing.T) {
	far, near := Pipe()
	defer near.Close(nil)
	server := &Server{Enter: func(p *Peer) error { return p.Send(Message{Data: []byte(first)}) }}
	require.ErrorIs(t, server.ServeConn(brokenConn{far}), io.ErrNoProgress)
	totals := server.Totals()
	require.Equal(t, map[string]int{"lost": 1}, totals.Left)
	require.Zero(t, totals.Sent)
	require.Zero(t, totals.SentBytes)
}
