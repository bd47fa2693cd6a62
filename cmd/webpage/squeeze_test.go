package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The squeezed program has the same data, in fewer segments, but for the names of functions.
func TestSqueeze(t *testing.T) {
	wasm := []byte("\x00asm\x01\x00\x00\x00\x0b\x11\x02\x00\x41\x04\x0b\x02ab\x00\x41\xc4\x00\x0b\x03cde")
	want := "\x00asm\x01\x00\x00\x00\x0b\x49\x01\x00\x41\x04\x0b\x43ab" +
		string(make([]byte, 62)) + "cde"
	assert.Equal(t, want, string(squeeze(wasm)))

	cut := wasm[:len(wasm)-1]
	assert.Equal(t, cut, squeeze(cut))

	const traced, shown = "main.progress", "the file is not damaged"
	p, err := compile(t.Context())
	require.NoError(t, err)
	assert.NotContains(t, string(p.wasm), traced)
	assert.Contains(t, string(p.wasm), shown)
}
