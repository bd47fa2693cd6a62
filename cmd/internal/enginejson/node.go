package enginejson

import "godotvariant/variant"

// A node is the place of a value in the text.
type node struct {
	start, end int
	// parts are the items of an array, the pairs of an object, or the values that follow each
	// other.
	parts []part
}

// A part is the place of an item or of a pair in the text.
type part struct {
	node
	key int // offset of the key, or of the item
}

// A File is the text of a file, and its values.
type File struct {
	source []byte
	root   variant.Variant
	node   node // node of the root
	lines  bool // the file has several values, and the root is an Array of them
	style  style
}

// Root returns the value of the file. If the file has several values, it returns an Array with
// these values.
func (f *File) Root() variant.Variant { return f.root }

// Lines returns the number of values in the file, or 0 if the file has only one value.
func (f *File) Lines() int {
	if !f.lines {
		return 0
	}
	return len(f.node.parts)
}
