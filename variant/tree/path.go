package tree

import "godotvariant/variant"

// PathText is a path, or its text as [variant.ParsePath] reads it.
type PathText interface{ string | variant.Path }

// pathOf returns the path, which may be given as text.
func pathOf[P PathText](path P) (variant.Path, error) {
	if text, ok := any(path).(string); ok {
		return variant.ParsePath(text)
	}
	return any(path).(variant.Path), nil
}
