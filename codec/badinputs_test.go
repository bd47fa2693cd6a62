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
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

// badInput is a case of testdata/badinputs.json. It has the expected result in default mode, and
// the expected results in strict and lenient mode if they differ.
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

// in returns the expected result of decoding the case in mode m.
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

// kinds maps the names of errors in badinputs.json to the errors.
var kinds = map[string]error{
	"truncated": variant.ErrTruncated, "length": variant.ErrLength, "type": variant.ErrUnknownType,
	"flags": variant.ErrFlags, "depth": variant.ErrDepth, "utf8": variant.ErrUTF8,
	"object": variant.ErrObject, "nodepath": variant.ErrNodePath,
	"elemtype": variant.ErrElementType, "trailing": variant.ErrTrailing, "limit": variant.ErrLimit,
	"padding": variant.ErrPadding, "bool": variant.ErrBool, "nul": variant.ErrNUL,
	"dupkey": variant.ErrDuplicateKey, "unsupported": variant.ErrUnsupported, "eof": io.EOF,
	"noprogress": io.ErrNoProgress,
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

// TestBadInputs decodes every case that is one packet, in the three modes. TestStreamBadInputs
// reads the cases that are streams.
func TestBadInputs(t *testing.T) {
	limited := 0
	for _, c := range loadBadInputs(t) {
		if c.Framing != "" || c.Reader != "" {
			continue
		}

		if c.MaxAllocBytes+c.MaxAllocFactor > 0 {
			limited++
		}

		for name, mode := range modes {
			t.Run(c.Name+"/"+name, func(t *testing.T) { c.check(t, mode) })
		}
	}

	require.Greater(t, limited, 50)
}

func (c *badInput) codec(mode codec.Mode) *codec.Codec {
	s := settings{Dialect: dialects[c.Dialect], Full: c.Options.AllowObjects}
	if strings.HasSuffix(c.Name, "_64") { // the packet is from a double-precision build
		s.Precision = variant.Double
	}
	return s.In(mode)
}

func (c *badInput) check(t *testing.T, mode codec.Mode) {
	want, cd, input := c.in(mode), c.codec(mode), string(c.Hex)
	v, err := cd.Decode(c.Hex)
	require.Equal(t, input, string(c.Hex), "the input is unchanged")
	require.Equal(t, err, cd.Valid(c.Hex))
	c.checkAllocation(t, cd)

	if want.Expect == "error" {
		require.Nil(t, v)
		requireKind(t, err, want, c.Why)
		return
	}

	expected := c.Hex
	if want.Expect == "ok" {
		expected = want.Reencoded
	}

	require.NoError(t, err, c.Why)
	require.Equal(t, []byte(expected), testkit.Encode(t, cd, v), c.Why)
	requireAsPart(t, cd, v)
}

// checkAllocation requires that decoding allocates no more than the case allows.
func (c *badInput) checkAllocation(t *testing.T, cd *codec.Codec) {
	most := max(uint64(c.MaxAllocBytes), uint64(c.MaxAllocFactor*len(c.Hex)))
	if most > 0 && !testkit.Raced { // with the race detector, allocations can't be counted
		got := testkit.LeastAllocated(most, func() { _, _ = cd.Decode(c.Hex) })
		assert.LessOrEqual(t, got, most)
	}
}

// requireAsPart requires that v can be encoded and decoded inside containers: as an item of an
// Array, and as a value and a key of a Dictionary.
func requireAsPart(t *testing.T, cd *codec.Codec, v variant.Variant) {
	for _, around := range []variant.Variant{
		variant.NewArray(v, v),
		variant.NewDictionary(variant.KV("a", v)),
		variant.NewDictionary(pair(v, v)),
	} {
		packet, err := cd.Encode(around)
		if err != nil {
			require.ErrorIs(t, err, variant.ErrDepth)
			continue
		}

		testkit.RequireEqual(t, around, testkit.Decode(t, cd, packet))
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
