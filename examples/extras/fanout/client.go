package main

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// client is the relay's side of one connection.
type client struct {
	id   string
	conn net.Conn
	out  chan []byte // frames to write

	once sync.Once
	done chan struct{} // closed with the connection
	why  error         // it was closed by us, if it was an error; set before
}

// send queues a frame, and sends the client away if too many are waiting.
func (c *client) send(frame []byte) {
	select {
	case c.out <- frame:
	default:
		c.closeFor(errSlow)
	}
}

// write writes what is queued until the connection is closed.
func (c *client) write() {
	for {
		select {
		case <-c.done:
			return
		case frame := <-c.out:
			err := c.conn.SetWriteDeadline(time.Now().Add(writeTime))
			if err == nil {
				_, err = c.conn.Write(frame)
			}
			if err != nil {
				c.closeFor(err)
				return
			}
		}
	}
}

// close ends the visit.
func (c *client) close() { c.closeFor(nil) }

// closeFor ends the visit, for a reason that end will return.
func (c *client) closeFor(why error) {
	c.once.Do(func() {
		c.why = why
		close(c.done)
		c.conn.Close()
	})
}

// end returns why the visit ends whose reading has ended with err: nil where
// there is nothing to complain of.
func (c *client) end(err error) error {
	select {
	case <-c.done: // our side closed the connection, and reading failed of that
		return c.why
	default:
	}
	if err == io.EOF || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
