package codec_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// badInput is a case of testdata/badinputs.json: what to expect in default mode, and in
// strict and lenient mode if that differs.
type badInput struct {
	Name, Dialect, Group, Why string
	Hex                       vectors.Bytes
	outcome
	Strict, Lenient *outcome
	Options         struct {
		AllowObjects bool `json:"allow_objects"`
	}
	Framing, Reader string
	Values          int
	MaxAllocBytes   int `json:"max_alloc_bytes"`
	MaxAllocFactor  int `json:"max_alloc_factor"`
}

type outcome struct {
	Expect, Error string
	Offset        *int
	Reencoded     vectors.Bytes
}

// in returns what to expect in a mode.
func (c *badInput) in(m codec.Mode) outcome {
	switch {
	case m == codec.Strict && c.Strict != nil:
		return *c.Strict
	case m == codec.Lenient && c.Lenient != nil:
		return *c.Lenient
	default:
		return c.outcome
	}
}

// kinds are the errors by their names in badinputs.json.
var kinds = map[string]error{
	"truncated": variant.ErrTruncated, "length": variant.ErrLength, "type": variant.ErrUnknownType,
	"flags": variant.ErrFlags, "depth": variant.ErrDepth, "utf8": variant.ErrUTF8,
	"object":   variant.ErrObject,
	"nodepath": variant.ErrNodePath, "elemtype": variant.ErrElementType,
	"trailing": variant.ErrTrailing,
	"limit":    variant.ErrLimit, "padding": variant.ErrPadding, "bool": variant.ErrBool,
	"nul":    variant.ErrNUL,
	"dupkey": variant.ErrDuplicateKey, "eof": io.EOF, "noprogress": io.ErrNoProgress,
}

var dialects = map[string]*variant.Dialect{"godot3": codec.Godot3, "godot4": codec.Godot4}

func loadBadInputs(t testing.TB) []badInput {
	data, err := os.ReadFile(vectors.Path("badinputs.json"))
	require.NoError(t, err)
	var cases []badInput
	require.NoError(t, json.Unmarshal(data, &cases))
	require.Len(t, cases, 657)
	return cases
}

var modes = map[string]codec.Mode{"default": codec.Default, "strict": codec.Strict,
	"lenient": codec.Lenient}

// TestBadInputs decodes every case that is one packet in the three modes.
func TestBadInputs(t *testing.T) {
	for _, c := range loadBadInputs(t) {
		if c.Framing != "" || c.Reader != "" {
			continue // see TestStreamBadInputs
		}
		for name, mode := range modes {
			t.Run(c.Name+"/"+name, func(t *testing.T) { c.check(t, mode) })
		}
	}
}

func (c *badInput) codec(mode codec.Mode) *codec.Codec {
	o := codec.Options{Dialect: dialects[c.Dialect], Mode: mode,
		FullObjects: c.Options.AllowObjects}
	if strings.HasSuffix(c.Name, "_64") { // written by a double-precision build
		o.Precision = variant.Double
	}
	return codec.MustNew(o)
}

func (c *badInput) check(t *testing.T, mode codec.Mode) {
	want := c.in(mode)
	cd := c.codec(mode)
	input := string(c.Hex)
	v, err := cd.Decode(c.Hex)
	require.Equal(t, input, string(c.Hex), "the input is unchanged")
	validErr := cd.Valid(c.Hex)

	if want.Expect == "error" {
		require.Nil(t, v)
		requireKind(t, err, want, c.Why)
		require.Equal(t, err, validErr)
		return
	}

	require.NoError(t, err, c.Why)
	require.NoError(t, validErr)
	out := testkit.Encode(t, cd, v)
	expected := c.Hex

	if want.Expect == "ok" {
		expected = want.Reencoded
	}

	require.Equal(t, []byte(expected), out, c.Why)

	requireAsPart(t, cd, v)
}

// requireAsPart encodes and decodes v as an item, a value and a key.
func requireAsPart(t *testing.T, cd *codec.Codec, v variant.Variant) {
	for _, around := range []variant.Variant{
		variant.NewArray(v, v),
		variant.NewDictionary(variant.KV("a", v)),
		variant.NewDictionary(variant.Pair{Key: v, Value: v}),
	} {
		packet, err := cd.Encode(around)
		if err != nil {
			require.ErrorIs(t, err, variant.ErrDepth)
			continue
		}

		got, err := cd.Decode(packet)
		require.NoError(t, err, "%#v", around)
		require.True(t, variant.Equal(around, got), "%#v", around)
		require.NoError(t, cd.Valid(packet))
	}
}

func requireKind(t *testing.T, err error, want outcome, why string) {
	t.Helper()
	require.ErrorIs(t, err, kinds[want.Error], why)
	var e *variant.Error
	require.True(t, errors.As(err, &e))
	if want.Offset != nil {
		require.Equal(t, *want.Offset, e.Offset, "%v: %s", err, why)
	}
}

// TestBadInputAllocation checks the limits of allocation that some bad inputs name.
func TestBadInputAllocation(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}

	n := 0
	for _, c := range loadBadInputs(t) {
		if c.Framing != "" || c.Reader != "" || c.MaxAllocBytes+c.MaxAllocFactor == 0 {
			continue
		}

		n++
		most := uint64(c.MaxAllocBytes)
		if most == 0 {
			most = uint64(c.MaxAllocFactor * len(c.Hex))
		}

		for name, mode := range modes {
			cd := c.codec(mode)
			_, _ = cd.Decode(c.Hex) // what a Reader keeps
			got := testkit.LeastAllocated(most, func() { _, _ = cd.Decode(c.Hex) })
			assert.LessOrEqual(t, got, most, "%s/%s", c.Name, name)
		}
	}

	require.Greater(t, n, 50)
}
