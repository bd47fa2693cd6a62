/*
Package message finds the handler for each message of a game, and writes messages, for the two forms
that most games use:

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

A [Mux] has the names. Handle is for incoming messages, Register for outgoing ones:

	mux := message.New[*player](message.Options{Key: "type"})
	message.Handle(mux, "move", func(p *player, m *Move) error {
		p.dir = m.Dir.LimitLength(1)
		return nil
	})
	message.Handle(mux, "hit", (*player).hit) // func (p *player) hit(m *Hit) error
	message.Register[Welcome](mux, "welcome")

The type of the sender, here *player, is the program's choice. Every handler gets what the program
passes to Dispatch or Receive. A packet is one encoded value; a stream has packets with their length
before them.

	                                 incoming                          outgoing
	a packet: UDP, WebSocket, ENet   err := mux.Dispatch(p, packet)    packet, err = mux.Append(packet[:0], Welcome{ID: 3})
	a stream: TCP                    err := mux.Receive(p, decoder)    err := mux.Send(encoder, Welcome{ID: 3})

The game reads an outgoing message as it does any Dictionary or Array:

	var m = peer.get_var()
	match m.type:
		"welcome": id = m.id
		"moved": players[m.id].position = m.at

# A server

A [Server] does what every server does besides: it takes clients over TCP and UDP, has limits for strangers, and sends
without waiting for slow ones. Handlers get what Enter returned:

	server := &message.Server[*player]{
		Mux:   mux,
		Lock:  &mu, // of the game, held while a handler runs
		In:    codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10}}),
		Enter: func(p *message.Peer) (*player, error) { return &player{Peer: p}, nil },
		Leave: func(p *player, why error) { log.Print(p.Addr(), ": ", why) },
	}
	go server.ServePacket(conn) // UDP
	log.Fatal(server.Serve(listener))

	p.Send(Welcome{ID: 3}) // from anywhere

Each engine has its own wire format, a dialect of package codec. Clients of several engines have a
Server for each dialect, and one Mux. examples/evening is such a program for Godot 3 and Godot 4, in
120 lines.

# Names

The name may be a String or a StringName, and so may the key. Where the key stands in the Dictionary does not
matter; a message is read fastest if it stands first, where this package writes it. The name is written as a
String. With the tag keys=stringname of the struct its key is a StringName, as all keys are.

In each direction a name is registered once, and each type of outgoing messages has one name. Incoming and
outgoing messages of one name may be different structs: a game sends "move" with a direction, and gets "move"
with a position. Several incoming names may have one struct.

A struct without fields is a message that is only a name: {"type": "ping"}, or with the tag array ["ping"].

All tags of codec.Marshal work: omitempty, inline, strict and the others. Values of missing keys stay
zero, unknown keys are ignored unless the tag strict forbids them, and an Array must have exactly the
items of the struct.

# Errors

A server decides what an error means. One that allows no mistakes ends the connection:

	for {
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if err := mux.Receive(p, dec); err != nil {
			return err // io.EOF at the end
		}
	}

One that also talks to newer games ignores what it does not know:

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

All that the page of package codec promises for Unmarshal holds. For a message with an unknown name nothing is
built: reading ends at the name, and the error keeps 64 bytes of it. Two names in one message are an error: a
filter and the game could see different ones. Handlers check what numbers mean; the option Finite of a codec refuses
NaN and infinities for them. A Mux does not count messages, a Server does. Limit their size (codec.Limits.MaxFrame) for
what comes in. What goes out may be longer: a text with the name of its player, say.

# Cost

Dispatch and Receive allocate what codec.Unmarshal into a new struct does, and nothing of their own. Append and Send
with a pointer to a struct allocate nothing where codec.AppendMarshal does not. A test holds them to it.
*/
package message
