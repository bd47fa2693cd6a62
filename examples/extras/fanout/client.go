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
	// maxWaiting is how many packets may wait for a client. A slower client loses messages, so
	// that the relay's memory stays bounded.
	maxWaiting = 1024

	writeTime = 5 * time.Second // a client that takes nothing for so long is disconnected
)

// client is the relay's side of one connection. The relay's mutex guards sending and the losses.
type client struct {
	number int // in the order of entering, from 1
	conn   net.Conn
	out    chan []byte // frames to write: up to maxWaiting, and one report of losses
	lost   loss        // since the last report

	once sync.Once
	done chan struct{} // closed when the relay closes the connection
	why  error         // the reason to log, or nil; set before done is closed
}

func newClient(number int, conn net.Conn) *client {
	return &client{
		number: number,
		conn:   conn,
		out:    make(chan []byte, maxWaiting+1),
		done:   make(chan struct{}),
	}
}

// loss counts the messages that did not reach a client.
type loss struct {
	count uint64 // were sent during its visit
	most  uint64 // count, and the messages that were perhaps sent before its visit
}

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

// report tells the client how many messages it has lost since the last report. While the queue is
// full, the losses add up for a later report.
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

// closeFor ends the visit. The method end returns the reason.
func (c *client) closeFor(why error) {
	c.once.Do(func() {
		c.why = why
		close(c.done)
		c.conn.Close()
	})
}

// end maps the error that ended reading to the error to log, or to nil after a normal end.
func (c *client) end(err error) error {
	select {
	case <-c.done: // reading failed because the relay closed the connection
		return c.why
	default:
	}

	if err == io.EOF || errors.Is(err, net.ErrClosed) {
		return nil
	}

	return err
}
