package resource

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
)

// parseBinary reads a file. Its header, without the magic, begins at the offset start.
func parseBinary(data []byte, start int, o Options) (*File, error) {
	r := &binaryReader{
		cursor:   cursor{data: data, pos: start, end: len(data), order: binary.LittleEndian},
		file:     newFile(BinaryForm),
		numbers:  map[string]int{},
		options:  o,
		maxDepth: o.maxDepth(),
	}

	r.header()
	r.externals()
	r.table()
	r.resources()

	if r.failed() {
		return nil, r.err
	}
	if r.open {
		const why = "a text without a NUL at its end, which Godot 3 reads on"
		r.file.found.add(UnclearText, nil, "", why)
	}
	return r.file, nil
}

// header reads the header, and the table of names after it.
func (r *binaryReader) header() {
	f := r.file
	if r.uint32() != 0 { // unlike all others, this word is always little-endian
		f.BigEndian = true
		r.order = binary.BigEndian
	}

	r.uint32() // skips a word that is not used
	r.version()
	f.Class = r.text()
	r.uint64() // skips the offset of the import data of Godot 2

	if f.Format >= formatFlags {
		r.flagged()
	} else {
		r.take(4 * wordsBefore4)
	}

	n := r.count(minText, 0)
	for range n {
		if r.failed() {
			return
		}
		r.names = append(r.names, r.text())
	}
}

// version reads the versions of engine and format.
func (r *binaryReader) version() {
	f := r.file
	at := r.pos
	major, minor, format := r.uint32(), r.uint32(), r.uint32()

	if major > maxMajor || format == 0 || format > maxFormat {
		why := "engine " + number(major) + "." + number(minor) + ", format " + number(format) +
			"; known are engines up to " + strconv.Itoa(maxMajor) + " and formats 1 to " +
			strconv.Itoa(maxFormat)
		r.fail(at, variant.Because(variant.ErrUnknownType, why))
		return
	}
	f.Major, f.Minor, f.Format = int(major), int(minor), int(format)
}

// flagged reads the part of the header that Godot 4 added.
func (r *binaryReader) flagged() {
	r.flags = r.uint32()
	r.file.UID = UID(r.uint64())

	if r.flags&flagDouble != 0 {
		r.file.Precision = variant.Double
	}
	if r.flags&flagScriptClass != 0 {
		r.file.ScriptClass = r.text()
		r.file.found.scriptClass(r.file.ScriptClass)
	}

	r.take(4 * reservedWords)
}

// externals reads the table of external resources.
func (r *binaryReader) externals() {
	size := minExternal
	if r.flags&flagUIDs != 0 {
		size += 8
	}

	n := r.count(size, 0)
	for i := range n {
		e := External{ID: strconv.Itoa(i), Type: r.text(), Path: r.text(), UID: NoUID}
		if r.flags&flagUIDs != 0 {
			e.UID = UID(r.uint64())
		}

		if r.failed() {
			return
		}
		r.file.addExternal(e)
	}
}

// table reads the table of the resources in the file.
func (r *binaryReader) table() {
	at := r.pos
	n := r.count(minInternal, 0)
	if n == 0 {
		r.fail(at, variant.Because(variant.ErrSyntax, "a file without a resource"))
	}

	for i := range n {
		e := entry{path: r.text()}
		e.at = r.pos
		e.offset = r.uint64()
		if r.failed() {
			return
		}

		r.entries = append(r.entries, e)
		id, local := strings.CutPrefix(e.path, localPrefix)
		r.file.addResource(Resource{ID: id})
		if _, taken := r.numbers[id]; local && !taken {
			r.numbers[id] = i
		}
	}
}

// resources reads the resources of the table. Each resource ends where the next one begins. So no
// byte is read twice.
func (r *binaryReader) resources() {
	if r.failed() {
		return
	}

	first := uint64(r.pos)
	ends := make([]uint64, 0, len(r.entries)+1)
	for i, e := range r.entries {
		if e.offset < first || e.offset >= uint64(len(r.data)) {
			r.resourceAt(i)
			r.fail(e.at, variant.Because(variant.ErrRange, "the offset of a resource"))
			return
		}
		ends = append(ends, e.offset)
	}
	ends = append(ends, uint64(len(r.data)))
	slices.Sort(ends)
	ends = slices.Compact(ends)

	read := make(map[uint64]int, len(r.entries))
	for i, e := range r.entries {
		next, _ := slices.BinarySearch(ends, e.offset+1)
		r.pos, r.end = int(e.offset), int(ends[next])
		r.resourceAt(i)

		if same, ok := read[e.offset]; ok {
			r.share(i, same)
		} else {
			r.resource(&r.file.Resources[i])
		}
		if r.failed() {
			return
		}
		read[e.offset] = i
	}
}

// resourceAt makes resource i the current resource.
func (r *binaryReader) resourceAt(i int) {
	r.current = i
	r.path = append(r.path[:0], resourcePath(r.file, i)...)
	r.base = len(r.path) + 1
}

// share gives resource i the class and the properties of an earlier resource at the same offset.
// Printing a file prints the parts of each such resource again. So share adds up the lengths of
// these resources, and fails if the sum is greater than len(r.data).
func (r *binaryReader) share(i, earlier int) {
	to, from := &r.file.Resources[i], r.file.Resources[earlier]
	r.again += r.rest()
	if r.again > len(r.data) {
		why := "resources at one offset, together longer than the file"
		r.fail(r.pos, variant.Because(variant.ErrLimit, why))
	}

	to.Class, to.Properties = from.Class, from.Properties
	r.note("it has the offset of " + from.ID)
}

// resource reads one resource:
//
//	offset  length  type    field
//	     0       n  String  class
//	     n       4  uint32  number of properties
//	   4+n                  for each its name and its value
func (r *binaryReader) resource(to *Resource) {
	at := r.pos
	to.Class = r.text()
	if to.Class == "" {
		r.fail(at, variant.Because(variant.ErrSyntax, "a resource without a class"))
	}

	n := r.count(minProperty, 0)
	for range n {
		at := r.pos
		name := r.name()
		if name == "" {
			r.fail(at, variant.Because(variant.ErrSyntax, "a property without a name"))
		}

		r.enter(variant.Step{Kind: variant.StepProperty, Name: name})
		v := r.value()
		if r.failed() {
			return
		}

		p := objects.Prop(name, v)
		r.file.found.property(r.where, to.Class, p)
		to.Properties = append(to.Properties, p)
		r.leave()
	}
	r.file.found.resource(r.where, to.Class, to.Properties)
}

// where returns the path to the value that is being read.
func (r *binaryReader) where() []variant.Step { return r.path }
