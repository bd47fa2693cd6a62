// Package vectors reads the recorded answers of real engines under testdata, for
// the tests.
package vectors

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// Vector is one line of a file of values: what an engine wrote for a value.
type Vector struct {
	Line  int             `json:"-"`
	Value variant.Variant `json:"-"` // the value that V describes
	V     json.RawMessage // description of the value, see Build
	Full  bool            // written with full objects
	Hex   Bytes           // the packet

	// Files of examples only: a name, and the packet with the bytes that the engine
	// left in the padding.
	Name  string
	Dirty Bytes

	// Files of texts only.
	Str        string
	VarToStr   string `json:"var_to_str"`
	JSONNative string `json:"json_native"`
}

// Bytes is hexadecimal in JSON.
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

// Path returns the path of a file of the module's testdata.
func Path(name string) string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "testdata", name)
}

// Load reads a file of values; its first line, the header, is left out.
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

// Lines calls f with each line of a file and its number, from 1.
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
