package rooms

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"godotvariant/codec/message"
)

// ErrDraining is the error of Ready after Drain has begun.
var ErrDraining = errors.New("rooms: the process is draining")

// A Node is this process's part of a game on many processes: it owns rooms and is a gateway for
// players. Its methods are safe for concurrent use.
type Node struct {
	host
	gateway *gateway
	end     context.CancelFunc
	work    sync.WaitGroup
	places  chan struct{} // limits how many rooms are opened at the same time

	mu       sync.Mutex
	owned    map[string]*owner
	opening  map[string]bool
	draining bool
}

// Stats has the numbers of a Node's rooms, clients and messages.
type Stats struct {
	Rooms    int // rooms that it owns
	Visitors int // clients that have joined
	Unacked  int // messages of its clients that are not in a log yet
}

// Open starts a Node, which works together with all processes that use the same NATS servers. It
// creates the streams and buckets if there are none. ctx is only for opening. At the end call
// Drain, which does not close the connection. The connection must receive its own messages (no
// nats.NoEcho), should not buffer while NATS is away (nats.ReconnectBufSize(-1)), and should soon
// notice that it is cut off (nats.PingInterval). bus.go of the program rooms opens a connection of
// this kind.
func Open(ctx context.Context, conn *nats.Conn, c Config) (*Node, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}

	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}

	c.Hooks = c.Hooks.withDefaults()
	h := host{config: c, conn: conn}
	h.journal, err = openJournal(ctx, js, c.Replicas)
	if err != nil {
		return nil, err
	}

	h.registry, err = openRegistry(ctx, js, c.Lease, c.Replicas)
	if err != nil {
		return nil, err
	}

	n := &Node{
		host:    h,
		places:  make(chan struct{}, 16),
		owned:   map[string]*owner{},
		opening: map[string]bool{},
	}
	n.gateway = newGateway(h)

	return n, n.start()
}

// start starts the goroutines and subscriptions of a Node, which last until Drain.
func (n *Node) start() error {
	ctx, end := context.WithCancel(context.Background())
	n.end = end

	_, err := n.conn.QueueSubscribe(openSubject, "owners", func(m *nats.Msg) {
		n.asked(ctx, string(m.Data))
	})
	if err != nil {
		end()
		return err
	}

	n.work.Go(func() { n.renew(ctx) })
	n.work.Go(func() { n.watch(ctx) })
	n.work.Go(func() { n.adopt(ctx) })
	n.work.Go(func() { n.gateway.run(ctx) })

	return nil
}

// Server returns the server for clients. Its methods Serve and ServeConn accept
// clients over TCP, UDP and any other transport. Before the first call of these methods its limits
// may be changed, such as Limits.MaxPeers. The other fields must not be changed.
func (n *Node) Server() *message.Server[*Visitor] { return n.gateway.server }

// Ready returns nil if the process can accept clients: it reaches NATS and is not draining.
func (n *Node) Ready() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.draining {
		return ErrDraining
	}

	if _, until := n.registry.valid(); time.Now().After(until) {
		return fmt.Errorf("%w, NATS is %v", errLease, n.conn.Status())
	}

	return nil
}

// Stats returns the present numbers of the Node.
func (n *Node) Stats() Stats {
	visitors, unacked := n.gateway.count()
	n.mu.Lock()
	defer n.mu.Unlock()
	return Stats{len(n.owned), visitors, unacked}
}

