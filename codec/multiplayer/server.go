package multiplayer

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A Server is a server of games: one [World], or one for each family of engines, with the
// connections of its clients. It gives each client an ID of its own, calls the Worlds one at a
// time, and bounds what a client may cost.
//
//	server := multiplayer.NewServer(multiplayer.Options{})
//	chat := server.World().Node("Main/Chat")
//	…
//	err := server.Serve(listener)
//
// An error of a packet leaves the client connected, as in engines, unless Fault says otherwise. Set
// the fields before the first call, and do not change them after it.
type Server struct {
	// Every is the time between two calls of [World.Poll], while there are clients. Default: 50 ms.
	Every time.Duration
	// Enter accepts a client, or returns an error to refuse it. Enter may store a value in p.Value:
	// [Peer.Conn] later returns the same p. If Enter is nil, all clients are accepted. Godot:
	// refuse_new_connections.
	Enter func(p *transport.Peer) error
	// Choose returns the World for the client of a connection. It is called before the first
	// message of the client, because the server sends first. If Choose is nil and the transport
	// knows the client's engine, as ENet does, the client gets the first World with the protocol of
	// this engine. Over other transports it gets the first World.
	Choose func(c transport.Conn) *World
	// Event is called for each event of the Worlds. If Event is nil, events are ignored.
	Event func(e Event)
	// Fault is called for a packet that was refused, or that exceeds a rate of Limits. If Fault
	// returns nil, the client stays; otherwise the server disconnects the client. If Fault is nil,
	// the server disconnects a client that exceeds a rate, and gives all other errors to Log.
	Fault func(p *Peer, err *Error) error
	// Farewell is called before the server ends the connection of a client. It may call one method
	// of the client by [Node.Call]. This call is the last message to the client.
	Farewell func(p *Peer, why error)
	// Limits say who may connect, and what a client may cost. The default of MaxFrame is the length
	// of the longest message that the Worlds accept.
	Limits transport.Limits
	// The Server holds Lock while it runs Enter, Choose, Event, Fault, Farewell, a function that
	// handles a call, or a function that was given to Do. If Lock is nil, the Server uses its own
	// lock.
	Lock sync.Locker
	// Log gets panics, and the errors that the Server neither returns nor gives to Fault, such as
	// errors of [World.Poll]. Nil stands for slog.Default().
	Log *slog.Logger
	// Tap is called with each message, see [transport.Server].
	Tap func(p *transport.Peer, way transport.Direction, m transport.Message)

	worlds  []*World
	prepare sync.Once
	runtime transport.Server
	games   map[int32]*game
	visits  map[*transport.Peer]*game
	lastID  int32
	ticking bool
}

// A game is a client of a Server.
type game struct {
	id     int32
	conn   *transport.Peer
	world  *World
	framed bool // each message is a packet.Frame
	peer   *Peer

	parting bool   // Farewell is running
	last    []byte // the last message to the client, from Farewell
}

// NewServer returns a server with a World for each of the Options. Without arguments it has one
// World, with Options{}. The server is the Sender of its Worlds. NewServer panics if one of the
// Options has a Sender, or an ID other than 0 and 1.
func NewServer(os ...Options) *Server {
	if len(os) == 0 {
		os = []Options{{}}
	}

	s := &Server{
		games: map[int32]*game{}, visits: map[*transport.Peer]*game{}, lastID: 1,
	}
	for _, o := range os {
		if o.Sender != nil || o.ID > 1 || o.ID < 0 {
			panic("multiplayer: Options of a Server with a Sender, or the ID of a client")
		}
		if o.Limits.MaxPeers == 0 {
			o.Limits.MaxPeers = 1 << 30 // Server.Limits has the limit
		}

		sender := &seats{server: s}
		o.Sender = sender
		sender.world = New(o)
		s.worlds = append(s.worlds, sender.world)
	}
	return s
}

// World returns the first World.
func (s *Server) World() *World { return s.worlds[0] }

// Worlds returns the Worlds in the order of the Options.
func (s *Server) Worlds() []*World { return s.worlds }

// Do calls f with the World that [Server.World] returns. No event and no call is handled while f
// runs. Use Do for all work that no message of a client has caused, such as the tick of a game.
func (s *Server) Do(f func(w *World)) {
	s.set()
	_ = s.runtime.Do(func() error { // a panic is logged
		f(s.worlds[0])
		return nil
	})
}

// Serve accepts clients, see [transport.Server.Serve].
func (s *Server) Serve(ls ...transport.Listener) error {
	s.set()
	return s.runtime.Serve(ls...)
}

// ServeConn serves one client. It returns the reason why the client has left.
func (s *Server) ServeConn(c transport.Conn) error {
	s.set()
	return s.runtime.ServeConn(c)
}

