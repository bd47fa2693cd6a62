package variant_test

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// expectation is what one mode makes of a bad input: "ok-roundtrip" and "ok" are
// values, of which the second encodes to other bytes.
type expectation struct {
	Expect, Error, Reencoded string
	Offset                   *int
}

var errorKinds = map[string]error{
	"truncated": variant.ErrTruncated, "length": variant.ErrLength, "type": variant.ErrUnknownType,
	"flags": variant.ErrFlags,
	"depth": variant.ErrDepth, "utf8": variant.ErrUTF8, "object": variant.ErrObject,
	"nodepath": variant.ErrNodePath,
	"elemtype": variant.ErrElementType, "trailing": variant.ErrTrailing, "limit": variant.ErrLimit,
	"padding": variant.ErrPadding,
	"bool":    variant.ErrBool, "nul": variant.ErrNUL, "dupkey": variant.ErrDuplicateKey,
}

// TestBadInputs runs the bad inputs that the codec is held against, so that the kernel's
// own tests have all of them as well, and each also as an item, a value and a key.
func TestBadInputs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "badinputs.json"))
	require.NoError(t, err)
	var cases []struct {
		Name, Dialect, Hex, Framing, Reader string
		expectation
		Strict, Lenient *expectation
		Options         struct {
			AllowObjects bool `json:"allow_objects"`
		}
	}

	require.NoError(t, json.Unmarshal(data, &cases))
	for _, c := range cases {
		if c.Framing != "" || c.Reader != "" {
			continue // of streams
		}

		packet, err := hex.DecodeString(c.Hex)
		require.NoError(t, err)
		o := codec.Options{Dialect: codec.DialectByName(c.Dialect),
			FullObjects: c.Options.AllowObjects}

		if len(c.Name) > 3 && c.Name[len(c.Name)-3:] == "_64" {
			o.Precision = variant.Double
		}

		for mode, want := range []*expectation{&c.expectation, c.Strict, c.Lenient} {
			if want == nil {
				want = &c.expectation
			}

			o.Mode = dialect.Mode(mode)
			cd, err := codec.New(o)
			require.NoError(t, err)
			v, err := cd.Decode(packet)
			require.Equal(t, err, cd.Valid(packet), c.Name)

			if want.Expect == "error" {
				require.ErrorIs(t, err, errorKinds[want.Error], c.Name)
				var e *variant.Error
				require.ErrorAs(t, err, &e)

				if want.Offset != nil {
					require.Equal(t, *want.Offset, e.Offset, "%s: %v", c.Name, err)
				}
				if want.Error == "truncated" {
					require.ErrorIs(t, err, io.ErrUnexpectedEOF)
				}

				continue
			}

			require.NoError(t, err, c.Name)
			again, err := cd.Encode(v)
			require.NoError(t, err, c.Name)

			if want.Expect == "ok" {
				require.Equal(t, want.Reencoded, hex.EncodeToString(again), c.Name)
			} else {
				require.Equal(t, c.Hex, hex.EncodeToString(again), c.Name)
			}

			for _, around := range []variant.Variant{
				variant.NewArray(v, v), variant.NewDictionary(variant.KV("a", v)),
				variant.NewDictionary(variant.Pair{Key: v, Value: v}),
			} {
				outer, err := cd.Encode(around)
				if err != nil {
					require.ErrorIs(t, err, variant.ErrDepth, c.Name)
					continue
				}

				got, err := cd.Decode(outer)
				require.NoError(t, err, "%s: %#v", c.Name, around)
				require.True(t, variant.Equal(around, got), "%s: %#v", c.Name, around)
				require.NoError(t, cd.Valid(outer), c.Name)
			}
		}
	}
}
