package rooms

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Client is a player in Go, for bots and tests. When a connection ends, it connects to the next
// gateway and sends again the messages that are not acknowledged. Set the fields before Run and do
// not change them afterwards.
type Client struct {
	// Addresses are the addresses of gateways, such as "tcp://host:7400", "udp://host:7400" and
	// "ws://host:7401". When a connection ends, the client tries the next address.
	Addresses []string
	Room      string
	Token     string
	Dialect   *variant.Dialect // default Godot 4
	// Silence is the time without a message after which the client tries the next gateway; default
	// 2 s.
	Silence time.Duration

	// OnAck is called when a message is acknowledged. why is the reason for which the game has
	// refused the message, or "".
	OnAck func(number int64, why string)
	// OnTick is called after each change of the state.
	OnTick func(state variant.Variant)
	// OnEnd is called at the end of each connection.
	OnEnd func(address string, err error)

	mu      sync.Mutex
	link    *link
	acked   int64
	waiting []Do
	sent    time.Time
	state   variant.Variant
	tick    int64
	version int64
	joined  int
}

// A link is one connection of a Client.
type link struct {
	*message.Client[*link]
	of       *Client
	welcome  bool
	heard    time.Time
	farewell string
}

// Do sends a message to the game, now or as soon as there is a connection. It returns the number of
// the message. If the client has not joined yet, the number is preliminary: it changes if the
// player was in the room before.
func (c *Client) Do(body variant.Variant) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := Do{c.acked + int64(len(c.waiting)) + 1, body}
	if len(c.waiting) == 0 {
		c.sent = time.Now()
	}

	c.waiting = append(c.waiting, m)
	if c.link != nil && c.link.welcome {
		_ = c.link.Send(m) // sent again after an error
	}

	return m.Number
}

// Waiting returns the number of messages that are not acknowledged.
func (c *Client) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting)
}

// Joined returns how often the client has joined: once for each connection.
func (c *Client) Joined() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.joined
}

// Acked returns the number of the last acknowledged message.
func (c *Client) Acked() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.acked
}

// State returns the state of the room and its tick, nil before the client has joined.
func (c *Client) State() (state variant.Variant, tick int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state, c.tick
}

// Run plays until ctx is done.
func (c *Client) Run(ctx context.Context) {
	mux := c.mux()
	delay := minDelay
	for i := 0; ctx.Err() == nil; i++ {
		address := c.Addresses[i%len(c.Addresses)]
		joined := c.Joined()
		err := c.visit(ctx, address, mux)
		if c.OnEnd != nil && ctx.Err() == nil {
			c.OnEnd(address, err)
		}

		pause(ctx, delay)
		delay = min(2*delay, maxDelay)
		if c.Joined() > joined {
			delay = minDelay
		}
	}
}

// The time between two connections. It grows while no connection leads into the room.
const (
	minDelay = 50 * time.Millisecond
	maxDelay = time.Second
)

// mux returns the handlers of the messages to a client.
func (c *Client) mux() *message.Mux[*link] {
	dialect := c.Dialect
	if dialect == nil {
		dialect = codec.Godot4
	}

	of := codec.MustNew(codec.Options{Dialect: dialect})
	mux := message.New[*link](message.Options{Codec: of})
	message.Declare[Join](mux, "join")
	message.Declare[Do](mux, "do")
	message.Declare[Sync](mux, "sync")
	message.Declare[Ping](mux, "ping")

	message.Handle(mux, "state", (*link).onState)
	message.Handle(mux, "tick", (*link).onTick)
	message.Handle(mux, "ack", func(l *link, m *Ack) error { return l.onAck(m.Number, "") })
	message.Handle(mux, "refused", func(l *link, m *Refused) error {
		return l.onAck(m.Number, m.Why)
	})
	message.Handle(mux, "pong", func(*link, *Ping) error { return nil })
	message.Handle(mux, "goodbye", func(l *link, m *Goodbye) error {
		l.farewell = m.Why
		return errors.New(m.Why)
	})

	return mux
}

