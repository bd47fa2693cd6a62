package savefile_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type has an Example. ExampleInspect shows Format, and ExampleWriteFileIf Sum.
func TestExamples(t *testing.T) { testkit.RequireExamples(t, "Format", "Sum") }
