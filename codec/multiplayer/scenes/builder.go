package scenes

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// A builder makes the tree of a scene from the file of the scene and the files of the scenes that
// it instances. Godot: SceneState.instantiate.
type builder struct {
	files  *files
	scenes map[*resource.File]*resource.Scene
	open   []string // paths of the scenes that are being built, beginning with the outermost

	// parts counts the nodes that files add or change, and the properties of synchronizers and
	// spawners. A file that is instanced several times counts several times.
	parts int
}

const (
	maxInstances = 64 // greatest depth of instances within instances
	maxParts     = 1 << 18
)

const classPlaceholder = "InstancePlaceholder"

// build makes the tree of a file. The argument path is the file's path. The root is nil if the file
// is not a scene or has no nodes.
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

// place adds a node of a file to the tree of root. If the tree already has this node, place changes
// it. For the first node of a file the argument root is nil, and the result is the new root.
func (b *builder) place(
	root *node, n *resource.Node, f *resource.File, path string,
) (*node, error) {
	b.parts++
	if b.parts > maxParts {
		why := fmt.Sprintf("more than %d nodes and properties", maxParts)
		return nil, variant.Because(variant.ErrLimit, why)
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
	if made.class == classSynchronizer || made.class == classSpawner {
		b.parts += len(n.Properties)
		made.set(f, n.Properties)
	}
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

// child returns the child of n that has the given name. If there is no such child, the result is
// nil. But if the nodes below n are not known, child adds a node with the name and returns it.
func (b *builder) child(n *node, name string) *node {
	child := n.named[name]
	if child == nil && n.unknown {
		b.parts++
		child = &node{name: name, file: n.file, unknown: true}
		n.add(child)
	}
	return child
}

// create makes the node that an entry of a file adds. It returns nil if the entry only changes a
// node of an instance.
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
