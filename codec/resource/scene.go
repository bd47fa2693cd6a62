package resource

import (
	"godotvariant/objects"
	"godotvariant/variant"
)

// A Scene has the contents of a PackedScene: its nodes and their connections. The nodes of an
// instance are in another file. Of these nodes, the Scene has only those that this file changes.
type Scene struct {
	Nodes       []Node       // parents come before their children, so the root is first
	Connections []Connection // connections of signals
	// Editable are the paths of instances whose nodes the editor shows. Godot: "Editable Children".
	Editable []string
}

// A Node is a node of a [Scene]. Paths begin at the root: "." is the root, "Foe/Arm" is the child
// Arm of the child Foe of the root.
type Node struct {
	Name   string
	Class  string // type such as Node2D; empty if the node comes from an instance. Godot: type
	Path   string
	Parent string // path of the parent, empty for the root
	Owner  string // path of the owner; empty for the root and for a node of an instance
	Index  int    // index among the children of the parent; -1 if it is not in the file

	Groups []string // in text files, engines sort the groups. Godot: Node.get_groups

	// Instance is the scene that the node instances: an ExtResource, a SubResource, or nil. The
	// root of an inherited scene has one.
	Instance variant.Variant
	// Placeholder is the path of a scene that is loaded later. It is empty if there is none. Godot:
	// InstancePlaceholder.
	Placeholder string

	Properties []objects.Property // properties that differ from the defaults
	// NodePaths are the names of the properties that hold nodes in the engine. In the file, these
	// properties hold paths to the nodes.
	NodePaths []string
}

// Get returns the value of a property, and whether there is one. If a name is repeated, it returns
// the last value.
func (n *Node) Get(name string) (variant.Variant, bool) {
	return objects.Object{Properties: n.Properties}.Get(name)
}

// A Connection is a connection of a signal of one node with a method of another. When the signal
// is emitted, the engine calls the method.
type Connection struct {
	Signal   string
	From, To string // paths of nodes
	Method   string
	// Flags are the flags of Object.connect: 1 deferred, 2 persistent, 4 one shot. Every connection
	// in a file is persistent.
	Flags   int
	Binds   []variant.Variant // arguments that are added to the arguments of the signal
	Unbinds int               // Godot 4: number of the signal's last arguments that are dropped
}

// rootPath is the path of the root.
const rootPath = "."

// joined returns the path of a child.
func joined(parent, name string) string {
	if parent == "" || parent == rootPath {
		return name
	}
	return parent + "/" + name
}
