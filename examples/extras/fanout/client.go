package main

import (
	"bufio"
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

const (
	// maxWaiting is how many packets may wait for a client. A client that lags
	// behind by more loses messages, so that nobody's memory grows for the slowest.
	maxWaiting = 1024

	writeTime = 5 * time.Second // for a client to take something; then it is sent away
)

// client is the relay's side of one connection. The relay's mutex guards
// sending and the losses.
type client struct {
	number int // in the order of entering, from 1
	conn   net.Conn
	out    chan []byte // frames to write: up to maxWaiting, and one that tells of losses
	lost   loss        // not yet told

	once sync.Once
	done chan struct{} // closed with the connection
	why  error         // it was closed by us, if it was an error; set before
}

func newClient(number int, conn net.Conn) *client {
	return &client{number: number, conn: conn, out: make(chan []byte, maxWaiting+1), done: make(chan struct{})}
}

// loss is how many messages did not reach a client: count that were sent while
// it was here, and up to most with those that may be older than its visit.
type loss struct{ count, most uint64 }

// send queues a frame, or counts it as lost if too many are waiting.
func (c *client) send(frame []byte) bool {
	if len(c.out) >= maxWaiting {
		c.lost.count++
		c.lost.most++
		return false
	}
	c.out <- frame
	return true
}

// report tells the client what it has lost since the last report, as a message
// of the room. It waits for a later call if the last report is still queued
// behind too many messages.
func (c *client) report(of *codec.Codec) {
	if c.lost == (loss{}) || len(c.out) == cap(c.out) {
		return
	}

	packet, err := of.Encode(variant.NewDictionary(
		variant.KV("event", variant.String("lost")),
		variant.KV("count", variant.Int(c.lost.count)),
		variant.KV("at_most", variant.Int(c.lost.most)),
	))
	if err != nil {
		log.Printf("%s: %v", c.conn.RemoteAddr(), err)
		return
	}

	c.out <- frameOf(packet)
	c.lost = loss{}
}

// write writes what is queued until the connection is closed.
func (c *client) write() {
	w := bufio.NewWriter(c.conn)
	for {
		select {
		case <-c.done:
			return
		case frame := <-c.out:
			err := c.conn.SetWriteDeadline(time.Now().Add(writeTime))
			if err == nil {
				_, err = w.Write(frame)
			}
			if err == nil && len(c.out) == 0 {
				err = w.Flush()
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
