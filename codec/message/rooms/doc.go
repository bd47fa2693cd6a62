// Package rooms runs the rooms of a game on many processes. The processes share only NATS servers
// with JetStream.
//
// Each room has one owner, a process that applies the messages of its players at 20 ticks a second.
// Every process is also a gateway: it accepts players of any room, over TCP, UDP and WebSocket, and
// forwards their messages to the owner. When the owner dies, another process takes over the room
// with all accepted messages.
//
//	node, err := rooms.Open(ctx, conn, rooms.Config{Game: meadow.Game{}})
//	go node.Server().Serve(listener)
//	…
//	err = node.Drain(ctx)
//
// # What is promised
//
// A message is accepted when its acknowledgement is sent. It is then in the log of the room. Every
// later owner applies it exactly once, and in the same order.
//
// Two processes never write to a room at the same time: each record is written with the number of
// the record before it, so NATS refuses the records of an owner that has been replaced. This does
// not depend on clocks. Each process measures leases by its own clock, and leases only decide how
// soon a room moves.
//
// # What a client does
//
// A client numbers its messages 1, 2, 3 and so on, and keeps each message until it is acknowledged.
// After it has connected to another gateway, it sends the kept messages again. A message that
// arrives twice is applied once. [Client] is a client in Go, and player.gd of the program rooms is
// one in GDScript.
//
// # What a game does
//
// A [Game] has three methods that compute the next state from the state before. They must give the
// same result in every process. So they must not use a clock, or random numbers whose seed is not
// in the state, and must take care with floating-point numbers, whose rounding differs between
// machines.
package rooms
