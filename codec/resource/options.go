package resource

import (
	"fmt"

	"godotvariant/codec/savefile"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Options say what [Decode] takes. The zero value is right for files from anywhere, but does not
// read files that are compressed with Zstandard.
type Options struct {
	// MaxSize is the greatest length in bytes of the file, and of the inflated bytes of a
	// compressed file. 0 means 256 MiB.
	MaxSize int
	// MaxDepth is how deep values may nest. 0 means 100. The maximum is 1024.
	MaxDepth int
	// Precision rounds the components of vectors and the like in text, as engines do when they read
	// it. Double is for engines that are built with precision=double. A binary file contains its
	// precision.
	Precision variant.Precision
	// Compressors adds compressions for files that begin with RSCC. Engines write Zstandard, which
	// this module does not have; package savefile shows how to add it. The compressions of package
	// savefile are built in.
	Compressors map[savefile.Compression]savefile.Compressor
	// UnswappedArrays reads packed arrays of numbers in a big-endian file as engines do: in
	// little-endian order, although they wrote them in big-endian order.
	UnswappedArrays bool
}

const (
	defaultMaxSize  = 256 << 20
	defaultMaxDepth = 100

	// maxInflation limits the inflated bytes for each byte of a compressed file. Engines write
	// blocks of 4096 bytes, each of which takes at least 13 bytes.
	maxInflation = 1024
)

// checked fills in the defaults, and returns an error for invalid options.
func (o Options) checked() (Options, error) {
	if o.MaxSize < 0 || o.MaxDepth < 0 || o.MaxDepth > forms.MaxDepth {
		why := fmt.Sprintf("MaxSize %d, MaxDepth %d (0 to %d)", o.MaxSize, o.MaxDepth,
			forms.MaxDepth)
		return o, failure(0, variant.Because(variant.ErrRange, why))
	}

	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = defaultMaxDepth
	}

	return o, nil
}

// failure returns an error at an offset that concerns no value, so its path is $.
func failure(at int, kind error) error {
	return &variant.Error{Op: "decode", Offset: at, Path: "$", Err: kind}
}
