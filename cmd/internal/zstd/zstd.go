// Package zstd lends the Zstandard of github.com/klauspost/compress to package
// savefile, for the files of
//
//	FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
//
// It is a copy of examples/extras/zstd, whose tests try it with engines.
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"godotvariant/codec/savefile"
)

// Codec returns Zstandard for savefile.Options.Compressors[savefile.Zstandard]. Any
// number of readers and writers may share it, on any goroutines.
func Codec() (savefile.Compressor, error) {
	// An engine reads no block without a frame, not even the empty one behind
	// a file of a multiple of 4096 bytes.
	enc, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	// The capacity of dst bounds the size of a block. A stream of a few bytes can
	// promise gigabytes.
	dec, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	return savefile.Compressor{
		Compress:   func(dst, src []byte) ([]byte, error) { return enc.EncodeAll(src, dst), nil },
		Decompress: func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) },
	}, nil
}
