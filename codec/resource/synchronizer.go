package resource

import (
	"strconv"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
)

// A Synchronizer is a MultiplayerSynchronizer of a scene, a node that sends properties of other
// nodes to the peers of a game.
type Synchronizer struct {
	Node string // path of the MultiplayerSynchronizer
	// Root is the path of the node at which the paths of the properties begin. Godot: root_path.
	Root objects.NodePath
	// Properties are the properties of the configuration. Synchronizers with the same configuration
	// share one slice.
	Properties []Replicated
	// Config is the file with the properties, or nil if they are in the scene itself. Godot:
	// replication_config.
	Config *External
	// Interval is the time between two states, and DeltaInterval is the time between two changes.
	// Both are in seconds. Godot: replication_interval, delta_interval.
	Interval, DeltaInterval float64
	// Private is true if peers do not see the state until a script shows it to them. Godot: the
	// opposite of public_visibility.
	Private bool
}

// Replicated is a property in a SceneReplicationConfig.
type Replicated struct {
	Path  objects.NodePath // path from the root, such as .:position
	Spawn bool             // the value is sent when the node is spawned
	// Mode says when the value is sent after the spawn: 0 never, 1 always, 2 on change. Godot:
	// SceneReplicationConfig.ReplicationMode.
	Mode int
}

// The values of Replicated.Mode.
const (
	modeNever = iota
	modeAlways
	modeOnChange
)

const (
	classSynchronizer = "MultiplayerSynchronizer"
	propertyConfig    = "replication_config"
	propertyRoot      = "root_path"
	propertyInterval  = "replication_interval"
	propertyDelta     = "delta_interval"
	propertyPublic    = "public_visibility"
	configPrefix      = "properties/"
)

// Synchronizers returns the MultiplayerSynchronizers of a scene, in the order of its nodes in the
// file. If the configuration is in another file, the Synchronizer has no Properties, and its Config
// names that file. Then read that file, and call [Resource.Replicated] of its main resource. The
// errors are those of [File.Scene].
//
// The order of engines is different, and the result does not have the nodes of instanced and
// inherited scenes. Package codec/multiplayer/scenes has the order of engines, and these nodes.
func (f *File) Synchronizers() ([]Synchronizer, error) {
	scene, err := f.Scene()
	if scene == nil || err != nil {
		return nil, err
	}

	var all []Synchronizer
	configs := map[SubResource][]Replicated{}
	for i := range scene.Nodes {
		n := &scene.Nodes[i]
		if n.Class != classSynchronizer {
			continue
		}

		s := n.Synchronizer()
		config, _ := n.Get(propertyConfig)
		switch ref := config.(type) {
		case SubResource:
			if _, ok := configs[ref]; !ok {
				configs[ref] = f.Resource(ref).Replicated()
			}
			s.Properties = configs[ref]
		case ExtResource:
			s.Config = f.External(ref)
		}
		all = append(all, s)
	}
	return all, nil
}

// Synchronizer returns the settings of a node that is a MultiplayerSynchronizer. The result has no
// Properties and no Config, because these are in the file of the node: see [File.Synchronizers].
func (n *Node) Synchronizer() Synchronizer {
	s := Synchronizer{Node: n.Path, Root: objects.NodePath{Names: []string{".."}}}
	if root, ok := n.Get(propertyRoot); ok {
		s.Root, _ = root.(objects.NodePath)
	}

	s.Interval = seconds(n, propertyInterval)
	s.DeltaInterval = seconds(n, propertyDelta)
	public, _ := n.Get(propertyPublic)
	s.Private = public == variant.Variant(variant.Bool(false))
	return s
}

// seconds returns a number of seconds. It returns 0 if the property is missing or not positive,
// because engines ignore such an interval.
func seconds(n *Node, property string) (s float64) {
	v, _ := n.Get(property)
	switch v := v.(type) {
	case variant.Float:
		s = float64(v)
	case variant.Int:
		s = float64(v)
	}

	if s > 0 {
		return s
	}
	return 0
}

// Replicated returns the properties of a SceneReplicationConfig. For another resource and for nil
// it returns none. The numbers of the properties must be 0, 1, 2 and so on: like the engine,
// Replicated ignores a property whose number is greater than the next expected one. It also reads
// the form of Godot 4.0, which has sync and watch instead of a mode.
func (r *Resource) Replicated() (all []Replicated) {
	if r == nil {
		return nil
	}

	for _, p := range r.Properties {
		number, setting, _ := strings.Cut(strings.TrimPrefix(p.Name, configPrefix), "/")
		i, err := strconv.Atoi(number)
		if err != nil || !strings.HasPrefix(p.Name, configPrefix) {
			continue
		}

		switch path, ok := p.Value.(objects.NodePath); {
		case setting == "path" && ok && i == len(all):
			all = append(all, Replicated{Path: path, Spawn: true, Mode: modeAlways})
		case i >= 0 && i < len(all):
			all[i].set(setting, p.Value)
		}
	}
	return all
}

// set sets Spawn or Mode of a property. The argument setting is the name that the file uses: spawn
// for Spawn, and replication_mode for Mode. Instead of replication_mode, a file of Godot 4.0 has
// the settings sync and watch. Each of them switches one mode on or off.
func (p *Replicated) set(setting string, v variant.Variant) {
	isTrue := v == variant.Variant(variant.Bool(true))
	switch setting {
	case "spawn":
		p.Spawn = isTrue
	case "replication_mode":
		if mode, ok := v.(variant.Int); ok {
			p.Mode = int(mode)
		}
	case "sync":
		p.switchMode(modeAlways, isTrue)
	case "watch":
		p.switchMode(modeOnChange, isTrue)
	}
}

// switchMode sets the mode of the property to the given mode if enable is true. If enable is false
// and the property has this mode, switchMode sets modeNever.
func (p *Replicated) switchMode(mode int, enable bool) {
	switch {
	case enable:
		p.Mode = mode
	case p.Mode == mode:
		p.Mode = modeNever
	}
}
