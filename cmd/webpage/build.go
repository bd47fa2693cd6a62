package main

import (
	"context"
	"encoding/base64"

	"github.com/klauspost/compress/zstd"

	"godotvariant/cmd/webpage/compile"
)

// build compiles the program and returns the page, which contains it.
func build(ctx context.Context) ([]byte, error) {
	p, err := compile.New(ctx)
	if err != nil {
		return nil, err
	}

	packed, err := pack(p.Wasm)
	if err != nil {
		return nil, err
	}

	return assemble(page{exec: p.Exec, packed: packed})
}

// pack compresses the program with Zstandard and returns it in base64. The window is as large as
// the program. So the result is a tenth smaller than with gzip. ui/unzstd.js reads it.
func pack(wasm []byte) (string, error) {
	const window = 16 << 20

	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(window), zstd.WithEncoderCRC(false),
		zstd.WithSingleSegment(true)) // the header of the frame has the length of the program
	if err != nil {
		return "", err
	}
	defer w.Close()

	return base64.StdEncoding.EncodeToString(w.EncodeAll(wasm, nil)), nil
}
