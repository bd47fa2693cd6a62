/*
Package enet carries messages over ENet, the UDP protocol of Godot's ENetMultiplayerPeer and
ENetConnection, and of NetworkedMultiplayerENet of Godot 3. Games need no change to join.

	server := multiplayer.NewServer(
		multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	…
	games, err := enet.Listen(":7000", enet.Options{})
	err = server.Serve(games)

Games of Godot 4 and of Godot 3 join at the same port, and each gets the World of its engine. The
server is a multiplayer.Server, a message.Server or a transport.Server. It may serve a WebSocket
listener for games in browsers at the same time. [Dial] connects a client, for a multiplayer.Client,
a bot or a load test:

	conn, err := enet.Dial(ctx, "127.0.0.1:7000", enet.Options{})

# Messages

	Delivery            Godot
	Reliable            TRANSFER_MODE_RELIABLE            arrives once, in the order of its channel
	UnreliableOrdered   TRANSFER_MODE_UNRELIABLE_ORDERED  dropped if a later one has arrived
	Unreliable          TRANSFER_MODE_UNRELIABLE          at most once, in any order

The Channel of a message is the transfer channel of the game. ENet sends an unreliable message of
more than 1,364 bytes in fragments; it arrives as UnreliableOrdered. Godot 3 has one channel, and
its transport names the sender and the target of each packet: a server that is not a
multiplayer.Server gets the packets for the server and for all, and answers as the server.

With the [Layer] Raw the channels are those of ENet, for games that use ENetConnection:

	var conn = ENetConnection.new()
	conn.create_host(1)
	var server = conn.connect_to_host("127.0.0.1", 7000, 2)
	…
	server.send(0, var_to_bytes({"type": "hello"}), ENetPacketPeer.FLAG_RELIABLE)

Here the Data of a message is one value, as var_to_bytes writes it, without a frame.

# The engine of a game

A client says how many channels it wants before it is connected: three mean Godot 3, and any other
number means Godot 4. The first packet of a game of Godot 3 must begin with its ID. A game of Godot
4 that asks for one channel of its own, create_client(address, port, 1), looks like Godot 3 and is
disconnected with an ErrProtocol: set Options.Layer if only games of Godot 4 join.

Pandemonium has the transport of Godot 3, by its source code. The tests send the bytes that
follow from the source; no engine was tried.

Clients choose their IDs. A server sends a DISCONNECT to a client whose ID is below 2 or in use.

# The end

Close sends what is queued, and then a DISCONNECT. After a DISCONNECT of the other side, Receive
returns a [DisconnectError], which has the number in the DISCONNECT and wraps io.EOF. A server in
Go tells its clients the reason by these numbers, which ENetConnection shows to games, too:

	0  an orderly end        5  transport.ErrRate       8  transport.ErrPanic
	2  transport.ErrClosed   6  transport.ErrSlow       9  variant.ErrLimit
	3  transport.ErrFull     7  transport.ErrProtocol  10  any other
	4  transport.ErrIdle

1 is an orderly end, too: a server of Godot 3 that ends sends its ID.

If the reason of Close is a [DisconnectError], Close sends the number in this error. So a proxy
passes the number on.

A side that does not answer is given up after 5 to 30 seconds, as in engines; Receive returns an
ErrLost. If the network loses many datagrams, a connection lives longer than between engines: the
timeouts of a command grow to two seconds at most, so one command that is lost several times does
not end the connection.

# Time

When datagrams arrive often, a Listener works in beats of 4 ms, as an engine works in frames. It
reads the datagrams of a beat together, and sends an acknowledgement and the answer of the
program in one datagram. So a message takes up to 4 ms more in each direction than the network
needs. A client that sends more than its window at once, such as a long packet, gets
acknowledgements without this delay.

# What differs from engines

  - Go sends plain datagrams, which every engine understands, and reads all four compressions. Zstd
    needs Options.Decompress. Godot: ENetConnection.compress.
  - Unreliable messages are dropped by the limits of Options.InBandwidth and OutBandwidth of both
    sides, and by a Throttle if one of them asks for it. Engines have a throttle from the start.
    It can drop all unreliable messages for five seconds after one quick answer.
  - A Listener or Dial tells the other side its share of InBandwidth, even if the other side has no
    limit. Engines tell such a side that it may send everything.
  - A command is sent again after 30 ms at the earliest. Engines send it again after 5 ms, twice in
    the frame of a game.
  - The handshake below.

# Strangers

The address of a datagram can be forged. A CONNECT takes a row in a small table, but neither the
place of a client nor a goroutine. Its answer has a random number that the client has to send
back, so a forged address never becomes a connection. The Listener sends a datagram to an address
only as an answer, and all answers together have no more bytes than have come from the address.
No timer repeats an answer, but a client asks again. Of 1,000 clients behind a network that loses
20 % of the datagrams, 997 get in. At a server of an engine, which repeats its answer, 999 get
in. If the CONNECT of a client is compressed to less than the 48 bytes of the answer, the client
gets the answer to its second CONNECT, after half a second.

	what somebody can make a Listener do    bounded by
	clients that are connecting             Limits.MaxHalfOpen, MaxHalfOpenPerHost, HalfOpenTime;
	                                        when the table is full, the oldest is forgotten
	bytes to an address without proof       those that have come from it
	compressed datagrams of strangers       200 in a second are opened
	a decompressed datagram                 4,096 bytes
	connections                             Limits.MaxPeers, and those of the server
	connections that wait for Accept        128
	acknowledgements of a datagram          64 commands are read; no engine sends more than 32
	acknowledgements that wait              4,096
	acknowledgements of unknown commands    16 of a datagram
	a packet                                MaxFrame of the server, Limits.MaxPacket
	fragments of a packet                   28,672, each of 512 bytes or more but the last; memory
	                                        is taken as they come
	packets that wait, their fragments,     Limits.MaxWaiting, with 128 bytes for each packet and
	and what the server has not taken       fragment, and one MaxPacket for the next in order
	unreliable packets that wait            256 of a channel, for 5 seconds
	what is sent and not acknowledged       64 KiB and 1,000 commands of a client
	what waits to be sent                   256 KiB or one message; then Send waits, and the server
	                                        ends the visit after Patience
	messages and bytes in a second          transport.Limits

One weakness is ENet's own: a connection has no secret. An attacker who can forge the address of
a client, and guesses 14 bits, can end the connection of the client or send in its name. Only
DTLS prevents that: see Other networks.

# Other networks

[New] and [Client] take any net.PacketConn whose addresses have the form "IP:port": a network in
memory for tests, or datagrams that are encrypted. Package codec/transport/dtls, in a module of its
own, has DTLS for games with dtls_client_setup. One goroutine calls ReadFrom and SetReadDeadline,
and another goroutine calls WriteTo. ReadFrom must return net.ErrClosed after Close, and
os.ErrDeadlineExceeded after the deadline; other errors are tried again. A datagram has at most
1,392 bytes.
*/
package enet
