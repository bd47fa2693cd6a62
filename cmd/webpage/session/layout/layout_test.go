package layout_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/webpage/session/layout"
)

// indexOf returns the index of a file's bytes.
func indexOf(d *document.Document) *layout.Index {
	return layout.Of(d, d.Plain, func(int64, int64) {})
}

// TestFields: the fields of a save begin at its first byte and follow each other, and none is a
// fault. Each belongs to a value whose bytes it is in.
func TestFields(t *testing.T) {
	files, err := filepath.Glob("../../../gdvar/testdata/saves/godot*/*")
	require.NoError(t, err)
	count := 0

	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		d, err := document.Read(data, document.Options{})
		if err != nil {
			continue // an encrypted one, or one in Zstandard
		}
		count++

		x := indexOf(d)
		require.Zero(t, x.Fields[0].From, name)

		for i, f := range x.Fields {
			require.Less(t, f.Kind, layout.FieldFault, name)

			end := len(d.Plain)
			if i+1 < len(x.Fields) {
				end = int(x.Fields[i+1].From)
			}
			require.NotEmpty(t, x.Meaning(f, d.Plain[f.From:end]), name)

			if i > 0 {
				require.Greater(t, f.From, x.Fields[i-1].From, name)
			}
			if f.Node >= 0 {
				node := x.Nodes[f.Node]
				require.GreaterOrEqual(t, f.From, node.From, name)
				require.Less(t, f.From, node.To, name)
			}
		}
	}

	require.Greater(t, count, 10)
}

// TestFaults: the bytes that can't be read and those behind the last record are fields of their own.
func TestFaults(t *testing.T) {
	data, err := os.ReadFile("../../../gdvar/testdata/saves/godot4/two.save")
	require.NoError(t, err)

	d, err := document.Read(data[:len(data)-6], document.Options{})
	require.Error(t, err)
	x := indexOf(d)
	require.Equal(t, layout.FieldFault, x.Fields[len(x.Fields)-1].Kind)

	d, err = document.Read(append(data[:len(data):len(data)], "stray"...), document.Options{})
	require.Error(t, err)
	require.Equal(t, 5, d.CutTail())
	x = indexOf(d)
	last := x.Fields[len(x.Fields)-1]
	require.Equal(t, layout.FieldStray, last.Kind)
	require.Equal(t, "stray", string(x.Plain[last.From:]))
	require.Equal(t, "stray", last.Kind.Name())
}
