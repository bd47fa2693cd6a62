package codec_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// allDigits reads full objects, and rounds no component.
var allDigits = codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})

// standard is the codec of the functions of package codec.
var standard *codec.Codec

// settings are the options of a codec that decide about its bytes.
type settings struct {
	dialect   *variant.Dialect
	precision variant.Precision
	full      bool
}

func (s settings) String() string {
	full := ""
	if s.full {
		full = "/full"
	}
	return fmt.Sprintf("%s/%v%s", s.dialect.Name(), s.precision, full)
}

// allSettings are all dialects in all their precisions, with and without full objects.
var allSettings = func() (all []settings) {
	for _, d := range codec.Dialects() {
		for _, p := range []variant.Precision{variant.Single, variant.Double} {
			if p == variant.Double && d.Spec().Real == dialect.RealSingle {
				continue
			}
			all = append(all, settings{d, p, false}, settings{d, p, true})
		}
	}
	return all
}()

// settingsOf turns any number, for example from a fuzzer, into one of allSettings.
func settingsOf(n uint8) settings { return allSettings[int(n)%len(allSettings)] }

// numberOf returns the number for settingsOf.
func numberOf(t testing.TB, d *variant.Dialect, p variant.Precision, full bool) uint8 {
	n := slices.Index(allSettings, settings{d, p, full})
	require.GreaterOrEqual(t, n, 0, "no settings for %s/%v", d.Name(), p)
	return uint8(n)
}

var codecs sync.Map // by settings and mode

// in returns the codec of the settings in a mode.
func (s settings) in(mode codec.Mode) *codec.Codec {
	type key struct {
		settings
		mode codec.Mode
	}
	if c, ok := codecs.Load(key{s, mode}); ok {
		return c.(*codec.Codec)
	}
	c := codec.MustNew(codec.Options{Dialect: s.dialect, Precision: s.precision,
		FullObjects: s.full, Mode: mode})
	codecs.Store(key{s, mode}, c)
	return c
}

// kindOf returns the kind that err is, or nil.
func kindOf(err error) error {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return kind
		}
	}
	return nil
}

// requireDecodeError requires what every decoding error has: a kind, a path, and an offset
// within the n bytes of input.
func requireDecodeError(t require.TestingT, err error, n int) {
	var e *variant.Error
	require.True(t, errors.As(err, &e), "%T: %v", err, err)
	require.Equal(t, variant.OpDecode, e.Op)
	require.NotNil(t, kindOf(err), "%v has no kind", err)
	require.True(t, 0 <= e.Offset && e.Offset <= n, "offset %d of %d: %v", e.Offset, n, err)
	require.NotEmpty(t, err.Error())
}

// seed is a packet and the number of its settings.
type seed struct {
	packet   []byte
	settings uint8
}

// seeds are every n-th of the recorded packets and of the bad inputs.
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

// tableRows returns the lines of a file as their columns, which tabs separate. Lines that begin
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

// endless returns an array that contains itself.
func endless() variant.Array {
	a := variant.NewArray(nil)
	a.Items[0] = a
	return a
}
