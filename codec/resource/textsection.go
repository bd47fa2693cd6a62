package resource

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

func (r *textReader) external(h heading) {
	r.file.addExternal(External{ID: h.id(), Type: h.text("type"), Path: h.text("path"),
		UID: r.uid(h)})
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

// properties reads the properties of a resource or node: the lines name = value up to the next
// heading. The argument class is the class of the resource or node. The function path returns the
// path to it, and is called only if there is a property.
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

// name reads the name of a property and its "=". It returns false at a heading and at the end of
// the file. It also returns false if the file ends after a name without "=". Engines ignore this
// name.
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
