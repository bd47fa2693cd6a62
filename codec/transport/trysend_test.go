package transport_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// A willingConn is a Conn whose method TrySend accepts messages while the field takes is true.
type willingConn struct {
	Conn
	mu    sync.Mutex
	takes bool
	taken []string
}

func (w *willingConn) TrySend(m Message) bool {
	w.mu.Lock()
	defer w.mu.Unlock()

	if w.takes {
		w.taken = append(w.taken, string(m.Data))
	}
	return w.takes
}

func (w *willingConn) take(takes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.takes = takes
}

// TestTrySend: a connection that does not have to wait sends a message immediately. No later
// message overtakes a waiting message.
func TestTrySend(t *testing.T) {
	far, near := Pipe()
	conn := &willingConn{Conn: far, takes: true}
	entered := make(chan *Peer, 1)
	server := &Server{Enter: func(p *Peer) error { entered <- p; return nil }}
	done := make(chan error, 1)
	go func() { done <- server.ServeConn(conn) }()

	p := <-entered
	require.NoError(t, p.Send(Message{Data: []byte("one")}))
	again := []byte("two")
	require.NoError(t, p.SendCopy(Message{Data: again}))
	copy(again, "xxx")
	require.Equal(t, []string{"one", "two"}, conn.taken)
	require.Equal(t, 2, p.Stats().Sent)
	require.Equal(t, 6, p.Stats().SentBytes)
	require.Zero(t, p.Stats().Queue)

	conn.take(false)
	require.NoError(t, p.Send(Message{Data: []byte("three")}))
	conn.take(true)
	require.NoError(t, p.Send(Message{Data: []byte("four")}))
	require.Equal(t, []string{"one", "two"}, conn.taken)
	require.Equal(t, "three", receive(t, near))
	require.Equal(t, "four", receive(t, near))

	eventually(t, func() bool { return p.Stats().Queue == 0 })
	require.NoError(t, p.Send(Message{Data: []byte("five")}))
	require.Equal(t, []string{"one", "two", "five"}, conn.taken)
	near.Close(nil)
	require.Error(t, <-done)
}
