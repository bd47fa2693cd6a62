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

A [Mux] maps names to structs. [Handle] adds an incoming message, and [Declare] an outgoing one:

	mux := message.New[*player](message.Options{Key: "type"})
	message.Handle(mux, "move", func(p *player, m *Move) error {
		p.dir = m.Dir.LimitLength(1)
		return nil
	})
	message.Handle(mux, "hit", (*player).hit) // func (p *player) hit(m *Hit) error
	message.Declare[Welcome](mux, "welcome")

The program chooses the type of the sender, here *player. It passes the sender to [Mux.Dispatch] or
[Mux.Receive], and the handler gets it. A packet is one encoded value. A stream has packets, and
before each packet its length.

	          a packet: UDP, WebSocket, ENet             a stream: TCP
	incoming  err := mux.Dispatch(p, packet)             err := mux.Receive(p, decoder)
	outgoing  packet, err = mux.Append(nil, Welcome{3})  err := mux.Send(encoder, Welcome{3})

The game reads an outgoing message as it does any Dictionary or Array:

	var m = peer.get_var()
	match m.type:
		"welcome": id = m.id
		"moved": players[m.id].position = m.at

# A server

A [Server] accepts clients over TCP, TLS, UDP and any other transport of package transport. It
limits what each client may do, and sends messages without waiting for slow clients. Its function
Enter returns the sender of a client, which handlers get:

	server := &message.Server[*player]{
		Mux:      mux,
		Lock:     &mu, // of the game, held while a handler runs
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		Enter:    func(p *message.Peer) (*player, error) { return &player{Peer: p}, nil },
		Leave:    func(p *player, why error) { log.Print(p.Addr(), ": ", why) },
		Farewell: func(p *player, why error) any { return Goodbye{why.Error()} },
		Limits:   transport.Limits{MaxPeers: 100},
	}
	tcp, err := transport.Listen("tcp", ":7000")
	udp, err := transport.Listen("udp", ":7000")
	go server.Serve(tcp, udp)

	p.Send(Welcome{ID: 3})                               // from any goroutine
	message.Broadcast(maps.Keys(players), Moved{…})      // encodes once for each dialect
	err := server.Shutdown(ctx, Said{"a restart"})

A game connects with StreamPeerTCP and put_var, or PacketPeerStream, over TCP, with PacketPeerUDP
over UDP, with an ENetMultiplayerPeer or ENetConnection, and with a WebSocket in binary mode. A
[Client] is a client in Go, for bots and tests. examples/extras/chatserver is a server for both
engines and all transports.

Over UDP a game first proves that it receives the datagrams to its address. The server sends a
number. The game sends the number back, and then its first message again:

	peer.put_var({"type": "join", "name": "Tia"})
	# when get_available_packet_count() > 0
	peer.put_var(peer.get_var())
	peer.put_var({"type": "join", "name": "Tia"})

The page of package transport says why. Datagrams may be lost: a game repeats its first message
until it hears the number.

If the field Join is "join", a client has to send the message "join" first, and only once.
[Server.Every] calls a function at an interval under the Lock: the tick of a game. [Mirror] makes
the Mux of a bot from the Mux of the server.

Each engine has a wire format of its own, a dialect of package codec. With several Dialects one port
serves all engines: the first message of a client selects the dialect, which is the first of the
Dialects in which this message has a known name. If the message fits none of the Dialects, the
server detects the client's dialect where it can, and sends the message of Farewell or Refused in
this dialect.

Leave, Farewell and Refused get the reason why a client leaves. It is an error for errors.Is: an
error of package transport such as transport.ErrIdle, io.EOF, or the error of a message.
transport.Reason returns the name of the reason, and [Server.Totals] counts clients by these names.

# State

A [Feed] sends the state of a game. Each client gets only the changes since the newest state that it
has acknowledged. A Feed works over every transport, even over UDP, where messages may be lost.
Clients that have the same state get the same bytes, which are encoded once:

	var feed message.Feed[*player]
	message.Declare[message.Update](mux, "state")
	message.Handle(mux, "ack", feed.Ack)

	feed.Add(p) // in the handler of "join"
	server.Every(50*time.Millisecond, func() { feed.Send(game.world) })

A client in Go has a [Replica]. A game has two functions of examples/deltas/delta.gd, which are the
same for Godot 3 and Godot 4:

	var have = {0: {}} # states by number, the newest is the last

	# for each message m whose type is "state"
	peer.put_var(take(have, m))
	var state = have.values().back()

