package resource

import (
	"errors"
	"slices"
	"strconv"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Value returns all of the file as one value, for functions that take values: tree.Walk, tree.Diff,
// jsonvar.Relaxed.Format, fmt. It is a Dictionary with these keys, if the file has them:
//
//	class         the class of the main resource
//	script_class  the class of its script
//	uid           the UID as text
//	external      for each external resource by ID: path, class, uid
//	sub           for each sub-resource by ID an Object
//	resource      the main resource as an Object
//	nodes         for each node of a scene by path: name, class, instance …, and properties
//	connections   for each connection: signal, from, to, method, flags, binds, unbinds
//	editable      the paths of editable instances
//
// If several nodes have the same path, the keys of all but the first have "#" and the index after
// the path. If a property is repeated, only the last one keeps its name. The others have "#" and
// their index after the name. If the lists of a PackedScene do not fit together, there are no
// nodes, and the key resource has the lists.
//
// Values are shared with the file. References are not followed, so each resource occurs once.
func (f *File) Value() variant.Dictionary {
	var d variant.Dictionary
	put(&d, keyClass, f.Class)
	put(&d, keyScriptClass, f.ScriptClass)
	putUID(&d, f.UID)

	if len(f.Externals) > 0 {
		d.Pairs = append(d.Pairs, variant.KV(keyExternal, f.externalsValue()))
	}

	main := f.Main()
	subs := f.Resources
	if main != nil {
		subs = subs[:len(subs)-1]
	}
	if len(subs) > 0 {
		d.Pairs = append(d.Pairs, variant.KV(keySub, resourcesValue(subs)))
	}

	scene, err := f.Scene()
	switch {
	case scene != nil && err == nil:
		d.Pairs = append(d.Pairs, scene.pairs(f.without(main))...)
	case main != nil:
		d.Pairs = append(d.Pairs, variant.KV(keyResource, main.value()))
	}
	return d
}

// value returns the resource as a full object. Properties with the same name get different names,
// see distinct.
func (r *Resource) value() objects.Object {
	return objects.NewObject(r.Class, distinct(r.Properties)...)
}

// fewProperties is a number of properties that can be compared with each other in a short time.
const fewProperties = 12

// repeats reports whether two properties have the same name. It is fast only for few properties.
func repeats(all []objects.Property) bool {
	for i, p := range all {
		for _, q := range all[:i] {
			if p.Name == q.Name {
				return true
			}
		}
	}
	return false
}

// distinct returns properties with different names. If several properties have the same name, the
// last one keeps the name. The others get "#" and their index.
func distinct(all []objects.Property) []objects.Property {
	if len(all) <= fewProperties && !repeats(all) {
		return all // needs no map
	}

	last := map[string]int{}
	for i, p := range all {
		last[p.Name] = i
	}
	if len(last) == len(all) {
		return all
	}

	out := slices.Clone(all)
	for i, p := range all {
		if last[p.Name] != i {
			out[i].Name = unique(last, p.Name+"#"+strconv.Itoa(i), i)
			last[out[i].Name] = i
		}
	}
	return out
}

// without returns the main resource of a scene, but omits the property "_bundled" and all null
// properties. If no property is left, it returns an object without a class.
func (f *File) without(main *Resource) objects.Object {
	if main == nil {
		return objects.Object{}
	}

	rest := objects.NewObject(main.Class)
	for _, p := range distinct(main.Properties) {
		if p.Name != propertyBundle && p.Value.Type() != variant.TypeNil {
			rest.Properties = append(rest.Properties, p)
		}
	}
	if len(rest.Properties) == 0 {
		return objects.Object{}
	}
	return rest
}

// put adds a pair unless the text is empty.
func put(d *variant.Dictionary, key, text string) {
	if text != "" {
		d.Pairs = append(d.Pairs, variant.KV(key, variant.String(text)))
	}
}

func putUID(d *variant.Dictionary, uid UID) {
	if uid != NoUID {
		put(d, keyUID, uid.String())
	}
}

func (f *File) externalsValue() variant.Dictionary {
	var d variant.Dictionary
	for _, e := range f.Externals {
		var one variant.Dictionary
		put(&one, "path", e.Path)
		put(&one, keyClass, e.Type)
		putUID(&one, e.UID)
		d.Pairs = append(d.Pairs, variant.KV(e.ID, one))
	}
	return d
}

func resourcesValue(all []Resource) variant.Dictionary {
	var d variant.Dictionary
	for i := range all {
		d.Pairs = append(d.Pairs, variant.KV(all[i].ID, all[i].value()))
	}
	return d
}

// pairs returns the pairs of [File.Value] for a scene. The argument mainResource is the result of
// File.without: the main resource without the property that has the nodes. If mainResource is not
// null, the first pair has it.
func (s *Scene) pairs(mainResource objects.Object) []variant.Pair {
	var d, nodes variant.Dictionary
	if !mainResource.IsNull() {
		d.Pairs = append(d.Pairs, variant.KV(keyResource, mainResource))
	}

	taken := map[string]int{}
	for i := range s.Nodes {
		path := unique(taken, s.Nodes[i].Path, i)
		taken[path] = i
		nodes.Pairs = append(nodes.Pairs, variant.KV(path, s.Nodes[i].value()))
	}
	d.Pairs = append(d.Pairs, variant.KV(keyNodes, nodes))

	var connections, editable variant.Array
	for _, c := range s.Connections {
		connections.Items = append(connections.Items, c.value())
	}
	for _, path := range s.Editable {
		editable.Items = append(editable.Items, variant.String(path))
	}

	if len(connections.Items) > 0 {
		d.Pairs = append(d.Pairs, variant.KV(keyConnections, connections))
	}
	if len(editable.Items) > 0 {
		d.Pairs = append(d.Pairs, variant.KV(keyEditable, editable))
	}
	return d.Pairs
}

func (n *Node) value() variant.Dictionary {
	var d, properties variant.Dictionary
	put(&d, "name", n.Name)
	put(&d, keyClass, n.Class)
	put(&d, "parent", n.Parent)
	put(&d, "owner", n.Owner)
	put(&d, "placeholder", n.Placeholder)

	if n.Index >= 0 {
		d.Pairs = append(d.Pairs, variant.KV("index", variant.Int(n.Index)))
	}
	if n.Instance != nil {
		d.Pairs = append(d.Pairs, variant.KV("instance", n.Instance))
	}
	putTexts(&d, "groups", n.Groups)
	putTexts(&d, "node_paths", n.NodePaths)

	for _, p := range distinct(n.Properties) {
		properties.Pairs = append(properties.Pairs, variant.KV(p.Name, p.Value))
	}
	d.Pairs = append(d.Pairs, variant.KV(keyProperties, properties))
	return d
}

// putTexts adds a pair unless there are no texts.
func putTexts(d *variant.Dictionary, key string, texts []string) {
	if len(texts) == 0 {
		return
	}

	var list variant.Array
	for _, text := range texts {
		list.Items = append(list.Items, variant.String(text))
	}
	d.Pairs = append(d.Pairs, variant.KV(key, list))
}

func (c *Connection) value() variant.Dictionary {
	var d variant.Dictionary
	put(&d, "signal", c.Signal)
	put(&d, "from", c.From)
	put(&d, "to", c.To)
	put(&d, "method", c.Method)
	d.Pairs = append(d.Pairs, variant.KV("flags", variant.Int(c.Flags)))

	if len(c.Binds) > 0 {
		d.Pairs = append(d.Pairs, variant.KV("binds", variant.Array{Items: c.Binds}))
	}
	if c.Unbinds != 0 {
		d.Pairs = append(d.Pairs, variant.KV("unbinds", variant.Int(c.Unbinds)))
	}
	return d
}

// Lookup follows a path into [File.Value]. If the path leads to a SubResource, it continues in the
// resource to which the SubResource refers:
//
//	f.Lookup("resource.gradient.offsets[1]")
//	f.Lookup(`nodes["Foe/Arm"].properties.texture.width`)
//	f.Lookup(`sub["Gradient_1"].colors[0].r`)
//
// The steps are those of tree.Lookup. If the last step leads to a reference, Lookup returns the
// reference. Lookup ends even if resources refer to each other in a circle, because it follows each
// step once.
//
// The error is an [*variant.Error] whose path ends with the step that failed, of the kinds of
// tree.Lookup.
func (f *File) Lookup(path string) (variant.Variant, error) {
	steps, err := variant.ParsePath(path)
	if err != nil {
		return nil, err
	}

	var v variant.Variant = f.Value()
	for i, step := range steps {
		v = f.followed(v)
		next, err := tree.Lookup(v, variant.Path{step})
		if err != nil {
			return nil, variant.NewError(variant.OpLookup, steps[:i+1], v, errors.Unwrap(err))
		}
		v = next
	}
	return v, nil
}

// followed returns the resource to which a reference refers. It returns any other value unchanged.
func (f *File) followed(v variant.Variant) variant.Variant {
	ref, ok := v.(SubResource)
	if !ok {
		return v
	}
	if r := f.Resource(ref); r != nil {
		return r.value()
	}
	return v
}

// String returns one line: text, Godot 4, format 3: Resource, 2 external, 5 sub-resources.
func (f *File) String() string {
	subs := len(f.Resources)
	if f.Main() != nil {
		subs--
	}
	return f.header() + ": " + f.Class + ", " + strconv.Itoa(len(f.Externals)) + " external, " +
		strconv.Itoa(subs) + " sub-resources"
}

// header returns a summary of the header.
func (f *File) header() string {
	s := f.Form.String()
	if f.Compressed {
		s = "compressed " + s
	}

	if f.Major > 0 {
		s += ", Godot " + strconv.Itoa(f.Major)
	}
	if f.Form == BinaryForm {
		s += "." + strconv.Itoa(f.Minor)
	}

	if f.BigEndian {
		s += ", big-endian"
	}
	if f.Format > 0 {
		s += ", format " + strconv.Itoa(f.Format)
	}
	return s
}
