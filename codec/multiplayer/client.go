package multiplayer

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"sync"
	"time"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A Client is a [World] with a connection to a server. The server is a game or a [Server].
//
//	conn, err := websocket.Dial(ctx, "ws://127.0.0.1:8910")
//	client := multiplayer.NewClient(conn, multiplayer.Options{})
//	chat := client.World().Node("Main/Chat")
//	…
//	err = client.Run(ctx)
//
// Set the fields before Run, and do not change them after it.
type Client struct {
	// Every is the time between two calls of [World.Poll]. Default: 50 ms.
	Every time.Duration
	// Event is called for each event of the World. If Event is nil, events are ignored. The client
	// can call methods of the server only after the event [Connected] of the server.
	Event func(e Event)
	// Fault is called for a packet that was refused. If Fault returns an error, the client leaves.
	// If Fault is nil, Log gets the error of the packet, and the client stays.
	Fault func(p *Peer, err *Error) error
	// The Client holds Lock while it runs Event, Fault, a function that handles a call, or a
	// function that was given to Do. If Lock is nil, the Client uses its own lock.
	Lock sync.Locker
	// Log gets panics, and the errors that the Client neither returns nor gives to Fault, such as
	// errors of [World.Poll]. Nil stands for slog.Default().
	Log *slog.Logger

	world   *World
	conn    transport.Conn
	prepare sync.Once
	runtime transport.Server
	server  *transport.Peer // peer that stands for the server, after Run has begun
	framed  bool
	knowsID bool
}

// NewClient returns the client of a connection. The client is the Sender of its World, and the
// server chooses its ID. NewClient panics if Options.Sender or Options.ID is set.
func NewClient(conn transport.Conn, o Options) *Client {
	if o.Sender != nil || o.ID != 0 {
		panic("multiplayer: Options of a Client with a Sender or an ID")
	}

	c := &Client{conn: conn}
	o.Sender = line{c}
	o.ID = unknownID
	c.world = New(o)
	c.framed = framed(c.world.protocol())
	return c
}

// unknownID is the ID of a client until the server has told the client its ID.
const unknownID = math.MaxInt32

// World returns the World of the client. Before the event [Connected], the ID of this World is not
// valid.
func (c *Client) World() *World { return c.world }

// Do calls a function with the World. No event and no call is handled while the function runs.
func (c *Client) Do(f func(w *World)) {
	c.set()
	_ = c.runtime.Do(func() error { // a panic is logged
		f(c.world)
		return nil
	})
}

// Run handles the messages of the server until the connection ends or ctx is done. It returns nil
// if the server has closed the connection without an error, or if Close was called with nil.
func (c *Client) Run(ctx context.Context) error {
	c.set()
	stop := context.AfterFunc(ctx, func() { c.Close(ctx.Err()) })
	defer stop()

	clock := time.NewTicker(cmp.Or(c.Every, tickTime))
	defer clock.Stop()
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case <-over:
				return
			case <-clock.C:
				_ = c.runtime.Do(c.poll) // a panic is logged
			}
		}
	}()

	err := c.runtime.ServeConn(c.conn)
	if errors.Is(err, io.EOF) || errors.Is(err, transport.ErrEnded) {
		return nil
	}
	return err
}

// Close ends the connection as soon as the messages before it are sent. Run then returns the
// argument of Close. Do not call Close while holding Lock. A function that handles a call or an
// event holds Lock. It can end the connection by [Peer.Conn].
func (c *Client) Close(why error) {
	c.set()
	_ = c.runtime.Do(func() error {
		if c.server == nil {
			return c.conn.Close(why)
		}
		c.server.End(why)
		return nil
	})
}

// set prepares c.runtime, a transport.Server that serves only the connection of the client. Only
// the first call of set has an effect.
func (c *Client) set() {
	c.prepare.Do(func() {
		if c.Lock == nil {
			c.Lock = new(sync.Mutex)
		}
		r := &c.runtime
		r.Enter = c.enter
		r.Receive = c.receive
		r.Fault = c.fault
		r.Leave = c.leave
		r.Lock = c.Lock
		r.Log = c.Log
		r.Limits = transport.Limits{
			MaxPeers: 1, MaxRate: -1, MaxByteRate: -1, Idle: math.MaxInt64 / 4,
			MaxFrame: c.world.longestMessage(),
		}
	})
}

