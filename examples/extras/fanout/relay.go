package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"godotvariant/codec"
	"godotvariant/variant"
)

const (
	// maxPacket is the longest packet that a client may send. A NATS server
	// takes messages up to 1 MiB, headers included, unless told otherwise.
	maxPacket = 256 << 10

	// maxWaiting is how many packets may wait for a client. Who lags behind by
	// more is sent away, so that nobody's memory grows for the slowest.
	maxWaiting = 1024

	idleTime  = time.Minute     // without a word from a client
	writeTime = 5 * time.Second // for a client to take one packet
)

// sender is the header that names the client a message comes from.
const sender = "Sender"

// relay passes packets on between its clients and the room.
type relay struct {
	codec   *codec.Codec
	conn    *nats.Conn
	subject string
	id      string // unlike that of any other relay

	mu      sync.Mutex
	clients map[string]*client // by the name that their messages carry
	count   int                // of all that ever were
}

// newRelay joins a room through a NATS server.
func newRelay(d *variant.Dialect, room, url string, via nats.Option) (*relay, error) {
	c, err := codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: maxPacket}})
	if err != nil {
		return nil, err
	}
	r := &relay{codec: c, subject: "room." + room, id: nuid.Next(), clients: map[string]*client{}}
	r.conn, err = nats.Connect(url, via, nats.MaxReconnects(-1), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		log.Print("broker: ", err) // messages lost to a slow consumer, among others
	}))
	if err != nil {
		return nil, err
	}
	_, err = r.conn.Subscribe(r.subject, r.deliver)
	if err == nil {
		err = r.conn.Flush() // the subscription is in force
	}
	if most := r.conn.MaxPayload(); err == nil && most < maxPacket+1024 {
		err = fmt.Errorf("the NATS server takes messages up to %d bytes only", most)
	}
	if err != nil {
		r.conn.Close()
		return nil, err
	}
	return r, nil
}

// serve takes clients until ctx is done. It closes l and sends all clients away.
func (r *relay) serve(ctx context.Context, l net.Listener) error {
	defer r.conn.Close()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var visits sync.WaitGroup
	defer visits.Wait()
	visiting, cancel := context.WithCancel(ctx)
	defer cancel() // also where no more clients can be taken
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		visits.Go(func() {
			if err := r.visit(visiting, conn); err != nil {
				log.Printf("%s: %v", conn.RemoteAddr(), err)
			}
		})
	}
}

// visit passes on what one client sends, until it goes or sends something else
// than packets.
func (r *relay) visit(ctx context.Context, conn net.Conn) error {
	c := r.enter(conn)
	defer r.leave(c)
	stop := context.AfterFunc(ctx, c.close)
	defer stop()
	defer c.close()
	go c.write()

	dec := r.codec.NewDecoder(conn, codec.FrameU32)
	message := nats.NewMsg(r.subject)
	message.Header.Set(sender, c.id)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(idleTime)); err != nil {
			return c.end(nil)
		}
		packet, err := dec.DecodeRaw()
		if err != nil {
			return c.end(err)
		}
		message.Data = packet.AppendPacket(message.Data[:0]) // PublishMsg keeps a copy
		if err := r.conn.PublishMsg(message); err != nil {
			return err
		}
	}
}

// deliver passes a message of the room on to all clients but its sender. It is
// called with one message after the other.
func (r *relay) deliver(m *nats.Msg) {
	frame := make([]byte, 4, 4+len(m.Data))
	binary.LittleEndian.PutUint32(frame, uint32(len(m.Data)))
	frame = append(frame, m.Data...)
	from := m.Header.Get(sender)

	r.mu.Lock()
	defer r.mu.Unlock()
	for id, c := range r.clients {
		if id != from {
			c.send(frame)
		}
	}
}

func (r *relay) enter(conn net.Conn) *client {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	c := &client{id: r.id + "." + strconv.Itoa(r.count), conn: conn, out: make(chan []byte, maxWaiting), done: make(chan struct{})}
	r.clients[c.id] = c
	return c
}

func (r *relay) leave(c *client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.clients, c.id)
}

// size returns how many clients there are.
func (r *relay) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.clients)
}

// errSlow ends the visit of a client that does not read.
var errSlow = errors.New("sent away: too slow")
