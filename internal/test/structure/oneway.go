package structure

import (
	"strings"
	"testing"

	"godotvariant/internal/test/source"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// OneWay requires that no file of a package refers to another file that refers back to it, directly
// or through other files. So a reader of a file needs to know only the files to which it refers.
// The patterns have the form of the go command's patterns, and are used in the folder dir.
func OneWay(t *testing.T, dir string, patterns ...string) {
	t.Helper()
	list, err := source.List(dir, patterns...)
	require.NoError(t, err)

	for _, pkg := range list.Packages {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			found, err := Circles(list, pkg)
			require.NoError(t, err)

			for _, circle := range found {
				assert.Fail(t, "files refer to each other in a circle", strings.Join(circle, "\n"))
			}
		})
	}
}
