package resource

import (
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/codec/internal/parse"
	"godotvariant/internal/nilsafe"
	"godotvariant/packed"
	"godotvariant/variant"
)

const maxTextFormat = 4

// The parts of a text file, in the order in which they occur.
const (
	partTables = iota
	partNodes
	partConnections
	partMain
)

// A section has the rules for a heading and the lines after it.
type section struct {
	part  int  // the part of the file to which it belongs
	after int  // the part of the previous section must be this part or a later part
	until int  // the part of the previous section must be this part or an earlier part
	scene bool // only for gd_scene
	text  bool // only for gd_resource
	needs []string
	read  func(r *textReader, h heading)
	// parts has the attributes that are neither a number nor text. For each of them it has a
	// function that reports whether a value is valid.
	parts map[string]func(v variant.Variant) bool
}

var sections = map[string]section{
	"ext_resource": {part: partTables, until: partTables, needs: []string{"path", "type", "id"},
		read: (*textReader).external},
	"sub_resource": {part: partTables, until: partTables, needs: []string{"type", "id"},
		read: (*textReader).sub},
	"resource": {part: partMain, until: partTables, text: true, read: (*textReader).resource},
	"node": {part: partNodes, until: partConnections, scene: true, read: (*textReader).node,
		parts: map[string]func(v variant.Variant) bool{
			"groups": isTexts, "node_paths": isTexts, "instance": isReference,
			"parent_id_path": isIDs, "owner_uid_path": isIDs,
		}},
	"connection": {part: partConnections, after: partNodes, until: partConnections, scene: true,
		needs: []string{"signal", "from", "to", "method"}, read: (*textReader).connection,
		parts: map[string]func(v variant.Variant) bool{
			"binds": isArray, "from_uid_path": isIDs, "to_uid_path": isIDs,
		}},
	"editable": {part: partConnections, after: partNodes, until: partConnections, scene: true,
		needs: []string{"path"}, read: (*textReader).editable},
}

// isTexts reports whether a value is a list of texts, such as the groups of a node.
func isTexts(v variant.Variant) bool {
	if _, ok := v.(packed.PackedStringArray); ok {
		return true
	}

	list, ok := v.(variant.Array)
	for _, item := range list.Items {
		ok = ok && isPlain(item)
	}
	return ok
}

func isReference(v variant.Variant) bool {
	return v.Type() == typeSubResource || v.Type() == typeExtResource
}

func isIDs(v variant.Variant) bool { return v.Type() == variant.TypePackedInt32Array }

func isArray(v variant.Variant) bool { return v.Type() == variant.TypeArray }

// parseText reads a text file.
func parseText(s string, o Options) (*File, error) {
	r := &textReader{s: s, file: newFile(TextForm), subs: map[string]int{}}
	r.file.Precision = o.rules().Precision
	r.Cursor = parse.NewCursor(s, r.rules(o))

	r.Repair = asRead
	r.Made = func(m parse.Made) { r.file.found.made(r.path(), m) }

	r.head()
	for r.Peek() != 0 {
		r.section()
	}
	r.end()

	if r.Failed() {
		return nil, r.Err()
	}
	return r.file, nil
}

// rules returns the rules for values in the file. They are the rules of the codec, but with objects
// and with references to resources of the file.
func (r *textReader) rules(o Options) *parse.Rules {
	of := &o.rules().Parse
	types := map[string]variant.Constructible{}
	maps.Copy(types, of.Types)
	for _, t := range []variant.Constructible{subIDs{r: r}, extIDs{r: r}} {
		types[nilsafe.Name(t)] = t
	}

	return &parse.Rules{
		FullObjects: true,
		Single:      of.Single,
		MaxDepth:    o.maxDepth(),
		MaxSize:     of.MaxSize,
		Types:       types,
	}
}

// asRead returns a string in the form in which engines read it, without a byte order mark at its
// start. A NUL is an error, because engines stop reading the file there.
func asRead(s string) (string, error) {
	switch {
	case strings.IndexByte(s, 0) >= 0:
		return "", variant.ErrNUL
	case !utf8.ValidString(s):
		return "", variant.ErrUTF8
	}
	return strings.TrimPrefix(s, byteOrderMark), nil
}

