package resource_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type has an Example, except the parts of a File, which the Examples of its
// methods show.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Connection", "External", "File", "Finding", "FindingKind",
		"Form", "Node", "Note", "Options", "Replicated", "Resource", "Scene", "Synchronizer", "UID")
}
