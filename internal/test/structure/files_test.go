package structure

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tools are packages for tests whose files refer to each other in one direction, too.
var tools = []string{"internal/test/enginetest", "internal/test/instructions"}

// modules are the modules of their own, and the packages of them that are held to the same.
var modules = map[string][]string{
	"codec/message/rooms": {
		"", "/natsd", "/metrics", "/lifecycle", "/ticket", "/cmd/rooms", "/cmd/load",
	},
}

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
			requireNoCircles(t, ".", pkg)
		})
	}

	for folder, below := range modules {
		for _, path := range below {
			t.Run(folder+path, func(t *testing.T) {
				t.Parallel()
				requireNoCircles(t, filepath.Join("../../..", folder), folder+path)
			})
		}
	}
}

// requireNoCircles requires that no files of a package refer to each other in a circle. The
// argument dir is a folder of the package's module.
func requireNoCircles(t *testing.T, dir, pkg string) {
	t.Helper()
	found, err := Circles(dir, module+pkg)
	require.NoError(t, err)

	for _, circle := range found {
		t.Errorf("these files of %s refer to each other in a circle:\n\t%s", pkg,
			strings.Join(circle, "\n\t"))
	}
}

// TestCirclesAreFound: a circle of files is found, and files in a line are none.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}
