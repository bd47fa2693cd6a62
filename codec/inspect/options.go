package inspect

import "godotvariant/codec"

// Options configure [Dump].
type Options struct {
	// Codec reads the data. Nil means the codec of codec.Options{}.
	Codec *codec.Codec
	// Framed is true if the data is a sequence of frames, as in store_var files and TCP streams. A
	// frame is a length of 4 bytes and a packet. If Framed is false, the data is one packet.
	Framed bool
	// Framing is the byte order of the lengths, if Framed is true.
	Framing codec.Framing
	// MaxBytes is the greatest number of bytes that Dump shows of one field. 0 means 32.
	MaxBytes int
	// MaxFields is the greatest number of fields and values that Dump shows of one value. 0 means
	// 1000.
	MaxFields int
	// Dump adds Base to the offsets that it shows. If data is a part of a file, set Base to its
	// offset in the file.
	Base int64
}
