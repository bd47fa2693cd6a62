// Package codec turns Godot values into bytes and back, byte for byte like the
// engines: var_to_bytes and bytes_to_var, put_var and get_var, store_var.
//
//	b, err := codec.Encode(math.Vector2{X: 1, Y: 2})
//	v, err := codec.Decode(b)
//	switch v := v.(type) {
//	case math.Vector2:
//		…
//	}
//
// The functions of the package speak to Godot 4 in single precision. For another engine,
// precision or mode, [New] makes a [Codec] of [Options]; it has the same functions
// as methods.
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
// Nothing in a packet says which engine wrote it, and the numbers of the types
// differ. Options.Dialect names the engine: [Godot4], [Godot43], [Godot40], [Godot3],
// [Godot30], [Pandemonium5], [Pandemonium38], [Pandemonium35]. [DocsGodot32],
// [DocsGodot3], [DocsGodot4] and [DocsPandemonium] are the published pages to the
// letter, for data that other readers of those pages wrote; the pages are wrong
// about the engines in a number of points, which stand beside these variables. A dialect is data,
// and one of your own is a literal like theirs.
//
// # Precision
//
// Components of vectors are float64 in Go. Single precision rounds them when
// writing, as the engine does, or fails if Options.Exact says so. Engines built with
// precision=double set a flag on each value, which decoding obeys whatever the
// setting. An int or float takes 4 bytes or 8 by its value, in either precision.
//
// # Types of your own
//
// A [Registry] lists the types that are decoded. Register adds one that only your own programs
// know, Replace puts one in the place of a built-in type.
//
// # Security
//
// Decoding is made for bytes from strangers. What is promised, and what holds it to that:
//
//   - No input makes it panic, loop or recurse without end. Fuzz targets run in
//     every test of the project; depth is limited to 1024.
//   - Memory grows with the input, not with what the input claims: at most 16 bytes
//     a byte and 4 KiB. A count that the data can't meet is refused where it stands,
//     also when many nested counts share the same bytes. Tests measure it on shapes
//     made to amplify.
//   - Time grows with the input. Dictionary keys are hashed with a seed that is new
//     in every process, each byte once, however keys nest. Tests time it.
//   - Nothing is executed, instantiated or loaded. Full objects are refused unless
//     Options.FullObjects accepts them, before their class is read, and are plain
//     data then.
//   - What is accepted is what an engine would accept, and says the same to it: default
//     mode refuses trailing bytes, header bits without a meaning, invalid UTF-8 and
//     wrongly typed elements, where a filter and an engine could see different
//     values. Recorded answers of engines to thousands of damaged packets, and a live one,
//     are held against it. Strict mode refuses NUL in text and duplicate keys too;
//     choose it for a filter in front of an engine.
//   - Values never alias the input. [Valid] is the decoder's own walk, and can't
//     disagree with it.
//   - Encoding never panics, whatever value it is given, and leaves the caller's
//     slice as it was after an error.
//
// What an operator should set: Limits.MaxFrame to the longest message the game
// sends; deadlines on connections, for a frame may come byte by byte; the number of connections and
// messages, which are not the codec's to count. Leave FullObjects off. Log errors with
// their text, which quotes at most some bytes of the input, and values with %v only if they
// are small.
//
// To report a problem, write to the maintainers before you open an issue; the
// README says where.
package codec
