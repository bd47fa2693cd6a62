// Package zstd has the Zstandard of github.com/klauspost/compress for packages savefile and
// resource. It reads and writes the files of
//
//	FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
//
// and the compressed .res and .scn of Godot 4. It is a module of its own, so that only programs
// that have such files depend on the compressor:
//
//	o.Compressors = map[savefile.Compression]savefile.Compressor{savefile.Zstandard: zstd.Compressor()}
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"godotvariant/codec/savefile"
)

// Compressor returns Zstandard for the field Compressors of savefile.Options and resource.Options,
// under the key savefile.Zstandard. Any number of readers and writers may share it, in any
// goroutines. Make one for a program: it keeps memory for the next block.
func Compressor() savefile.Compressor {
	// An engine needs a frame in each block, and also in the empty block at the end of a file whose
	// size is a multiple of 4096 bytes.
	enc, encErr := zstd.NewWriter(nil, zstd.WithZeroFrames(true))

	// The capacity of dst limits a block. A stream of a few bytes can promise gigabytes.
	dec, decErr := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))

	return savefile.Compressor{
		Compress: func(dst, src []byte) ([]byte, error) {
			if encErr != nil {
				return nil, encErr
			}
			return enc.EncodeAll(src, dst), nil
		},
		Decompress: func(dst, src []byte) ([]byte, error) {
			if decErr != nil {
				return nil, decErr
			}
			return dec.DecodeAll(src, dst)
		},
	}
}
