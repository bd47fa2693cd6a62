package transport_test

import (
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
)

// A sendsAll is a Conn that writes several messages together.
type sendsAll interface {
	Conn
	SendAll(ms []Message) error
}

// many returns n short messages.
func many(n int) (ms []Message) {
	for i := range n {
		ms = append(ms, Message{Data: []byte(fmt.Sprint("message ", i))})
	}
	return ms
}

// writes returns the number of system calls by which this thread has written. The goroutine must be
// locked to the thread.
func writes(t *testing.T) int {
	counts, err := os.ReadFile("/proc/thread-self/io")
	require.NoError(t, err)
	n := regexp.MustCompile(`(?m)^syscw: (\d+)$`).FindSubmatch(counts)
	require.NotNil(t, n)
	return testkit.Must(strconv.Atoi(string(n[1])))
}

// TestOneSystemCall: the server writes all waiting messages to a TCP connection or a Unix socket by
// one system call.
func TestOneSystemCall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux counts the system calls of a thread")
	}

	for network, address := range map[string]string{
		"tcp": "127.0.0.1:0", "unix": filepath.Join(t.TempDir(), "s"),
	} {
		t.Run(network, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			near, far := pairOf(t, network, address)
			conn := NewStream(far, StreamOptions{}).(sendsAll)
			client := NewStream(near, StreamOptions{})
			for range 2 {
				before := writes(t)
				require.NoError(t, conn.SendAll(many(250)))
				require.Equal(t, before+1, writes(t))
				for _, m := range many(250) {
					require.Equal(t, string(m.Data), receive(t, client))
				}
			}
		})
	}
}

// pairOf returns the two ends of a connection.
func pairOf(t *testing.T, network, address string) (near, far net.Conn) {
	l, err := net.Listen(network, address)
	require.NoError(t, err)
	defer l.Close()
	near, err = net.Dial(network, l.Addr().String())
	require.NoError(t, err)
	far, err = l.Accept()
	require.NoError(t, err)
	t.Cleanup(func() {
		near.Close()
		far.Close()
	})
	return near, far
}

// A countedConn counts calls of Write.
type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countedConn) Write(b []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(b)
}

// TestOneWrite: to a stream that is not a socket, the server writes all waiting messages with one
// call of Write. A tls.Conn then sends them in one TLS record, with one system call. The test sets
// DynamicRecordSizingDisabled, because otherwise the first records would be too short for them.
func TestOneWrite(t *testing.T) {
	near, far := pairOf(t, "tcp", "127.0.0.1:0")
	var count atomic.Int64
	conn := NewStream(countedConn{far, &count}, StreamOptions{}).(sendsAll)
	require.NoError(t, conn.SendAll(many(250)))
	require.EqualValues(t, 1, count.Load())
	near.Close()

	near, far = pairOf(t, "tcp", "127.0.0.1:0")
	config := certified(t)
	config.DynamicRecordSizingDisabled = true
	secure := tls.Server(countedConn{far, &count}, config)
	client := NewStream(tls.Client(near, &tls.Config{InsecureSkipVerify: true}), StreamOptions{})
	conn = NewStream(secure, StreamOptions{}).(sendsAll)
	go client.Send(Message{Data: []byte(first)}) // together with the handshake
	require.Equal(t, first, receive(t, conn))

	count.Store(0)
	require.NoError(t, conn.SendAll(many(250)))
	require.EqualValues(t, 1, count.Load())
	for _, m := range many(250) {
		require.Equal(t, string(m.Data), receive(t, client))
	}
}

// A gatheringConn is a connection in which each write waits until the test releases it. It records
// the messages of each write.
type gatheringConn struct {
	Conn
	begun   chan []Message
	release chan bool
}

func (c gatheringConn) SendAll(ms []Message) error {
	c.begun <- slices.Clone(ms)
	<-c.release
	return nil
}

// TestQueueIsWrittenAtOnce: the server writes all waiting messages together, in their order.
func TestQueueIsWrittenAtOnce(t *testing.T) {
	far, near := Pipe()
	conn := gatheringConn{far, make(chan []Message), make(chan bool)}
	entered := make(chan *Peer, 1)
	server := &Server{Enter: func(p *Peer) error { entered <- p; return nil }}
	done := make(chan error, 1)
	go func() { done <- server.ServeConn(conn) }()

	p := <-entered
	require.NoError(t, p.Send(Message{Data: []byte(first)}))
	require.Len(t, <-conn.begun, 1)
	for _, m := range many(250) {
		require.NoError(t, p.Send(m))
	}
	conn.release <- true
	require.Equal(t, many(250), <-conn.begun)
	for range 5 {
		require.NoError(t, p.Send(Message{Data: make([]byte, 30<<10)}))
	}
	for _, n := range []int{2, 2, 1} { // of five messages of 30 KiB, two fit in a write
		conn.release <- true
		require.Len(t, <-conn.begun, n)
	}
	conn.release <- true
	eventually(t, func() bool { return p.Stats().Queue == 0 })
	require.Zero(t, p.Stats().QueueBytes)
	require.Equal(t, 1+250+5, p.Stats().Sent)

	near.Close(nil)
	require.Error(t, <-done)
}
