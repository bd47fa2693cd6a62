package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

// TestFilesReferOneWay: the files of all packages refer to each other in one direction. Each module
// of its own has a test of this name.
func TestFilesReferOneWay(t *testing.T) {
	OneWay(t, repository.Path(), "./...")
}

// TestCirclesAreFound: a circle of files is found, and files in a line are none.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}
