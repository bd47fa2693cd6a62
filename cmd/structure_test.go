package cmd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/structure"
)

// TestFilesReferOneWay: no file of these packages refers to a file that refers back to it, directly
// or through others.
func TestFilesReferOneWay(t *testing.T) {
	for _, pkg := range []string{
		"gdvar", "gdvar/document", "gdvar/edits", "gdvar/files", "gdvar/kinds", "gdvar/large",
		"gdvar/proxy", "gdvar/rpc", "gdvar/traffic", "gdvar/views",
		"webpage", "webpage/session", "webpage/session/format", "webpage/session/input",
		"webpage/session/journal", "webpage/session/look", "webpage/session/outline",
	} {
		found, err := structure.Circles(".", "godotvariant/cmd/"+pkg)
		require.NoError(t, err)
		require.Empty(t, found, pkg)
	}
}