// Shutdown ends the server, see [transport.Server.Shutdown]. Do not call it while holding Lock.
func (s *Server) Shutdown(ctx context.Context) error {
	s.set()
	return s.runtime.Shutdown(ctx)
}

// Totals returns counts of clients and messages.
func (s *Server) Totals() transport.Totals { return s.runtime.Totals() }

// set prepares the transport.Server that carries the messages. Only the first call has an effect.
func (s *Server) set() {
	s.prepare.Do(func() {
		if s.Lock == nil {
			s.Lock = new(sync.Mutex)
		}

		longest := 0
		for _, w := range s.worlds {
			longest = max(longest, w.longestMessage())
		}
		limits := s.Limits
		limits.MaxFrame = cmp.Or(limits.MaxFrame, longest)

		r := &s.runtime
		r.Enter = s.enter
		r.Receive = s.receive
		r.Fault = s.fault
		r.Farewell = s.farewell
		r.Leave = s.leave
		r.Tap = s.Tap
		r.Limits = limits
		r.Lock = s.Lock
		r.Log = s.Log
	})
}

// enter connects a client to its World. The client gets its ID only after the World has accepted
// it.
func (s *Server) enter(p *transport.Peer) error {
	if s.Enter != nil {
		if err := s.Enter(p); err != nil {
			return err
		}
	}

	g := &game{conn: p, world: s.choose(p.Conn())}
	if g.world == nil {
		return reason.Of(ErrRefused, "no World for the client")
	}
	if !suits(p.Conn(), g.world.protocol()) {
		return reason.Of(ErrRefused, "a World of %s for a client of another engine",
			g.world.protocol())
	}

	chosen := s.identify(g)
	if s.games[g.id] != nil {
		why := reason.Of(ErrPeer, "ID %d is in use", g.id)
		return &Error{Op: variant.OpReceive, Peer: g.id, Err: why}
	}
	if err := g.world.admissible(g.id); err != nil {
		return err
	}

	if !chosen {
		first, err := firstMessages(g.id, g.framed)
		if err != nil {
			return err
		}
		for _, data := range first {
			g.send(transport.Message{Data: data})
		}
	}
	return s.connect(g)
}

// choose returns the World of a client, or nil.
func (s *Server) choose(c transport.Conn) *World {
	if s.Choose != nil {
		return s.Choose(c)
	}
	for _, w := range s.worlds {
		if suits(c, w.protocol()) {
			return w
		}
	}
	return s.worlds[0]
}

// identify sets the ID of a client. It reports whether the client has chosen the ID itself.
func (s *Server) identify(g *game) (chosen bool) {
	if c, ok := g.conn.Conn().(identified); ok {
		g.id = c.PeerID()
		g.framed = carryFrames(g.conn.Conn())
		return true
	}

	g.framed = framed(g.world.protocol())
	for s.lastID++; s.lastID < 2 || s.games[s.lastID] != nil; s.lastID++ {
		if s.lastID < 2 {
			s.lastID = 1
		}
	}
	g.id = s.lastID
	return false
}

func (s *Server) connect(g *game) error {
	s.games[g.id] = g
	s.visits[g.conn] = g
	events, err := g.world.Connect(g.id)
	g.peer = g.world.Peer(g.id)
	if g.peer == nil {
		delete(s.games, g.id)
		delete(s.visits, g.conn)
		return err
	}

	g.peer.conn = g.conn
	s.tick()
	s.took(g, events, err)
	return nil
}

// took gives events to the function Event, and the error of a message to the method fault. It
// disconnects the client if fault returns an error.
func (s *Server) took(g *game, events []Event, err error) {
	s.note(events, nil)
	if err == nil {
		return
	}
	if err = s.fault(g.conn, transport.Message{}, err); err != nil {
		g.conn.End(err)
	}
}

// receive handles a message of a client.
func (s *Server) receive(p *transport.Peer, m transport.Message) error {
	g := s.visits[p]
	events, err := g.receive(m)
	s.took(g, events, err)
	return nil
}

// receive gives a message of a client to its World.
func (g *game) receive(m transport.Message) ([]Event, error) {
	if !g.framed {
		return g.world.Receive(g.id, m)
	}

	f, err := packet.DecodeFrame(m.Data)
	if err == nil {
		err = g.checkFrame(f)
	}
	if err != nil {
		return nil, &Error{Op: variant.OpReceive, Packet: "frame", Peer: g.id, Err: err}
	}

	m.Data = f.Packet
	switch {
	case g.world.relays():
		return g.world.Route(g.id, f.To, m)
	case f.Reaches(1):
		return g.world.Receive(g.id, m)
	}
	return nil, nil
}

