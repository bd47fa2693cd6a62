package structure

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tools are packages for tests whose files refer to each other in one direction, too.
var tools = []string{"internal/test/enginetest", "internal/test/instructions"}

// TestFilesReferOneWay: no file of a package of the library refers to a file that refers to it,
// directly or through others. So a file can be read with those below it in mind, and no more.
func TestFilesReferOneWay(t *testing.T) {
	packages := slices.Clone(tools)
	for _, row := range allowed(t) {
		packages = append(packages, row.pkg)
	}

	for _, pkg := range packages {
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