// head reads the first heading.
func (r *textReader) head() {
	if r.Peek() != '[' && !r.Failed() {
		why := noResource(r.s[r.Offset():])
		r.FailAt(r.Offset(), variant.Because(variant.ErrSyntax, why))
		return
	}

	h := r.heading()
	switch {
	case r.Failed():
		return
	case h.tag == "gd_scene":
		r.file.scene = &Scene{}
		r.file.Class = classScene
	case h.tag == "gd_resource":
		r.needs(h, []string{"type"})
		r.file.Class = h.text("type")
	default:
		why := "expected gd_resource or gd_scene"
		r.FailAt(h.at, variant.Because(variant.ErrSyntax, why))
	}

	r.file.ScriptClass = h.text("script_class")
	r.file.found.scriptClass(r.file.ScriptClass)
	r.file.UID = r.uid(h)
	r.format(h)
}

// noResource returns the reason why a text is not a resource. In all these cases engines report
// that they expected a [.
func noResource(text string) string {
	switch {
	case strings.HasPrefix(text, "\xEF\xBB\xBF"):
		return "the file begins with a byte order mark, which engines refuse: save it without one"
	case strings.HasPrefix(text, "\xFF\xFE"), strings.HasPrefix(text, "\xFE\xFF"):
		return "the file is text in UTF-16, which engines refuse: save it in UTF-8"
	default:
		return "the file begins with neither RSRC, RSCC nor ["
	}
}

// format reads the version of the format, and derives the version of the engine.
func (r *textReader) format(h heading) {
	format, ok := h.attributes["format"].(variant.Int)
	if !ok {
		return
	}

	if format < 1 || format > maxTextFormat {
		why := "format " + format.String() + "; known are 1 to " + strconv.Itoa(maxTextFormat)
		r.FailAt(h.at, variant.Because(variant.ErrUnknownType, why))
	}
	r.file.Format, r.file.Major = int(format), 4
	if format < 3 {
		r.file.Major = 3
	}
}

// heading reads a heading.
func (r *textReader) heading() heading {
	r.Peek()
	h := heading{at: r.Offset()}
	r.Expect('[')
	h.tag = r.Ident()

	for !r.Failed() && !r.Accept(']') {
		name := r.Ident()
		if name == "" {
			r.Unexpected("an attribute or ']'")
		}
		r.Expect('=')

		if h.attributes == nil {
			h.attributes = map[string]variant.Variant{}
		}
		h.attributes[name] = r.attribute(h.tag, name)
	}

	return h
}

// attribute reads the value of an attribute.
func (r *textReader) attribute(tag, name string) variant.Variant {
	r.at = []variant.Step{nameStep(tag), nameStep(name)}
	v := r.Value(nameStep(name))
	if r.Failed() || isPlain(v) {
		return v
	}

	if is := sections[tag].parts[name]; is == nil || !is(v) {
		r.file.found.add(UnknownAttribute, r.path(), "", v.Type().String())
	}
	return v
}

// isPlain reports whether a value is a number or text.
func isPlain(v variant.Variant) bool {
	switch v.Type() {
	case variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat,
		variant.TypeString, variant.TypeStringName, variant.TypeNodePath:
		return true
	}
	return false
}

// section reads a heading and the properties after it.
func (r *textReader) section() {
	h := r.heading()
	s, ok := sections[h.tag]
	isScene := r.file.scene != nil

	switch {
	case r.Failed():
		return
	case !ok, s.scene && !isScene, s.text && isScene, r.part < s.after, r.part > s.until:
		why := "[" + h.tag + "] can't stand here"
		r.FailAt(h.at, variant.Because(variant.ErrSyntax, why))
		return
	}

	r.part = s.part
	if r.needs(h, s.needs); !r.Failed() {
		s.read(r, h)
	}
}

// end makes the checks that are possible only after the complete file was read.
func (r *textReader) end() {
	if r.Failed() {
		return
	}

	if r.part < partNodes {
		why := "a file without [resource] or [node]"
		r.Fail(variant.Because(variant.ErrTruncated, why))
	}

	first := len(r.s)
	for id, at := range r.subs {
		if _, ok := r.file.subs[id]; !ok && at < first {
			first = at
		}
	}
	if first < len(r.s) {
		r.FailAt(first, variant.Because(variant.ErrNotFound, "a sub-resource of this ID"))
	}
}