// checkFrame returns an error for a frame that the client may not send.
func (g *game) checkFrame(f packet.Frame) error {
	switch {
	case f.Kind != packet.FramePacket:
		return reason.Of(ErrRefused, "kind %d of a client", f.Kind)
	case f.From != g.id:
		return reason.Of(ErrPeer, "it sends as %d", f.From)
	case f.To > 1 && !g.world.relays():
		return reason.Of(ErrPeer, "it may not send to %d", f.To)
	}
	return nil
}

// fault gives the error of a message to Fault. If Fault is nil, a client that exceeds a rate is
// disconnected, and any other error goes to Log. The result is not nil if the server has to
// disconnect the client. The transport.Server calls fault for messages that exceed a rate.
func (s *Server) fault(p *transport.Peer, _ transport.Message, err error) error {
	g := s.visits[p]
	e, ok := err.(*Error)
	if !ok {
		e = &Error{Op: variant.OpReceive, Peer: g.id, Err: err}
	}

	switch {
	case s.Fault != nil:
		return s.Fault(g.peer, e)
	case errors.Is(err, transport.ErrRate):
		return err
	}

	s.log(e)
	return nil
}

// farewell returns the last message to a client.
func (s *Server) farewell(p *transport.Peer, why error) []byte {
	g := s.visits[p]
	if s.Farewell == nil || !g.peer.Connected() {
		return nil
	}

	g.parting = true
	s.Farewell(g.peer, why)
	g.parting = false
	return g.last
}

// leave removes a client.
func (s *Server) leave(p *transport.Peer, _ error) {
	g := s.visits[p]
	delete(s.visits, p)
	delete(s.games, g.id)
	s.note(g.world.Disconnect(g.id))
}

// note gives events to the function Event. It gives err to Log, because no message has caused err.
func (s *Server) note(events []Event, err error) {
	report(events, err, s.Event, s.log)
}

func (s *Server) log(err error) { cmp.Or(s.Log, slog.Default()).Warn(err.Error()) }

// tick polls the Worlds regularly while there are clients.
func (s *Server) tick() {
	if s.ticking {
		return
	}
	s.ticking = true
	time.AfterFunc(cmp.Or(s.Every, tickTime), func() {
		_ = s.runtime.Do(s.poll) // a panic is logged
	})
}

// tickTime is the default of Server.Every and Client.Every.
const tickTime = 50 * time.Millisecond

func (s *Server) poll() error {
	s.ticking = false
	if len(s.games) > 0 {
		defer s.tick()
	}
	for _, w := range s.worlds {
		s.note(w.Poll())
	}
	return nil
}

// send sends a message to a client. While Farewell runs, it stores the message as the last message
// of the client instead.
func (g *game) send(m transport.Message) error {
	if g.parting {
		g.last = m.Data
		return nil
	}
	return sendOpen(g.conn, m)
}

// seats implements Router for a World of a Server.
type seats struct {
	server *Server
	world  *World
}

// game returns the client with an ID, or nil if the World x.world has no such client.
func (x *seats) game(id int32) *game {
	if g := x.server.games[id]; g != nil && g.world == x.world {
		return g
	}
	return nil
}

// Send implements Sender.
func (x *seats) Send(to int32, m transport.Message) error {
	plain := m
	if framed(x.world.protocol()) {
		data, err := packet.Frame{From: 1, To: to, Packet: m.Data}.Append(nil)
		if err != nil {
			return err
		}
		m.Data = data
	}
	send := func(g *game) error {
		if g == nil {
			return nil
		}
		if !g.framed {
			return g.send(plain)
		}
		return g.send(m)
	}
	if to > 0 {
		return send(x.game(to))
	}

	var err error
	target := packet.Frame{From: 1, To: to}
	for _, p := range x.world.order {
		if target.Reaches(p.id) {
			err = reason.Join(err, send(x.game(p.id)))
		}
	}
	return err
}

// Pass implements Router.
func (x *seats) Pass(from, to int32, m transport.Message) error {
	return x.frame(to, packet.Frame{From: from, To: to, Packet: m.Data})
}

// Add implements Router.
func (x *seats) Add(to, peer int32) error {
	return x.frame(to, packet.Frame{Kind: packet.FrameAdd, From: 1, Peer: peer})
}

// Del implements Router.
func (x *seats) Del(to, peer int32) error {
	return x.frame(to, packet.Frame{Kind: packet.FrameDel, From: 1, Peer: peer})
}

// frame sends a client a frame.
func (x *seats) frame(to int32, f packet.Frame) error {
	data, err := f.Append(nil)
	g := x.game(to)
	if err != nil || g == nil {
		return err
	}
	return g.send(transport.Message{Data: data})
}

// Disconnect implements Sender.
func (x *seats) Disconnect(peer int32) {
	if g := x.game(peer); g != nil {
		g.conn.End(nil)
	}
}
