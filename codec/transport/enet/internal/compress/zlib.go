package compress

import (
	"bytes"
	"compress/zlib"
	"io"
)

// Zlib opens a zlib stream. Godot: ENetConnection.COMPRESS_ZLIB.
func Zlib(dst, src []byte) (int, error) {
	r, err := zlib.NewReader(bytes.NewReader(src))
	if err != nil {
		return 0, err
	}

	n := 0
	for {
		more, err := r.Read(dst[n:])
		n += more
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return 0, err
		case n == len(dst):
			return 0, ErrDamaged
		}
	}
}
