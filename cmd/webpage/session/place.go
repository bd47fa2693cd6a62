package session

import (
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// parsePath reads the text of a path and locates it in the current value.
func (f *file) parsePath(text string) (variant.Path, outline.Place, variant.Variant, error) {
	path, err := variant.ParsePath(text)
	if err != nil {
		return nil, nil, nil, err
	}

	p, v, err := outline.Locate(f.value, path)
	if err != nil {
		return nil, nil, nil, err
	}

	return f.pathOf(p), p, v, nil // f.pathOf returns the canonical path
}

// pathOf returns the path of a place.
func (f *file) pathOf(p outline.Place) variant.Path {
	path := make(variant.Path, 0, len(p))
	v := f.value

	for _, at := range p {
		part := values.Of(v).At(at)
		path = append(path, part.Step)
		v = part.Value
	}

	return path
}

// valueAt returns the value at a place.
func (f *file) valueAt(p outline.Place) variant.Variant {
	v := f.value
	for _, at := range p {
		v = values.Of(v).At(at).Value
	}
	return v
}

// clampedPath returns the path of a place, or nil if the place has no value.
func (f *file) clampedPath(p outline.Place) variant.Path {
	v := f.value
	for _, at := range p {
		parts := values.Of(v)
		if at >= parts.N {
			return nil
		}
		v = parts.At(at).Value
	}

	return f.pathOf(p)
}

// PathArgs select a value.
type PathArgs struct {
	Path string `json:"path"`
}
