package codec_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

// allDigits is a codec that accepts full objects and does not round components.
var allDigits = codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})

// standard is the codec that the functions of package codec use, such as codec.Encode.
var standard *codec.Codec

type settings = random.Settings

// numberOf returns the index of these settings in random.AllSettings. random.SettingsOf returns the
// settings for this index.
func numberOf(t testing.TB, d *variant.Dialect, p variant.Precision, full bool) uint8 {
	n := slices.Index(random.AllSettings, settings{Dialect: d, Precision: p, Full: full})
	require.GreaterOrEqual(t, n, 0, "no settings for %s/%v", d.Name(), p)
	return uint8(n)
}

// kindOf returns the kind of an error, such as variant.ErrTruncated, or nil if the error has none
// of the kinds.
func kindOf(err error) error {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return kind
		}
	}
	return nil
}

// requireDecodeError requires that a decoding error has all its parts: a kind, a path, and an
// offset within the n bytes of input.
func requireDecodeError(t require.TestingT, err error, n int) {
	var e *variant.Error
	require.True(t, errors.As(err, &e), "%T: %v", err, err)
	require.Equal(t, variant.OpDecode, e.Op)
	require.NotNil(t, kindOf(err), "%v has no kind", err)
	require.True(t, 0 <= e.Offset && e.Offset <= n, "offset %d of %d: %v", e.Offset, n, err)
	require.NotEmpty(t, err.Error())
}

// seed is a packet and the index of its settings in random.AllSettings.
type seed struct {
	packet   []byte
	settings uint8
}

// seeds returns every n-th recorded packet and every n-th bad input.
func seeds(t testing.TB, n int) (all []seed) {
	for _, r := range recorded {
		for i, v := range vectors.Load(t, r.file) {
			if i%n == 0 {
				all = append(all, seed{v.Hex, numberOf(t, r.dialect, r.precision, v.Full)})
			}
		}
	}

	for i, c := range loadBadInputs(t) {
		if i%n == 0 && len(c.Hex) <= 1<<12 {
			all = append(all, seed{c.Hex, numberOf(t, dialects[c.Dialect], variant.Single,
				c.Options.AllowObjects)})
		}
	}

	return all
}

// tableRows returns the columns of each line of a file. Tabs separate the columns. Lines that begin
// with "#" are comments.
func tableRows(t testing.TB, path string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if line[0] != '#' {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

var words = testkit.Words

func word(n int) []byte { return words(uint32(n)) }

var (
	full    = codec.Options{FullObjects: true}
	lenient = codec.Options{Mode: codec.Lenient}
	docs    = codec.Options{Dialect: codec.DocsGodot4}
)
