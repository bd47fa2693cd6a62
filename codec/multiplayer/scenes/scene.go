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
	Entities []Entity  // in the order of their first synchronizers
	Spawners []Spawner // in the order of the nodes
}

// An Entity is a node of a scene whose state is replicated. Configs of the same
// SceneReplicationConfig share one slice of properties.
type Entity struct {
	Node    string // the path from the scene's root, "." for the root itself
	Configs []multiplayer.Config
}

// A Spawner is a MultiplayerSpawner of a scene.
type Spawner struct {
	Node   string   // the path from the scene's root
	Parent string   // path of the spawned nodes' parent, from the scene's root. Godot: spawn_path
	Scenes []string // scenes that it can spawn, such as "res://player.tscn" or "uid://…"
}

// Configs returns the synchronizers of the scene's root. Use them for nodes that are spawned from
// the scene.
func (s *Scene) Configs() []multiplayer.Config {
	for _, e := range s.Entities {
		if e.Node == "." {
			return e.Configs
		}
	}
	return nil
}

// Scene returns the index of a scene in the spawner's list. ok is false if the list does not have
// the scene.
func (s *Spawner) Scene(path string) (index uint8, ok bool) {
	i := slices.Index(s.Scenes, path)
	return uint8(i), i >= 0 && i < 255
}

// Read returns the replicated nodes and the spawners of a scene. A SceneReplicationConfig may be in
// a separate file: load returns the file at a path such as "res://player_sync.tres". Read calls it
// once for each path. If load is nil, a configuration in a separate file is an error of kind
// variant.ErrNotFound.
//
// An error names the node. Its kind is variant.ErrUnsupported for a path that leads out of the
// scene, and for a synchronizer that is not below the node whose properties it replicates.
func Read(f *resource.File, load func(path string) (*resource.File, error)) (*Scene, error) {
	all, err := f.Synchronizers()
	if err != nil {
		return nil, err
	}

	s := new(Scene)
	r := &reader{
		scene: s, load: load, entities: map[string]int{},
		files: map[string][]multiplayer.Property{},
		inner: map[*resource.Replicated][]multiplayer.Property{},
	}
	for _, sync := range all {
		if err := r.add(sync); err != nil {
			return nil, fmt.Errorf("%s: %w", sync.Node, err)
		}
	}

	tree, err := f.Scene()
	if tree == nil || err != nil {
		return s, err
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Class != "MultiplayerSpawner" {
			continue
		}
		if err := s.addSpawner(n); err != nil {
			return nil, fmt.Errorf("%s: %w", n.Path, err)
		}
	}
	return s, nil
}

// A reader adds synchronizers to a scene. It reads each configuration once, even if many
// synchronizers use it.
type reader struct {
	scene    *Scene
	load     func(path string) (*resource.File, error)
	entities map[string]int // indices of scene.Entities, by node

	files map[string][]multiplayer.Property               // by path
	inner map[*resource.Replicated][]multiplayer.Property // by the first property
}

// add adds a synchronizer to its entity.
func (r *reader) add(sync resource.Synchronizer) error {
	root, err := target(sync.Node, sync.Root)
	if err != nil {
		return err
	}
	node, below := strings.CutPrefix(sync.Node, root+"/")
	if root == "." {
		node, below = sync.Node, sync.Node != "."
	}
	if !below {
		why := fmt.Sprintf("a synchronizer of %q, which is not above it", root)
		return variant.Because(variant.ErrUnsupported, why)
	}

	properties, err := r.properties(sync)
	if err != nil {
		return err
	}

	e := r.entity(root)
	e.Configs = append(e.Configs, multiplayer.Config{
		Node:          node,
		Properties:    properties,
		Interval:      duration(sync.Interval),
		DeltaInterval: duration(sync.DeltaInterval),
		Private:       sync.Private,
	})
	return nil
}

// entity returns the entity of a node. It adds the entity if it is missing.
func (r *reader) entity(node string) *Entity {
	i, ok := r.entities[node]
	if !ok {
		i = len(r.scene.Entities)
		r.entities[node] = i
		r.scene.Entities = append(r.scene.Entities, Entity{Node: node})
	}
	return &r.scene.Entities[i]
}

// properties returns the properties of a synchronizer, which may be in another file.
func (r *reader) properties(sync resource.Synchronizer) ([]multiplayer.Property, error) {
	switch {
	case sync.Config != nil:
		return r.external(sync.Config.Path)
	case len(sync.Properties) == 0:
		return nil, nil
	}

	first := &sync.Properties[0]
	if _, ok := r.inner[first]; !ok {
		r.inner[first] = converted(sync.Properties)
	}
	return r.inner[first], nil
}

// external returns the properties of a configuration in a separate file.
func (r *reader) external(path string) ([]multiplayer.Property, error) {
	if all, ok := r.files[path]; ok {
		return all, nil
	}

	if r.load == nil {
		why := fmt.Sprintf("the configuration %q, without a function that loads it", path)
		return nil, variant.Because(variant.ErrNotFound, why)
	}
	f, err := r.load(path)
	if err != nil {
		return nil, err
	}

	r.files[path] = converted(f.Main().Replicated())
	return r.files[path], nil
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

// longest is the longest interval, in seconds: a year.
const longest = 365 * 24 * 3600

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, longest) * float64(time.Second))
}

// addSpawner adds a MultiplayerSpawner.
func (s *Scene) addSpawner(n *resource.Node) error {
	value, _ := n.Get("spawn_path")
	path, ok := value.(objects.NodePath)
	if !ok {
		return nil // it spawns nothing until a script sets the path
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

// target returns the path of a node, given a NodePath that starts at the node from of the scene.
func target(from string, path objects.NodePath) (string, error) {
	var names []string
	if from != "." {
		names = strings.Split(from, "/")
	}

	outside := path.Absolute
	for _, name := range path.Names {
		switch {
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
