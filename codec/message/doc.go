/*
Package message calls a handler for each message of a game, by the name in the message, and writes
messages for the game to read. A message is a value in one of the two forms that most games use:

	peer.put_var({"type": "move", "dir": Vector2(1, 0)})    # a Dictionary with a name under a key
	peer.put_var(["hit", 7, Vector3(1, 2, 3)])              # an Array that begins with a name

In Go a message is a struct. It has no field for the name:

	type Move struct {
		Dir math.Vector2 `godot:"dir"`
	}
	type Hit struct {
		_      struct{} `godot:"array"` // becomes an Array
		Target int
		At     math.Vector3
	}

A [Mux] maps names to structs. [Handle] adds an incoming message, and [Register] an outgoing one:

	mux := message.New[*player](message.Options{Key: "type"})
	message.Handle(mux, "move", func(p *player, m *Move) error {
		p.dir = m.Dir.LimitLength(1)
		return nil
	})
	message.Handle(mux, "hit", (*player).hit) // func (p *player) hit(m *Hit) error
	message.Register[Welcome](mux, "welcome")

The program chooses the type of the sender, here *player. It passes the sender to [Mux.Dispatch] or
[Mux.Receive], and the handler gets it. A packet is one encoded value; a stream has packets with
their length before them.

	                                 incoming                          outgoing
	a packet: UDP, WebSocket, ENet   err := mux.Dispatch(p, packet)    packet, err = mux.Append(packet[:0], Welcome{ID: 3})
	a stream: TCP                    err := mux.Receive(p, decoder)    err := mux.Send(encoder, Welcome{ID: 3})

The game reads an outgoing message as it does any Dictionary or Array:

	var m = peer.get_var()
	match m.type:
		"welcome": id = m.id
		"moved": players[m.id].position = m.at

# A server

A [Server] accepts clients over TCP and UDP, limits what each of them may do, and sends without
waiting for slow ones. Its function Enter returns the sender of a client, which handlers get:

	server := &message.Server[*player]{
		Mux:   mux,
		Lock:  &mu, // of the game, held while a handler runs
		In:    codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10}}),
		Enter: func(p *message.Peer) (*player, error) { return &player{Peer: p}, nil },
		Leave: func(p *player, why error) { log.Print(p.Addr(), ": ", why) },
	}
	go server.ServePacket(conn) // UDP
	log.Fatal(server.Serve(listener))

	p.Send(Welcome{ID: 3}) // from any goroutine

A game connects with StreamPeerTCP and put_var, or PacketPeerStream, to [Server.Serve], and with
PacketPeerUDP to [Server.ServePacket].

Each engine has its own wire format, a dialect of package codec. For clients of several engines,
make a Server for each dialect, with one Mux. examples/chatserver is such a program for Godot 3 and
Godot 4, in 120 lines.

# Names

The name may be a String or a StringName, and so may the key. The key may stand anywhere in the
Dictionary. A message is read fastest if it stands first, where this package writes it. The name is
written as a String. Its key is a String too, or a StringName if the struct has the tag
keys=stringname, as for all keys.

In each direction a name is registered once, and each type of outgoing messages has one name.
Incoming and outgoing messages of one name may be different structs: a game sends "move" with
a direction, and gets "move" with a position. Several incoming names may have one struct.

A struct without fields is a message that is only a name: {"type": "ping"}, or with the tag array ["ping"].

All tags of codec.Marshal work: omitempty, inline, strict and the others. Fields whose key is missing
are zero. Unknown keys are ignored, unless the tag strict forbids them. An Array must have the name
and then one item for each field.

# Errors

A program that calls Receive decides what an error means. A strict one ends the connection:

	for {
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if err := mux.Receive(p, dec); err != nil {
			return err // io.EOF at the end
		}
	}

One whose clients may be newer ignores messages that it does not know:

	var unknown *message.UnknownError
	switch err := mux.Receive(p, dec); {
	case dec.Err() != nil: // the stream has ended, or the connection has failed
		return err
	case errors.As(err, &unknown):
		slog.Debug("ignored", "message", unknown.Name)
	case err != nil:
		return err
	}

Errors of the data have an offset and a path, as those of codec.Unmarshal:

	godot: decode $["dir"] (int) at offset 44: wrong type: int into a Go math.Vector2
	godot: decode $["type"] (String) at offset 20: unknown message "fly"

The page of package codec lists the kinds. Errors of handlers are returned as they are.

# Security

All that the page of package codec promises for Unmarshal holds. For a message with an unknown name
nothing is built: reading ends at the name, and the error keeps 64 bytes of it. Two names in one
message are an error, since a filter and the game could see different ones.

Handlers have to check the values of a message. The option Finite of a codec refuses NaN and
infinities for them. Set codec.Limits.MaxFrame of the codec for incoming messages. Outgoing messages
may be longer, for instance a text with the name of its player, so give those another codec. A Mux
does not count messages, a Server does.

The address of a datagram can be forged. A program that uses [Server.ServePacket] should check in
a message of its own, such as a login with a number that the server has sent, who the client is.

# Cost

Dispatch and Receive allocate as much as codec.Unmarshal into a new struct. Append and Send of
a pointer to a struct allocate as much as codec.AppendMarshal. A test checks this.
*/
package message
