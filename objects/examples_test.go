package objects_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every function and every type has an Example.
func TestExamples(t *testing.T) { testkit.RequireTypeExamples(t) }
