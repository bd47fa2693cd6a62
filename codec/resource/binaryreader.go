package resource

import (
	"strconv"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// The flags of a binary file. A file of Godot 3 has no flags.
const (
	flagNamedIDs    = 1 // a reference is an index in the table of resources, not the N of local://N
	flagUIDs        = 2 // the external resources have UIDs
	flagDouble      = 4 // vectors and similar types have double precision
	flagScriptClass = 8 // the header has the class of the script
)

const (
	maxMajor      = 4
	maxFormat     = 6
	formatFlags   = 4 // the first format that has flags
	reservedWords = 11
	wordsBefore4  = 14

	minText     = 4          // a String: its length
	minExternal = 2 * 4      // type and path
	minInternal = 4 + 8      // path and offset
	minProperty = 4 + 4      // name and value
	inline      = 1 << 31    // bit of the word before a name that is not in the table of names
	localPrefix = "local://" // the path of a resource in the file begins with this prefix
)

// A binaryReader reads one binary file.
type binaryReader struct {
	cursor
	file     *File
	flags    uint32
	names    []string
	entries  []entry
	numbers  map[string]int // maps the N of local://N to the position of the resource in the table
	current  int            // position of the resource being read
	base     int            // length of path at a property's value; nested values have longer paths
	options  Options
	maxDepth int
	again    int             // sum of the lengths of the resources for which share was called
	noted    bool            // the note about packed arrays in a big-endian file was added
	keys     wire.KeyNumbers // gives numbers to the containers inside keys, to find equal keys
}

// An entry is one row of the table of resources.
type entry struct {
	path   string
	offset uint64
	at     int // position in the file at which the offset is written
}

// name reads the name of a property or of a part of a NodePath: the index of a name in the table
// or, if bit 31 is set, the length of the text that follows.
func (r *binaryReader) name() string {
	at := r.pos
	id := r.uint32()
	if id&inline != 0 {
		return r.textOf(r.take(uint64(id &^ inline)))
	}

	if r.failed() {
		return ""
	}
	if uint64(id) >= uint64(len(r.names)) {
		why := "name " + number(id) + " of " + strconv.Itoa(len(r.names))
		r.fail(at, variant.Because(variant.ErrNotFound, why))
		return ""
	}
	return r.names[id]
}

// note adds a note about the value that is being read.
func (r *binaryReader) note(text string) { r.file.note(r.path, text) }

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
