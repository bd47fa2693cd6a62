package transport

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbered fills b with bytes that depend on i.
func numbered(b []byte, i int) []byte {
	for at := range b {
		b[at] = byte(i + at)
	}
	return b
}

// TestSendCopy: a caller of SendCopy may reuse one slice for messages of all lengths and for
// several peers.
func TestSendCopy(t *testing.T) {
	lengths := []int{0, 1, 63, 64, 65, 1000, 16 << 10, 16<<10 + 1, 40000}
	s := &Server{
		Limits: Limits{MaxQueue: 1000, MaxQueueBytes: 1 << 30},
		Enter: func(p *Peer) error {
			data := make([]byte, 1<<16)
			for i := range 300 {
				err := p.SendCopy(Message{Data: numbered(data[:lengths[i%len(lengths)]], i)})
				if err != nil {
					return err
				}
			}
			return nil
		},
	}

	var all sync.WaitGroup
	for range 8 {
		far, near := Pipe()
		go s.ServeConn(far)
		all.Add(1)
		go func() {
			defer all.Done()
			defer near.Close(nil)
			for i := range 300 {
				m, err := near.Receive()
				want := numbered(make([]byte, lengths[i%len(lengths)]), i)
				if err != nil || !bytes.Equal(want, m.Data) {
					t.Errorf("message %d: %d bytes, %v", i, len(m.Data), err)
					return
				}
			}
		}()
	}
	all.Wait()
}

// A stuckConn does not write until it is released.
type stuckConn struct {
	Conn
	writing chan []byte
	release chan struct{}
}

func (c *stuckConn) Send(m Message) error {
	c.writing <- m.Data
	<-c.release
	return nil
}

// TestDroppedCopies: after the queue of a peer was dropped, no other message gets the memory of the
// message that is being written.
func TestDroppedCopies(t *testing.T) {
	peers := make(chan *Peer, 1)
	s := &Server{
		Limits: Limits{MaxQueue: 2},
		Enter: func(p *Peer) error {
			peers <- p
			return nil
		},
	}

	far, near := Pipe()
	c := &stuckConn{far, make(chan []byte), make(chan struct{})}
	served := make(chan error, 1)
	go func() { served <- s.ServeConn(c) }()
	p := <-peers

	require.NoError(t, p.SendCopy(Message{Data: []byte("being written")}))
	written := <-c.writing
	require.NoError(t, p.SendCopy(Message{Data: []byte("waits")}))
	require.ErrorIs(t, p.SendCopy(Message{Data: []byte("too many")}), ErrSlow)

	for range 100 {
		_, b := copied([]byte("somebody else"))
		require.NotSame(t, &written[0], &b.bytes[0])
	}
	require.Equal(t, "being written", string(written))

	close(c.release)
	near.Close(nil)
	require.ErrorIs(t, <-served, ErrSlow)
}
