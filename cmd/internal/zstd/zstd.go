// Package zstd adapts the Zstandard codec of github.com/klauspost/compress for package savefile.
// Godot writes such files with
//
//	FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
//
// The package does what codec/savefile/zstd does, whose tests check it with engines.
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"godotvariant/codec/savefile"
)

// Codec returns Zstandard for savefile.Options.Compressors[savefile.Zstandard]. Any
// number of readers and writers may share it, on any goroutines.
func Codec() (savefile.Compressor, error) {
	// An engine can't read a block without a frame. Files with a multiple of 4096 bytes end with an
	// empty block, so zero-length frames are needed, too.
	enc, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	// The capacity of dst limits the size of a block. A stream of a few bytes can claim to have
	// gigabytes.
	dec, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	return savefile.Compressor{
		Compress:   func(dst, src []byte) ([]byte, error) { return enc.EncodeAll(src, dst), nil },
		Decompress: func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) },
	}, nil
}
