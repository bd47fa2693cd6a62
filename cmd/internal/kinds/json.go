package kinds

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"godotvariant/cmd/internal/document"
	"godotvariant/codec"
	"godotvariant/variant"
)

// JSON is the name of the kind for JSON text.
const JSON = "json"

func jsonKind() document.Kind {
	return document.Kind{Name: JSON, Read: readJSON}
}

// A jsonBody is the Body of a JSON file. Values that have not changed keep their text.
type jsonBody struct {
	source []byte
	node   jsonNode
	read   variant.Variant
	root   variant.Variant
	style  jsonStyle
}

func readJSON(data []byte, _ document.Options) (document.Body, *variant.Dialect, error) {
	r := &jsonReader{d: json.NewDecoder(bytes.NewReader(data)), source: data}
	r.d.UseNumber()

	v, node, err := r.value(0)
	if err == nil {
		_, end := r.d.Token()
		if end != io.EOF {
			err = errors.New("more than one value")
		}
	}

	if err != nil {
		return nil, nil, fmt.Errorf("JSON at byte %d: %w", r.d.InputOffset(), err)
	}

	b := &jsonBody{source: data, node: node, read: v, root: v, style: styleOf(data)}
	return b, codec.Godot4, nil
}

// Root implements document.Body.
func (b *jsonBody) Root() variant.Variant { return b.root }

// SetRoot implements document.Body.
func (b *jsonBody) SetRoot(v variant.Variant) error {
	b.root = v
	return nil
}

// Changed implements document.Body.
func (b *jsonBody) Changed() bool { return !variant.Equal(b.read, b.root) }

// Bytes implements document.Body.
func (b *jsonBody) Bytes() ([]byte, error) {
	w := &jsonWriter{source: b.source, style: b.style}
	w.out = append(w.out, b.source[:b.node.start]...)

	if err := w.value(&b.node, b.read, b.root, 0); err != nil {
		return nil, err
	}

	return append(w.out, b.source[b.node.end:]...), nil
}
