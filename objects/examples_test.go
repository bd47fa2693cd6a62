package objects_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type has an Example but the handles and Property, which others show.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Property", "RID", "Callable", "Signal")
}