// visit connects to a gateway, and returns when the connection ends.
func (c *Client) visit(ctx context.Context, address string, mux *message.Mux[*link]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	client, err := c.dial(ctx, address, mux)
	if err != nil {
		return err
	}

	l := &link{Client: client, of: c, heard: time.Now()}
	c.mu.Lock()
	c.link = l
	c.mu.Unlock()

	var tending sync.WaitGroup
	tending.Go(func() {
		cancel(l.tend(ctx))
	})
	err = client.Serve(l)
	cancel(err)
	tending.Wait()
	_ = client.Close(nil)

	c.mu.Lock()
	defer c.mu.Unlock()
	c.link = nil
	return errors.Join(err, context.Cause(ctx))
}

// dial connects to a gateway.
func (c *Client) dial(
	ctx context.Context, address string, mux *message.Mux[*link],
) (*message.Client[*link], error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}

	switch u.Scheme {
	case "tcp", "udp":
		conn, err := transport.Dial(ctx, u.Scheme, u.Host)
		if err != nil {
			return nil, err
		}
		return message.NewClient(ctx, conn, mux), nil
	case "ws", "wss":
		conn, err := websocket.Dial(ctx, address)
		if err != nil {
			return nil, err
		}
		return message.NewClient(ctx, conn, mux), nil
	}

	return nil, fmt.Errorf("rooms: address %q does not begin with tcp, udp or ws", address)
}

// tend joins, and repeats messages without an answer. It returns the reason for ending the
// connection.
func (l *link) tend(ctx context.Context) error {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	var pinged time.Time

	for {
		if err := l.say(&pinged); err != nil {
			return err
		}

		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// say sends the messages that are due.
func (l *link) say(pinged *time.Time) error {
	c := l.of
	c.mu.Lock()
	defer c.mu.Unlock()

	silence := c.Silence
	if silence == 0 {
		silence = 2 * time.Second
	}
	if time.Since(l.heard) > silence {
		return errors.New("rooms: the gateway is silent")
	}

	if time.Since(*pinged) > 500*time.Millisecond {
		*pinged = time.Now()
		if !l.welcome {
			return l.Send(Join{c.Room, c.Token})
		}
		if err := l.Send(Ping{variant.Nil{}}); err != nil {
			return err
		}
	}

	if l.welcome && len(c.waiting) > 0 && time.Since(c.sent) > 500*time.Millisecond {
		return l.resend()
	}

	return nil
}

// resend sends messages that are not acknowledged, but not more than a gateway keeps.
func (l *link) resend() error {
	c := l.of
	c.sent = time.Now()
	for _, m := range c.waiting[:min(len(c.waiting), 64)] {
		if err := l.Send(m); err != nil {
			return err
		}
	}

	return nil
}

func (l *link) onState(m *State) error {
	c := l.of
	c.mu.Lock()
	c.state = m.State
	c.tick = m.Tick
	c.version = m.Version
	l.heard = time.Now()
	first := !l.welcome
	l.welcome = true
	if first {
		c.joined++
	}
	if c.joined == 1 && first {
		c.renumber(m.Last)
	}
	c.mu.Unlock()

	if err := l.onAck(m.Last, ""); err != nil {
		return err
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if first {
		return l.resend()
	}

	return nil
}

// renumber gives new numbers to messages that the client made before it knew the player's last
// number in the room.
func (c *Client) renumber(last int64) {
	c.acked = last
	for i := range c.waiting {
		c.waiting[i].Number = last + int64(i) + 1
	}
}

func (l *link) onTick(m *Tick) error {
	c := l.of
	c.mu.Lock()
	l.heard = time.Now()
	if m.From != c.version {
		defer c.mu.Unlock()
		if m.Version <= c.version {
			return nil // late
		}
		return l.Send(Sync{})
	}

	state, err := tree.ApplyDelta(c.state, m.Changes)
	if err == nil {
		c.state = state
		c.tick = m.Tick
		c.version = m.Version
	}
	c.mu.Unlock()

	if err == nil && c.OnTick != nil {
		c.OnTick(state)
	}

	return err
}

func (l *link) onAck(number int64, why string) error {
	c := l.of
	c.mu.Lock()
	l.heard = time.Now()
	first := c.acked + 1
	n := min(max(number-c.acked, 0), int64(len(c.waiting)))
	c.waiting = c.waiting[n:]
	c.acked += n
	c.sent = time.Now()
	c.mu.Unlock()

	if c.OnAck != nil {
		for i := first; i < first+n; i++ {
			c.OnAck(i, why)
		}
	}

	return nil
}
