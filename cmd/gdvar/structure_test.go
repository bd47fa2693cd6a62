package main

import (
	"strings"
	"testing"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: no file of a package refers to a file that refers to it, directly or
// through others.
func TestFilesReferOneWay(t *testing.T) {
	for _, pkg := range []string{
		"gdvar", "gdvar/console", "gdvar/document", "gdvar/edits", "gdvar/files", "gdvar/findings",
		"gdvar/kinds", "gdvar/large", "gdvar/rpc", "gdvar/traffic", "gdvar/views",
		"internal/gdscript",
	} {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			found := must(structure.Circles(".", "godotvariant/cmd/"+pkg))

			for _, circle := range found {
				t.Errorf("these files refer to each other in a circle:\n\t%s",
					strings.Join(circle, "\n\t"))
			}
		})
	}
}
