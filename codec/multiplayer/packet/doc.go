/*
Package packet converts the packets of Godot's high-level multiplayer to Go structs and back. It is
for proxies, captures and tools; package multiplayer, a complete peer, uses it too. It does no I/O
and keeps no state.

	packets, err := packet.New(packet.Options{Protocol: packet.Godot4})
	p, err := packets.Decode(message)
	switch p := p.(type) {
	case packet.RPC: // a call, by the number of the node and of the method
	case packet.SimplifyPath: // the number of a node and its path
	}
	out, err := packets.Append(nil, packet.RPC{Path: "Main/Chat", Method: 0})

A packet is one message of a transport. The comment of each struct has the table of its bytes. A
[Protocol] lists the packets of a family of engines. In Godot 4 a call has the number of its method
instead of the name. A [Signature] has the numbers of a node's methods, and the checksum of their
names.

# Commands

The command is in bits 0 to 2 of the first byte in Godot 4, and in the whole first byte in Godot 3.
The column Godot 4.0 is for Godot 4.0 to 4.2. All numbers are little-endian, and texts are UTF-8
with a NUL at the end.

	struct        Godot 4.3  Godot 4.0  Godot 3  Pandemonium  from, to, mode
	RPC           0          0          -        -            any peer; the mode of the method
	Call          -          -          0        0            any peer; the mode of the call
	Set           -          -          1        -            any peer; the mode of the call
	SimplifyPath  1          1          2        1            any peer; reliable
	ConfirmPath   2, number  2, path    3, path  2, path      any peer; reliable
	Bytes         3          3          4        3            any peer; any mode
	Spawn         4          4          -        -            the spawner's authority; reliable
	Despawn       5          5          -        -            the same; reliable
	Sync          6          6          -        -            a synchronizer's authority; unreliable
	Delta         16 (hex)   since 4.1  -        -            the same; reliable
	Auth          7, 0       7, 0       -        -            any peer; reliable
	AddPeer       7, 1       7, 1       -        -            server to client; reliable
	DelPeer       7, 2       7, 2       -        -            server to client; reliable
	Relay         7, 3       7, 3       -        -            through the server; as the packet

Calls use the channel of the method, Bytes any channel, Relay the channel of its packet, and all
other packets channel 0.

The first byte of an RPC in Godot 4:

	bits  meaning
	0-2   0
	3     must be 0; engines ignore it
	4-5   size of the node: 0, 1, 2 for 1, 2, 4 bytes
	6     size of the method: 0, 1 for 1, 2 bytes
	7     raw: the rest is one PackedByteArray, or no argument

# Compressed variants

In Godot 4 the arguments of calls and the replicated state are compressed variants: values as
[AppendCompressed] writes them. In Godot 3 they are ordinary variants, as package codec writes them.

# WebSocket

A server of Godot 4 sends the client's ID first, see [AppendID]; each message after it is a packet.
In Godot 3 each message is a [Frame].

In a capture, a connection whose first message from the server has 4 bytes is of Godot 4, and one
that begins with 03 01000000 00000000 is of Godot 3.

# Packets of strangers

A packet that [Codec.Decode] accepts calls the same node and method as in an engine, and has the
same values. The exceptions are the texts of a String, a StringName or a name in a NodePath:
engines drop a byte order mark (U+FEFF) at the start of the text, and everything from a NUL on.
Decode keeps both. So a program that compares such a text with a forbidden text has to cut it as
engines do. Decode refuses some packets that engines accept; package multiplayer lists them. No
packet makes Decode panic. It allocates at most 8 KiB and 64 bytes for each byte of the packet.
Tests check this with damaged packets. This command tries ten million packets with Decode and ten
million with Worlds, and takes two minutes:

	go test ./codec/multiplayer/packet ./codec/multiplayer -run Damaged -damaged 10000000 -v
*/
package packet
