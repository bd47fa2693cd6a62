package transport

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFarewellSends: a client gets the messages that Farewell sends, and then the message that
// Farewell returns. Send fails between End and Farewell, and after Farewell.
func TestFarewellSends(t *testing.T) {
	s := &Server{
		Enter: func(p *Peer) error {
			require.NoError(t, p.Send(Message{Data: []byte("first")}))
			p.End(nil)
			require.ErrorIs(t, p.Send(Message{Data: []byte("ended")}), ErrEnded)
			return nil
		},
		Farewell: func(p *Peer, _ error) []byte {
			require.NoError(t, p.Send(Message{Data: []byte("second")}))
			require.NoError(t, p.Send(Message{Data: []byte("third")}))
			return []byte("last")
		},
		Leave: func(p *Peer, why error) {
			require.ErrorIs(t, p.Send(Message{Data: []byte("left")}), ErrEnded)
		},
	}

	far, near := Pipe()
	served := make(chan error, 1)
	go func() { served <- s.ServeConn(far) }()

	for _, want := range []string{"first", "second", "third", "last"} {
		m, err := near.Receive()
		require.NoError(t, err)
		require.Equal(t, want, string(m.Data))
	}
	near.Close(nil)
	require.ErrorIs(t, <-served, ErrEnded)
}
