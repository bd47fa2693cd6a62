package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec/text"
)

// TestFormNames: a Form prints as its name, and any other number as a number.
func TestFormNames(t *testing.T) {
	for form, want := range map[text.Form]string{
		text.VarToStr: "var_to_str", text.Str: "str", text.Lossless: "lossless", 9: "Form(9)",
	} {
		assert.Equal(t, want, form.String())
	}
}
