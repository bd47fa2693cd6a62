package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
)

const changelog = `# Changelog

Encode is not named here.

## Unreleased

- Decode is new.

### Incompatible

- ` + "`codec.Options`" + ` has no field Dialect; Size is gone.

### Notes

- Append

## v0.1.0

### Incompatible

- Valid
`

// TestDifference: the changelog's part about incompatible changes must name every line that was
// removed or changed. It does not have to name new lines.
func TestDifference(t *testing.T) {
	before := []string{
		"codec: func Append([]byte) error", "codec: func Decode() error",
		"codec: func Encode() error",
		"codec: field Options.Dialect *Dialect", "codec: method (*Codec).Size() int",
		"codec: method (Raw).Sizes() int", "codec: func Valid() error",
	}
	now := []string{"codec: func Append(string) error", "codec: func New() error"}

	d := compare(before, now)
	require.Equal(t, before, d.gone)
	require.Equal(t, now, d.added)
	require.Equal(t, []string{before[0], before[1], before[2], before[5], before[6]},
		d.unnamed(changelog))
	require.True(t, compare(now, now).empty())
}

// TestLines: the function lines returns a line for each function, type, method, constant and field.
func TestLines(t *testing.T) {
	if !testkit.Long() {
		t.Skip("checks the types of all packages, as the step api of CI does")
	}

	all, err := lines()
	require.NoError(t, err)

	for _, line := range []string{
		"codec: func Encode(variant.Variant) ([]byte, error)",
		"codec: type Options struct",
		"codec: method (*Codec).Encode(variant.Variant) ([]byte, error)",
		"codec: func All[T any](*Decoder) iter.Seq2[T, error]",
		"math: const Pi untyped float = 3.14159",
		"math: field Vector2.X float64",
		"math: method (Vector2).Length() float64",
		"variant: func As[T Variant](Variant) (T, bool)",
		"variant: type Int int64",
	} {
		require.Contains(t, all, line)
	}
}
