// Package codec encodes Godot values to bytes and decodes them, byte for byte as the
// engines do: var_to_bytes and bytes_to_var, put_var and get_var, store_var.
//
//	b, err := codec.Encode(math.Vector2{X: 1, Y: 2})
//	v, err := codec.Decode(b)
//	switch v := v.(type) {
//	case math.Vector2:
//		…
//	}
//
// The functions of the package are for Godot 4 in single precision. For another engine,
// precision or mode, [New] makes a [Codec] from [Options], with the same functions as
// methods.
//
// # Which function for which call
//
//	Godot                                          here
//	var_to_bytes, var2bytes                        Encode
//	bytes_to_var, bytes2var                        Decode
//	…_with_objects, full_objects = true            Options{FullObjects: true}
//	PacketPeer.put_var, UDP, WebSocket             Encode, one packet a message
//	StreamPeer.put_var, FileAccess.store_var       an Encoder with frames
//	StreamPeer.get_var, FileAccess.get_var         a Decoder with frames
//	PackedByteArray.encode_var, decode_var         Append, DecodeFirst
//	Marshalls.variant_to_base64                    Encode and encoding/base64
//	FileAccess.open_compressed, open_encrypted     package codec/savefile
//
// # Dialects
//
// A packet does not say which engine wrote it, and engines number the types differently.
// Options.Dialect names the engine: [Godot4], [Godot43], [Godot40], [Godot3], [Godot30],
// [Pandemonium5], [Pandemonium38], [Pandemonium35]. Pandemonium is a fork of Godot 3.
// [DocsGodot32], [DocsGodot3], [DocsGodot4] and [DocsPandemonium] are the pages "Binary
// serialization API" of the engines' documentation, followed to the letter, for data that
// other readers of those pages wrote. The pages describe the engines wrongly in several
// points; the comments of these variables list them. A dialect is data: write a
// variant.Dialect for one of your own.
//
// # Precision
//
// Components of vectors are float64 in Go. Encoding in single precision rounds them as
// the engine does, or fails with Options.Exact. Engines built with precision=double set
// a flag on each value. Decoding follows that flag and not Options.Precision. An int or
// float takes 4 or 8 bytes by its value, in either precision.
//
// # Types of your own
//
// A [Registry] lists the types to decode. Register adds a type that only your programs
// know, Replace decodes a built-in type as a type of your own.
//
// # Security
//
// Decoding is safe for bytes from strangers:
//
//   - No input makes it panic, loop forever or recurse without limit. The depth is
//     limited to 1024. Fuzz targets run in every test of the project.
//   - Memory grows with the input and not with the counts in it: at most 16 bytes
//     for each byte of input, and 4 KiB. A count for which there is not enough data
//     is an error at once, also where many nested counts share the same bytes. Tests
//     measure this with input that is built to use much memory.
//   - Time grows with the input. Dictionary keys are hashed with a seed that is new
//     in every process. Each byte is hashed once, however deep keys are nested. Tests
//     measure this.
//   - Nothing is executed, instantiated or loaded. Without Options.FullObjects a full
//     object is an error before its class is read. With it, full objects are plain
//     data.
//   - An accepted packet has one meaning, the same as in an engine. Default mode
//     rejects trailing bytes, meaningless header bits, invalid UTF-8 and elements of
//     the wrong type, where a filter and an engine could see different values. Tests
//     compare this with the recorded answers of engines to thousands of damaged
//     packets, and with a running engine. Strict mode also rejects NUL in text and
//     duplicate keys; use it for a filter in front of an engine.
//   - Values never alias the input. [Valid] runs the same code as decoding, so both
//     always agree.
//   - Encoding never panics, whatever the value, and after an error the caller's slice
//     is unchanged.
//
// What an operator should do: set Limits.MaxFrame to the longest message that the game
// sends. Set deadlines on connections, since a frame may arrive byte by byte. Limit the
// number of connections and messages; the codec does not count them. Leave FullObjects
// off. Log errors with their text, which quotes only a few bytes of the input. Log values
// with %v only if they are small.
//
// To report a problem, write to the maintainers before you open an issue; the README says
// where.
package codec
