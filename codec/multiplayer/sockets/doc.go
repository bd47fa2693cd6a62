/*
Package sockets is for a server of games that come over WebSocket: it sends the first messages of a
connection, and puts packets into messages and takes them out. It needs no library for WebSocket
and does no I/O: the program gives it a [Conn] for each client.

	server := sockets.New(multiplayer.Options{})
	server.World().Node("Main/Chat").Handle(…)

	events, err := server.Connect(id, conn)    // a WebSocket was accepted
	events, err = server.Receive(id, message)  // a binary message has arrived
	events, err = server.Disconnect(id)        // the WebSocket is gone

All clients are of one family of engines. A program with clients of both Godot 4 and Godot 3 has two
servers.

Three programs in examples/extras use it, each with the projects of the games: lobby is the lobby of
Godot's manual, world owns what games see, and relay passes on what games call at each other.
*/
package sockets
