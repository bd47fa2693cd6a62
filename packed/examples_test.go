package packed_test

import (
	"testing"

	"godotvariant/internal/testkit"
)

// TestExamples: every type has an Example, or a type like it has one.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "PackedInt32Array", "PackedFloat64Array",
		"PackedStringArray", "PackedVector4Array", "PackedVector3iArray", "PackedVector4iArray")
}
