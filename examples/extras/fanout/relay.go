package main

import (
	"context"
	"encoding/binary"
	"log"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
	"godotvariant/variant"
)

const (
	// maxPacket is the longest packet that a client may send. By default a NATS server takes
	// messages of up to 1 MiB, headers included.
	maxPacket = 256 << 10

	idleTime = time.Minute // a client that says nothing for so long is disconnected
)

// relay passes packets on between its clients and the room.
type relay struct {
	codec *codec.Codec
	room  string
	link  *link

	mu      sync.Mutex
	clients map[*client]struct{}
	entered int    // clients since the start
	missed  uint64 // messages of other relays, since the last beat
	dropped uint64 // deliveries to slow clients, since the last beat
}

// newRelay joins a room through a NATS server.
func newRelay(d *variant.Dialect, room, url string, via nats.Option) (*relay, error) {
	c, err := codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: maxPacket}})
	if err != nil {
		return nil, err
	}
	r := &relay{codec: c, room: room, clients: map[*client]struct{}{}}
	r.link, err = openLink(url, room, via, r.hear)
	return r, err
}

// serve accepts clients until ctx is done. Then it closes l and all connections.
func (r *relay) serve(ctx context.Context, l net.Listener) error {
	defer r.link.conn.Close()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()

	var tasks sync.WaitGroup
	defer tasks.Wait()
	serving, cancel := context.WithCancel(ctx)
	defer cancel() // also if Accept fails
	tasks.Go(func() { r.beats(serving) })

	select {
	case <-ctx.Done():
	case <-time.After(2 * beat): // now the last number of every other relay is known
	}

	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}

		tasks.Go(func() {
			if err := r.visit(serving, conn); err != nil {
				log.Printf("%s: %v", conn.RemoteAddr(), err)
			}
		})
	}
}

// visit passes on the packets of one client until it disconnects or sends something else.
func (r *relay) visit(ctx context.Context, conn net.Conn) error {
	c := r.enter(conn)
	defer r.leave(c)
	stop := context.AfterFunc(ctx, c.close)
	defer stop()
	defer c.close()
	go c.write()

	dec := r.codec.NewDecoder(conn, codec.FrameU32)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(idleTime)); err != nil {
			return c.end(nil)
		}
		if _, err := dec.DecodeRaw(); err != nil {
			return c.end(err)
		}

		r.say(c, dec.Packet())
	}
}

// say passes on a client's message: directly to the clients of this relay, which hear each other
// without the broker, and to the other relays.
func (r *relay) say(c *client, packet []byte) {
	r.mu.Lock()
	r.deliver(packet, c)
	r.mu.Unlock()
	r.link.publish(packet)
}

// hear passes on a message of another relay to all clients, and counts for each client the messages
// that are missing before it.
func (r *relay) hear(from *peer, lost uint64, packet []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()

	if len(r.clients) > 0 {
		r.missed += lost
	}

	for c := range r.clients {
		c.lost.most += lost
		if c.number <= from.entered { // it entered before the first lost message
			c.lost.count += lost
		}
	}

	from.entered = r.entered

	if len(packet) > 0 {
		r.deliver(packet, nil)
	}
}

// deliver sends a packet to all clients but its sender.
func (r *relay) deliver(packet []byte, sender *client) {
	frame := frameOf(packet)
	for c := range r.clients {
		if c != sender && !c.send(frame) {
			r.dropped++
		}
	}
}

// beats reports the last number to the other relays, and the losses to the clients and the log,
// once in each beat.
func (r *relay) beats(ctx context.Context) {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			r.link.beat()
			r.report()
		}
	}
}

func (r *relay) report() {
	r.mu.Lock()
	defer r.mu.Unlock()

	if r.missed > 0 || r.dropped > 0 {
		log.Printf("room %s: lost: %d messages of other relays, %d deliveries to slow clients",
			r.room, r.missed, r.dropped)
		r.missed = 0
		r.dropped = 0
	}

	for c := range r.clients {
		c.report(r.codec)
	}
}

func (r *relay) enter(conn net.Conn) *client {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entered++
	c := newClient(r.entered, conn)
	r.clients[c] = struct{}{}
	return c
}

func (r *relay) leave(c *client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.clients, c)
	if c.lost.most > 0 {
		log.Printf("%s: left before a report of %d lost messages", c.conn.RemoteAddr(), c.lost.most)
	}
}

// size returns how many clients there are.
func (r *relay) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.clients)
}

// frameOf returns a packet as StreamPeerTCP.put_var sends it.
func frameOf(packet []byte) []byte {
	frame := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(packet)), uint32(len(packet)))
	return append(frame, packet...)
}