// enter connects a client that has chosen its ID itself. Any other client has to wait for the first
// messages of the server.
func (c *Client) enter(p *transport.Peer) error {
	c.server = p
	conn, ok := c.conn.(local)
	if !ok {
		return nil
	}

	if !suits(c.conn, c.world.protocol()) {
		return reason.Of(ErrRefused, "the connection is not one of %s", c.world.protocol())
	}
	c.framed = carryFrames(c.conn)
	c.identify(conn.LocalID())
	return c.connect()
}

// receive handles a message of the server. The first messages tell the client its ID.
func (c *Client) receive(_ *transport.Peer, m transport.Message) error {
	if c.framed {
		return c.receiveFrame(m)
	}
	if c.knowsID {
		events, err := c.world.Receive(1, m)
		c.note(events, nil)
		return err
	}

	id, err := packet.DecodeID(m.Data)
	if err != nil {
		return err
	}
	c.identify(id)
	return c.connect()
}

// receiveFrame handles a frame of a server of Godot 3. The server passes on the packets of other
// clients, and announces clients that come or go.
func (c *Client) receiveFrame(m transport.Message) error {
	f, err := packet.DecodeFrame(m.Data)
	switch {
	case err != nil:
		return err
	case f.Kind == packet.FrameID:
		c.identify(f.Peer)
		return nil
	case !c.knowsID:
		return reason.Of(ErrRefused, "the first message is not the ID")
	case f.Kind == packet.FrameAdd && f.Peer == 1:
		return c.connect()
	}

	var events []Event
	switch f.Kind {
	case packet.FrameAdd:
		events, err = c.world.Connect(f.Peer)
	case packet.FrameDel:
		events, err = c.world.Disconnect(f.Peer)
	default:
		m.Data = f.Packet
		events, err = c.world.Receive(f.From, m)
	}

	c.note(events, nil)
	return err
}

// identify sets the ID of the client.
func (c *Client) identify(id int32) {
	c.world.self.id = id
	c.knowsID = true
}

func (c *Client) connect() error {
	events, err := c.world.Connect(1)
	if p := c.world.Peer(1); p != nil {
		p.conn = c.server
	}
	c.note(events, nil)
	return err
}

// fault gives the error of a message to Fault, or to Log if Fault is nil.
func (c *Client) fault(_ *transport.Peer, _ transport.Message, err error) error {
	e, ok := err.(*Error)
	if !ok {
		e = &Error{Op: variant.OpReceive, Peer: 1, Err: err}
	}
	if c.Fault != nil {
		return c.Fault(c.world.Peer(1), e)
	}
	c.log(e)
	return nil
}

func (c *Client) leave(*transport.Peer, error) {
	c.note(c.world.Disconnect(1))
	for _, p := range c.world.Peers() { // other clients, which the server has announced
		c.note(c.world.Disconnect(p.ID()))
	}
}

func (c *Client) poll() error {
	c.note(c.world.Poll())
	return nil
}

// note gives events to the function Event. It gives err to Log, because no message has caused err.
func (c *Client) note(events []Event, err error) {
	report(events, err, c.Event, c.log)
}

func (c *Client) log(err error) { cmp.Or(c.Log, slog.Default()).Warn(err.Error()) }

// A line is the Sender that a Client gives to its World.
type line struct{ client *Client }

// Send implements Sender.
func (l line) Send(to int32, m transport.Message) error {
	c := l.client
	if c.server == nil {
		return transport.ErrClosed // Run has not begun
	}
	if c.framed {
		data, err := packet.Frame{From: c.world.self.id, To: to, Packet: m.Data}.Append(nil)
		if err != nil {
			return err
		}
		m.Data = data
	}
	return sendOpen(c.server, m)
}

// Disconnect implements Sender. A client has a connection only to the server, whose ID is 1.
func (l line) Disconnect(id int32) {
	if id == 1 {
		l.client.server.End(nil)
	}
}
