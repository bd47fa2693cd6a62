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
	classSynchronizer = "MultiplayerSynchronizer"
	classSpawner      = "MultiplayerSpawner"
	propertyConfig    = "replication_config"
)

// maxPath is the length, in bytes, of the longest path that packets can carry.
const maxPath = 4096

// A node is a node of the tree that an engine makes from a scene.
type node struct {
	name     string
	class    string
	file     string // path of the file that adds the node; "" for the file given to Read
	parent   *node
	children []*node          // children in the order in which files add them
	named    map[string]*node // children by name

	// unknown means that the node belongs to an instance whose file is not known, because the
	// function load has returned nil. The nodes below this node are not known.
	unknown bool

	// properties are the properties that files set for a synchronizer or spawner, in the order in
	// which they are set. If several properties have the same name, the last one counts. The field
	// config is the file that has set the configuration last.
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

// path returns the path from the root. The path of the root itself is ".".
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

// add adds a child to n. The name of the child must differ from the names of all other children.
func (n *node) add(child *node) {
	if n.named == nil {
		n.named = map[string]*node{}
	}
	child.parent = n
	n.named[child.name] = child
	n.children = append(n.children, child)
}

// set sets the properties that a synchronizer or spawner has in a file.
func (n *node) set(f *resource.File, properties []objects.Property) {
	n.properties = append(n.properties, properties...)
	for _, p := range properties {
		if p.Name == propertyConfig {
			n.config = f
		}
	}
}
