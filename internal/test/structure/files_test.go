package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

// TestFilesReferOneWay: the files of each package refer to each other in one direction. Packages in
// separate modules have their own test with this name.
func TestFilesReferOneWay(t *testing.T) {
	OneWay(t, repository.Path(), "./...")
}

// TestCirclesAreFound: circles finds a circle of files, and nothing in files that refer to each
// other in one direction.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}
