package sockets

import (
	"errors"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
)

// A Server is a [multiplayer.World] whose clients connect by WebSocket. Like the World it is not
// safe for concurrent use: hold the same lock around the methods of both.
type Server struct {
	world   *multiplayer.World
	sockets *sockets
}

// A Conn is the WebSocket of one client.
type Conn interface {
	// Send queues a binary message. The bytes do not change afterwards. Send must not wait, and
	// must not call the server.
	Send(message []byte) error
	// Close ends the connection after the queued messages were sent. It must not wait for that.
	Close()
}

// New returns a server without clients. The Server provides the Transport of its World. New panics
// unless Options.Transport is nil and Options.ID is 0 or 1.
func New(o multiplayer.Options) *Server {
	if o.Transport != nil || o.ID > 1 || o.ID < 0 {
		panic("sockets: Options with a Transport, or the ID of a client")
	}

	framed := o.Format.Protocol().Has(packet.CommandCall)
	s := &sockets{framed: framed, relays: o.Relay != nil, clients: map[int32]Conn{}}
	o.Transport = s
	return &Server{world: multiplayer.New(o), sockets: s}
}

// World returns the server's side of the session.
func (s *Server) World() *multiplayer.World { return s.world }

// Connect adds a client. The ID must not be taken. Connect tells the client its ID, and connects it
// to the World. The error is the error of [multiplayer.World.Connect] or of the Conn. Close the
// connection if the World does not have a peer with the ID afterwards.
func (s *Server) Connect(id int32, conn Conn) ([]multiplayer.Event, error) {
	if s.sockets.clients[id] != nil {
		err := reason.Of(multiplayer.ErrPeer, "ID %d is taken", id)
		return nil, &multiplayer.Error{Op: "receive", Peer: id, Err: err}
	}
	first, err := s.sockets.first(id)
	if err != nil {
		return nil, err
	}
	for _, message := range first {
		if err := conn.Send(message); err != nil {
			return nil, err
		}
	}

	s.sockets.clients[id] = conn
	events, err := s.world.Connect(id)
	if s.world.Peer(id) == nil {
		delete(s.sockets.clients, id)
	}
	return events, err
}

// Receive handles a binary message of a client, see [multiplayer.World.Receive]. A [packet.Frame]
// of Godot 3 is refused if it names another sender. With Options.Relay the server passes on frames
// between clients; without it a frame for another client is refused.
func (s *Server) Receive(id int32, message []byte) ([]multiplayer.Event, error) {
	if !s.sockets.framed {
		return s.world.Receive(id, multiplayer.Message{Data: message})
	}

	f, err := packet.ParseFrame(message)
	switch {
	case err != nil:
		return nil, err
	case f.Kind != packet.FramePacket:
		err = reason.Of(multiplayer.ErrRefused, "kind %d of a client", f.Kind)
	case f.From != id:
		err = reason.Of(multiplayer.ErrPeer, "ID %d sends as %d", id, f.From)
	case f.To > 1 && !s.sockets.relays:
		err = reason.Of(multiplayer.ErrPeer, "ID %d may not send to %d", id, f.To)
	}
	if err != nil {
		return nil, &multiplayer.Error{Op: "receive", Packet: "frame", Peer: id, Err: err}
	}

	m := multiplayer.Message{Data: f.Packet}
	switch {
	case s.sockets.relays:
		return s.world.Route(id, f.To, m)
	case !f.Reaches(1):
		return nil, nil
	}
	return s.world.Receive(id, m)
}

// Disconnect removes a client whose WebSocket has closed, see [multiplayer.World.Disconnect]. It
// does nothing for an unknown client, for example after [multiplayer.World.Kick].
func (s *Server) Disconnect(id int32) ([]multiplayer.Event, error) {
	delete(s.sockets.clients, id)
	return s.world.Disconnect(id)
}

// sockets is the Transport of a Server.
type sockets struct {
	framed  bool // each message is a Frame, as in Godot 3
	relays  bool // clients send to each other
	clients map[int32]Conn
}

// first returns the messages that tell a client its ID, and that the server is connected.
func (s *sockets) first(id int32) (messages [][]byte, err error) {
	hello, err := packet.AppendID(nil, id)
	if err != nil || !s.framed {
		return [][]byte{hello}, err
	}

	for _, f := range []packet.Frame{
		{Kind: packet.FrameID, Peer: id}, {Kind: packet.FrameAdd, Peer: 1},
	} {
		f.From = 1
		message, err := f.Append(nil)
		if err != nil {
			return nil, err
		}
		messages = append(messages, message)
	}
	return messages, nil
}

// Send implements Transport.
func (s *sockets) Send(to int32, m multiplayer.Message) (err error) {
	message := m.Data
	if s.framed {
		message, err = packet.Frame{From: 1, To: to, Packet: m.Data}.Append(nil)
		if err != nil {
			return err
		}
	}

	target := packet.Frame{From: 1, To: to}
	for id, conn := range s.clients {
		if target.Reaches(id) {
			err = errors.Join(err, conn.Send(message))
		}
	}
	return err
}

// Pass implements multiplayer.Router.
func (s *sockets) Pass(from, to int32, m multiplayer.Message) error {
	return s.frame(to, packet.Frame{From: from, To: to, Packet: m.Data})
}

// Add implements multiplayer.Router.
func (s *sockets) Add(to, peer int32) error {
	return s.frame(to, packet.Frame{Kind: packet.FrameAdd, From: 1, Peer: peer})
}

// Del implements multiplayer.Router.
func (s *sockets) Del(to, peer int32) error {
	return s.frame(to, packet.Frame{Kind: packet.FrameDel, From: 1, Peer: peer})
}

// frame sends a client a frame.
func (s *sockets) frame(to int32, f packet.Frame) error {
	message, err := f.Append(nil)
	conn := s.clients[to]
	if err != nil || conn == nil {
		return err
	}
	return conn.Send(message)
}

// Disconnect implements Transport.
func (s *sockets) Disconnect(peer int32) {
	if conn := s.clients[peer]; conn != nil {
		delete(s.clients, peer)
		conn.Close()
	}
}
