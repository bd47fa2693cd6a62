package cmd_test

import (
	"testing"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: the files of the packages refer to each other in one direction.
func TestFilesReferOneWay(t *testing.T) {
	structure.OneWay(t, ".", "./gdvar/...", "./gdnet/...", "./internal/...", "./webpage/...")
}
