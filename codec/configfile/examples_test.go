package configfile

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }
