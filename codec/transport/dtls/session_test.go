package dtls

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBytesBeforeProof: an address without a proof gets at most as many bytes as it has sent. This
// limit ends with the ServerHello, because the server sends it only after a proof.
func TestBytesBeforeProof(t *testing.T) {
	c := &session{mu: new(sync.Mutex), in: 100}
	answer := make([]byte, 48)
	require.True(t, c.mayWrite(answer))
	require.True(t, c.mayWrite(answer))
	require.False(t, c.mayWrite(answer))

	hello := make([]byte, recordHeader+messageHeader)
	hello[0], hello[12], hello[13] = handshake, messageHeader, serverHello
	require.True(t, c.mayWrite(hello))
	require.True(t, c.mayWrite(answer))

	c.over = true
	require.False(t, c.mayWrite(answer))
}
