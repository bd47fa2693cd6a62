package resource

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/codec/internal/parse"
	"godotvariant/internal/nilsafe"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

const maxTextFormat = 4

// A textReader reads one text file.
type textReader struct {
	parse.Cursor
	s    string
	file *File
	part int            // the part of the file that was read last: partTables …
	subs map[string]int // offsets of references to sub-resources that were not read yet, by ID
	self string         // the ID of the sub-resource that is being read
	at   []variant.Step // path to the value that is being read
}

// A heading is [tag name=value …].
type heading struct {
	at         int // offset of the heading
	tag        string
	attributes map[string]variant.Variant
}

// The parts of a file, in their order.
const (
	partTables = iota
	partNodes
	partConnections
	partMain
)

// A section has the rules for a heading and the lines after it.
type section struct {
	part  int  // the part of the file to which it belongs
	after int  // the section may follow this part and later parts
	until int  // the section may not follow parts after this part
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

// path returns the path to the value that is being read.
func (r *textReader) path() []variant.Step { return slices.Clone(r.at) }

// isPlain reports whether a value is a number or text.
func isPlain(v variant.Variant) bool {
	switch v.Type() {
	case variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat,
		variant.TypeString, variant.TypeStringName, variant.TypeNodePath:
		return true
	}
	return false
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

// text returns the text of an attribute, or "" if there is none.
func (h heading) text(name string) string {
	return textOf(h.attributes[name])
}

// id returns the attribute id. Godot 3 writes a number.
func (h heading) id() string {
	if i, ok := h.attributes["id"].(variant.Int); ok {
		return i.String()
	}
	return h.text("id")
}

func (r *textReader) uid(h heading) UID {
	s := h.text("uid")
	if s == "" {
		return NoUID
	}

	uid, err := ParseUID(s)
	if err != nil {
		r.file.note(nil, err.Error())
	}
	return uid
}

// needs fails unless a heading has the attributes.
func (r *textReader) needs(h heading, names []string) {
	for _, name := range names {
		if h.attributes[name] == nil {
			why := "[" + h.tag + "] without " + name
			r.FailAt(h.at, variant.Because(variant.ErrSyntax, why))
		}
	}
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

func (r *textReader) external(h heading) {
	r.file.addExternal(External{ID: h.id(), Type: h.text("type"), Path: h.text("path"),
		UID: r.uid(h)})
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

func (r *textReader) sub(h heading) {
	r.self = h.id()
	class := h.text("type")
	path := func() []variant.Step { return subPath(r.self) }
	properties := r.properties(class, path)

	r.file.found.resource(path, class, properties)
	r.file.addResource(Resource{ID: h.id(), Class: class, Properties: properties})
	r.self = ""
}

func (r *textReader) resource(heading) {
	class := r.file.Class
	path := func() []variant.Step { return []variant.Step{nameStep(keyResource)} }
	properties := r.properties(class, path)

	r.file.found.resource(path, class, properties)
	r.file.addResource(Resource{Class: class, Properties: properties})
}

// node reads a node. The first node without a parent is the root.
func (r *textReader) node(h heading) {
	n := Node{
		Name:        h.text("name"),
		Class:       h.text("type"),
		Parent:      h.text("parent"),
		Owner:       h.text("owner"),
		Index:       -1,
		Groups:      textList(h.attributes["groups"]),
		Placeholder: h.text("instance_placeholder"),
		NodePaths:   textList(h.attributes["node_paths"]),
	}

	n.Path = joined(n.Parent, n.Name)
	if len(r.file.scene.Nodes) == 0 {
		n.Path = rootPath
	}
	if i, err := strconv.Atoi(h.text("index")); err == nil {
		n.Index = i
	}
	if i, ok := h.attributes["index"].(variant.Int); ok {
		n.Index = int(i)
	}
	if v, ok := h.attributes["instance"]; ok && v != (variant.Nil{}) {
		n.Instance = v
	}
	made := n.Class != "" || n.Instance != nil || n.Placeholder != ""
	if n.Owner == "" && n.Parent != "" && made {
		n.Owner = rootPath
	}
	if n.Name == "" {
		r.file.note(nodeSteps(n.Path), "a node without a name")
	}

	r.file.found.class(func() []variant.Step { return nodeSteps(n.Path)[:2] }, n.Class)
	if n.Placeholder != "" {
		r.file.found.file(nodeSteps(n.Path)[:2], classScene, n.Placeholder, ExternalFile)
	}

	n.Properties = r.properties(n.Class, func() []variant.Step { return nodeSteps(n.Path) })
	r.file.scene.Nodes = append(r.file.scene.Nodes, n)
}

// textList returns the texts of a list, such as groups.
func textList(v variant.Variant) (texts []string) {
	switch list := v.(type) {
	case packed.PackedStringArray:
		return list
	case variant.Array:
		for _, item := range list.Items {
			texts = append(texts, textOf(item))
		}
	}
	return texts
}

func (r *textReader) connection(h heading) {
	c := Connection{
		Signal: h.text("signal"),
		From:   h.text("from"),
		To:     h.text("to"),
		Method: h.text("method"),
		Flags:  persistentFlag,
	}

	if flags, ok := h.attributes["flags"].(variant.Int); ok {
		c.Flags = int(flags)
	}
	if unbinds, ok := h.attributes["unbinds"].(variant.Int); ok {
		c.Unbinds = int(unbinds)
	}
	if binds, ok := h.attributes["binds"].(variant.Array); ok {
		c.Binds = binds.Items
	}

	index := indexStep(len(r.file.scene.Connections))
	r.file.found.add(CalledMethod, []variant.Step{nameStep(keyConnections), index}, "", c.Method)
	r.file.scene.Connections = append(r.file.scene.Connections, c)
}

func (r *textReader) editable(h heading) {
	r.file.scene.Editable = append(r.file.scene.Editable, h.text("path"))
}

// properties reads the lines name = value of a resource or node of a class, up to the next heading.
// It calls path, which returns the path to the resource or node, only if there is a property.
func (r *textReader) properties(
	class string, path func() []variant.Step,
) (all []objects.Property) {
	var steps []variant.Step // path to the value
	for {
		name, ok := r.name()
		if !ok {
			return all
		}

		if steps == nil {
			steps = append(path(), variant.Step{})
		}
		steps[len(steps)-1] = nameStep(name)
		r.at = steps

		v := r.Value(steps...)
		if r.Failed() {
			return nil
		}

		p := objects.Prop(name, v)
		r.file.found.property(r.path, class, p)
		all = append(all, p)
	}
}

// name reads the name of a property and its "=". It returns false at a heading, at the end, and
// for a name without "=" at the end, which engines ignore.
//
// A name may be in quotes. Without quotes it is the text up to the "=", without space and comments.
// So if text follows a value on the same line, it is part of the next name.
func (r *textReader) name() (string, bool) {
	start := r.Offset()
	var name strings.Builder
	for {
		switch c := r.Peek(); {
		case c == 0, c == '[' && name.Len() == 0:
			return "", false

		case c == '"':
			text := r.Text()
			r.Expect('=')
			return text, !r.Failed()

		case c == '=':
			r.Expect('=')
			return r.checkedName(start, name.String())
		}

		at := r.Offset()
		end := at
		for end < len(r.s) && r.s[end] > ' ' && strings.IndexByte(`=;"`, r.s[end]) < 0 {
			end++
		}
		name.WriteString(r.s[at:end])
		r.Seek(end)
	}
}

// checkedName fails for a name that is empty or not UTF-8.
func (r *textReader) checkedName(at int, name string) (string, bool) {
	switch {
	case name == "":
		r.FailAt(at, variant.Because(variant.ErrSyntax, "a value without a name"))
	case !utf8.ValidString(name):
		r.FailAt(at, variant.ErrUTF8)
	}
	return name, !r.Failed()
}

// subIDs reads SubResource(ID) in a file.
type subIDs struct {
	SubResource
	r *textReader
}

// FromArgs returns the reference. If the file did not have the resource before the reference, the
// method end checks that it has the resource now.
func (s subIDs) FromArgs(a notation.Args) variant.Variant {
	r := s.r
	at := r.Offset()
	id := readID(a)
	endArgs(a)

	if _, ok := r.file.subs[id]; !ok && !r.Failed() {
		if _, used := r.subs[id]; !used {
			r.subs[id] = at
		}
		text := "it refers to a sub-resource that comes later, which Godot 4 refuses"
		if id == r.self {
			text = "it refers to the sub-resource that it is in, which Godot 4 refuses"
		}
		r.file.note(subPath(id), text)
	}
	return SubResource(id)
}

// Script returns the path that an engine gives the script, without the path of the file:
// ::GDScript_1.
func (s subIDs) Script(a notation.Args) string {
	ref, _ := s.FromArgs(a).(SubResource)
	return "::" + string(ref)
}

// extIDs reads ExtResource(ID) in a file.
type extIDs struct {
	ExtResource
	r *textReader
}

// FromArgs returns the reference with the path of the external resource.
func (e extIDs) FromArgs(a notation.Args) variant.Variant {
	ref := ExtResource{ID: readID(a)}
	endArgs(a)

	external := e.r.file.External(ref)
	if external == nil {
		why := "an external resource of this ID"
		a.Fail(variant.Because(variant.ErrNotFound, why))
		return ref
	}
	ref.Path = external.Path
	return ref
}

// Script returns the path of the script, for ExtResource(ID) as the element type of a container.
func (e extIDs) Script(a notation.Args) string {
	ref, _ := e.FromArgs(a).(ExtResource)
	return ref.Path
}
