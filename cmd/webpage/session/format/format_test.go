package format_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/codec/savefile"
)

// TestParseBytes: bytes are read in each form that people paste.
func TestParseBytes(t *testing.T) {
	for text, want := range map[string]string{
		"05 00 ff":                   "\x05\x00\xff",
		"0x05,0x00, 0xFF":            "\x05\x00\xff",
		`\x05\x00:ff`:                "\x05\x00\xff",
		"BQD/":                       "\x05\x00\xff",
		"BQD_":                       "\x05\x00\xff", // the alphabet of URLs
		"BQ==":                       "\x05",
		"[5, 0, 255]":                "\x05\x00\xff",
		"PackedByteArray(5, 0, 255)": "\x05\x00\xff",
		" \n[]":                      "",
	} {
		got, err := format.ParseBytes(text)
		require.NoError(t, err, text)
		require.Equal(t, want, string(got), text)
	}

	for text, want := range map[string]string{
		"": "there are no bytes", "05 0": "3 hexadecimal digits", "[256]": "[0] is 256",
		"Vector2(1, 2)": "a Vector2 is not a list", "?": "neither hexadecimal digits nor base64",
	} {
		_, err := format.ParseBytes(text)
		require.ErrorContains(t, err, want, text)
	}
}

// TestParseList: each item of a list is a number from 0 to 255.
func TestParseList(t *testing.T) {
	for text, want := range map[string]string{
		`[5, "x"]`: `[1] is "x"`, "[5, 1.5]": "[1] is 1.5", "[-1]": "[0] is -1",
		"[0, 256]": "[1] is 256", "Vector2(1, 2)": "a Vector2 is not a list",
	} {
		_, err := format.ParseBytes(text)
		require.ErrorContains(t, err, want, text)
	}
}

// TestEngineNames: EngineByName finds the engine of each choice by the name of the choice.
func TestEngineNames(t *testing.T) {
	for _, c := range format.EngineChoices() {
		e, _ := format.EngineByName(c.Name)
		require.Equal(t, c.Name, e.Name())
		require.Equal(t, c.Label, e.Label())
	}
}

// TestParseKey: a key is text of 32 bytes, or 32 bytes in a form of ParseBytes.
func TestParseKey(t *testing.T) {
	key, err := format.ParseKey(strings.Repeat("k", 32))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("k", 32), string(key))

	key, err = format.ParseKey(strings.Repeat("6b", 32))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("k", 32), string(key))

	_, err = format.ParseKey("6b6b")
	require.ErrorContains(t, err, "A key has 32 bytes")
	require.ErrorContains(t, errors.Unwrap(err), "this has 2")
}

// TestEngines: EngineByName finds each engine that the page offers. The name of each choice that
// AllReaders returns consists of the name of an engine and the name of a frame.
func TestEngines(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range format.EngineChoices() {
		e, ok := format.EngineByName(c.Name)
		require.True(t, ok, c.Name)
		require.Equal(t, e, format.EngineOf(e.Dialect, e.Precision))
		require.False(t, seen[c.Name] || seen[c.Label], "names and labels differ: %s", c.Name)
		seen[c.Name], seen[c.Label] = true, true
	}

	_, ok := format.EngineByName("godot5")
	require.False(t, ok)

	readers := format.AllReaders()
	require.Len(t, readers, len(format.EngineChoices())*len(frame.All))
	for _, r := range readers {
		engine, framing, _ := strings.Cut(r.Name, " ")
		_, ok := format.EngineByName(engine)
		_, known := frame.ByName(framing)
		require.True(t, ok && known, r.Name)
	}
}

// TestContainers: each container that can be written has a name, and the name means this container.
func TestContainers(t *testing.T) {
	for _, c := range format.ContainerChoices(savefile.Info{})[2:5] {
		compression, ok := format.CompressionByName(c.Name)
		require.True(t, ok, c.Name)

		info := savefile.Info{Container: savefile.Compressed, Compression: compression}
		require.Equal(t, c.Name, format.ContainerName(info))
		require.Contains(t, format.ContainerText(info), c.Name)
	}

	_, ok := format.CompressionByName("Brotli")
	require.False(t, ok, "no engine writes it")
	require.Equal(t, format.Encrypted,
		format.ContainerName(savefile.Info{Container: savefile.Encrypted4}))
}
