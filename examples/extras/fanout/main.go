// Fanout is a server for a game that needs more than one process. Any number of processes share a
// room through NATS: a message from a client of one process reaches the clients of all processes.
//
// It shows what a game can do with a message bus and no database: which messages are in order,
// which messages can be lost, and how clients are told about losses.
//
// Start a NATS server and two processes, each in its own terminal, in the directory
// examples/extras:
//
//	go run github.com/nats-io/nats-server/v2 -a 127.0.0.1
//	go run ./fanout -listen 127.0.0.1:7101
//	go run ./fanout -listen 127.0.0.1:7102
//
// Clients use StreamPeerTCP.put_var and get_var; bot.gd is a client for Godot 3. A client sends any
// value, at least once a minute. All other clients of the room get it:
//
//	{"type": "say", "value": value}
//	{"type": "said", "value": value}
//
// The messages of one client arrive in the same order everywhere. The messages of two clients may
// arrive in different orders at different processes. The processes count lost messages and tell the
// clients, see README.md:
//
//	{"type": "lost", "count": 12}
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

const (
	// maxFrame is the greatest length of a client's message, in bytes.
	maxFrame = 16 << 10

	// maxPending is the greatest number of messages of other processes that wait for this process.
	// NATS drops further messages.
	maxPending = 1 << 10

	// interval is the time between two beats of a process, and between two reports of losses. A
	// beat is a note without a message.
	interval = 200 * time.Millisecond
)

// The messages between the server and its clients.
type (
	// Say is the message "say" from a client, and the message "said" to all other clients.
	Say struct {
		Value variant.Variant `godot:"value,required"`
	}

	// Lost is the message "lost" to all clients of a process. It has the number of messages that
	// did not reach the process.
	Lost struct {
		Count int `godot:"count"`
	}
)

// A note is a message from one process to all others. Each process gives the messages of its
// clients the numbers 1, 2, 3, and so on. A missing number shows that a message is lost. A beat is
// a note that only tells the number of the last message.
type note struct {
	Process string
	Number  int  // number of the message Said; in a beat, number of the last message
	Said    *Say // nil in a beat
}

// A room passes each message of its clients on to its other clients, and to the other processes.
type room struct {
	name   string
	codec  *codec.Codec
	conn   *nats.Conn
	server *message.Server[*message.Peer]

	mu      sync.Mutex // held while a handler runs
	clients message.Group[*message.Peer]
	process string         // ID of this process
	number  int            // number of the last message to the other processes
	heard   map[string]int // number of the last message of each other process
	lost    int            // number of lost messages of other processes, since the last report
}

// openRoom joins a room through NATS.
func openRoom(name, url string, d *variant.Dialect) (*room, error) {
	r := &room{name: name, process: nuid.Next(), heard: map[string]int{}}
	r.codec = codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: maxFrame}})

	clients := message.New[*message.Peer](message.Options{})
	message.Handle(clients, "say", r.say)
	message.Declare[Say](clients, "said")
	message.Declare[Lost](clients, "lost")

	r.server = &message.Server[*message.Peer]{
		Mux:  clients,
		Lock: &r.mu,
		In:   r.codec,
		Limits: transport.Limits{
			Idle: time.Minute, MaxPeers: 1000, MaxRate: 1000,
			MaxQueue: 4 * maxPending, // many, because messages that were delayed arrive all at once
		},
		Enter: r.enter,
		Leave: func(p *message.Peer, why error) { log.Printf("%v: %v", p.Addr(), why) },
	}

	return r, r.connect(url)
}

// connect connects to a NATS server. When the connection breaks, the client of NATS connects again
// by itself.
func (r *room) connect(url string) (err error) {
	r.conn, err = nats.Connect(url,
		nats.NoEcho(), // this process passes messages on to its own clients without NATS
		nats.MaxReconnects(-1),
		nats.ReconnectWait(interval),
		nats.ReconnectBufSize(-1),        // a game has no use for late messages
		nats.FlusherTimeout(time.Second), // timeout of one write to the server
		nats.PingInterval(5*time.Second), // three missing answers end the connection
		nats.NoCallbacksAfterClientClose(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			log.Printf("room %s: the NATS server is away: %v", r.name, err)
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			log.Printf("room %s: the NATS server is back", r.name)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Printf("room %s: NATS: %v", r.name, err) // this process may read too slowly
		}))
	if err != nil {
		return err
	}

	sub, err := r.conn.Subscribe("room."+r.name, r.receive)
	if err == nil {
		err = sub.SetPendingLimits(maxPending, -1)
	}
	if err == nil {
		err = r.conn.Flush() // after this, the server has the subscription
	}

	if err != nil {
		r.conn.Close()
	}

	return err
}

