/*
Package sockets is for a server whose games connect by WebSocket. It sends the first messages of a
connection, and converts between packets and WebSocket messages. It does no I/O and does not depend
on a WebSocket library: the program gives it a [Conn] for each client.

	server := sockets.New(multiplayer.Options{})
	server.World().Node("Main/Chat").Handle(…)

	events, err := server.Connect(id, conn)    // a WebSocket was accepted
	events, err = server.Receive(id, message)  // a binary message has arrived
	events, err = server.Disconnect(id)        // the WebSocket is gone

All clients of a Server are of one family of engines. A program for clients of both Godot 4 and
Godot 3 needs two Servers.

With Options.Relay, a frame of Godot 3 that the server passes on names its receiver as the target.
A server in Godot keeps the target of the sender, which may be 0 or a negative ID. Clients accept
both.

Three programs in examples/extras use it, each with the projects of its games: lobby is the lobby of
Godot's manual, world owns a world that games join, and relay passes on calls between games.
*/
package sockets
