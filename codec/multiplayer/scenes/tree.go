package scenes

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/variant"
)

const (
	maxInstances = 64      // scenes in each other
	maxNodes     = 1 << 17 // of a tree
	maxPath      = 4096    // bytes of a path; packets can't carry a longer one
)

const (
	classSynchronizer = "MultiplayerSynchronizer"
	classSpawner      = "MultiplayerSpawner"
	classPlaceholder  = "InstancePlaceholder"
	propertyConfig    = "replication_config"
)

// A node is a node of the tree that an engine makes of a scene.
type node struct {
	name     string
	class    string
	file     string // the path of the file that adds the node, "" for the file that is read
	parent   *node
	children []*node          // in the order in which they were added, whatever their index
	named    map[string]*node // children by name

	// unknown means that the node belongs to an instance whose file load does not return. Nobody
	// knows which nodes are below it.
	unknown bool

	// A synchronizer or spawner has all properties that files set, in their order, so the last one
	// of a name counts. config is the file that has the last configuration.
	properties []objects.Property
	config     *resource.File
}

// all ranges over the node and all nodes below it, a node before its children. Engines enter nodes
// into the tree in this order.
func (n *node) all() iter.Seq[*node] {
	return func(yield func(*node) bool) {
		stack := []*node{n}
		for len(stack) > 0 {
			next := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(next) {
				return
			}
			for _, child := range slices.Backward(next.children) {
				stack = append(stack, child)
			}
		}
	}
}

// path returns the path from the root, "." for the root itself.
func (n *node) path() (string, error) {
	if n.parent == nil {
		return ".", nil
	}

	var names []string
	size := 0
	for at := n; at.parent != nil; at = at.parent {
		size += len(at.name) + 1
		if size > maxPath {
			why := fmt.Sprintf("a path of more than %d bytes", maxPath)
			return "…/" + n.name, variant.Because(variant.ErrLimit, why)
		}
		names = append(names, at.name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/"), nil
}

// add adds a child, whose name no other child has.
func (n *node) add(child *node) {
	if n.named == nil {
		n.named = map[string]*node{}
	}
	child.parent = n
	n.named[child.name] = child
	n.children = append(n.children, child)
}

// set sets the properties that a node has in a file.
func (n *node) set(f *resource.File, properties []objects.Property) {
	if n.class != classSynchronizer && n.class != classSpawner {
		return
	}

	n.properties = append(n.properties, properties...)
	for _, p := range properties {
		if p.Name == propertyConfig {
			n.config = f
		}
	}
}

// A builder makes the tree of a scene from the scene's file and the files of its instances. Godot:
// SceneState.instantiate.
type builder struct {
	files  *files
	scenes map[*resource.File]*resource.Scene
	open   []string // paths of the scenes that are being made, the outermost first
	nodes  int      // how many were made
}

// build makes the tree of a file. path is the file's path. The root is nil if the file is not a
// scene or has no nodes.
func (b *builder) build(f *resource.File, path string) (root *node, err error) {
	scene := b.scenes[f]
	if scene == nil {
		scene, err = f.Scene()
		if scene == nil || err != nil {
			return nil, err
		}
		b.scenes[f] = scene
	}

	for i := range scene.Nodes {
		n := &scene.Nodes[i]
		made, err := b.place(root, n, f, path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.Path, err)
		}
		if i == 0 {
			root = made
		}
	}
	return root, nil
}

// place adds a node of a file to a tree, or changes the node of the tree that it stands for. The
// first node of a file is the root, without a tree.
func (b *builder) place(
	root *node, n *resource.Node, f *resource.File, path string,
) (*node, error) {
	if b.nodes >= maxNodes {
		return nil, variant.Because(variant.ErrLimit, fmt.Sprintf("more than %d nodes", maxNodes))
	}

	var parent *node
	if root != nil {
		parent = b.find(root, n.Parent)
		if parent == nil {
			return nil, variant.Because(variant.ErrNotFound, fmt.Sprintf("parent %q", n.Parent))
		}
	}

	made, err := b.create(n, f, path)
	switch {
	case err != nil:
		return nil, err
	case made == nil && parent != nil:
		made = b.child(parent, n.Name)
	case made != nil && parent != nil && parent.named[n.Name] != nil:
		why := fmt.Sprintf("two nodes %q of one parent", n.Name)
		return nil, variant.Because(variant.ErrUnsupported, why)
	case made != nil && parent != nil:
		made.name = n.Name
		parent.add(made)
	}

	if made == nil {
		why := "the node of an instance that the file changes"
		return nil, variant.Because(variant.ErrNotFound, why)
	}
	made.set(f, n.Properties)
	return made, nil
}

// find returns the node at a path from a root, or nil if there is none.
func (b *builder) find(root *node, path string) *node {
	n := root
	for name := range strings.SplitSeq(path, "/") {
		switch name {
		case ".":
		case "..":
			n = n.parent
		default:
			n = b.child(n, name)
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// child returns the child with a name, or nil if there is none. An unknown node gets each child
// that files name.
func (b *builder) child(n *node, name string) *node {
	child := n.named[name]
	if child == nil && n.unknown {
		b.nodes++
		child = &node{name: name, file: n.file, unknown: true}
		n.add(child)
	}
	return child
}

// create makes a node by its class or instance. It returns nil for a node that an instance has.
func (b *builder) create(n *resource.Node, f *resource.File, path string) (*node, error) {
	class := n.Class
	switch {
	case n.Instance != nil:
		return b.instance(n.Instance, f)
	case n.Placeholder != "":
		class = classPlaceholder
	case class == "":
		return nil, nil
	}

	b.nodes++
	return &node{class: class, file: path}, nil
}

// instance makes the tree of a scene that a file refers to.
func (b *builder) instance(ref variant.Variant, f *resource.File) (*node, error) {
	external, ok := ref.(resource.ExtResource)
	if !ok || f.External(external) == nil {
		why := "an instance of a scene that is not a file"
		return nil, variant.Because(variant.ErrUnsupported, why)
	}
	path := f.External(external).Path

	if slices.Contains(b.open, path) {
		why := fmt.Sprintf("an instance of %q in itself", path)
		return nil, variant.Because(variant.ErrDepth, why)
	}
	if len(b.open) >= maxInstances {
		why := fmt.Sprintf("%d instances in each other", maxInstances)
		return nil, variant.Because(variant.ErrDepth, why)
	}

	file, err := b.files.get(path)
	if err != nil {
		return nil, err
	}
	if file == nil {
		b.nodes++
		return &node{file: path, unknown: true}, nil
	}

	b.open = append(b.open, path)
	root, err := b.build(file, path)
	b.open = b.open[:len(b.open)-1]
	if err == nil && root == nil {
		err = variant.Because(variant.ErrWrongType, "not a scene")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return root, nil
}

// files are the files that scenes name. Each is loaded once.
type files struct {
	load   func(path string) (*resource.File, error)
	loaded map[string]*resource.File // by path
}

// get returns the file at a path. It is nil if load returns none.
func (a *files) get(path string) (*resource.File, error) {
	if f, ok := a.loaded[path]; ok {
		return f, nil
	}
	if a.load == nil {
		why := fmt.Sprintf("file %q, without a function that loads it", path)
		return nil, variant.Because(variant.ErrNotFound, why)
	}

	f, err := a.load(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	a.loaded[path] = f
	return f, nil
}
