package kinds

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"godotvariant/cmd/internal/document"
	"godotvariant/variant"
)

// Layers returns all layers: the result of PackedByteArray.compress in Godot, files of gzip, zlib
// and zstd, and the text of Marshalls.raw_to_base64 and variant_to_base64.
func Layers() []document.Layer {
	return []document.Layer{
		{Name: "gzip", Open: openGzip, Close: closeGzip},
		{Name: "zlib", Open: openZlib, Close: closeZlib},
		{Name: "zstd", Open: openZstd, Close: closeZstd},
		{Name: "base64", Open: openBase64, Close: closeBase64},
		FastLZ,
	}
}

// LayerByName returns the layer with this name.
func LayerByName(name string) (document.Layer, bool) {
	for _, l := range Layers() {
		if l.Name == name {
			return l, true
		}
	}

	return document.Layer{}, false
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

// inflated reads a stream to its end. Any error means that the file does not have the layer. For
// example, the first bytes of a save may look like the header of the layer.
func inflated(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", variant.ErrLimit, most)
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

func openBase64(data []byte, _ int64) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(string(bytes.TrimSpace(data)))
	if err != nil {
		return nil, document.ErrNoLayer
	}

	return b, nil
}

func closeBase64(data, old []byte) ([]byte, error) {
	text := bytes.TrimSpace(old)
	before, after, _ := bytes.Cut(old, text)

	b := base64.StdEncoding.AppendEncode(bytes.Clone(before), data)
	return append(b, after...), nil
}
