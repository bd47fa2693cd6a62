package kinds

import (
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/enginejson"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// JSON is the name of the kind for JSON text.
const JSON = "json"

func jsonKind() document.Kind {
	return document.Kind{Name: JSON, Read: readJSON}
}

// A jsonBody is the Body of a JSON file.
type jsonBody struct {
	file *enginejson.File
	root variant.Variant
}

func readJSON(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
	var watch sliced.Watch
	if o.Read != nil {
		watch = func(done int) { o.Read(int64(done)) }
	}

	f, err := enginejson.Parse(data, watch)
	if err != nil {
		return nil, nil, err
	}
	return &jsonBody{f, f.Root()}, codec.Godot4, nil
}

// Root implements document.Body.
func (b *jsonBody) Root() variant.Variant { return b.root }

// SetRoot implements document.Body.
func (b *jsonBody) SetRoot(v variant.Variant) error {
	b.root = v
	return nil
}

// Changed implements document.Body.
func (b *jsonBody) Changed() bool { return !values.Same(b.file.Root(), b.root) }

// Bytes implements document.Body.
func (b *jsonBody) Bytes() ([]byte, error) { return b.file.With(b.root) }

// Records implements document.Several.
func (b *jsonBody) Records() int { return max(b.file.Lines(), 1) }
