package transport

import (
	"net"
	"slices"
	"sync"
	"time"
)

// A datagramClient is the [Conn] of a UDP socket that is connected to a server. If the server asks
// for a proof, the client sends the number of the server back, and then its earlier messages again.
type datagramClient struct {
	net.Conn
	buf []byte

	mu      sync.Mutex
	proven  bool     // the server has sent a datagram that is not a question
	unheard [][]byte // first messages, sent again after an answer: the server has dropped them
	asked   int      // number of answered questions
	answer  time.Time
}

const (
	maxUnheard = 16 // number of messages
	maxAsked   = 8
	// answerTime is how long a client ignores further questions after it has answered one. The
	// server has probably sent them before it received the answer.
	answerTime = 250 * time.Millisecond
)

func newDatagramClient(c net.Conn) *datagramClient {
	return &datagramClient{Conn: c, buf: make([]byte, 64<<10)}
}

// Receive reads a datagram.
func (c *datagramClient) Receive() (Message, error) {
	for {
		n, err := c.Read(c.buf)
		if err != nil {
			return Message{}, err
		}

		asked, err := c.asks(c.buf[:n])
		if err != nil {
			return Message{}, err
		}
		if !asked {
			return Message{Data: c.buf[:n], Delivery: Unreliable}, nil
		}
	}
}

// asks reports whether a datagram is a question of the server. If it is, asks sends the answer.
func (c *datagramClient) asks(datagram []byte) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.proven || !isQuestion(datagram) {
		c.proven = true
		c.unheard = nil
		return false, nil
	}

	now := time.Now()
	if now.Sub(c.answer) < answerTime {
		return true, nil
	}
	if c.asked == maxAsked {
		return true, because(ErrProof, "it has asked %d times", c.asked)
	}

	c.asked++
	c.answer = now
	for _, m := range append([][]byte{datagram}, c.unheard...) {
		if _, err := c.Write(m); err != nil {
			return true, err
		}
	}

	return true, nil
}

// Send sends a datagram.
func (c *datagramClient) Send(m Message) error {
	c.mu.Lock()
	if !c.proven && len(c.unheard) < maxUnheard {
		c.unheard = append(c.unheard, slices.Clone(m.Data))
	}
	c.mu.Unlock()

	_, err := c.Write(m.Data)
	return err
}

// Close closes the socket. It does not tell the server.
func (c *datagramClient) Close(error) error { return c.Conn.Close() }

// MaxPacket returns the length of the longest datagram in bytes.
func (c *datagramClient) MaxPacket() int { return maxDatagram }

// Name returns "udp".
func (c *datagramClient) Name() string { return "udp" }
