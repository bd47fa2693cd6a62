package scenes

import (
	"fmt"

	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// files are the files to which scenes refer. Each file is loaded only once.
type files struct {
	load   func(path string) (*resource.File, error)
	loaded map[string]*resource.File // the loaded files by path
}

// get returns the file at a path. It returns nil if load returns no file.
func (a *files) get(path string) (*resource.File, error) {
	if f, ok := a.loaded[path]; ok {
		return f, nil
	}
	if a.load == nil {
		why := fmt.Sprintf("file %q, without a function that loads it", path)
		return nil, variant.Because(variant.ErrNotFound, why)
	}

	f, err := a.load(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	a.loaded[path] = f
	return f, nil
}
