package codec_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type with methods has an Example.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t)
}
