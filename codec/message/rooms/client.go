package rooms

import (
	"context"
	"errors"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Client is a player in Go, for bots and tests. When a connection ends, the client connects to
// the next gateway and sends its unacknowledged messages again. Set the fields before Run, and do
// not change them afterwards.
type Client struct {
	// Addresses are the addresses of gateways, such as "tcp://host:7400", "udp://host:7400" and
	// "ws://host:7401". When a connection ends, the client tries the next address.
	Addresses []string
	Room      string           // name of the room, of letters a-z, digits, "-" and "_"
	Token     string           // token for Verify of the gateway
	Dialect   *variant.Dialect // dialect of the client; default Godot 4
	// Silence is the time without a message after which the client tries the next gateway; default
	// 2 s.
	Silence time.Duration

	// OnAck is called when a message is in the log. Its second argument is the reason if the game
	// has refused the message, and "" otherwise.
	OnAck func(number int64, why string)
	// OnLost is called for messages that the game may or may not have applied: the client does not
	// know this. This happens if NATS has lost messages, for instance in a power loss, or if the
	// room no longer knows the client. Some of the messages may have been acknowledged. The client
	// does not send them again.
	OnLost func(first, last int64)
	// OnTick is called after each change of the state.
	OnTick func(state variant.Variant)
	// OnLetter is called for each message of the game to this player.
	OnLetter func(body variant.Variant)
	// OnWaiting is called while the room has no owner.
	OnWaiting func(why string)
	// OnEnd is called at the end of each connection.
	OnEnd func(address string, err error)

	// connect connects to a gateway. It is the function dial, unless a test sets another function.
	connect func(ctx context.Context, address string) (transport.Conn, error)

	mu      sync.Mutex
	link    *link
	backlog backlog
	state   variant.Variant
	tick    int64
	version int64 // State.Version or Tick.Version of the last message about the state
	joined  int
	leaving bool
}

// A link is one connection of a Client.
type link struct {
	*message.Client[*link]
	of      *Client
	welcome bool
	heard   time.Time
}

// Do sends a message to the game, now or as soon as there is a connection. It returns the number of
// the message: 1, 2 and so on.
func (c *Client) Do(body variant.Variant) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.backlog.add(body)
	if c.link != nil && c.link.welcome && len(c.backlog.waiting) <= outcomes {
		_ = c.send(m) // after an error it is sent again later
	}

	return m.Number
}

// send sends a message to the gateway.
func (c *Client) send(m Do) error { return c.link.Send(c.backlog.send(m)) }

// Leave leaves the room: Run sends the messages that wait, and then returns an [ErrQuit].
func (c *Client) Leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaving = true
}

// Waiting returns the number of messages that are not acknowledged yet.
func (c *Client) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.backlog.waiting)
}

// Joined returns the number of times that the client has joined. It joins once on each connection.
func (c *Client) Joined() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.joined
}

// Acked returns the number of the last acknowledged message.
func (c *Client) Acked() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.backlog.acked
}

// State returns the state of the room and its tick. The state is nil before the client has joined.
func (c *Client) State() (state variant.Variant, tick int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state, c.tick
}

// Run plays until ctx is done, or until a gateway tells the client not to come back. In the second
// case the error is a [*Goodbye] that wraps transport.ErrFull, [ErrReplaced], [ErrRefused],
// [ErrQuit], [ErrKicked] or [ErrDeleted].
func (c *Client) Run(ctx context.Context) error {
	c.mu.Lock()
	if c.backlog.session == 0 {
		c.backlog.begin()
	}
	c.mu.Unlock()
	if c.connect == nil {
		c.connect = dial
	}

	mux := c.mux()
	delay := minDelay
	for i := 0; ; i++ {
		address := c.Addresses[i%len(c.Addresses)]
		joined := c.Joined()
		err := c.visit(ctx, address, mux)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if c.OnEnd != nil {
			c.OnEnd(address, err)
		}

		var g *Goodbye
		if errors.As(err, &g) && g.Kind != byeAgain && g.Kind != byeForgotten {
			return g
		}

		pause(ctx, delay)
		delay = min(2*delay, maxDelay)
		if c.Joined() > joined {
			delay = minDelay
		}
	}
}

// Limits for the time between two connections. The time grows while no gateway accepts the client
// in the room.
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
	message.Declare[Leave](mux, "leave")

	message.Handle(mux, "state", heard((*link).onState))
	message.Handle(mux, "tick", heard((*link).onTick))
	message.Handle(mux, "ack", heard(func(l *link, m *Ack) error {
		return l.of.onAck(m.Number, m.Refused)
	}))
	message.Handle(mux, "pong", heard(func(*link, *Ping) error { return nil }))
	message.Handle(mux, "letter", heard(func(l *link, m *Mail) error {
		if l.of.OnLetter != nil {
			l.of.OnLetter(m.Body)
		}
		return nil
	}))
	message.Handle(mux, "waiting", heard(func(l *link, m *Waiting) error {
		if l.of.OnWaiting != nil {
			l.of.OnWaiting(m.Why)
		}
		return nil
	}))
	message.Handle(mux, "goodbye", heard((*link).onGoodbye))

	return mux
}

