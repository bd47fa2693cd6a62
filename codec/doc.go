// Package codec encodes Godot values to bytes and decodes them, byte for byte as the engines do
// in var_to_bytes and bytes_to_var, put_var and get_var, and store_var.
//
//	b, err := codec.Encode(math.Vector2{X: 1, Y: 2})
//	v, err := codec.Decode(b)
//	switch v := v.(type) {
//	case math.Vector2:
//		…
//	}
//
// The functions of the package are for Godot 4 in single precision. For another engine, precision
// or mode, [New] makes a [Codec] from [Options], with the same functions as methods.
//
// # Types
//
// Each type of Godot is a Go type. The number after a name is the ID of the type in that engine.
// The three numbers for Pandemonium belong to the versions 3.5 to 3.7, 3.8 to 4.9, and 5. The last
// column has the IDs of the published document of Godot 4.2. The engine has other IDs.
//
//	Go                          Godot 4                Godot 3              Pandemonium   page
//	variant.Nil                 Nil 0                  Nil 0                0 / 0 / 0     0
//	variant.Bool                bool 1                 bool 1               1 / 1 / 1     1
//	variant.Int                 int 2                  int 2                2 / 2 / 2     2
//	variant.Float               float 3                real 3               3 / 3 / 3     3
//	variant.String              String 4               String 4             4 / 4 / 4     4
//	math.Vector2                Vector2 5              Vector2 5            5 / 7 / 7     5
//	math.Vector2i               Vector2i 6             –                    6 / 8 / 8     –
//	math.Rect2                  Rect2 7                Rect2 6              7 / 5 / 5     6
//	math.Rect2i                 Rect2i 8               –                    8 / 6 / 6     –
//	math.Vector3                Vector3 9              Vector3 7            9 / 9 / 9     7
//	math.Vector3i               Vector3i 10            –                    10 / 10 / 10  –
//	math.Transform2D            Transform2D 11         Transform2D 8        11 / 18 / 18  8
//	math.Vector4                Vector4 12             –                    – / 11 / 11   –
//	math.Vector4i               Vector4i 13            –                    – / 12 / 12   –
//	math.Plane                  Plane 14               Plane 9              12 / 13 / 13  9
//	math.Quaternion             Quaternion 15          Quat 10              13 / 14 / 14  10
//	math.AABB                   AABB 16                AABB 11              14 / 15 / 15  11
//	math.Basis                  Basis 17               Basis 12             15 / 16 / 16  12
//	math.Transform3D            Transform3D 18         Transform 13         16 / 17 / 17  13
//	math.Projection             Projection 19          –                    – / 19 / 19   –
//	math.Color                  Color 20               Color 14             17 / 20 / 20  14
//	variant.StringName          StringName 21          –                    21 / 24 / 24  –
//	objects.NodePath            NodePath 22            NodePath 15          18 / 21 / 21  15
//	objects.RID                 RID 23                 RID 16               19 / 22 / 22  –
//	objects.Object              Object 24              Object 17            20 / 23 / 23  17
//	objects.Callable            Callable 25            –                    – / – / –     –
//	objects.Signal              Signal 26              –                    – / – / –     –
//	variant.Dictionary          Dictionary 27          Dictionary 18        22 / 25 / 25  18
//	variant.Array               Array 28               Array 19             23 / 26 / 26  19
//	packed.PackedByteArray      PackedByteArray 29     PoolByteArray 20     24 / 27 / 29  20
//	packed.PackedInt32Array     PackedInt32Array 30    PoolIntArray 21      25 / 28 / 30  21
//	packed.PackedInt64Array     PackedInt64Array 31    –                    – / – / –     22
//	packed.PackedFloat32Array   PackedFloat32Array 32  PoolRealArray 22     26 / 29 / 31  23
//	packed.PackedFloat64Array   PackedFloat64Array 33  –                    – / – / –     24
//	packed.PackedStringArray    PackedStringArray 34   PoolStringArray 23   27 / 30 / 32  25
//	packed.PackedVector2Array   PackedVector2Array 35  PoolVector2Array 24  28 / 31 / 33  26
//	packed.PackedVector3Array   PackedVector3Array 36  PoolVector3Array 25  30 / 33 / 35  27
//	packed.PackedColorArray     PackedColorArray 37    PoolColorArray 26    32 / 37 / 39  28
//	packed.PackedVector4Array   PackedVector4Array 38  –                    – / 35 / 37   –
//	packed.PackedVector2iArray  –                      –                    29 / 32 / 34  –
//	packed.PackedVector3iArray  –                      –                    31 / 34 / 36  –
//	packed.PackedVector4iArray  –                      –                    – / 36 / 38   –
//	variant.TypedArray          –                      –                    – / – / 27    –
//	variant.PackedTypedArray    –                      –                    – / – / 28    –
//
// A nil Variant is written as Nil. For Godot 3 a StringName is written as a String. For any other
// type that the dialect lacks, encoding returns an error. The error names the nearest type that the
// dialect has, and convert.Value converts to that type. For Godot 3, Marshal writes []int64,
// []float64 and []math.Vector4 as an Array.
//
// # Terms
//
// A packet is one encoded value: a header of 4 bytes and a payload. The header has the ID of the
// value's type, and flags. The payload has the value itself. The comment of each type, such as
// math.Vector3, shows it as a table. All numbers are little-endian, and the length of a packet is
// a multiple of 4.
//
// A frame is a packet with its length before it. Files and TCP connections have frames. UDP, ENet
// and WebSocket have one packet in each message.
//
// A dialect is the wire format of one family of engines, or of one published document. The
// precision is the width of the components of vectors, transforms and so on: 4 bytes in single
// precision, 8 in double precision.
// The mode says how strict decoding is. A full object is an object with its class and properties;
// usually a packet has only its instance ID.
//
// # Which Godot call, which function
//
//	Godot                                          Go
//	var_to_bytes; Godot 3: var2bytes               Encode
//	bytes_to_var; Godot 3: bytes2var               Decode
//	…_with_objects, full_objects = true            New(Options{FullObjects: true}) and its methods
//	PacketPeer.put_var, get_var                    Encode, Decode
//	StreamPeer.put_var, get_var                    NewEncoder, NewDecoder with FrameU32
//	StreamPeer.big_endian = true                   NewEncoder, NewDecoder with FrameU32BE
//	FileAccess.store_var, get_var; Godot 3: File   NewEncoder, NewDecoder with FrameU32
//	PacketPeerStream, --remote-debug               NewEncoder, NewDecoder with FrameU32
//	a Dictionary as a Go struct                    Marshal, Unmarshal, also of Encoder and Decoder
//	PackedByteArray.encode_var, decode_var         Append, DecodeFirst
//	Marshalls.variant_to_base64, base64_to_variant Encode, Decode and encoding/base64
//	FileAccess.open_compressed, open_encrypted,    NewEncoder, NewDecoder and codec/savefile
//	    open_encrypted_with_pass
//	ConfigFile, project.godot, project.binary      package codec/configfile
//	var_to_str, str_to_var, str                    package codec/text
//	JSON.from_native, to_native                    package codec/jsonvar
//	match message.type:                            package codec/message
//	@rpc, MultiplayerSpawner, rset                 package codec/multiplayer
//
// # Dialects
//
// A packet does not say which engine wrote it, and engines number the types differently. So the
// codec must know the dialect:
//
//	dialect        engine                   tried with          values recorded by
//	Godot4         Godot 4.4 and later      Godot 4.6 single    Godot 4.6 single, Godot 4.6 double
//	Godot43        Godot 4.3                –                   –
//	Godot40        Godot 4.0 to 4.2         –                   Godot 4.2 single
//	Godot3         Godot 3.1 to 3.6         Godot 3.2.3 single  Godot 3.2 single
//	Godot30        Godot 3.0                –                   –
//	Pandemonium5   Pandemonium 5            –                   Pandemonium 5.3 single
//	Pandemonium38  Pandemonium 3.8 to 4.9   –                   –
//	Pandemonium35  Pandemonium 3.5 to 3.7   –                   –
//
// Godot4 is the default. If the engine in the third column is installed, tests exchange values with
// it. Tests also read values that the engines in the last column have written.
//
// Pandemonium is an engine that began as a copy of Godot 3. It has more types, and different IDs.
//
// Decoding with the wrong dialect usually fails. If the bytes are a Dictionary or an Array of
// another engine, the error names the right dialect, see [DialectError]. inspect.Detect tries all
// dialects.
//
// A dialect is data that never changes: the list of types and about a dozen facts. Compare dialects
// with ==, as in c.Dialect() == codec.Godot3. For your own engine, package variant/dialect makes a
// dialect from a dialect.Spec.
//
// # The published documents
//
// The documentation of the engines has a page "Binary serialization API". Four versions of it are
// dialects too. They follow the page to the letter, and are for data of programs that follow a page
// instead of an engine:
//
//   - [DocsGodot32]: the [page of Godot 3.2]
//   - [DocsGodot3]: the [page of Godot 3.5], in Spanish
//   - [DocsGodot4]: the [page of Godot 4.2], in Japanese
//   - [DocsPandemonium]: the [page of Pandemonium]
//
// The engines do not write what the pages say in these points, among others:
//
//   - The pages of Godot 4.2 and Pandemonium have other IDs than the engines.
//   - The pages show a Basis column by column. The engines write it row by row.
//   - On the page of Godot 3.2 an int has 8 bytes and a float has 4. Engines choose the size by the
//     value, and set a flag.
//   - On the pages every "Float" field has 8 bytes in double precision, in colors too. Godot 4
//     writes colors in 4 bytes each component, and sets a flag in headers of double precision.
//     Godot 3 has no double precision.
//   - The pages mark shared containers in bit 31 of the count, which Godot 3 and 4 ignore.
//   - Engines end each text of a PackedStringArray with a NUL. The pages do not mention it.
//   - On the page of Godot 4.2 the count of a PackedInt64Array has 8 bytes. In engines it has 4.
//
// # Precision
//
// Components of vectors are float64 in Go, which holds both precisions. Encoding in single
// precision rounds them as the engine does; with Options.Exact rounding is an error. Engines
// built with precision=double set a flag in the header of each value. Decoding follows that flag
// and not Options.Precision. An int or float takes 4 or 8 bytes by its value, in either
// precision, and a color is always written in single precision. Package codec/exact lists the
// numbers of a value that change.
//
// NaN payloads, -0, infinities and denormals are kept bit by bit. There are two exceptions, as in
// the engine: a float that is a signalling NaN becomes a quiet NaN if it is written in 4 bytes, and
// all NaN are the same key of a Dictionary.
//
// # Go values
//
// [Marshal] and [Unmarshal] convert between packets and Go structs, slices, maps and numbers,
// without values of package variant in between. The comments of [Codec.Marshal] and
// [Codec.Unmarshal] have the tags of fields and the tables of conversions. [ToVariant] and
// [FromVariant] do the same with values instead of packets.
//
// # Streams
//
// An [Encoder] writes each value as one frame, in one Write. A [Decoder] reads only the bytes of
// one frame, so the connection can be used in other ways afterwards. After a bad packet in a
// complete frame the next frame can still be read. [Decoder.All] ranges over the values of a
// stream, and [All] ranges over them as values of a Go type.
//
// A relay, which passes messages on, can use [Raw]: a packet that was checked and is kept as bytes.
//
// # Reading in place
//
// A [Scanner] reads a packet token by token, without building values. With it a program looks at
// one key of a message, indexes a record of any length, or finds the readable part of a damaged
// packet. Package codec/inspect prints all bytes of a packet and their meaning.
//
// # From one engine to another
//
// Package codec/convert converts a value from one dialect to another, and reports each part that
// was replaced, rounded or lost. It does the same for whole save files.
//
// # Types of your own
//
// A [Registry] lists the types to decode. Register adds a type that only your programs
// know, Replace decodes a built-in type as a type of your own.
//
// # Security
//
// Decoding is safe for bytes from peers that you do not trust:
//
//   - No input makes it panic, loop forever or recurse without limit. The depth is
//     limited to 1024, and to 512 in WebAssembly, whose stack is small. Fuzz targets of the
//     project test this.
//   - Memory grows with the input and not with the counts in it: Decode allocates at most 16 bytes
//     for each byte of input, and 4 KiB; the file ALLOCATION.md has all entry points. If a count
//     needs more bytes than the data has, decoding stops with an error at once. Counts of nested
//     containers are added, so two counts can't claim the same bytes.
//   - Time grows with the input. Dictionary keys are hashed with a seed that is new
//     in every process. Each byte is hashed once, even if keys are nested deeply. Tests
//     measure this.
//   - Nothing is executed, instantiated or loaded. Without Options.FullObjects a full
//     object is an error before its class is read. With it, full objects are plain
//     data.
//   - An accepted packet has one meaning, the same as in an engine. Default mode rejects trailing
//     bytes, meaningless header bits, invalid UTF-8 and elements of the wrong type, because a
//     filter and an engine could read these as different values. Tests compare this with the
//     recorded answers of engines to thousands of damaged packets, and with a running engine.
//     Strict mode also rejects NUL in text and duplicate keys; use it for a filter in front of an
//     engine.
//   - Text is the exception: engines end it at a NUL, and drop a byte order mark (U+FEFF) at its
//     start. This package keeps both. Strict mode rejects the NUL, but no mode rejects the mark. A
//     filter that compares text has to remove it first.
//   - Values never alias the input. [Valid] runs the same code as decoding, so both
//     always agree.
//   - Encoding never panics, with any value. After an error the caller's slice is
//     unchanged.
//
// An operator should do the following:
//
//   - Set Limits.MaxFrame to the longest message that the game sends.
//   - Set deadlines on connections, because a frame may arrive byte by byte.
//   - Limit the number of connections and messages; the codec does not count them.
//   - Leave FullObjects off.
//   - Set Finite if the server passes values on to other players: one NaN in a position is enough
//     to make a client's scene vanish.
//   - Log errors with their text, which quotes only a few bytes of the input. Log values with %v
//     only if they are small, and not with %+v.
//
// To report a security problem, write to the maintainers before you open an issue:
// .github/SECURITY.md describes the way.
//
// # Errors
//
// Most errors are a [variant.Error]: it says which operation failed (decode, encode, convert), at
// which offset of the packet, under which path of the value, and why. errors.Is finds the kind,
// such as [variant.ErrTruncated], and errors.As finds the parts. The file ERRORS.md beside this
// package lists the type, the Op and the kinds of all functions of the module.
//
// If the packet seems to have another dialect than the codec, the error wraps a [DialectError]. The
// error is [ErrGoType] for a Go type that has no form in Godot. The cause is then the program and
// not the data.
//
// # Allocation
//
// Memory grows with the input and not with the counts in it. The file
// ALLOCATION.md beside this package has the factor for each entry point.
//
// Unmarshal allocates the memory of the Go type: up to 2.4 times the size of the type for each item
// of a slice. An item is at least 4 bytes of data, and 8 for a struct. For data that you do not
// trust, avoid large types, such as [64]int, as items of slices and maps.
//
// Limits bound the input itself. Limits.MaxFrame is for the packets of a stream. Limits.MaxSize is
// for packets that are encoded, and for text, JSON and files that are read or written.
// savefile.Limits.MaxSize is for the plain bytes of a save file. String, %v and %+v end after 64
// MiB of text.
//
// [page of Godot 3.2]: https://docs.godotengine.org/en/3.2/tutorials/misc/binary_serialization_api.html
// [page of Godot 3.5]: https://docs.godotengine.org/es/3.5/tutorials/io/binary_serialization_api.html
// [page of Godot 4.2]: https://docs.godotengine.org/ja/4.x/tutorials/io/binary_serialization_api.html
// [page of Pandemonium]: https://git.relintai.net/Relintai/pandemonium_engine_docs/src/commit/825f622aa59c9b40336ebc3446d55dcd5dbf8393/03_usage/07_io/binary_serialization_api.md
package codec