// Drain gives all rooms away, disconnects the clients, which connect to another process, and ends
// the Node. It stops waiting when ctx is done. It returns the first error. Other processes can take
// a room that was not given away only after the lease of this process has ended.
func (n *Node) Drain(ctx context.Context) error {
	n.mu.Lock()
	var leaving []*owner
	if !n.draining {
		n.draining = true
		for _, o := range n.owned {
			close(o.drain)
			leaving = append(leaving, o)
		}
	}
	n.mu.Unlock()

	var err error
	for _, o := range leaving {
		select {
		case <-o.ended:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}

	err = errors.Join(err, n.gateway.server.Shutdown(ctx, nil))
	n.end()
	n.work.Wait()

	return errors.Join(err, n.registry.resign(ctx))
}

// renew renews the lease, several times before it ends.
func (n *Node) renew(ctx context.Context) {
	ticker := time.NewTicker(n.config.Lease / 4)
	defer ticker.Stop()
	sweep := time.Now()

	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}

		if err := n.registry.renew(ctx); err != nil && ctx.Err() == nil {
			n.config.Log.Warn("renew the lease", "error", err)
		}

		if time.Since(sweep) > 20*n.config.Lease {
			sweep = time.Now()
			n.registry.sweep(ctx)
		}
	}
}

// watch follows the leases of other processes. After an error it starts again.
func (n *Node) watch(ctx context.Context) {
	for ctx.Err() == nil {
		err := n.registry.watch(ctx)
		if ctx.Err() == nil {
			n.config.Log.Warn("watch the leases", "error", err)
			pause(ctx, n.config.Lease/8)
		}
	}
}

// adopt opens the rooms whose owner has gone.
func (n *Node) adopt(ctx context.Context) {
	ticker := time.NewTicker(n.config.Lease / 32)
	defer ticker.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-n.registry.changed:
		}

		if n.Ready() != nil {
			continue
		}

		for room := range n.registry.free() {
			n.open(ctx, room, n.reluctance())
		}
	}
}

// reluctance returns the time that this process waits before it takes a room. It grows with the
// number of its rooms.
func (n *Node) reluctance() time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	least := time.Duration(min(len(n.owned), 50)) * time.Millisecond
	return least + rand.N(20*time.Millisecond)
}

// asked opens a room at the request of a gateway, unless a process owns it.
func (n *Node) asked(ctx context.Context, room string) {
	h := n.registry.owner(room)
	if roomName.MatchString(room) && (h.id == "" || h.id == n.registry.self()) && n.Ready() == nil {
		n.open(ctx, room, 0)
	}
}

// open takes a room after a delay, unless this process has the room or is opening it.
func (n *Node) open(ctx context.Context, room string, after time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.draining || n.opening[room] || n.owned[room] != nil || len(n.owned) >= n.config.MaxRooms {
		return
	}

	n.opening[room] = true
	n.work.Go(func() {
		pause(ctx, after)
		n.places <- struct{}{}
		o, err := n.take(ctx, room)
		<-n.places

		n.mu.Lock()
		delete(n.opening, room)
		if err == nil {
			n.owned[room] = o
			if n.draining {
				close(o.drain)
			}
		}
		n.mu.Unlock()

		if err != nil {
			n.config.Log.Debug("take", "room", room, "error", err)
			return
		}

		n.serve(ctx, o)
	})
}

// take takes a room, and reads its snapshot and log.
func (n *Node) take(ctx context.Context, room string) (*owner, error) {
	waited := n.registry.waited(room)
	epoch, err := n.registry.take(ctx, room)
	if err != nil {
		return nil, err
	}

	began := time.Now()
	o := newOwner(n.host, room, epoch)
	reading, cancel := context.WithTimeout(ctx, 10*n.config.Lease)
	defer cancel()

	if err := o.open(reading); err != nil {
		n.config.Log.Warn("open", "room", room, "error", err)
		return nil, errors.Join(err, n.registry.give(ctx, room, epoch))
	}

	n.config.Log.Info("owns", "room", room, "epoch", epoch, "tick", o.world.tick,
		"record", o.world.index, "waited", waited, "replay", time.Since(began))
	n.config.Hooks.Owned(room, waited, time.Since(began))
	return o, nil
}

// serve runs a room to its end.
func (n *Node) serve(ctx context.Context, o *owner) {
	err := o.run(ctx)

	n.mu.Lock()
	delete(n.owned, o.name)
	n.mu.Unlock()
	close(o.ended)

	n.config.Log.Info("owns no more", "room", o.name, "epoch", o.epoch, "error", err)
	n.config.Hooks.Lost(o.name, err)
}
