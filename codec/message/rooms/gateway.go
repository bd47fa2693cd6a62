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
)

var (
	errJoined    = errors.New("rooms: the client has joined already")
	errNotJoined = errors.New("rooms: the client has not joined")
	errSession   = errors.New("rooms: session and try must be above 0")
)

// A gateway accepts clients, and passes their messages on to the owners of their rooms.
type gateway struct {
	core
	server *message.Server[*Visitor]

	work sync.WaitGroup // counts the views that run

	mu    sync.Mutex
	views map[string]*view
}

func newGateway(h core) *gateway {
	g := &gateway{core: h, views: map[string]*view{}}

	mux := message.New[*Visitor](message.Options{})
	message.Handle(mux, "join", g.join)
	message.Handle(mux, "do", g.do)
	message.Handle(mux, "sync", g.sync)
	message.Handle(mux, "ping", g.ping)
	message.Handle(mux, "leave", g.quit)

	message.Declare[State](mux, "state")
	message.Declare[Tick](mux, "tick")
	message.Declare[Ack](mux, "ack")
	message.Declare[Mail](mux, "letter")
	message.Declare[Waiting](mux, "waiting")
	message.Declare[Ping](mux, "pong")
	message.Declare[Goodbye](mux, "goodbye")

	limits := codec.Limits{MaxFrame: h.config.MaxMessage, MaxDepth: 16}
	g.server = &message.Server[*Visitor]{
		Mux:      mux,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		In:       codec.MustNew(codec.Options{Finite: true, Limits: limits}),
		Limits:   transport.Limits{Idle: 10 * time.Second, MaxRate: 200, MaxPeers: 10_000},
		Log:      h.config.Log,
		Enter:    func(p *message.Peer) (*Visitor, error) { return &Visitor{Peer: p}, nil },
		Leave:    g.leave,
		Fault:    g.fault,
		Farewell: func(_ *Visitor, why error) any { return goodbye(why) },
		Refused: func(_ *message.Peer, why error) any {
			h.config.Hooks.Refused("full")
			return goodbye(why)
		},
	}

	return g
}

// goodbye returns the last message to a client. If the error is not from the owner of the room, the
// message tells the client to go to another gateway. There is an exception: if a message of the
// client can't be read or is too long, the client must not connect to another gateway, because it
// would send the same message again.
func goodbye(why error) Goodbye {
	var known *Goodbye
	if errors.As(why, &known) {
		return *known
	}

	var unreadable *variant.Error
	kind := byeAgain
	if errors.As(why, &unreadable) || errors.Is(why, variant.ErrLimit) {
		kind = byeRefused
	}
	return Goodbye{Kind: kind, Why: cut(why.Error(), 200)}
}

// refuse returns an error that disconnects a client. It is for a client that other gateways would
// refuse, too.
func (g *gateway) refuse(why error) error {
	g.config.Hooks.Refused("ticket")
	return &Goodbye{Kind: byeRefused, Why: cut(why.Error(), 200)}
}

// join adds a client to a room. A client that has not received the answer joins again.
func (g *gateway) join(c *Visitor, m *Join) error {
	if c.view != nil {
		if m.Room != c.view.room || m.Session != c.session {
			return errJoined
		}
		return c.view.sync(c)
	}

	if m.Session <= 0 || m.Try <= 0 {
		return errSession
	}
	if g.registry.valid() != nil {
		return ErrAway
	}

	player, err := g.config.Verify(m.Token)
	if err == nil {
		err = player.may(m.Room)
	}
	if err != nil {
		return g.refuse(err)
	}

	if player.Data != nil {
		c.data, err = exactly.Encode(player.Data)
		if err != nil {
			return err
		}
	}

	c.player = player
	c.session = m.Session
	c.try = m.Try
	for {
		v, err := g.view(m.Room)
		if err != nil {
			return err
		}
		if v.join(c, m.Known) {
			return nil
		}
	}
}

// view returns the view of a room. If there is none, it makes one.
func (g *gateway) view(room string) (*view, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v := g.views[room]; v != nil {
		return v, nil
	}

	v, err := newView(g.core, room)
	if err != nil {
		return nil, err
	}

	g.views[room] = v
	g.work.Go(v.run)
	return v, nil
}

// do handles a message for the game. Its body is kept in the encoding of the client's dialect.
func (g *gateway) do(c *Visitor, m *Do) error {
	if c.view == nil {
		return errNotJoined
	}

	if !c.player.Expires.IsZero() && time.Now().After(c.player.Expires) {
		return g.refuse(errors.New("the token has expired"))
	}

	packet, err := codecOf(c.Dialect().Name()).Encode(m.Body)
	if err != nil {
		return err
	}

	return c.view.do(c, m.Number, packet)
}

func (g *gateway) sync(c *Visitor, _ *Sync) error {
	if c.view == nil {
		return errNotJoined
	}
	return c.view.sync(c)
}

func (g *gateway) quit(c *Visitor, _ *Leave) error {
	if c.view == nil {
		return errNotJoined
	}
	c.view.quit(c)
	return nil
}

func (g *gateway) ping(c *Visitor, m *Ping) error { return c.Send(m) }

// fault disconnects a client after any error.
func (g *gateway) fault(_ *Visitor, _ string, _ []byte, err error) error {
	var unreadable *variant.Error
	var known *Goodbye
	switch {
	case errors.As(err, &unreadable):
		g.config.Hooks.Decode(err)
	case !errors.As(err, &known):
		g.config.Hooks.Refused("message")
	}

	return err
}

func (g *gateway) leave(c *Visitor, _ error) {
	if c.view == nil {
		return
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	if c.view.leave(c) {
		delete(g.views, c.view.room)
	}
}

// run disconnects the clients if the process can't reach NATS for some time, because other
// processes may still reach NATS.
func (g *gateway) run(ctx context.Context) {
	ticker := time.NewTicker(g.config.Lease / 4)
	defer ticker.Stop()
	reached := time.Now()

	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}

		if g.registry.valid() == nil {
			reached = time.Now()
		}

		if time.Since(reached) > g.config.Lease/2 {
			for _, v := range g.all() {
				v.end(ErrAway)
			}
		}
	}
}

// all returns all views.
func (g *gateway) all() []*view {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []*view
	for _, v := range g.views {
		all = append(all, v)
	}
	return all
}

// count returns the number of clients that have joined, and the number of their messages that wait
// for the log.
func (g *gateway) count() (visitors, unacked int) {
	for _, v := range g.all() {
		members, waiting := v.count()
		visitors += members
		unacked += waiting
	}
	return visitors, unacked
}
