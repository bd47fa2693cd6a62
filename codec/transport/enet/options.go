package enet

// Options say what the connections of a [Listener] or of [Dial] carry.
type Options struct {
	// Layer is what lies above ENet. The default is the multiplayer of Godot: a Listener accepts
	// games of Godot 4 and of Godot 3 at the same port, and Dial speaks that of Godot 4.
	Layer Layer
	// Limits bound what strangers and clients can make a Listener store.
	Limits Limits
	// Decompress opens datagrams that are compressed by zstd, which the standard library does not
	// have: it decompresses src to dst, and returns the length. A result that is longer than dst is
	// an error. Range coder, FastLZ and zlib need no option. Godot: ENetConnection.compress.
	Decompress func(dst, src []byte) (int, error)

	// ID is the ID of the client that Dial connects. Godot servers refuse an ID that is in use. By
	// default it is random, as in engines. With the Layer Raw it is any number that the server gets
	// as the connect data.
	ID int32
	// Channels is the number of channels that Dial asks for. Default: 255, and 3 with the Layer
	// Godot3. Godot 4: the argument of create_client and two more.
	Channels int
}

// A Layer is what lies above ENet.
type Layer uint8

const (
	// Godot is the multiplayer of Godot 4 or of Godot 3. A client with three channels is of Godot
	// 3; its first packet must confirm that, or the connection ends with an ErrProtocol.
	Godot Layer = iota
	// Godot4 is the multiplayer of Godot 4 alone. Godot: ENetMultiplayerPeer.
	Godot4
	// Godot3 is the multiplayer of Godot 3 or Pandemonium alone. Godot 3:
	// NetworkedMultiplayerENet.
	Godot3
	// Raw has nothing above ENet: the Channel of a message is that of ENet. Godot: ENetConnection.
	Raw
)
