package packet

// A Command says what a packet does, and which form its bytes have. If a command of the engine has
// two forms, each form has its own Command, such as CommandConfirmNumber and CommandConfirmPath.
type Command uint8

// The commands. The comment of each struct has the table of its bytes.
const (
	CommandRPC           Command = iota // [RPC]
	CommandSimplify                     // [SimplifyPath] with a checksum
	CommandConfirmNumber                // [ConfirmPath] with a number
	CommandConfirmPath                  // [ConfirmPath] with a path
	CommandRaw                          // [Bytes]
	CommandSpawn                        // [Spawn]
	CommandDespawn                      // [Despawn]
	CommandSync                         // [Sync], and [Delta] if bit 4 is set
	CommandSyncOnly                     // [Sync]
	CommandSys                          // [Auth], [AddPeer], [DelPeer] and [Relay]
	CommandCall                         // [Call], of Godot 3
	CommandSet                          // [Set], of Godot 3
	CommandSimplifyBare                 // [SimplifyPath] without a checksum, of Godot 3
	CommandConfirmBare                  // [ConfirmPath] that is only a path, of Godot 3

	commandCount
)
