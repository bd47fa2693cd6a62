package resource_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every function has an Example. The types without one are the parts of a File, which
// the Examples of its methods show.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Connection", "External", "File", "Finding", "FindingKind",
		"Form", "Node", "Note", "Options", "Replicated", "Resource", "Scene", "Synchronizer", "UID")
}
