package document

import (
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Body is what is in a file: the records of a save, the settings of a ConfigFile.
type Body interface {
	// Root returns all values as one.
	Root() variant.Variant
	// SetRoot changes the values to those of another root.
	SetRoot(v variant.Variant) error
	// Changed reports whether the values are others than those that were read.
	Changed() bool
	// Bytes returns the file with its values of now, without container and layers.
	Bytes() ([]byte, error)
}

// A Lookuper is a Body that finds more at a path than tree.Path.Lookup in its root.
type Lookuper interface {
	Lookup(path tree.Path) (variant.Variant, error)
}
