package dtls_test

import (
	"testing"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: the files of all packages refer to each other in one direction.
func TestFilesReferOneWay(t *testing.T) {
	structure.OneWay(t, ".", "./...")
}
