package structure

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oneWay are the packages whose files refer to each other in one direction.
var oneWay = []string{
	"variant", "variant/dialect", "variant/tree", "internal/forms", "internal/wire",
	"internal/token", "internal/bulk", "internal/enginetest", "codec/internal/instructions",
	"codec", "codec/convert", "codec/exact", "codec/inspect", "codec/internal/packets", "codec/internal/plan", "codec/internal/detect",
	"codec/internal/decimals", "codec/transport", "codec/message", "codec/multiplayer", "codec/multiplayer/packet",
	"codec/jsonvar", "codec/text",
	"codec/resource",
}

// TestFilesReferOneWay: no file of a package refers to a file that refers to it, directly or
// through others. So a file can be read with those below it in mind, and no more.
func TestFilesReferOneWay(t *testing.T) {
	for _, pkg := range oneWay {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			found, err := Circles(".", module+pkg)
			require.NoError(t, err)

			for _, circle := range found {
				t.Errorf("these files of %s refer to each other in a circle:\n\t%s", pkg,
					strings.Join(circle, "\n\t"))
			}
		})
	}
}

// TestCirclesAreFound: a circle of files is found, and files in a line are none.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}
