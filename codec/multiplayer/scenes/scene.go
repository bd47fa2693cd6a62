package scenes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A Scene lists the replicated nodes and the spawners of a scene.
type Scene struct {
	Roots    []Root    // roots in the order of their first synchronizers
	Spawners []Spawner // spawners in the order that Read describes
}

// A Root is a node of a scene whose state is replicated. Godot: MultiplayerSynchronizer.root_path.
type Root struct {
	Node string // path from the scene's root, "." for the root itself
	// Configs are the synchronizers in the order that Read describes. The Spawn packet of a node
	// has the same order. Synchronizers with the same SceneReplicationConfig share one slice of
	// properties.
	Configs []multiplayer.SyncConfig
}

// A Spawner is a MultiplayerSpawner of a scene.
type Spawner struct {
	Node   string   // path from the scene's root
	Parent string   // path of the spawned nodes' parent, from the scene's root. Godot: spawn_path
	Scenes []string // scenes that it can spawn, such as "res://player.tscn" or "uid://…"
}

// Configs returns the synchronizers of the scene's root. Use them for nodes that are spawned from
// the scene.
func (s *Scene) Configs() []multiplayer.SyncConfig {
	for _, root := range s.Roots {
		if root.Node == "." {
			return root.Configs
		}
	}
	return nil
}

// Scene returns the index of a scene in the spawner's list. The result ok is false if the list does
// not have the scene.
func (s *Spawner) Scene(path string) (index uint8, ok bool) {
	i := slices.Index(s.Scenes, path)
	return uint8(i), i >= 0 && i < 255
}

