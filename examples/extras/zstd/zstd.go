// Package zstd connects the Zstandard of github.com/klauspost/compress to package savefile, for the
// files of
//
//	FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
//
// It is short, to be copied. The root module does not have it, so that only programs that read such
// files depend on a compressor.
//
//	go test -v ./zstd    # in the directory examples/extras
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"godotvariant/codec/savefile"
)

// Codec returns Zstandard for savefile.Options.Compressors[savefile.Zstandard]. Any number of
// readers and writers may share it, on any goroutines.
func Codec() (savefile.Compressor, error) {
	// An engine needs a frame in each block, even in the empty block at the end of a file whose
	// size is a multiple of 4096 bytes.
	enc, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	// The capacity of dst limits a block. A stream of a few bytes can promise gigabytes.
	dec, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return savefile.Compressor{}, err
	}

	return savefile.Compressor{
		Compress:   func(dst, src []byte) ([]byte, error) { return enc.EncodeAll(src, dst), nil },
		Decompress: func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) },
	}, nil
}
