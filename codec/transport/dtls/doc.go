/*
Package dtls encrypts the datagrams of a server and its clients by DTLS 1.2, for ENet of Godot with
dtls_server_setup and dtls_client_setup. It is a module of its own, because it needs
github.com/pion/dtls.

	certificate, err := tls.LoadX509KeyPair("server.crt", "server.key")
	…
	socket, err := dtls.Listen(":7000", dtls.Options{Certificates: []tls.Certificate{certificate}})
	…
	err = server.Serve(enet.New(socket, enet.Options{}))

The server is a multiplayer.Server, a message.Server or a transport.Server. A [Socket] is a
net.PacketConn, so it carries the plain datagrams of package transport, too. These datagrams need no
other proof of an address:

	transport.Datagrams(socket, transport.DatagramOptions{NoProof: true})

# Games

The game sets DTLS up between its connection and the first poll:

	var peer = ENetMultiplayerPeer.new()
	peer.create_client("game.example.org", 7000)
	peer.host.dtls_client_setup("game.example.org", TLSOptions.client())
	multiplayer.multiplayer_peer = peer

The game needs a copy of a self-signed certificate: TLSOptions.client(load("res://server.crt")).
The certificate needs a subject, since mbed TLS in Godot refuses an empty one. The game and the
server must both use DTLS: a Socket drops all other datagrams. Browsers have no UDP.

The game sends the first datagram of ENet before the end of the handshake, and this datagram is
lost. The game sends it again after half a second.

In Godot 3, NetworkedMultiplayerENet has use_dtls and set_dtls_certificate. The builds of Debian
use the ENet of the system, which has no DTLS: with use_dtls they send plain datagrams and report
no error.

[Dial] connects to a server in Go, or to a game with dtls_server_setup:

	session, err := dtls.Dial(ctx, "game.example.org:7000", dtls.Options{})
	…
	conn, err := enet.Client(ctx, session, session.Server(), enet.Options{})

# Sessions

The session of a client begins with its handshake. The session ends when one side closes it, or when
the client is silent for Limits.Idle. It does not end with the connection of ENet, which ends by
packets of its own: see package enet. If a client begins another handshake at its address, it has
lost its session, and the new session replaces the old one.

A Socket never ends a session to make room for another one.

# Strangers

The address of a datagram can be forged. Before a client has returned the cookie of the server, a
HelloVerifyRequest, its address gets at most as many bytes as have come from it.

	what somebody can make a Socket do      bounded by
	handshakes                              Limits.MaxHandshakes, MaxHandshakesPerHost,
	                                        HandshakeTime; the oldest without a proof is
	                                        forgotten for a new one
	handshakes that begin                   1,000 in a second
	bytes to an address without a proof     those that have come from it
	datagrams that are no DTLS, or no       dropped without an answer
	beginning of a handshake
	sessions                                Limits.MaxSessions, MaxSessionsPerHost, Idle
	datagrams of a session that are not     64 KiB in its life; alerts and all that is not of a
	encrypted                               handshake are dropped
	payloads that wait                      256 KiB of a session

A handshake takes about 40 KB and four goroutines from its first datagram on, before the proof.
So a flood of first datagrams keeps new clients out while it lasts. Clients with a session stay.

# The size of a datagram

A payload of ENet with 1,392 bytes becomes a datagram of 1,429 bytes at most. That fits 1,500 bytes
with the headers of IP and UDP, as between engines.
*/
package dtls
