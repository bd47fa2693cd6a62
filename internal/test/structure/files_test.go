package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

// TestFilesReferOneWay: in each package, no files refer to each other in a circle. Packages in
// separate modules have their own test with this name.
func TestFilesReferOneWay(t *testing.T) {
	OneWay(t, repository.Path(), "./...")
}

// TestCirclesAreFound: circles finds a circle of files, and leaves out references that are not part
// of a circle.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}