// heard returns a handler. The handler first notes that the gateway is alive, and then calls the
// function handle.
func heard[M any](handle func(*link, *M) error) func(*link, *M) error {
	return func(l *link, m *M) error {
		l.of.mu.Lock()
		l.heard = time.Now()
		l.of.mu.Unlock()
		return handle(l, m)
	}
}

// visit connects to a gateway, and returns when the connection ends.
func (c *Client) visit(ctx context.Context, address string, mux *message.Mux[*link]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	conn, err := c.connect(ctx, address)
	if err != nil {
		return err
	}

	client := message.NewClient(ctx, conn, mux)
	l := &link{Client: client, of: c, heard: time.Now()}
	c.mu.Lock()
	c.link = l
	c.backlog.try++
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

// tend joins the room, and repeats messages without an answer. It returns the reason for ending the
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

// say sends a Join, Leave or Ping every 500 ms. If no acknowledgement has arrived for 500 ms, it
// also sends the waiting messages again. It returns an error if the gateway is silent for too long.
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
		if err := l.Send(c.sign(l)); err != nil {
			return err
		}
	}

	b := &c.backlog
	if l.welcome && len(b.waiting) > 0 && time.Since(b.sent) > 500*time.Millisecond {
		return c.resend()
	}

	return nil
}

// sign returns the message that the client sends every 500 ms: a Join, a Leave, or a Ping, which
// shows that the client is alive.
func (c *Client) sign(l *link) any {
	switch {
	case !l.welcome:
		return Join{
			Room: c.Room, Token: c.Token,
			Session: c.backlog.session, Try: c.backlog.try, Known: c.backlog.known,
		}
	case c.leaving && len(c.backlog.waiting) == 0:
		return Leave{}
	}
	return Ping{variant.Nil{}}
}

// resend sends unacknowledged messages again, at most as many as a gateway keeps.
func (c *Client) resend() error {
	c.backlog.sent = time.Now()
	for _, m := range c.backlog.window() {
		if err := c.send(m); err != nil {
			return err
		}
	}

	return nil
}

func (l *link) onState(m *State) error {
	c := l.of
	c.mu.Lock()
	if c.backlog.isBehind(m.Last) {
		c.mu.Unlock()
		c.forgotten(m.Last, m.Birth, m.Refused)
		return errors.New("rooms: the room knows fewer messages than it has accepted")
	}

	c.state = m.State
	c.tick = m.Tick
	c.version = m.Version
	c.backlog.birth = m.Birth
	c.backlog.known = true
	first := !l.welcome
	l.welcome = true
	if first {
		c.joined++
	}
	c.mu.Unlock()

	if err := c.onAck(m.Last, m.Refused); err != nil || !first {
		return err
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	return c.resend()
}

func (l *link) onTick(m *Tick) error {
	c := l.of
	c.mu.Lock()
	if m.From != c.version {
		defer c.mu.Unlock()
		if m.Version <= c.version {
			return nil // an old or repeated Tick
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

// onAck removes the messages of the session up to a number, because they are in the log.
func (c *Client) onAck(number int64, refused variant.Array) error {
	whys, err := reasons(refused)
	if err != nil {
		return err
	}

	c.mu.Lock()
	base := c.backlog.base
	first, n := c.backlog.ack(number)
	err = c.more()
	c.mu.Unlock()

	if c.OnAck != nil {
		for i := first; i < first+n; i++ {
			c.OnAck(i, whys[i-base])
		}
	}

	return err
}

// more sends the messages for which the gateway had no space before.
func (c *Client) more() error {
	if c.link == nil || !c.link.welcome {
		return nil
	}

	for _, m := range c.backlog.window() {
		if m.Number <= c.backlog.most {
			continue
		}
		if err := c.send(m); err != nil {
			return err
		}
	}

	return nil
}

func (l *link) onGoodbye(m *Goodbye) error {
	switch {
	case m.Kind == byeForgotten:
		l.of.forgotten(m.Last, m.Birth, m.Refused)
	case m.Last > 0:
		_ = l.of.onAck(m.Last, m.Refused) // if Refused is damaged, OnAck is not called
	}
	return m
}

// forgotten begins a new session, because the room has ended the old session or has lost messages
// of it. The argument lastKnown is the number of the last message that the room knows, or -1 if it
// knows none.
func (c *Client) forgotten(lastKnown, birth int64, refused variant.Array) {
	if lastKnown >= 0 {
		_ = c.onAck(lastKnown, refused) // if refused is damaged, OnAck is not called
	}

	c.mu.Lock()
	firstLost, lastLost := c.backlog.forget(lastKnown, birth)
	c.mu.Unlock()

	if firstLost <= lastLost && c.OnLost != nil {
		c.OnLost(firstLost, lastLost)
	}
}
