package codec_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every entry point has an Example.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Internal", // for the module itself
		"Raw.Type", "Raw.Encode", "Raw.Decode") // a Variant's
}
