// Package roundtrip has a client for servers that send every message back.
package roundtrip

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"godotvariant/codec/transport"
)

// pause is the time after which a Client sends an unreliable message again.
const pause = time.Second

// A Client sends messages to a server that sends every message back. The data of the messages have
// to differ.
type Client struct {
	Conn     transport.Conn
	received []transport.Message
}

// Exchange sends a message, and returns the message that comes back. Datagrams can be lost on a
// busy machine, so Exchange sends an unreliable message again until it comes back. A message that
// comes back several times is returned once.
func (c *Client) Exchange(m transport.Message) (transport.Message, error) {
	if err := c.Conn.Send(m); err != nil {
		return transport.Message{}, err
	}

	if m.Delivery != transport.Reliable {
		defer c.repeat(m)()
	}

	for {
		got, err := c.Conn.Receive()
		if err != nil {
			return got, err
		}

		got.Data = bytes.Clone(got.Data)
		known := func(r transport.Message) bool { return same(r, got) }
		if !slices.ContainsFunc(c.received, known) {
			c.received = append(c.received, got)
			return got, nil
		}
	}
}

// repeat sends a message again and again until the returned function is called.
func (c *Client) repeat(m transport.Message) (end func()) {
	done := make(chan struct{})
	var sender sync.WaitGroup
	sender.Add(1)

	go func() {
		defer sender.Done()
		ticker := time.NewTicker(pause)
		defer ticker.Stop()

		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}

			if c.Conn.Send(m) != nil {
				return
			}
		}
	}()

	return func() {
		close(done)
		sender.Wait()
	}
}

// same reports whether two messages are equal.
func same(a, b transport.Message) bool {
	return a.Delivery == b.Delivery && a.Channel == b.Channel && bytes.Equal(a.Data, b.Data)
}