// serve accepts clients until ctx is done.
func (r *room) serve(ctx context.Context, l transport.Listener) error {
	go r.beats(ctx)

	select {
	case <-ctx.Done():
	case <-time.After(2 * interval): // until each other process has sent a beat with its number
	}

	stop := context.AfterFunc(ctx, func() { _ = r.server.Shutdown(context.Background(), nil) })
	defer stop()

	err := r.server.Serve(l) // after Shutdown, Serve waits for the last client
	if errors.Is(err, transport.ErrClosed) {
		err = nil
	}

	return err
}

func (r *room) enter(p *message.Peer) (*message.Peer, error) {
	r.report() // now, so that the new client is not told of earlier losses
	r.clients.Add(p)
	return p, nil
}

// say passes a client's message on to the other clients of this process and to the other processes.
// If publish fails, the number of the next note shows the other processes that a message is
// missing.
func (r *room) say(from *message.Peer, m *Say) error {
	r.number++
	_ = r.publish(m)
	return r.send(*m, from)
}

// publish sends a note to the other processes. The note has the number of the last message, and the
// message m. If m is nil, the note is a beat.
func (r *room) publish(m *Say) error {
	packet, err := r.codec.Marshal(note{r.process, r.number, m})
	if err != nil {
		return err
	}
	return r.conn.Publish("room."+r.name, packet)
}

// send sends a message to all clients of this process except one.
func (r *room) send(m any, but *message.Peer) error {
	others := slices.DeleteFunc(r.clients.Members(), func(p *message.Peer) bool { return p == but })
	return message.Broadcast(slices.Values(others), m)
}

// receive handles a note of another process, and counts the missing messages before it.
func (r *room) receive(m *nats.Msg) {
	var n note
	if err := r.codec.Unmarshal(m.Data, &n); err != nil {
		log.Printf("room %s: a message of another process: %v", r.name, err)
		return
	}

	r.mu.Lock()
	defer r.mu.Unlock()

	last := n.Number // the messages up to this number were sent before this note
	if n.Said != nil {
		last--
	}

	heard := r.heard[n.Process]
	if last < heard {
		return // the note is late, and was counted as lost before
	}

	if len(r.clients.Members()) > 0 {
		r.lost += last - heard
	}

	r.heard[n.Process] = n.Number
	if n.Said != nil {
		_ = r.send(*n.Said, nil)
	}
}

// beats sends a beat to the other processes, and reports lost messages to the clients. It does this
// once in each interval.
func (r *room) beats(ctx context.Context) {
	clock := time.NewTicker(interval)
	defer clock.Stop()

	for {
		r.mu.Lock()
		_ = r.publish(nil) // if this beat fails, the next beat has the same number
		r.report()
		r.mu.Unlock()

		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}

// report tells the clients and the log how many messages were lost since the last report.
func (r *room) report() {
	if r.lost == 0 {
		return
	}

	log.Printf("room %s: %d messages of other processes are lost", r.name, r.lost)
	_ = r.send(Lost{r.lost}, nil) // every dialect can encode a number
	r.lost = 0
}

func main() {
	listen := flag.String("listen", "127.0.0.1:7101", "address for clients")
	url := flag.String("nats", nats.DefaultURL, "URLs of NATS servers, separated by commas")
	name := flag.String("room", "lobby", "the room to share")
	dialect := flag.String("dialect", "godot3",
		"dialect of the clients, the same in all processes: godot3, godot4")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	if err := run(ctx, *listen, *url, *name, *dialect); err != nil {
		log.Fatal(err)
	}
}

// run opens the room and serves clients until ctx is done.
func run(ctx context.Context, listen, url, name, dialect string) error {
	d := codec.DialectByName(dialect)
	if d == nil {
		return errors.New("no such dialect: " + dialect)
	}

	r, err := openRoom(name, url, d)
	if err != nil {
		return fmt.Errorf("join the room through NATS: %w", err)
	}
	defer r.conn.Close()

	l, err := transport.Listen("tcp", listen)
	if err != nil {
		return err
	}

	log.Printf("room %s at %s", name, l.Addr())
	return r.serve(ctx, l)
}
