package document

import "godotvariant/variant"

// A Body has the values of a file, such as the records of a save or the settings of a ConfigFile.
type Body interface {
	// Root returns one value that has all values of the file.
	Root() variant.Variant
	// SetRoot replaces the values with the values of a new root.
	SetRoot(v variant.Variant) error
	// Changed reports whether the values differ from the values that were read.
	Changed() bool
	// Bytes returns the file with the current values, without container and layers.
	Bytes() ([]byte, error)
}

// A Lookuper is a Body whose Lookup also finds values that tree.Lookup does not find in the root.
type Lookuper interface {
	Lookup(path variant.Path) (variant.Variant, error)
}

// A Several is a Body of a file that may have several values, one after another. The root of a file
// with several values is the Array of these values.
type Several interface {
	// Records returns the number of values that follow each other, or 1 if there is only one value.
	Records() int
}
