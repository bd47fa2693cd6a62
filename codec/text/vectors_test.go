package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

var recorded = []struct {
	file string
	o    text.Options
}{
	{"text-4.6-single.jsonl", text.Options{}},
	{"text-4.6-double.jsonl", text.Options{Precision: variant.Double}},
	{"text-3.2-single.jsonl", text.Options{Version: text.Godot3}},
}

func TestVectors(t *testing.T) {
	for _, f := range recorded {
		t.Run(f.file, func(t *testing.T) {
			for _, v := range vectors.Load(t, f.file) {
				got, err := text.Format(v.Value, f.o)
				if assert.NoError(t, err) {
					assert.Equal(t, v.VarToStr, got, "line %d: %s", v.Line, v.V)
				}
				o := f.o
				o.Str = true
				got, err = text.Format(v.Value, o)
				if assert.NoError(t, err) {
					assert.Equal(t, v.Str, got, "line %d: %s", v.Line, v.V)
				}
			}
		})
	}
}
