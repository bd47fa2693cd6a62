package math_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every function and every type has an Example.
func TestExamples(t *testing.T) {
	// in Examples of the functions that take them
	testkit.RequireTypeExamples(t, "EulerOrder", "Side")
}
