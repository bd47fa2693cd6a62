// Package rooms runs the rooms of a game on many processes, which share nothing but NATS servers
// with JetStream.
//
// Each room has one owner, a process that applies the messages of its players at 20 ticks a second.
// Every process is also a gateway: it takes players of any room, over TCP, UDP and WebSocket, and
// forwards their messages to the owner. When the owner dies, another process takes the room over,
// with all messages that were accepted.
//
//	node, err := rooms.Open(ctx, conn, rooms.Config{Game: meadow.Game{}})
//	go node.Server().Serve(listener)
//	…
//	err = node.Drain(ctx)
//
// # What is promised
//
// A message is accepted when its acknowledgement is sent. From then on it is in the log of the
// room, and is applied exactly once, in the same order, by all owners to come.
//
// No two processes write to a room: each record of the log says how many there are before it, and
// NATS refuses those of an owner that has been replaced. This needs no clock. The lease, for which
// each process uses its own clock, decides only how soon a room moves.
//
// # What a client does
//
// A client numbers its messages 1, 2, 3 and so on, keeps them until they are acknowledged, and
// sends what is left again after it has connected to another gateway. Then a message that arrives
// twice is applied once. [Client] does it in Go, and player.gd of the program rooms in GDScript.
//
// # What a game does
//
// A [Game] is three functions that make the next state from the one before. They must give the same
// result in every process: no clock, no random numbers but those of the state, and care with
// floating-point numbers, whose rounding differs between machines.
package rooms
