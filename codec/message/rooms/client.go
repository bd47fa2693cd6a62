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

	// OnAck is called when a message is in the log. why is the reason for which the game has
	// refused the message, or "".
	OnAck func(number int64, why string)
	// OnLost is called if NATS has lost messages, acknowledged ones too, for instance in a power
	// loss, or if the room does not know the client any more: whether the game has applied these
	// messages is not known. The client does not send them again.
	OnLost func(first, last int64)
	// OnTick is called after each change of the state.
	OnTick func(state variant.Variant)
	// OnLetter is called for each message of the game to this player.
	OnLetter func(body variant.Variant)
	// OnWaiting is called while the room has no owner.
	OnWaiting func(why string)
	// OnEnd is called at the end of each connection.
	OnEnd func(address string, err error)

	mu      sync.Mutex
	link    *link
	session int64
	base    int64 // number of the last message before this session
	try     int64
	known   bool // the room has answered to this session
	birth   int64
	acked   int64
	waiting []Do  // Number counts from the first message of the client
	most    int64 // the greatest number that was sent in this session
	sent    time.Time
	state   variant.Variant
	tick    int64
	version int64
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
	m := Do{c.acked + int64(len(c.waiting)) + 1, body}
	if len(c.waiting) == 0 {
		c.sent = time.Now()
	}

	c.waiting = append(c.waiting, m)
	if c.link != nil && c.link.welcome && len(c.waiting) <= outcomes {
		_ = c.send(m) // sent again after an error
	}

	return m.Number
}

// send sends a message, with its number in the session.
func (c *Client) send(m Do) error {
	c.most = max(c.most, m.Number)
	return c.link.Send(Do{m.Number - c.base, m.Body})
}

// Leave leaves the room: Run sends the messages that wait, and then returns a [*Goodbye] of the
// kind "quit".
func (c *Client) Leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaving = true
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

// Run plays until ctx is done, or until a gateway says that the client is not to come back. Then
// the error is a [*Goodbye].
func (c *Client) Run(ctx context.Context) error {
	c.mu.Lock()
	if c.session == 0 {
		c.session = randomID()
	}
	c.mu.Unlock()

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

// heard returns a handler that notes a sign of life of the gateway before.
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

	client, err := c.dial(ctx, address, mux)
	if err != nil {
		return err
	}

	l := &link{Client: client, of: c, heard: time.Now()}
	c.mu.Lock()
	c.link = l
	c.try++
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
		if err := l.Send(c.sign(l)); err != nil {
			return err
		}
	}

	if l.welcome && len(c.waiting) > 0 && time.Since(c.sent) > 500*time.Millisecond {
		return c.resend()
	}

	return nil
}

// sign returns the message that the client sends now and then: it joins, leaves or lives.
func (c *Client) sign(l *link) any {
	switch {
	case !l.welcome:
		return Join{
			Room: c.Room, Token: c.Token, Session: c.session, Try: c.try, Known: c.known,
		}
	case c.leaving && len(c.waiting) == 0:
		return Leave{}
	}
	return Ping{variant.Nil{}}
}

// resend sends messages that are not acknowledged, but not more than a gateway keeps.
func (c *Client) resend() error {
	c.sent = time.Now()
	for _, m := range c.waiting[:min(len(c.waiting), outcomes)] {
		if err := c.send(m); err != nil {
			return err
		}
	}

	return nil
}

func (l *link) onState(m *State) error {
	c := l.of
	c.mu.Lock()
	if c.base+m.Last < c.acked {
		c.mu.Unlock()
		c.forgotten(m.Last, m.Birth, m.Refused)
		return errors.New("rooms: the room knows fewer messages than it has accepted")
	}

	c.state = m.State
	c.tick = m.Tick
	c.version = m.Version
	c.birth = m.Birth
	c.known = true
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

// onAck notes that the messages of the session up to a number are in the log.
func (c *Client) onAck(number int64, refused variant.Array) error {
	whys := map[int64]string{}
	for _, item := range refused.Items {
		pair, ok := item.(variant.Array)
		if !ok || len(pair.Items) != 2 {
			return errors.New("rooms: a refusal is not a number and a reason")
		}
		n, _ := pair.Items[0].(variant.Int)
		why, _ := pair.Items[1].(variant.String)
		whys[int64(n)] = string(why)
	}

	c.mu.Lock()
	base, first := c.base, c.acked+1
	n := min(max(base+number-c.acked, 0), int64(len(c.waiting)))
	c.waiting = c.waiting[n:]
	c.acked += n
	if n > 0 {
		c.sent = time.Now()
	}
	err := c.more()
	c.mu.Unlock()

	if c.OnAck != nil {
		for i := first; i < first+n; i++ {
			c.OnAck(i, whys[i-base])
		}
	}

	return err
}

// more sends messages for which there was no room before.
func (c *Client) more() error {
	if c.link == nil || !c.link.welcome {
		return nil
	}
	for _, m := range c.waiting[:min(len(c.waiting), outcomes)] {
		if m.Number <= c.most {
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
		_ = l.of.onAck(m.Last, m.Refused) // a damaged list has no reasons
	}
	return m
}

// forgotten begins a new session, because the room does not know the one before any more. last is
// the number of the last message that the room knows, -1 if it knows none.
func (c *Client) forgotten(last, birth int64, refused variant.Array) {
	if last >= 0 {
		_ = c.onAck(last, refused) // a damaged list has no reasons
	}

	c.mu.Lock()
	lost, to := c.acked+1, c.acked
	switch {
	case last >= 0:
		lost = c.base + last + 1
	case birth != 0 && birth != c.birth: // another room, and nothing of this one is left
		lost = c.base + 1
	default:
		n := min(max(0, c.most-c.acked), int64(len(c.waiting)))
		c.waiting = c.waiting[n:]
		c.acked += n
		to = c.acked
	}

	c.base = c.acked
	c.most = c.acked
	c.session = randomID()
	c.try = 0
	c.known = false
	c.mu.Unlock()

	if lost <= to && c.OnLost != nil {
		c.OnLost(lost, to)
	}
}
