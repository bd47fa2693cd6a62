package resource_test

import (
	"bytes"
	"testing"

	"godotvariant/codec/resource"
)

// FuzzText reads any text as a file.
func FuzzText(f *testing.F) {
	for _, data := range samples(f) {
		if !bytes.HasPrefix(data, []byte("RS")) {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data, resource.Options{MaxSize: 1 << 20}) })
}

// FuzzBinary reads any bytes as a file.
func FuzzBinary(f *testing.F) {
	for _, data := range samples(f) {
		if bytes.HasPrefix(data, []byte("RS")) {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data, resource.Options{MaxSize: 1 << 20}) })
}
