package program

import (
	"encoding/json"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// Schema returns a JSON Schema as a text. The schema describes the relaxed JSON of a value.
func Schema(v variant.Variant) (string, error) {
	schema := schemaOf(v, 0)
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	b, err := json.MarshalIndent(schema, "", "  ")
	return string(b), err
}

// schemaOf returns the JSON Schema that describes the relaxed JSON of a value.
func schemaOf(v variant.Variant, depth int) map[string]any {
	const deepest = 20
	if depth > deepest {
		return map[string]any{}
	}

	switch v := v.(type) {
	case variant.Nil:
		return map[string]any{"type": "null"}
	case variant.Bool:
		return map[string]any{"type": "boolean"}
	case variant.Int:
		return map[string]any{"type": "integer"}
	case variant.Float:
		return map[string]any{"type": "number"}
	case variant.String:
		return map[string]any{"type": "string"}
	case variant.Array:
		return arraySchema(v, depth)
	case variant.Dictionary:
		return objectSchema(v, depth)
	}

	return map[string]any{"description": values.TypeOf(v)}
}

func arraySchema(a variant.Array, depth int) map[string]any {
	out := map[string]any{"type": "array"}
	if len(a.Items) == 0 {
		return out
	}

	for _, item := range a.Items {
		if values.TypeOf(item) != values.TypeOf(a.Items[0]) {
			return out
		}
	}

	out["items"] = schemaOf(a.Items[0], depth+1)
	return out
}

func objectSchema(d variant.Dictionary, depth int) map[string]any {
	const most = 200
	properties := map[string]any{}
	required := []string{}

	for _, p := range d.Pairs[:min(most, len(d.Pairs))] {
		if key, ok := p.Key.(variant.String); ok {
			properties[string(key)] = schemaOf(p.Value, depth+1)
			required = append(required, string(key))
		}
	}

	return map[string]any{"type": "object", "properties": properties, "required": required}
}
