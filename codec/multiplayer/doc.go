/*
Package multiplayer speaks the high-level multiplayer of Godot: calls of methods (@rpc),
MultiplayerSpawner and MultiplayerSynchronizer, the relay of a server, and authentication. A Go
program can be the server of games, a client of a game that is the server, or a relay with rules
between games.

A [World] is one side of a session. It does no I/O: the program tells it which peers connect and
which messages arrive, and it gives packets to a [Sender]. A [Server] and a [Client] are Worlds
with connections, over any transport of package transport, and bound the cost of strangers.
Package packet describes the bytes of the packets, for proxies and tools.

# A Go server behind @rpc

The script of the node Main/Chat, below the root window of the game, has two methods:

	@rpc("any_peer") func say(text): pass
	@rpc func heard(who, text): print(who, ": ", text)

The server in Go has a node with the same path, and methods with the same names:

	server := multiplayer.NewServer(multiplayer.Options{})
	chat := server.World().Node("Main/Chat")
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, text string) error {
			return chat.Call(multiplayer.All, "heard", p.ID(), text)
		})
	chat.Declare(multiplayer.Method{Name: "heard"}) // only the game has it

	games, err := enet.Listen(":7000", enet.Options{}) // codec/transport/enet
	err = server.Serve(games)

The game connects by ENetMultiplayerPeer.create_client("127.0.0.1", 7000) and calls
say.rpc_id(1, "hello"). Games in browsers have no ENet. The same server takes them over
WebSocket, by
WebSocketMultiplayerPeer.create_client("ws://127.0.0.1:8910"):

	web, err := websocket.Listen(":8910", websocket.Options{}) // codec/transport/websocket
	err = server.Serve(games, web)

The program examples/extras/lobby is a complete server: the lobby of Godot's manual, for games of
Godot 4 and Godot 3.

Both sides must declare the same methods on a node, even methods that only one side implements. The
reason is that calls carry the number of a method, not its name. A checksum of all names shows
whether both sides number the methods in the same way. "gdnet rpc" prints the names, numbers and
checksums of scripts, and [Node.Signature] returns those of this side. Godot 3 sends names, without
numbers and checksums.

# Terms

A peer is another participant of the session. Its ID is an int of 32 bits: 1 for the server, and 2
to 2,147,483,647 for clients. A target is the ID of a peer, 0 for all peers, or -ID for all peers
except the one with that ID.

A packet is one message of a peer. The number of a node is a short name that a sender uses for the
node instead of its path.

The authority of a node is the peer that may call the node's methods with ByAuthority. The authority
of a spawner spawns nodes, and the authority of a synchronizer sends the state. The authority is
peer 1 unless the game sets another one.

An entity is a node whose state is replicated.

# Numbers of nodes

Before a sender first calls a node at a peer, it gives the node a number and tells the peer this
number. The call follows at once, with the path of the node. After the peer has confirmed the
number, calls carry the number. A sender uses the same number of a node for all peers.

	game to Go   01 "a50571b6…c26d" 00 01000000 "Actor" 00    SimplifyPath: Actor is 1
	game to Go   a0 06000080 03 "Actor" 00                    RPC: method 3 of Actor
	Go to game   02 01 01000000                               ConfirmPath: 1, the checksum is equal
	game to Go   80 01 03                                     RPC: method 3 of node 1

A removed node loses its number, and a new node at the same path gets another number. At the
receiver a number stands for a path: it leads to the node that is at the path when the call arrives.

ConfirmPath is the only packet that differs between the versions of Godot 4: since 4.3 it contains
the number, before 4.3 it contained the path. An engine understands only its own form; engines of
different versions go on calling by path. A [World] understands both forms, and answers a peer in
the form that the peer has used.

# Checksums

The checksum is the MD5, in hexadecimal digits, of all names of methods of the node in their order.
A [Differs] event reports that the checksums of the two sides differ. Calls go on, as in engines,
and may reach the wrong methods. The names can't be computed from the checksum: compare what "gdnet
rpc SCRIPT.gd" prints of the script with [Node.Signature].

# Relay

With [Options.Relay] a server tells its clients of each other by AddPeer and DelPeer, and passes
on the packets that clients send to each other. A client needs Options.Relay to accept these
packets. In Godot 3 the transport does that, and a client needs no option.

	client 2 to server   07 03 03000000 03 aa    Relay: for 3, Bytes aa
	server to client 3   07 03 02000000 03 aa    Relay: from 2, Bytes aa

A target of 0 or less reaches several clients, and also the server unless the target is -1. The
server writes the sender into the packet, so a client can't pretend to be another client.
[RelayRules] refuse packets by the node and the method, and [World.Join] puts clients into rooms.

The program examples/extras/relay has rooms, rules for methods, roles and rates, and passwords.

# Authentication

With [Options.Authenticate] a peer first has to authenticate itself. Until then the World accepts
only Auth packets of the peer, and sends it only Auth packets. Both sides send any data they need,
and then complete the authentication. The peer is connected when both sides have completed it.

	game to Go   07 00 010203    SendAuth: an AuthData event
	Go to game   07 00 0908      SendAuth
	game to Go   07 00           complete
	Go to game   07 00           CompleteAuth: a Connected event

# Replication

[World.Spawn] spawns a node in the games. [World.Synchronize] is for a node that both sides have in
their scene. The state is a Go struct, whose tags are the paths of the properties. A [SyncConfig]
says which properties are sent, and when. It must equal the configuration in the scene, because
neither names nor types are on the wire. Package scenes reads it from the game's .tscn files.

	spawn                 Spawn, with the properties that have Spawn
	Always                Sync, at each Poll, or after SyncConfig.Interval
	OnChange              Delta, at a Poll after a change; the first Delta has all of them
	Entity.Remove         Despawn
	Synchronizer hidden   Despawn, and Spawn with the same IDs when it is shown again

The sender of a Spawn gives IDs to the node and its synchronizers. The ID of a synchronizer that was
not spawned is the number of its node, with bit 31 set; its state is sent only after the peer has
confirmed the number. A receiver drops a state whose time is not newer than the time of the last
state. A state of more than 1,350 bytes, or a change of more than 65,535 bytes, is not sent, and
Poll returns an error.

A peer can spawn nodes by a [Spawner] if it is the spawner's authority. A Go function then makes the
state. When a peer leaves, the nodes that it has spawned are removed.

The program examples/extras/world owns a world that games of Godot 4 join.

# Connections

A [Server] gives each game an ID of its own, calls the Worlds and the program's functions one at
a time, and polls the Worlds. Its field Enter refuses clients, Limits bounds them, Fault decides
about errors, and Farewell calls a last method of a game. With Options of two protocols it has
two Worlds, for the games of both families in one lobby. Over ENet each game gets the World of
its engine. For other transports the field Choose returns the World of a connection. A program
with a loop of its own can drive a World without a Server: the interface [Sender] is all that a
World needs, and its page describes WebSocket, ENet and WebRTC.

Over ENet a game chooses its ID itself, and a server refuses an ID that is in use. Over WebSocket
a game of Godot 4 gets its ID first, and each message after it is a packet. In Godot 3 each
message is a [packet.Frame]. A frame that the server passes on names its receiver as the target;
a server in Godot keeps the target of the sender, which may be 0 or a negative ID. Clients accept
both.

# Godot 3

A World with Options{Protocol: packet.Godot3} or packet.Pandemonium calls methods and sets
properties by name. A node need not declare methods that only the other side has. Godot 3 has
other words for the access of a method:

	remote                 ByAnyPeer
	puppet                 ByAuthority
	master                 OnAuthority
	remotesync and so on   the same with CallLocal

In Godot 3 the transport routes messages between clients, so a World gives the target to
[Sender].Send. A server with Options.Relay passes on the packets of its clients if its Sender is
a [Router], as the Sender of a [Server] is. Filters and rooms work as in Godot 4. The server of
Godot 3.2.3 has a fault: it also handles packets whose target is all peers except the server.
[packet.Frame.Reaches] does not have this fault.

# Differences from engines

A World sends what an engine sends, byte for byte and in the same order, with these exceptions:

  - An engine sends an empty Sync or Delta before a long one. A World does not.
  - If the only argument is an empty PackedByteArray, an engine sends a call without arguments. A
    World sends the argument.
  - When the server leaves, a World also removes the clients that the server has announced. Kick
    tells the other clients.
  - If a call in Godot 3 is for all peers except one, and there is only this peer, a World sends
    nothing.
  - Godot 3 confirms numbers of nodes that do not exist. A World does not, and games go on with
    paths.

A World refuses these packets, which engines accept although no engine sends them:

  - meaningless bits in the first byte, and bytes behind the last field
  - texts without a final NUL, with bytes behind the NUL, or with invalid UTF-8
  - names and paths with a byte order mark (U+FEFF) at the start, which engines drop
  - calls with damaged arguments, which engines replace by null, or with missing arguments
  - node numbers that no call can carry: 0, and 2³¹ and above
  - checksums that are not 32 hexadecimal digits, and flags other than 0 and 1
  - paths with "..", absolute ones, properties, and unique names, which lead out of the multiplayer
    root or to another node than they seem to
  - AddPeer with an ID below 2 or with the ID of this side, and relayed packets whose target is
    nobody
  - Auth, AddPeer, DelPeer and Relay in a Relay, and damaged packets in one
  - a Spawn with more or fewer synchronizers or values than the node has
  - states with values that do not fit the Go type, and more than 64 properties on change, which
    engines misread in some packets

# Security

Peers are strangers. No packet makes the package panic. [Limits] bound how much memory a peer can
make a World use:

	what a World keeps of a peer       bounded by
	numbers that it gives to nodes     Limits.MaxNumbers; only existing nodes get a number, and the
	                                   number whose node was removed first is forgotten first
	nodes that it has spawned          Limits.MaxSpawns
	numbers that a filter has seen     Limits.MaxNumbers; those used last
	peers that a server announces      Limits.MaxPeers

The work for a packet grows with its length, and never with the square of it:

	what a packet makes a World do     bounded by
	states and changes to set          the length of the packet, Limits.MaxPacket
	synchronizers, values of a Spawn   those of the Instance that the Maker returns
	arguments to convert               255
	nodes of a path to find            4,096 bytes of a path
	receivers of a relayed packet      Limits.MaxPeers, and the room; each is a call of the filter
	clients to tell of another one     Limits.MaxPeers, and the room
	peers that see a spawned node      Limits.MaxPeers
	nodes that leave with their peer   Limits.MaxSpawns; each is looked up at Limits.MaxPeers peers
	faults of one packet               the first 8 are in the error, the others are counted
	text of a peer in an error         64 bytes

Full objects are refused, unless the codec has the option FullObjects; leave it off. An error
concerns one packet, and the peer stays connected. A program that disconnects peers after errors
should take into account that a peer with another version of the game or its scenes causes the same
errors as an attacker.

A Server bounds how much a client may send in a second, see transport.Limits. A World has no rates:
a program that drives it without a Server has to bound its connections itself. Functions that handle
calls must check the values of the arguments. NaN and infinities are refused, unless Options.Codec
is a codec without the option Finite.

Through a relay a client can call every method of other games that any peer may call. Only a filter
prevents these calls.

# What is not known

The packets of Godot 4.0 to 4.5 and of Pandemonium follow the engines' source code. The packets of
Godot 4.6 and 3.2.3 are tested against recordings of what engines sent and answered.
*/
package multiplayer
