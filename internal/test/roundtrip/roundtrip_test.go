//go:build go1.25

package roundtrip

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
)

// TestExchange: the server loses the first two copies of a message, and sends the third one twice.
func TestExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := transport.Pipe()
		go func() {
			for n := 1; ; n++ {
				m, err := far.Receive()
				if err != nil {
					return
				}
				for range max(0, n-2) {
					_ = far.Send(m)
				}
			}
		}()

		c := Client{Conn: near}
		began := time.Now()
		for _, text := range []string{"a", "b"} {
			m := transport.Message{Data: []byte(text), Delivery: transport.Unreliable}
			got, err := c.Exchange(m)
			require.NoError(t, err)
			require.Equal(t, text, string(got.Data))
		}
		require.Equal(t, 2*pause, time.Since(began))

		require.NoError(t, near.Close(nil))
		_, err := c.Exchange(transport.Message{Data: []byte("c")})
		require.Error(t, err)
	})
}
