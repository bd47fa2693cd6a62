/*
Package multiplayer speaks the high-level multiplayer of Godot: calls of methods (@rpc),
MultiplayerSpawner and MultiplayerSynchronizer, the relay of a server, and authentication. A Go
program can be the server of games, a client of a game that is the server, or a relay with rules
between games.

The package does no I/O. A [World] is one side of a session: the program tells it who connects and
what arrives, and it gives packets to a [Transport]. Package sockets is one for WebSocket. Package
packet, below this one, has the bytes of the packets, for proxies and tools.

# A Go server behind @rpc

The game has on the node Main/Chat below its root window:

	@rpc("any_peer") func say(text): pass
	@rpc func heard(who, text): print(who, ": ", text)

The server in Go has a node with the same path, and methods with the same names:

	server := sockets.New(multiplayer.Options{})
	chat := server.World().Node("Main/Chat")
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, text string) error {
			return chat.Call(multiplayer.All, "heard", p.ID(), text)
		})
	chat.Declare(multiplayer.Method{Name: "heard"}) // only the game has it

	events, err := server.Connect(id, conn)       // a WebSocket was accepted
	events, err = server.Receive(id, message)     // a message has arrived
	events, err = server.World().Poll()           // regularly: sends the state that is due
	events, err = server.Disconnect(id)           // the client is gone

The game connects by WebSocketMultiplayerPeer.create_client and calls say.rpc_id(1, "hello"). The
program examples/extras/lobby is a whole one: the lobby of Godot's manual, for games of Godot 4 and
Godot 3.

Both sides need the same names of methods on a node, also of those that only one side implements:
calls have numbers instead of names, and a checksum of all names tells whether both sides number
alike. "gdvar rpc" prints the names, numbers and checksums of scripts, and [Node.Signature] has
those of this side. Godot 3 has neither.

# Terms

A peer is one of the others in a session. Its ID is an int of 32 bits: 1 for the server, and 2 to
2,147,483,647 for clients. A target is a peer's ID, 0 for all peers, or -ID for all but that one.

A packet is one message of a peer. A number of a node is what its sender calls it by.

The authority of a node is the peer that may call those of its methods which are not for any peer,
spawn by it if it is a spawner, and send its state if it is a synchronizer. It is 1 unless the game
sets it.

An entity is a node whose state is replicated.

# Numbers of nodes

Before the first call of a node to a peer, its sender gives the node a number, and tells the peer.
The call follows at once with the path. As soon as the peer has confirmed the number, calls have the
number. A sender has one number for a node at all peers.

	game to Go   01 "a50571b6…c26d" 00 01000000 "Actor" 00    SimplifyPath: Actor is 1
	game to Go   a0 06000080 03 "Actor" 00                    RPC: method 3 of Actor
	Go to game   02 01 01000000                               ConfirmPath: 1, the checksum is equal
	game to Go   80 01 03                                     RPC: method 3 of node 1

A node that is removed loses its number, and one that is made at its path gets another. A number
that a peer was told leads to whatever node stands at the path.

ConfirmPath is the one break between the versions of Godot 4: since 4.3 it has the number, before it
had the path. Neither understands the other, and both then go on with paths. A [World] understands
both, and answers a peer in the form that the peer has shown.

# Checksums

The checksum is the MD5, in hexadecimal digits, of all names of methods of the node in their order.
A [Differs] event says that it differs; calls go on, as in engines, and may reach the wrong methods.
The names can't be computed from the checksum: compare what "gdvar rpc SCRIPT.gd" prints of the
script with [Node.Signature].

# Relay

With [Options.Relay] a server tells its clients of each other by AddPeer and DelPeer, and passes on
what they send each other. A client with Options.Relay accepts that.

	client 2 to server   07 03 03000000 03 aa    Relay: for 3, Raw aa
	server to client 3   07 03 02000000 03 aa    Relay: from 2, Raw aa

A target of 0 or below reaches several clients, and the server itself unless the target is -1. The
server writes the sender, so that a client can't pretend to be another one. [RelayRules] refuse
packets by the node and the method, and [World.Join] puts clients into rooms.

The program examples/extras/relay has rooms, rules for methods, roles and rates, and passwords.

# Authentication

With [Options.Authenticate] a peer is authenticating at first: nothing but Auth is taken from it,
and nothing is sent to it. Both sides send data as they like, and complete the authentication. The
peer is connected as soon as both have.

	game to Go   07 00 010203    SendAuth: an AuthData event
	Go to game   07 00 0908      SendAuth
	game to Go   07 00           complete
	Go to game   07 00           CompleteAuth: a Connected event

# Replication

[World.Spawn] spawns a node at the games, [World.Synchronize] is for a node that is in the scene of
both sides. The state is a Go struct, whose tags are the paths of the properties; a [Config] says
which of them are sent when. It must be that of the scene: neither names nor types are on the wire.
Package scenes reads it from the game's .tscn files.

	spawn                 Spawn, with the properties that have Spawn
	Always                Sync, at each Poll, or after Config.Interval
	OnChange              Delta, at a Poll after a change; the first Delta has all of them
	World.Remove          Despawn
	Synchronizer hidden   Despawn, and Spawn with the same IDs when it is shown again

The sender of a Spawn gives the node and its synchronizers IDs. A synchronizer that was not spawned
has the number of its node instead, and bit 31; its state is sent only after the peer has confirmed
the number. A receiver drops a state whose time is not newer than that of the last one. A state of
more than 1,350 bytes, or a change of more than 65,535, is not sent; that is an error of Poll.

Peers spawn nodes by a [Spawner] whose authority they are, and a Go function makes the state. What a
peer has spawned is removed when it leaves.

The program examples/extras/world owns a world that games of Godot 4 join.

# Transports

A World needs of a transport what [Transport] has; its page has what is known of WebSocket, ENet and
WebRTC.

# Godot 3

A World with the format of [packet.Godot3] or [packet.Pandemonium] calls methods and sets properties
by name. A node need not declare what only the other side has. Access of a method has other words:

	remote                 ByAnyPeer
	puppet                 ByAuthority
	master                 OnAuthority
	remotesync and so on   the same with CallLocal

The transport routes messages between clients, so a World sends to targets: [Transport]. A server
with Options.Relay passes on what clients send each other if the transport is a [Router], as that of
package sockets is; filters and rooms are as in Godot 4. The server of 3.2.3 takes what is for all
but the server, which is a fault; [packet.Frame.Reaches] does not.

# Differences from engines

A World sends what an engine sends, byte for byte and in the same order, with these exceptions:

  - An engine sends an empty Sync or Delta before a long one. A World does not.
  - An engine makes of a single empty PackedByteArray a call without arguments. A World keeps it.
  - When the server leaves, the peers behind it leave too. Kick tells the other clients.
  - A call of Godot 3 to all but the only peer is sent to nobody.
  - Godot 3 confirms numbers of nodes that are not there. A World does not, and games go on with
    paths.

It refuses what engines take without a reason:

  - meaningless bits in the first byte, and bytes behind the last field
  - texts without their final NUL, with bytes behind it, or that are not UTF-8
  - calls with damaged arguments, of which engines make null, and with missing ones
  - numbers of nodes that no call can have: 0, and 2³¹ and above
  - checksums that are none, and flags that are neither 0 nor 1
  - paths with "..", absolute ones, properties, and unique names, which lead out of the multiplayer
    root or to another node than they seem to
  - AddPeer with an ID below 2 or of this side, and packets that are relayed for nobody
  - Auth, AddPeer, DelPeer and Relay in a Relay, and damaged packets in one
  - a Spawn with more or fewer synchronizers or values than the node has
  - states with values that do not fit the Go type, and more than 64 properties on change, of which
    engines read some of their packets wrongly

# Security

Peers are strangers. No packet makes the package panic. [Limits] bound what a peer makes a World
keep, and how much it may send:

	what a World has of a peer         bounded by
	numbers of nodes that it gives     Limits.MaxNumbers; only nodes that exist get one
	nodes that it has spawned          Limits.MaxSpawns
	numbers that a filter has seen     Limits.MaxNumbers
	peers that a server tells of       Limits.MaxPeers

Full objects are refused, unless the codec has the option FullObjects; leave it off. An error
concerns one packet, and the peer stays connected. A program that disconnects peers after errors
should remember that those of version or scene differences look the same as those of attackers.

Set Limits.PerSecond and Limits.BytesPerSecond, since the defaults allow any number. Functions that
handle calls check the values; the option Finite of the format's codec refuses NaN and infinities.

A client can call every method of a game that is for any peer, through a relay. Only a filter keeps
it from that.

# What is not known

The packets of Godot 4.0 to 4.5 and of Pandemonium follow sources; those of Godot 4.6 and 3.2.3 are
held against what engines sent and answered.
*/
package multiplayer
