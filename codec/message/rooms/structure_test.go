package rooms_test

import (
	"testing"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: in each package, no files refer to each other in a circle.
func TestFilesReferOneWay(t *testing.T) {
	structure.OneWay(t, ".", "./...")
}
