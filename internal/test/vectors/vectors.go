// Package vectors reads the recorded answers of real engines in testdata. Tests use it.
package vectors

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
	"godotvariant/variant"
)

// A Vector is one line of a file in testdata. It has a value, and the bytes and texts that an
// engine wrote for it.
type Vector struct {
	Line  int             `json:"-"`
	Value variant.Variant `json:"-"` // the value that V describes
	V     json.RawMessage // description of the value, see Build
	Full  bool            // the packet was written with full objects
	Hex   Bytes           // the packet

	// Only files of examples have these fields: a name, and the packet with the bytes that the
	// engine left in the padding.
	Name  string
	Dirty Bytes

	// Only files of texts have these fields.
	Str        string
	VarToStr   string `json:"var_to_str"`
	JSONNative string `json:"json_native"`
}

// Bytes is a string of hex digits in JSON.
type Bytes []byte

// UnmarshalJSON reads a JSON string of hex digits.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	raw, err := hex.DecodeString(s)
	*b = raw
	return err
}

// Path returns the path of a file in the testdata folder of the module.
func Path(name string) string {
	return repository.Path("testdata", name)
}

// Load reads a file of vectors. It skips the first line, which is a header.
func Load(t testing.TB, name string) []Vector {
	t.Helper()
	var all []Vector
	Lines(t, name, func(line int, data []byte) {
		v := Vector{Line: line}
		require.NoError(t, json.Unmarshal(data, &v), "%s:%d", name, line)

		if v.V == nil {
			return
		}

		var err error
		v.Value, err = Build(v.V)
		require.NoError(t, err, "%s:%d", name, line)
		all = append(all, v)
	})

	require.NotEmpty(t, all, name)
	return all
}

// Lines calls f with each line of a file and its number. The first line has number 1.
func Lines(t testing.TB, name string, f func(line int, data []byte)) {
	t.Helper()
	file, err := os.Open(Path(name))
	require.NoError(t, err)
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 16<<20)

	for n := 1; s.Scan(); n++ {
		f(n, s.Bytes())
	}

	require.NoError(t, s.Err())
}
