//go:build go1.25

package transport

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestQuestionsTogether: a client sends several messages at once, and the server asks a question
// for each. The client answers only one question, and sends all these messages again. If the server
// asks again later, the client answers again.
func TestQuestionsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		client := newDatagramClient(near)
		var heard []string
		go func() {
			for buf := make([]byte, 100); ; {
				n, err := far.Read(buf)
				if err != nil {
					return
				}
				heard = append(heard, string(buf[:n]))
			}
		}()
		go client.Receive()

		require.NoError(t, client.Send(Message{Data: []byte("one")}))
		require.NoError(t, client.Send(Message{Data: []byte("two")}))
		question := []byte{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 64}
		ask := func() {
			_, err := far.Write(question)
			require.NoError(t, err)
			synctest.Wait()
		}

		ask()
		ask()
		require.Equal(t, []string{"one", "two", string(question), "one", "two"}, heard)
		time.Sleep(answerTime)
		ask()
		require.Equal(t, []string{string(question), "one", "two"}, heard[5:])

		client.Close(nil)
		far.Close()
	})
}
