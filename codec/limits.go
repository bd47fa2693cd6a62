package codec

// Limits bound the memory and time that one value can cost. Zero means the default.
type Limits struct {
	// MaxDepth is the greatest depth of nested values. The outermost value has
	// depth 0. Default and maximum: 1024, as in the engine. It applies to
	// encoding and decoding.
	MaxDepth int
	// MaxFrame is the length of the longest frame or packet that a stream
	// accepts, in bytes. Default: 8 MiB, as in the engine's packet peers
	// (encode_buffer_max_size). It applies to [Encoder] and [Decoder] only, and not to packets
	// in memory.
	MaxFrame int
	// MaxSize is the greatest length in bytes of a packet that encoding makes, and of text, JSON,
	// settings and resources that are written or read. A value that contains the same part many
	// times can be small in memory, and have a very long packet. Default: 256 MiB, the maximum of
	// an engine's packet peer.
	MaxSize int
}
