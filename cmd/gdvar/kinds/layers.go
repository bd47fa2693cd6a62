package kinds

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/savefile"
)

// Layers returns the layers that can be detected: the result of PackedByteArray.compress in Godot,
// files of gzip, zlib and zstd, and the text of Marshalls.raw_to_base64 and variant_to_base64.
func Layers() []document.Layer {
	return []document.Layer{
		{Name: "gzip", Is: begins(0x1f, 0x8b, 8), Open: openGzip, Close: closeGzip},
		{Name: "zlib", Is: isZlib, Open: openZlib, Close: closeZlib},
		{Name: "zstd", Is: begins(0x28, 0xb5, 0x2f, 0xfd), Open: openZstd, Close: closeZstd},
		{Name: "base64", Is: isBase64, Open: openBase64, Close: closeBase64},
	}
}

// LayerByName returns the layer with this name.
func LayerByName(name string) (document.Layer, bool) {
	for _, l := range append(Layers(), FastLZ) {
		if l.Name == name {
			return l, true
		}
	}

	return document.Layer{}, false
}

func begins(magic ...byte) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, magic) }
}

// isZlib reports whether bytes begin with a header of zlib: a window of 32 KiB, and a correct
// check.
func isZlib(head []byte) bool {
	return len(head) > 2 && head[0] == 0x78 && (int(head[0])<<8|int(head[1]))%31 == 0
}

func openGzip(data []byte, most int64) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	return inflated(r, most)
}

func closeGzip(data, _ []byte) ([]byte, error) {
	var b bytes.Buffer
	return deflated(gzip.NewWriter(&b), &b, data)
}

func openZlib(data []byte, most int64) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	return inflated(r, most)
}

func closeZlib(data, _ []byte) ([]byte, error) {
	var b bytes.Buffer
	return deflated(zlib.NewWriter(&b), &b, data)
}

func openZstd(data []byte, most int64) ([]byte, error) {
	r, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, document.ErrNoLayer
	}
	defer r.Close()

	return inflated(r, most)
}

func closeZstd(data, _ []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}

	return deflated(w, &b, data)
}

// inflated reads a stream to its end. An error at any place means that the file does not have the
// layer, because the first bytes of a save may look like a header.
func inflated(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", savefile.ErrLimit, most)
	}

	return b, nil
}

func deflated(w io.WriteCloser, b *bytes.Buffer, data []byte) ([]byte, error) {
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}

	return b.Bytes(), nil
}

// minBase64 is the length of the shortest text that is detected as base64: that of a Dictionary.
const minBase64 = 12

func isBase64(head []byte) bool {
	head = bytes.TrimRight(head, "\r\n")
	if len(head) < minBase64 {
		return false
	}

	return !bytes.ContainsFunc(bytes.TrimRight(head, "="), func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') &&
			r != '+' && r != '/'
	})
}

func openBase64(data []byte, _ int64) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(string(bytes.TrimRight(data, "\r\n")))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	return b, nil
}

func closeBase64(data, old []byte) ([]byte, error) {
	b := base64.StdEncoding.AppendEncode(nil, data)
	return append(b, old[len(bytes.TrimRight(old, "\r\n")):]...), nil
}