# Pitfalls

  - A client that sends no message for the time Limits.Idle is disconnected: let the game send a
    message from time to time.
  - A handler that locks Server.Lock again, or waits for another handler, stops the server.
  - Godot 3 compares Dictionaries by reference: two Dictionaries with equal contents are not equal.
    Compare their hash().
  - GDScript code may send a Vector2i for a Vector2 field, or 5.0 for an int field. The option
    WholeFloats of In accepts both.
  - For snapshots of many players use packed arrays, [][]float32 or []math.Vector2, not a Dictionary
    for each player: examples/README.md has a table of sizes. For a state that changes little, use a
    [Feed].

# Schema

All fields of a type are checked when it is registered, and checked for all Dialects when a Server
starts. The tags required, max=200 and strict of codec.Marshal check incoming messages. [Mux.Schema]
returns the protocol as a document and as a stub in GDScript, with a hash that a game can send in
its first message, so that the server can refuse an old game.

# Names

The name may be a String or a StringName. Its key may also be a String or a StringName. The key may
be at any position of the Dictionary. A message is read fastest if the key comes first, as this
package writes it. The name is written as a String. The key is written as a String, or as a
StringName if the struct has the tag keys=stringname, which holds for all its keys.

A name can be registered once for each direction, and each type of outgoing messages has one name.
Incoming and outgoing messages of one name may be different structs: a game sends "move" with
a direction, and gets "move" with a position. Several incoming names may have one struct.

A struct without fields is a message that is only a name: {"type": "ping"}, or with the tag array
["ping"].

All tags of codec.Marshal work: omitempty, inline, strict and the others. Fields whose key is
missing are zero. Unknown keys are ignored, unless the tag strict forbids them. An Array must have
the name and then one item for each field.

# Errors

A program that calls Receive decides what an error means. A strict program ends the connection:

	for {
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if err := mux.Receive(p, dec); err != nil {
			return err // io.EOF at the end
		}
	}

A program whose clients may be newer ignores messages that it does not know:

	var unknown *message.UnknownError
	switch err := mux.Receive(p, dec); {
	case dec.Err() != nil: // the stream has ended, or the connection has failed
		return err
	case errors.As(err, &unknown):
		slog.Debug("ignored", "message", unknown.Name)
	case err != nil:
		return err
	}

Errors of the data contain the name of the message, an offset and a path:

	godot: message "go": decode $["dir"] (int) at offset 44: wrong type: int into a Go math.Vector2
	godot: decode $["type"] (String) at offset 20: unknown message "fly"

The page of package codec lists the kinds. Errors of handlers are returned unchanged. Offsets
count from the start of the packet, and in errors of [Mux.Receive] from the start of the frame.

# Security

All promises of package codec for Unmarshal hold. Reading a message with an unknown name ends at the
name and builds no value. The error keeps at most 64 bytes of the name. Two names in one message are
an error, because a filter and the game might use different names.

Handlers have to check the values of a message. The option Finite of a codec refuses NaN and
infinities. Set codec.Limits.MaxFrame of the codec for incoming messages. Outgoing messages may be
longer, for instance a text with the name of its player, so use another codec for them. A Mux does
not limit how many messages a client sends. A Server does, by its Limits and Rates.

# Tests

A handler needs no network: call [Mux.Dispatch] with a sender of the test. The zero [Peer] is a
client that has left. A whole server runs over transport.Pipe, and within testing/synctest (Go 1.25)
in virtual time. TestServerInVirtualTime of this package:

	synctest.Test(t, func(t *testing.T) {
		far, near := transport.Pipe()
		go server.ServeConn(far)
		client := message.NewClient(t.Context(), near, botMux)

		time.Sleep(29 * time.Second) // takes no time
		require.NoError(t, client.Send(Join{"Tia"}))
		synctest.Wait() // until the handler has returned
		require.Equal(t, "Tia", joined.name)
		time.Sleep(29 * time.Second)
		require.NoError(t, client.Serve(bot)) // reads the farewell, and the end
		require.Equal(t, "idle", bot.why)
	})

# Cost

Dispatch and Receive allocate as much as codec.Unmarshal into a new struct. Append and Send of
a pointer to a struct allocate as much as codec.AppendMarshal. A [Server] that reads a message
allocates what Dispatch does. [Peer.Send] of a pointer to a struct, with a packet of up to 16 KiB,
allocates nothing: the memory of a packet is used again after it was written. [Broadcast] makes one
packet for each dialect. Tests check this.
*/
package message
