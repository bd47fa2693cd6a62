// Package rooms runs the rooms of a game on many processes. The processes share only NATS servers
// with JetStream.
//
// Each room has one owner, a process that applies the messages of its players at 20 ticks a second.
// Every process is also a gateway: it accepts players of any room, over TCP, UDP and WebSocket, and
// forwards their messages to the owner. When the owner dies, another process takes over the room
// with all accepted messages.
//
//	conn, err := rooms.Connect(ctx, "nats://a:4222,nats://b:4222,nats://c:4222")
//	host, err := rooms.Open(ctx, conn, rooms.Config{Game: game{}, Prefix: "ball", Replicas: 3})
//	go host.Server().Serve(listener)
//	…
//	err = host.Drain(ctx)
//
// [Run] does all of this for a program that does nothing else.
//
// # Guarantees
//
// A message is accepted when its acknowledgement is sent. It is then in the log of the room. Every
// later owner applies it exactly once, and in the same order. If the game refuses the message,
// every later answer says so, too.
//
// Two processes never write to a room at the same time. The reason is that each record is written
// with the number of the previous record, so NATS refuses the records of an owner that was
// replaced. This does not depend on clocks. Leases only decide how soon a room gets a new owner.
//
// When the owner of a room dies, the tick of the room goes back by at most a second, even after
// hours without messages.
//
// # Clients
//
// When a client starts, it chooses a random number, which identifies its session. It numbers its
// messages 1, 2, 3 and so on, and keeps each message until it is acknowledged. At most 64 sent
// messages may wait for their acknowledgement. After the client has connected to another gateway,
// it sends the kept messages again. A message that arrives twice is applied once. If the same
// player joins with another session, as from a second device, the earlier session ends. [Client] is
// a client in Go, and player.gd of the program rooms is a client in GDScript.
//
// # Games
//
// A [Game] has three methods that compute the next state from the current state. They must give the
// same result in every process. So they must not use a clock, or random numbers whose seed is not
// in the state, and must take care with floating-point numbers, whose rounding differs between
// machines. A game may have more methods. With them it handles players who join and leave
// ([Events]), has private state ([Viewer]), sends messages to one player ([Outbox]), makes rooms
// with options ([Creator]), ends rooms ([Ender]), and takes over rooms of an older version
// ([Upgrader]). [Config].Committed stores results that must not get lost, for example in a
// database.
//
// # In NATS
//
// The names of all streams, buckets and subjects begin with Config.Prefix, here P:
//
//	P-log-0 … P-log-15   streams with the logs of the rooms
//	P-marks              stream with the last tick of each room, and the settings of the game
//	P-hosts              bucket with the leases of the processes, in memory
//	P-rooms              bucket with the list of all rooms
//	P.do.ROOM, P.out.ROOM, P.wanted, P.news   messages between processes, which nobody stores
//
// A [Record] is an entry of a log.
package rooms
