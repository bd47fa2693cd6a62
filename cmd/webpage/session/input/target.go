package input

import (
	"godotvariant/cmd/internal/outline"
	"godotvariant/variant"
)

// A Target is the value that an edit changes.
type Target struct {
	Path   variant.Path
	Place  outline.Place
	Value  variant.Variant
	Around variant.Variant // the container that directly contains the value, or nil for the root
}

// Step returns the last step of the target's path, and the index of the target among its siblings.
func (t Target) Step() (variant.Step, int) {
	return t.Path[len(t.Path)-1], t.Place[len(t.Place)-1]
}
