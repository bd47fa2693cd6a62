// Package zstd has the Zstandard of github.com/klauspost/compress for packages savefile and
// resource. It reads and writes the files of
//
//	FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
//
// and the compressed .res and .scn of Godot 4. It is a separate module, so that only programs that
// need it depend on the compressor:
//
//	o.Compressors = map[savefile.Compression]savefile.Compressor{
//		savefile.Zstandard: zstd.Compressor(),
//	}
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"godotvariant/codec/savefile"
)

// Compressor returns Zstandard for the field Compressors of savefile.Options and resource.Options,
// under the key savefile.Zstandard. Any number of readers and writers may share it, in any
// goroutines. Make one Compressor for the whole program, because it keeps memory for the next
// block.
func Compressor() savefile.Compressor {
	// An engine needs a frame in each block, even in an empty block. The last block is empty if the
	// size of the file is a multiple of 4096 bytes.
	enc, encErr := zstd.NewWriter(nil, zstd.WithZeroFrames(true))

	// The capacity of dst is the limit for a block, because a stream of a few bytes can claim
	// gigabytes.
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
