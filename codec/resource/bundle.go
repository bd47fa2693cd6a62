package resource

import (
	"strconv"
	"strings"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

const (
	classScene     = "PackedScene"
	propertyBundle = "_bundled"
)

// Scene returns the nodes of a scene, or nil if the file is not a scene. The scene shares its
// values with the file.
//
// A PackedScene in a binary file, or in a .tres, has its nodes in several lists. If these lists do
// not fit together, the error is an [*variant.Error]: variant.ErrRange for an index that does not
// exist, variant.ErrWrongType, variant.ErrTruncated, and variant.ErrLimit if all paths together are
// longer than 16 MiB.
func (f *File) Scene() (*Scene, error) {
	if f.scene != nil {
		return f.scene, nil
	}

	main := f.Main()
	if main == nil || main.Class != classScene {
		return nil, nil
	}

	v, ok := main.Get(propertyBundle)
	if !ok {
		return &Scene{}, nil
	}
	scene, _, err := unbundle(v, 0)
	return scene, err
}

// A bundle is the property _bundled of a PackedScene: lists of names and values, and lists of
// indices into them. Godot: SceneState.get_bundled_scene.
type bundle struct {
	names     packed.PackedStringArray
	variants  []variant.Variant
	nodePaths []variant.Variant
	version   int

	scene Scene
	text  int // length of all paths
	err   error
}

const (
	bundleVersion   = 3
	versionUnbinds  = 3          // the first version in which connections have unbinds
	noParent        = 0x7FFFFFFF // as the number of a parent or an owner: there is none
	fromInstance    = 0x7FFFFFFF // in place of the number of a type: an instance has the node
	byPath          = 1 << 30    // bit of an index that selects the path of a node or placeholder
	lowBits         = 0xFFFFFF   // mask of the position in a list, in an index with the bit byPath
	nameBits        = 18         // number of the low bits that hold the index of a name
	holdsNode       = 1 << 30    // bit of a property's name: the property holds a node
	minNode         = 7          // each node has at least this many numbers
	maxPaths        = 16 << 20
	persistentFlag  = 2
	keyBundleNames  = "names"
	keyBundleValues = "variants"
)

// bundleKeys are the keys of a bundle. Godot 4.6 also writes node_ids and id_paths, with which it
// finds the nodes of another scene after they were renamed or moved. This package does not use
// them.
var bundleKeys = []string{keyBundleNames, keyBundleValues, "node_count", "nodes", "conn_count",
	"conns", "node_paths", "editable_instances", "base_scene", "version", "node_ids", "id_paths"}

// unbundle returns the scene of a bundle. It adds the lengths of the paths of all nodes of the
// scene to earlierLength, the total for the scenes that were read before, and returns the new
// total, which is limited to maxPaths.
func unbundle(v variant.Variant, earlierLength int) (scene *Scene, length int, err error) {
	d, ok := v.(variant.Dictionary)
	if !ok {
		kind := variant.Because(variant.ErrWrongType, "it is not a Dictionary")
		return nil, earlierLength, bundleError("", kind)
	}

	b := &bundle{version: 1, text: earlierLength}
	b.names, _ = field[packed.PackedStringArray](b, d, keyBundleNames)
	values, _ := field[variant.Array](b, d, keyBundleValues)
	paths, _ := field[variant.Array](b, d, "node_paths")
	editable, _ := field[variant.Array](b, d, "editable_instances")
	if version, ok := field[variant.Int](b, d, "version"); ok {
		b.version = int(version)
	}
	b.variants, b.nodePaths = values.Items, paths.Items

	if b.version > bundleVersion {
		why := "version " + strconv.Itoa(b.version)
		b.fail("version", variant.Because(variant.ErrUnknownType, why))
	}

	b.nodes(d)
	b.connections(d)
	for _, v := range editable.Items {
		b.scene.Editable = append(b.scene.Editable, pathText(v))
	}

	if b.err != nil {
		return nil, b.text, b.err
	}
	return &b.scene, b.text, nil
}

func bundleError(key string, kind error) error {
	path := []variant.Step{nameStep(keyResource), nameStep(propertyBundle)}
	if key != "" {
		path = append(path, keyStep(key))
	}
	return variant.NewError(variant.OpDecode, path, nil, kind)
}

func (b *bundle) fail(key string, kind error) {
	if b.err == nil {
		b.err = bundleError(key, kind)
	}
}

// field returns the value of a key. The second result is false if the key is missing, or if the
// value is not a T. A value that is not a T is also an error of the bundle.
func field[T variant.Variant](b *bundle, d variant.Dictionary, key string) (T, bool) {
	var none T
	v, ok := d.Get(variant.String(key))
	if !ok {
		return none, false
	}

	t, ok := v.(T)
	if !ok {
		why := "it is of type " + v.Type().String()
		b.fail(key, variant.Because(variant.ErrWrongType, why))
	}
	return t, ok
}

// numbers reads the numbers of a list of the bundle, one after another. The bundle stores the first
// error.
type numbers struct {
	b    *bundle
	key  string
	left []int32
}

func (b *bundle) list(d variant.Dictionary, key string) *numbers {
	v, ok := d.Get(variant.String(key))
	if !ok {
		return &numbers{b: b, key: key}
	}

	switch list := v.(type) {
	case packed.PackedInt32Array:
		return &numbers{b, key, list}
	case variant.Array: // a text file may have an Array here
		left := make([]int32, 0, len(list.Items))
		for _, item := range list.Items {
			i, ok := item.(variant.Int)
			if !ok {
				why := "an item is of type " + item.Type().String()
				b.fail(key, variant.Because(variant.ErrWrongType, why))
			}
			left = append(left, int32(i))
		}
		return &numbers{b, key, left}
	}

	b.fail(key, variant.Because(variant.ErrWrongType, "it is of type "+v.Type().String()))
	return &numbers{b: b, key: key}
}

// next returns the next number. At the end of the list it fails and returns 0.
func (n *numbers) next() int {
	if len(n.left) == 0 {
		n.b.fail(n.key, variant.ErrTruncated)
		return 0
	}

	x := n.left[0]
	n.left = n.left[1:]
	return int(x)
}

// count reads the number of the parts that follow. Each part has at least size numbers. The method
// fails if the list has fewer numbers left than these parts need.
func (n *numbers) count(size int) int {
	x := n.next()
	if x < 0 || x > len(n.left)/size {
		why := strconv.Itoa(x) + " parts, " + strconv.Itoa(len(n.left)) + " numbers left"
		n.b.fail(n.key, variant.Because(variant.ErrTruncated, why))
		return 0
	}
	return x
}

// nodes reads the nodes:
//
//	parent, owner, type, name, instance,
//	number of properties, then the name and the value of each property,
//	number of groups, then the name of each group
func (b *bundle) nodes(d variant.Dictionary) {
	count, _ := field[variant.Int](b, d, "node_count")
	list := b.list(d, "nodes")
	if count < 0 || int(count) > len(list.left)/minNode {
		b.fail("node_count", variant.Because(variant.ErrTruncated, count.String()+" nodes"))
	}

	for i := 0; i < int(count) && b.err == nil; i++ {
		b.node(list, i)
	}
	if b.err == nil {
		b.root(d)
	}
}

// node reads node i.
func (b *bundle) node(list *numbers, i int) {
	var n Node
	n.Parent = b.nodeAt(list, list.next())
	n.Owner = b.nodeAt(list, list.next())
	n.Class = b.class(list, list.next())
	n.Name, n.Index = b.nodeName(list, list.next())
	b.instance(&n, list, list.next())

	for range list.count(2) {
		b.property(&n, list)
	}
	for range list.count(1) {
		n.Groups = append(n.Groups, b.name(list, list.next()))
	}

	n.Path = joined(n.Parent, n.Name)
	if i == 0 {
		n.Path = rootPath
	}
	b.text += len(n.Path)
	if b.text > maxPaths {
		b.fail("nodes", variant.Because(variant.ErrLimit, "the paths are longer than 16 MiB"))
	}
	b.scene.Nodes = append(b.scene.Nodes, n)
}

// root sets the field Instance of the root node, if the scene is an inherited scene. The Instance
// is then the base scene.
func (b *bundle) root(d variant.Dictionary) {
	base, ok := field[variant.Int](b, d, "base_scene")
	if !ok || base < 0 || len(b.scene.Nodes) == 0 {
		return
	}
	b.scene.Nodes[0].Instance = b.value("base_scene", int(base))
}

// nodeAt returns the path of the node with the given index. If bit 30 is set, the index selects an
// item of node_paths, for a node that is not in the file. For the indices -1 and 0x7FFFFFFF the
// path is "".
func (b *bundle) nodeAt(list *numbers, index int) string {
	switch {
	case index == -1 || index == noParent:
		return ""

	case index >= 0 && index&byPath != 0:
		index &= lowBits
		if index < len(b.nodePaths) {
			return pathText(b.nodePaths[index])
		}

	case index >= 0 && index < len(b.scene.Nodes):
		return b.scene.Nodes[index].Path
	}

	b.missing(list.key, "node", index)
	return ""
}

// pathText returns the path to a node in the form of text files.
func pathText(v variant.Variant) string {
	p, _ := v.(objects.NodePath)
	s := strings.TrimPrefix(p.String(), "./")
	if s == "" {
		return rootPath
	}
	return s
}

func (b *bundle) class(list *numbers, index int) string {
	if index == fromInstance {
		return ""
	}
	return b.name(list, index)
}

// nodeName returns the name of a node, and the index of the node among the children of its parent.
// The argument bits contains both. If it contains no index, the index is -1.
func (b *bundle) nodeName(list *numbers, bits int) (name string, index int) {
	word := uint32(bits)
	return b.name(list, int(word&(1<<nameBits-1))), int(word>>nameBits) - 1
}

// instance sets the scene of a node that is an instance. The argument index is the index of the
// scene in the values of the bundle. If bit 30 is set, the value is the path of a scene that is
// loaded later. The index -1 means that the node is not an instance.
func (b *bundle) instance(n *Node, list *numbers, index int) {
	switch {
	case index == -1:
	case index >= 0 && index&byPath != 0:
		path, _ := b.value(list.key, index&lowBits).(variant.String)
		n.Placeholder = string(path)
	default:
		n.Instance = b.value(list.key, index)
	}
}

func (b *bundle) property(n *Node, list *numbers) {
	word := list.next()
	name := b.name(list, word&^holdsNode)
	if word&holdsNode != 0 {
		n.NodePaths = append(n.NodePaths, name)
	}
	n.Properties = append(n.Properties, objects.Prop(name, b.value(list.key, list.next())))
}

func (b *bundle) name(list *numbers, index int) string {
	if index < 0 || index >= len(b.names) {
		b.missing(list.key, "name", index)
		return ""
	}
	return b.names[index]
}

func (b *bundle) value(key string, index int) variant.Variant {
	if index < 0 || index >= len(b.variants) {
		b.missing(key, "value", index)
		return variant.Nil{}
	}
	return b.variants[index]
}

func (b *bundle) missing(key, what string, index int) {
	b.fail(key, variant.Because(variant.ErrRange, what+" "+strconv.Itoa(index)))
}

// connections reads the connections:
//
//	from, to, signal, method, flags, number of binds, the binds, from version 3 on unbinds
func (b *bundle) connections(d variant.Dictionary) {
	count, _ := field[variant.Int](b, d, "conn_count")
	list := b.list(d, "conns")
	size := 6
	if b.version >= versionUnbinds {
		size++
	}
	if count < 0 || int(count) > len(list.left)/size {
		why := count.String() + " connections"
		b.fail("conn_count", variant.Because(variant.ErrTruncated, why))
	}

	for i := 0; i < int(count) && b.err == nil; i++ {
		b.connection(list)
	}
}

func (b *bundle) connection(list *numbers) {
	var c Connection
	c.From = b.nodeAt(list, list.next())
	c.To = b.nodeAt(list, list.next())
	c.Signal = b.name(list, list.next())
	c.Method = b.name(list, list.next())
	c.Flags = list.next()

	for range list.count(1) {
		c.Binds = append(c.Binds, b.value(list.key, list.next()))
	}
	if b.version >= versionUnbinds {
		c.Unbinds = list.next()
	}
	b.scene.Connections = append(b.scene.Connections, c)
}