// Read returns the replicated nodes and the spawners of a scene, in the order in which engines
// enter them into their tree: a node before its children, and the children of a node in the order
// in which files add them. The index of a node has no effect, except in Godot 4.0.
//
// Read makes the tree as engines do. The tree has the nodes of instanced scenes, and the tree of an
// inherited scene has the nodes of its base. The properties of all nodes include the changes that
// the scene makes.
//
// The function load returns the file at a path such as "res://foe.tscn" or "res://sync.tres". The
// file is a scene that is instanced or inherited, or a SceneReplicationConfig. Read calls load once
// for each path. For a scene without replicated nodes, such as a model, load may return nil. Read
// then assumes that this scene has all nodes for which other files have changes. If load is nil, a
// scene that needs another file is an error of kind variant.ErrNotFound.
//
// An error names the node, and the file if it is not f. Its kinds:
//
//	variant.ErrNotFound     a parent, or a node of an instance that the scene changes, is not
//	                        there: save the scene again in the editor. Engines repair such a
//	                        scene, leave nodes out or move them, each in its own way
//	variant.ErrUnsupported  a path that leads out of the scene or has a unique name (%Name); a
//	                        synchronizer that is not below the node whose properties it
//	                        replicates; an instance that is not a file; two nodes of one path
//	variant.ErrWrongType    an instance of a file that is not a scene
//	variant.ErrDepth        an instance of a scene in itself, or more than 64 scenes in each other
//	variant.ErrLimit        more than 262,144 nodes and properties of synchronizers, or a path of
//	                        more than 4,096 bytes
func Read(f *resource.File, load func(path string) (*resource.File, error)) (*Scene, error) {
	all := &files{load: load, loaded: map[string]*resource.File{}}
	b := &builder{files: all, scenes: map[*resource.File]*resource.Scene{}}
	root, err := b.build(f, "")
	if err != nil {
		return nil, err
	}

	s := new(Scene)
	if root == nil {
		return s, nil
	}
	r := &reader{
		scene: s, files: all, roots: map[string]int{},
		configs: map[config][]multiplayer.Property{},
	}
	for n := range root.all() {
		if err := r.add(n); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// A reader adds synchronizers and spawners to a scene. It reads each configuration once, even if
// many synchronizers use it.
type reader struct {
	scene   *Scene
	files   *files
	roots   map[string]int // indexes in scene.Roots, by the path of the node
	configs map[config][]multiplayer.Property
}

// A config is a SceneReplicationConfig. It is the main resource of a file, or a sub-resource.
type config struct {
	file *resource.File
	sub  resource.SubResource // "" for the main resource
}

// add adds a node, if it is a synchronizer or spawner.
func (r *reader) add(n *node) error {
	if n.class != classSynchronizer && n.class != classSpawner {
		return nil
	}

	path, err := n.path()
	if err == nil {
		merged := &resource.Node{Class: n.class, Path: path, Properties: n.properties}
		if n.class == classSynchronizer {
			err = r.addSynchronizer(merged, n.config)
		} else {
			err = r.scene.addSpawner(merged)
		}
	}

	switch {
	case err != nil && n.file != "":
		return fmt.Errorf("%s: %s: %w", n.file, path, err)
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// addSynchronizer adds a synchronizer to its root. The argument file is the file that refers to the
// configuration of the synchronizer.
func (r *reader) addSynchronizer(n *resource.Node, file *resource.File) error {
	sync := n.Synchronizer()
	root, err := target(n.Path, sync.Root)
	if err != nil {
		return err
	}
	node, below := strings.CutPrefix(n.Path, root+"/")
	if root == "." {
		node, below = n.Path, n.Path != "."
	}
	if !below {
		why := fmt.Sprintf("a synchronizer of %q, which is not above it", root)
		return variant.Because(variant.ErrUnsupported, why)
	}

	properties, err := r.properties(n, file)
	if err != nil {
		return err
	}

	e := r.root(root)
	e.Configs = append(e.Configs, multiplayer.SyncConfig{
		Node:          node,
		Properties:    properties,
		Interval:      duration(sync.Interval),
		DeltaInterval: duration(sync.DeltaInterval),
		Hidden:        sync.Private,
	})
	return nil
}

// root returns the Root of the scene for a node. If the scene has none, root adds one.
func (r *reader) root(node string) *Root {
	i, ok := r.roots[node]
	if !ok {
		i = len(r.scene.Roots)
		r.roots[node] = i
		r.scene.Roots = append(r.scene.Roots, Root{Node: node})
	}
	return &r.scene.Roots[i]
}

// properties returns the properties that a synchronizer replicates. The argument file is the file
// that refers to the configuration. The configuration is in this file or in another file.
func (r *reader) properties(n *resource.Node, file *resource.File) ([]multiplayer.Property, error) {
	var from config
	value, _ := n.Get(propertyConfig)
	switch ref := value.(type) {
	case resource.SubResource:
		from = config{file, ref}
	case resource.ExtResource:
		external := file.External(ref)
		if external == nil {
			return nil, variant.Because(variant.ErrNotFound, fmt.Sprintf("ExtResource(%q)", ref.ID))
		}
		f, err := r.files.get(external.Path)
		if err != nil {
			return nil, err
		}
		if f == nil {
			return nil, variant.Because(variant.ErrNotFound, fmt.Sprintf("file %q", external.Path))
		}
		from = config{file: f}
	default:
		return nil, nil
	}

	all, ok := r.configs[from]
	if !ok {
		all = converted(from.resource().Replicated())
		r.configs[from] = all
	}
	return all, nil
}

// resource returns the resource of the configuration, or nil if it is missing.
func (c config) resource() *resource.Resource {
	if c.sub == "" {
		return c.file.Main()
	}
	return c.file.Resource(c.sub)
}

// converted converts the properties of a configuration.
func converted(all []resource.Replicated) (out []multiplayer.Property) {
	for _, p := range all {
		out = append(out, property(p))
	}
	return out
}

// property converts a property of a scene file for a World.
func property(p resource.Replicated) multiplayer.Property {
	path := strings.TrimPrefix(p.Path.String(), ".:")
	modes := []multiplayer.Replication{
		multiplayer.Never, multiplayer.Always, multiplayer.OnChange,
	}
	out := multiplayer.Property{Path: path, Spawn: p.Spawn}
	if p.Mode >= 0 && p.Mode < len(modes) {
		out.Replication = modes[p.Mode]
	}
	return out
}

// longest is the greatest interval: a year, in seconds.
const longest = 365 * 24 * 3600

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, longest) * float64(time.Second))
}

// addSpawner adds a MultiplayerSpawner.
func (s *Scene) addSpawner(n *resource.Node) error {
	value, _ := n.Get("spawn_path")
	path, ok := value.(objects.NodePath)
	if !ok {
		return nil // the spawner spawns nothing until a script sets the path
	}
	parent, err := target(n.Path, path)
	if err != nil {
		return err
	}

	spawner := Spawner{Node: n.Path, Parent: parent}
	list, _ := n.Get("_spawnable_scenes")
	switch list := list.(type) {
	case packed.PackedStringArray:
		spawner.Scenes = slices.Clone(list)
	case variant.Array:
		for _, item := range list.Items {
			text, _ := item.(variant.String)
			spawner.Scenes = append(spawner.Scenes, string(text))
		}
	}
	s.Spawners = append(s.Spawners, spawner)
	return nil
}

// target returns the path of the node to which a NodePath leads. The argument start is the path of
// the node where the NodePath starts.
func target(start string, path objects.NodePath) (string, error) {
	var names []string
	if start != "." {
		names = strings.Split(start, "/")
	}

	outside := path.Absolute || len(path.Names) > maxPath
	for _, name := range path.Names {
		switch {
		case strings.HasPrefix(name, "%"):
			why := fmt.Sprintf("path %q, which has a unique name", path.String())
			return "", variant.Because(variant.ErrUnsupported, why)
		case name == ".":
		case name != "..":
			names = append(names, name)
		case len(names) == 0:
			outside = true
		default:
			names = names[:len(names)-1]
		}
	}

	if outside {
		why := fmt.Sprintf("path %q, which leads out of the scene", path.String())
		return "", variant.Because(variant.ErrUnsupported, why)
	}
	if len(names) == 0 {
		return ".", nil
	}
	return strings.Join(names, "/"), nil
}
