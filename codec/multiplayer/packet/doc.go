/*
Package packet turns the packets of Godot's high-level multiplayer into structs and back: for
proxies, captures, tools, and package multiplayer, which is a whole peer. It does no I/O and keeps
no state.

	format, err := packet.NewFormat(packet.Godot4, codec.Options{})
	p, err := format.Parse(message)
	switch p := p.(type) {
	case packet.RPC: // a call, by the number of the node and of the method
	case packet.SimplifyPath: // what the number of a node stands for
	}
	out, err := format.Append(nil, packet.RPC{Path: "Main/Chat", Method: 0})

A packet is one message of a transport. The comment of each struct has the table of its bytes. A
[Protocol] says which packets a family of engines has. Methods have numbers on the wire in Godot 4: a
[Signature] has those of a node, and the checksum of their names.

# Commands

In Godot 4 bits 0 to 2 of the first byte have the command, in Godot 3 all bits. The column Godot 4.0
is for Godot 4.0 to 4.2. The comment of each struct has the table of its bytes. All numbers are
little-endian, and texts are UTF-8 with a NUL behind them.

	struct        Godot 4.3  Godot 4.0  Godot 3  Pandemonium  from, to, mode
	RPC           0          0          -        -            any peer; the mode of the method
	Call          -          -          0        0            any peer; the mode of the call
	Set           -          -          1        -            any peer; the mode of the call
	SimplifyPath  1          1          2        1            any peer; reliable
	ConfirmPath   2, number  2, path    3, path  2, path      any peer; reliable
	Raw           3          3          4        3            any peer; any mode
	Spawn         4          4          -        -            the spawner's authority; reliable
	Despawn       5          5          -        -            the same; reliable
	Sync          6          6          -        -            a synchronizer's authority; unreliable
	Delta         16 (hex)   since 4.1  -        -            the same; reliable
	Auth          7, 0       7, 0       -        -            any peer; reliable
	AddPeer       7, 1       7, 1       -        -            server to client; reliable
	DelPeer       7, 2       7, 2       -        -            server to client; reliable
	Relay         7, 3       7, 3       -        -            through the server; as the packet

Calls go on the channel of the method, Raw on any channel, a Relay on that of its packet, and all
else on channel 0.

The first byte of an RPC in Godot 4:

	bits  meaning
	0-2   0
	3     must be 0; engines ignore it
	4-5   size of the node: 0, 1, 2 for 1, 2, 4 bytes
	6     size of the method: 0, 1 for 1, 2 bytes
	7     raw: the rest is one PackedByteArray, or no argument

# Compressed variants

The arguments of calls and replicated state are compressed variants in Godot 4: values in the form
of [AppendCompressed]. In Godot 3 they are as package codec writes them.

# WebSocket

A server of Godot 4 sends the client's ID first, see [AppendID]; each message after it is a packet.
In Godot 3 each message is a [Frame].

In a capture, a connection whose first message from the server has 4 bytes is of Godot 4, and one
that begins with 03 01000000 00000000 is of Godot 3.

# Strangers

A packet that [Format.Parse] accepts has one meaning, the same as in an engine. It refuses what
engines accept without a reason, see package multiplayer. No packet makes it panic, and it allocates
at most 64 bytes for each byte of a packet, and 8 KiB. Ten million damaged packets have shown it, in
a minute, and as many given to Worlds in another; these make them again:

	go test ./codec/multiplayer/packet ./codec/multiplayer -run Damaged -damaged 10000000 -v
*/
package packet
