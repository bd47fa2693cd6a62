package savefile

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"godotvariant/internal/fastlz"
	"godotvariant/variant"
)

// compressorOf returns the Compressor of a compression. The built-in Compressors keep state, so
// each reader and writer gets its own.
func (o Options) compressorOf(c Compression) (Compressor, error) {
	if known, ok := o.Compressors[c]; ok {
		return known, nil
	}

	switch c {
	case FastLZ:
		return Compressor{
			Compress: func(dst, src []byte) ([]byte, error) {
				return fastlz.Compress(dst, src), nil
			},
			Decompress: decompressFastLZ,
		}, nil

	case Deflate:
		return Compressor{Compress: deflater(), Decompress: inflater(zlibReader())}, nil
	case Gzip:
		return Compressor{Compress: gzipper(), Decompress: inflater(gzipReader())}, nil

	case Zstandard:
		return Compressor{}, fmt.Errorf("%w: Zstandard is not built in: "+
			"import the module codec/savefile/zstd and put its Compressor "+
			"into Options.Compressors[savefile.Zstandard]", variant.ErrUnsupported)

	case Brotli:
		return Compressor{}, fmt.Errorf("%w: Brotli is not built in, and no engine writes it: "+
			"put a savefile.Compressor into Options.Compressors[savefile.Brotli]",
			variant.ErrUnsupported)
	}

	return Compressor{}, fmt.Errorf("%w: %s, known are 0 to %d", variant.ErrUnsupported, c,
		len(compressionNames)-1)
}

// A resetter is a zlib.Writer or a gzip.Writer.
type resetter interface {
	io.WriteCloser
	Reset(w io.Writer)
}

func deflater() func(dst, src []byte) ([]byte, error) {
	return streamCompressor(zlib.NewWriter(nil), func() {})
}

func gzipper() func(dst, src []byte) ([]byte, error) {
	w := gzip.NewWriter(nil)
	// Engines on Linux write 3 as the operating system in the gzip header. Each Reset clears the
	// field, so it is set again before each block.
	return streamCompressor(w, func() { w.OS = 3 })
}

func streamCompressor(w resetter, prepare func()) func(dst, src []byte) ([]byte, error) {
	return func(dst, src []byte) ([]byte, error) {
		out := bytes.NewBuffer(dst)
		w.Reset(out)
		prepare()

		if _, err := w.Write(src); err != nil {
			return dst, err
		}
		if err := w.Close(); err != nil {
			return dst, err
		}

		return out.Bytes(), nil
	}
}

// inflater returns a function that reads one stream into the free capacity of dst.
func inflater(newReader func(src []byte) (io.Reader, error)) func(_, _ []byte) ([]byte, error) {
	return func(dst, src []byte) ([]byte, error) {
		r, err := newReader(src)
		if err != nil {
			return dst, err
		}

		n, err := io.ReadFull(r, dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]

		// After EOF the stream has ended, or it is cut off. The next read tells these two cases
		// apart.
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return dst, err
		}

		var extra [1]byte
		n, err = io.ReadFull(r, extra[:])
		switch {
		case n > 0:
			return dst, errors.New("stream is longer than its block")
		case err != io.EOF:
			return dst, err
		}

		return dst, nil
	}
}

func zlibReader() func(src []byte) (io.Reader, error) {
	var r io.Reader
	return func(src []byte) (io.Reader, error) {
		if r == nil {
			first, err := zlib.NewReader(bytes.NewReader(src))
			if err == nil {
				r = first
			}
			return first, err
		}
		return r, r.(zlib.Resetter).Reset(bytes.NewReader(src), nil)
	}
}

func gzipReader() func(src []byte) (io.Reader, error) {
	r := new(gzip.Reader)
	return func(src []byte) (io.Reader, error) {
		if err := r.Reset(bytes.NewReader(src)); err != nil {
			return nil, err
		}
		r.Multistream(false)
		return r, nil
	}
}

// blockError wraps the error of a decompressor in an error of this package. If a stream ends too
// early, the kind is ErrFormat and not variant.ErrTruncated, because the file has all bytes of the
// block.
func blockError(err error) error {
	switch {
	case errors.Is(err, variant.ErrUnsupported):
		return err
	case errors.Is(err, zlib.ErrChecksum), errors.Is(err, gzip.ErrChecksum):
		return fmt.Errorf("%w: %w", ErrChecksum, err)
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return fmt.Errorf("%w: the stream ends too early", ErrFormat)
	}

	return fmt.Errorf("%w: %w", ErrFormat, err)
}

var errLevel = fmt.Errorf("%w: FastLZ level above 1, which no engine writes into save files",
	variant.ErrUnsupported)

// decompressFastLZ appends the decompressed stream to dst, within its capacity.
func decompressFastLZ(dst, src []byte) ([]byte, error) {
	if len(src) > 0 && src[0]>>5 != 0 {
		return dst, errLevel
	}
	return fastlz.Decompress(dst, src, cap(dst)-len(dst))
}
