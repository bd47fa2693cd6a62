package zstd_test

import (
	"testing"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: no file of the package refers to a file that refers back to it.
func TestFilesReferOneWay(t *testing.T) {
	structure.OneWay(t, ".", "./...")
}
