package compile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSqueeze: the squeezed program has the same data in fewer segments, but without the names
// of functions.
func TestSqueeze(t *testing.T) {
	section := []byte("\x02\x00\x41\x04\x0b\x02ab\x00\x41\xc4\x00\x0b\x03cde")
	memory, err := readSegments(section)
	require.NoError(t, err)
	want := "\x01\x00\x41\x04\x0b\x43ab" + string(make([]byte, 62)) + "cde"
	assert.Equal(t, want, string(writeSegments(memory)))

	head := "\x00asm\x01\x00\x00\x00\x0b"
	for wasm, says := range map[string]string{
		head + "\x11" + string(section):                 "the table of functions that go1.",
		head + "\x12" + string(section):                 "section 11 of the program is cut",
		head + "\x11\x01\x00\x42" + string(section[3:]): "not the data of a Go program",
	} {
		_, err := squeeze([]byte(wasm))
		assert.ErrorContains(t, err, says)
	}

	const traced, shown = "main.progress", "The file is not damaged"
	p, err := New(t.Context())
	require.NoError(t, err)
	assert.NotContains(t, string(p.Wasm), traced)
	assert.Contains(t, string(p.Wasm), shown)
}
