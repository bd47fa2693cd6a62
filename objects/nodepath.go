package objects

import (
	"errors"
	"strconv"
	"strings"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// NodePath is a path to a node, and optionally to a property of it: /root/Level/Door:position:x has
// the names root, Level and Door, the subnames position and x, and is absolute. Godot: NodePath,
// type ID 22 in Godot 4, 15 in Godot 3. Payload:
//
//	offset  length  type    field
//	     4       4  uint32  count of names, with bit 31 set
//	     8       4  uint32  count of subnames
//	    12       4  uint32  flags; bit 0: absolute; bit 1, never written: one more subname
//	    16          String  the names, then the subnames, each as the payload of a String
//
// This package writes zeros as the padding of a name. Engines up to 4.6 write random bytes from
// memory.
//
// Packets keep a name that is empty, or that contains a slash or colon. But the text of such a path
// is read as another path; see [NodePath.MarshalText].
//
// An example of a packet:
//
//	16000000 01000080 01000000 00000000 01000000 61000000 01000000 78000000  NodePath("a:x")
type NodePath struct {
	Names    []string // names of the nodes. Godot: get_name
	SubNames []string // names of the property and its parts. Godot: get_subname
	Absolute bool     // whether the path begins at the root, with a slash. Godot: is_absolute
}

const (
	newForm       = 1 << 31 // bit of the first word in the new form; the old form is one text
	flagAbsolute  = 1
	flagProperty  = 2
	minNameOnWire = 4
)

var _ variant.Variant = NodePath{}

// NewNodePath returns the path that leads from a node through the nodes with these names:
// NewNodePath("..", "Door") is ../Door. For other paths, set the fields Absolute and SubNames, or
// use [ParseNodePath].
func NewNodePath(names ...string) NodePath { return NodePath{Names: names} }

// Type returns variant.TypeNodePath.
func (NodePath) Type() variant.Type { return variant.TypeNodePath }

// Encode writes the payload; see [variant.Variant].
func (p NodePath) Encode(w *variant.Writer) error {
	if uint64(len(p.Names)) >= newForm || uint64(len(p.SubNames)) >= newForm {
		return w.Fail(variant.Because(variant.ErrLength, "too many names"))
	}

	w.Uint32(newForm | uint32(len(p.Names)))
	w.Uint32(uint32(len(p.SubNames)))
	var flags uint32

	if p.Absolute {
		flags = flagAbsolute
	}

	w.Uint32(flags)

	for _, name := range p.Names {
		w.Text(name)
	}

	for _, name := range p.SubNames {
		w.Text(name)
	}

	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (NodePath) Decode(r *variant.Reader) (variant.Variant, error) {
	first := r.Offset()
	names := (*wire.Reader)(r).UnhashedWord()
	if names&newForm == 0 {
		return variant.Result(r, decodeOld(r, first, names))
	}

	subNames := (*wire.Reader)(r).UnhashedWord()
	if subNames&newForm != 0 {
		r.FailAt(first+4, variant.ErrLength)
	}

	flagsAt := r.Offset()
	flags := (*wire.Reader)(r).UnhashedWord()
	if flags&^flagAbsolute != 0 && r.Strict() {
		r.FailAt(flagsAt, variant.ErrFlags)
	}

	nameCount := (*wire.Reader)(r).ClaimParts(first, names&^newForm, minNameOnWire)
	r.Reserve(nameCount * minNameOnWire)
	subCount := (*wire.Reader)(r).ClaimParts(first+4, subNames, minNameOnWire)
	r.Reserve(-nameCount * minNameOnWire)

	if flags&flagProperty != 0 {
		subCount++
	}

	p := NodePath{Absolute: flags&flagAbsolute != 0}
	mixShape(r, nameCount, subCount, p.Absolute)
	p.Names = readNames(r, nameCount)
	p.SubNames = readNames(r, subCount)

	return variant.Result(r, p)
}

// mixShape adds the numbers of names and subnames, and whether the path is absolute, to the hash of
// a key. So different paths with the same texts have different hashes.
func mixShape(r *variant.Reader, names, subNames int, absolute bool) {
	(*wire.Reader)(r).Mix(uint64(names))
	(*wire.Reader)(r).Mix(uint64(subNames))
	if absolute {
		(*wire.Reader)(r).Mix(flagAbsolute)
	}
}

func readNames(r *variant.Reader, n int) []string {
	if n == 0 || (*wire.Reader)(r).Failed() {
		return nil
	}

	var names []string

	if !(*wire.Reader)(r).Checking() {
		names = make([]string, 0, n)
	}

	for i := 0; i < n && !(*wire.Reader)(r).Failed(); i++ {
		name := r.Text()
		if !(*wire.Reader)(r).Checking() {
			names = append(names, name)
		}
	}

	return names
}

// decodeOld reads the old form: the text of the path and its padding. The argument n is the length
// of the text, and the argument offset is the offset of that length.
func decodeOld(r *variant.Reader, offset int, n uint32) NodePath {
	if (*wire.Reader)(r).Failed() {
		return NodePath{}
	}

	inDialect := (*wire.Reader)(r).Format().Spec.OldNodePath
	if !inDialect && !(*wire.Reader)(r).Lenient() {
		r.FailAt(offset, variant.ErrNodePath)
		return NodePath{}
	}

	text, ok := (*wire.Reader)(r).TextAfter(offset, n)
	switch {
	case ok:
	case inDialect:
		r.FailAt(offset, variant.ErrTruncated)
		return NodePath{}

	default:
		r.FailAt(offset, variant.ErrNodePath)
		return NodePath{}
	}

	if emptySubName(text) {
		r.FailAt(offset, variant.Because(variant.ErrNodePath, "an empty subname"))
		return NodePath{}
	}

	if (*wire.Reader)(r).Checking() && !(*wire.Reader)(r).Hashing() {
		return NodePath{}
	}

	p := parse(string(text))
	mixShape(r, len(p.Names), len(p.SubNames), p.Absolute)

	for _, name := range p.Names {
		(*wire.Reader)(r).MixText(name)
	}

	for _, name := range p.SubNames {
		(*wire.Reader)(r).MixText(name)
	}

	return p
}

// ParseNodePath reads the text of a path as an engine does: a slash at the start makes the path
// absolute, empty names are dropped (a//b is a/b), and subnames follow the first colon. An empty
// subname is an error, but the text may end with a colon. Godot: NodePath(String).
func ParseNodePath(s string) (NodePath, error) {
	if emptySubName(s) {
		return NodePath{}, errors.New("godot: node path " + strconv.Quote(s) +
			" has an empty subname")
	}
	return parse(s), nil
}

// emptySubName reports whether s has an empty subname. Such a subname is between two colons
// in a row. The text a/b:: has no subname at all, because a colon at the end does not count.
func emptySubName[T string | []byte](s T) bool {
	first, empty := -1, false
	for i := range len(s) {
		switch {
		case s[i] != ':':
		case first < 0:
			first = i
		case s[i-1] == ':' && !(i == first+1 && i == len(s)-1):
			empty = true
		}
	}

	return empty
}

func parse(s string) NodePath {
	var p NodePath
	s, p.Absolute = strings.CutPrefix(s, "/")
	names, subNames, _ := strings.Cut(s, ":")
	p.Names = splitNames(names)

	subNames = strings.TrimSuffix(subNames, ":")
	if subNames != "" {
		p.SubNames = strings.Split(subNames, ":")
	}

	return p
}

// splitNames returns the names that slashes separate, without empty ones. It allocates only the
// slice of names, with the exact length, because the text may come from an attacker.
func splitNames(s string) []string {
	n := 0
	for i := range len(s) {
		if s[i] != '/' && (i == 0 || s[i-1] == '/') {
			n++
		}
	}

	if n == 0 {
		return nil
	}

	names := make([]string, 0, n)
	for name := ""; s != ""; {
		name, s, _ = strings.Cut(s, "/")
		if name != "" {
			names = append(names, name)
		}
	}

	return names
}

// MustParseNodePath is ParseNodePath for constant paths. It panics on an error.
func MustParseNodePath(s string) NodePath {
	p, err := ParseNodePath(s)
	if err != nil {
		panic(err)
	}
	return p
}

// String returns the path as text, such as /root/Level/Door:position:x. [ParseNodePath] reads the
// text, unless a name is empty or contains a slash or colon. A container that holds the path prints
// the result of [NodePath.MarshalText] instead. Godot: String(NodePath).
func (p NodePath) String() string {
	var b strings.Builder
	if p.Absolute {
		b.WriteByte('/')
	}

	b.WriteString(strings.Join(p.Names, "/"))
	for _, name := range p.SubNames {
		b.WriteString(":" + name)
	}

	return b.String()
}

// plain reports whether [ParseNodePath] reads the same path from the text of p.
func (p NodePath) plain() bool {
	for _, name := range p.Names {
		if name == "" || strings.ContainsAny(name, "/:") {
			return false
		}
	}

	for _, name := range p.SubNames {
		if name == "" || strings.Contains(name, ":") {
			return false
		}
	}

	return true
}

// GoString returns the path as Go source, for %#v.
func (p NodePath) GoString() string {
	s := "objects.NodePath{"
	for _, f := range []struct {
		name  string
		names []string
	}{{"Names", p.Names}, {"SubNames", p.SubNames}} {
		if len(f.names) > 0 {
			quoted := make([]string, len(f.names))
			for i, name := range f.names {
				quoted[i] = strconv.Quote(name)
			}
			s += f.name + ": []string{" + strings.Join(quoted, ", ") + "}, "
		}
	}

	return s + "Absolute: " + strconv.FormatBool(p.Absolute) + "}"
}
