package multiplayer

import "errors"

// A WebSocketServer is a [World] whose clients come over WebSocket: it sends the first messages of
// a connection, and puts packets into messages and takes them out. It does no I/O either: the
// program gives it a [Socket] for each client.
//
//	server := multiplayer.NewWebSocketServer(multiplayer.Options{})
//	server.World().Node("Main/Chat").Handle(…)
//
//	events, err := server.Connect(id, socket)     // a WebSocket was accepted
//	events, err = server.Receive(id, message)     // a binary message has arrived
//	events, err = server.Disconnect(id)           // the WebSocket is gone
//
// A client of Godot 3 or Pandemonium knows the server alone: Options.Relay is for Godot 4.
// All clients are of one family of engines. A program with clients of both has two servers.
//
// It is no more safe for concurrent use than its World: hold the same lock around its functions.
type WebSocketServer struct {
	world   *World
	sockets *sockets
}

// A Socket is the WebSocket of one client.
type Socket interface {
	// Send queues a binary message, which nobody changes afterwards. It must not wait, and must not
	// call the server.
	Send(message []byte) error
	// Close ends the connection, as soon as what is queued was sent or later. It must not wait.
	Close()
}

// NewWebSocketServer returns a server without clients. It is the Transport of its World: that of
// the Options must be nil, and the ID must be 0 or 1, or NewWebSocketServer panics.
func NewWebSocketServer(o Options) *WebSocketServer {
	if o.Transport != nil || o.ID > 1 || o.ID < 0 {
		panic("multiplayer: Options of a WebSocketServer with a Transport, or the ID of a client")
	}

	framed := o.Format.set().protocol.has(CommandCall)
	s := &sockets{framed: framed, clients: map[int32]Socket{}}
	o.Transport = s
	return &WebSocketServer{world: New(o), sockets: s}
}

// World returns the server's side of the session.
func (s *WebSocketServer) World() *World { return s.world }

// Connect adds a client with an ID that no client has: it tells the client the ID, and connects it
// to the World. The error is that of [World.Connect] or of the socket. If the World has no peer
// with the ID after it, close the socket.
func (s *WebSocketServer) Connect(id int32, socket Socket) ([]Event, error) {
	if s.sockets.clients[id] != nil {
		return nil, &Error{Op: opReceive, What: "peer", Err: because(ErrPeer, "ID %d, twice", id)}
	}
	first, err := s.sockets.first(id)
	if err != nil {
		return nil, err
	}
	for _, message := range first {
		if err := socket.Send(message); err != nil {
			return nil, err
		}
	}

	s.sockets.clients[id] = socket
	events, err := s.world.Connect(id)
	if s.world.Peer(id) == nil {
		delete(s.sockets.clients, id)
	}
	return events, err
}

// Receive takes a binary message of a client, see [World.Receive]. A [Frame] of Godot 3 that the
// client has not sent itself, or that is for a client, is refused. One for all clients reaches
// nobody else.
func (s *WebSocketServer) Receive(id int32, message []byte) ([]Event, error) {
	if !s.sockets.framed {
		return s.world.Receive(id, Message{Data: message})
	}

	f, err := ParseFrame(message)
	switch {
	case err != nil:
		return nil, err
	case f.Kind != FramePacket:
		err = because(ErrRefused, "kind %d of a client", f.Kind)
	case f.From != id:
		err = because(ErrPeer, "ID %d sends as %d", id, f.From)
	case f.To > 1:
		err = because(ErrPeer, "ID %d may not send to %d", id, f.To)
	}
	if err != nil {
		return nil, &Error{Op: opReceive, What: "frame", Err: err}
	}

	if !f.Reaches(1) {
		return nil, nil
	}
	return s.world.Receive(id, Message{Data: f.Packet})
}

// Disconnect removes a client whose WebSocket is gone, see [World.Disconnect]. For one that is
// unknown, such as after [World.Kick], it does nothing.
func (s *WebSocketServer) Disconnect(id int32) ([]Event, error) {
	delete(s.sockets.clients, id)
	return s.world.Disconnect(id)
}

// sockets is the Transport of a WebSocketServer.
type sockets struct {
	framed  bool // each message is a Frame
	clients map[int32]Socket
}

// first returns the messages that tell a client its ID, and that the server is connected.
func (s *sockets) first(id int32) (messages [][]byte, err error) {
	hello, err := AppendID(nil, id)
	if err != nil || !s.framed {
		return [][]byte{hello}, err
	}

	for _, f := range []Frame{{Kind: FrameID, Peer: id}, {Kind: FrameAdd, Peer: 1}} {
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
func (s *sockets) Send(to int32, m Message) (err error) {
	message := m.Data
	if s.framed {
		message, err = Frame{From: 1, To: to, Packet: m.Data}.Append(nil)
		if err != nil {
			return err
		}
	}

	for id, socket := range s.clients {
		if reaches(to, id) {
			err = errors.Join(err, socket.Send(message))
		}
	}
	return err
}

// Disconnect implements Transport.
func (s *sockets) Disconnect(peer int32) {
	if socket := s.clients[peer]; socket != nil {
		delete(s.clients, peer)
		socket.Close()
	}
}
