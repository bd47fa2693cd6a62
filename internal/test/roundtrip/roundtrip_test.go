//go:build go1.25

package roundtrip

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
)

// TestExchange: the server loses the first two messages, and sends each later one back twice.
func TestExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := transport.Pipe()
		answers := make(chan transport.Message, 10)
		go func() {
			for m := range answers {
				_ = far.Send(m)
			}
		}()
		go func() {
			defer close(answers)
			for n := 1; ; n++ {
				m, err := far.Receive()
				if err != nil {
					return
				}
				if n > 2 {
					m.Data = bytes.Clone(m.Data)
					answers <- m
					answers <- m
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
