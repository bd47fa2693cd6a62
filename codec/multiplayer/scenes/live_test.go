package scenes_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

var (
	seed = flag.Uint64("seed", 0, "the seed of the scenes; 0: another in each run")
	many = flag.Int("scenes", 60, "how many scenes a live engine makes, at most 255")
)

// TestLiveTrees: an engine and Read find the same synchronizers and spawners in random scenes, in
// the same order. The engine and a World spawn each scene by the same packets, with the same IDs
// and the same order of values. Scenes instance and inherit other scenes, and change nodes of them.
// The engine reads the scenes as text. Read reads them as text and in binary form.
func TestLiveTrees(t *testing.T) {
	for name, find := range map[string]func(testing.TB) *enginetest.Engine{
		"Godot 4": enginetest.Multiplayer4, "native Godot 4": enginetest.Native4,
	} {
		t.Run(name, func(t *testing.T) {
			s := *seed
			for s == 0 {
				s = uint64(rand.Uint32())
			}
			engine := find(t)
			t.Logf("%v; to repeat: -seed %d -scenes %d", engine, s, *many)

			g := &game{Rand: rand.New(rand.NewPCG(s, 1)), dir: t.TempDir()}
			for range *many {
				g.scene(t)
			}
			engine.Run(t, "testdata/trees4.gd", g.dir, fmt.Sprint("COUNT=", *many))
			g.compare(t)
		})
	}
}

// A game is a folder with random scenes.
type game struct {
	*rand.Rand
	dir   string    // the folder of the scenes 0.tscn, 1.tscn and so on
	texts []string  // the texts of the scenes
	nodes [][]place // the nodes of each scene, in no order
}

// A place is a node of a scene.
type place struct {
	path  string
	class string
	root  string // the path of the node whose properties the synchronizer replicates
}

// scene adds a random scene. This scene may inherit and instance all scenes before it.
func (g *game) scene(t *testing.T) {
	s := &sceneText{game: g, number: len(g.texts)}
	if s.number > 0 && g.IntN(3) == 0 {
		base := g.IntN(s.number)
		s.node("", "", -1, fmt.Sprintf(`instance=ExtResource("%d")`, base))
		s.places = slices.Clone(g.nodes[base])
	} else {
		s.node("", "", -1, `type="Node"`)
		s.places = []place{{path: ".", class: "Node"}}
	}

	for i := range 1 + g.IntN(12) {
		name := fmt.Sprintf("n%d_%d", s.number, i)
		parent := s.places[g.IntN(len(s.places))].path
		index := g.IntN(6) - 2
		switch kind := g.IntN(6); {
		case kind == 0 && s.number > 0 && len(s.places) < 40:
			s.instance(parent, name, index)
		case kind == 1:
			s.change()
		case kind == 2:
			s.add(place{path.Join(parent, name), "MultiplayerSpawner", ""}, index)
		case kind == 3:
			s.add(place{path.Join(parent, name), "Node", ""}, index)
		default:
			s.add(place{path.Join(parent, name), "MultiplayerSynchronizer", ""}, index)
		}
	}

	g.store(t, s.text())
	g.nodes = append(g.nodes, s.places)
}

// A sceneText is the text of a scene that is being written.
type sceneText struct {
	*game
	number  int
	places  []place
	configs strings.Builder
	count   int // the number of configurations
	nodes   strings.Builder
}

// node writes the heading of a node. The argument ending is the end of the heading.
func (s *sceneText) node(parent, name string, index int, ending string) {
	if name == "" {
		name = fmt.Sprint("Scene", s.number)
	}
	fmt.Fprintf(&s.nodes, "[node name=%q", name)
	if parent != "" {
		fmt.Fprintf(&s.nodes, " parent=%q", parent)
	}
	if index >= 0 {
		fmt.Fprintf(&s.nodes, " index=%q", fmt.Sprint(index))
	}
	fmt.Fprintln(&s.nodes, "", ending+"]")
}

// instance adds an instance of a random earlier scene, with all nodes of that scene.
func (s *sceneText) instance(parent, name string, index int) {
	other := s.IntN(s.number)
	s.node(parent, name, index, fmt.Sprintf(`instance=ExtResource("%d")`, other))

	at := path.Join(parent, name)
	for _, p := range s.game.nodes[other] {
		p.path = path.Join(at, p.path)
		if p.root != "" {
			p.root = path.Join(at, p.root)
		}
		s.places = append(s.places, p)
	}
}

// add adds a node of a class.
func (s *sceneText) add(p place, index int) {
	s.node(path.Dir(p.path), path.Base(p.path), index, fmt.Sprintf("type=%q", p.class))
	s.places = append(s.places, p)
	s.set(len(s.places)-1, true)
}

// change changes the properties of a random node. The node may belong to an instance.
func (s *sceneText) change() {
	i := s.IntN(len(s.places))
	p := s.places[i]
	if p.path == "." {
		return
	}
	s.node(path.Dir(p.path), path.Base(p.path), s.IntN(3), "")
	s.set(i, false)
}

// set writes properties of a node. A new synchronizer also gets a root path.
func (s *sceneText) set(i int, fresh bool) {
	p := &s.places[i]
	depth := strings.Count(p.path, "/") + 1
	up := strings.TrimSuffix(strings.Repeat("../", 1+s.IntN(depth)), "/")

	switch p.class {
	case "MultiplayerSpawner":
		if s.IntN(3) > 0 {
			fmt.Fprintf(&s.nodes, "spawn_path = NodePath(%q)\n", up)
		}
		if s.IntN(2) == 0 {
			fmt.Fprintf(&s.nodes, "_spawnable_scenes = PackedStringArray(\"res://a.tscn\", "+
				"\"res://b%d.tscn\")\n", s.IntN(9))
		}

	case "MultiplayerSynchronizer":
		if fresh {
			p.root = path.Dir(p.path)
		}
		move := s.IntN(2) == 0
		if move {
			fmt.Fprintf(&s.nodes, "root_path = NodePath(%q)\n", up)
			p.root = path.Join(p.path, up)
		}
		if fresh || move || s.IntN(3) > 0 {
			fmt.Fprintf(&s.nodes, "replication_config = SubResource(\"%d\")\n", s.config(p.root))
		}
		if s.IntN(3) == 0 {
			fmt.Fprintf(&s.nodes, "replication_interval = %d.5\n", s.IntN(3))
		}
		if s.IntN(3) == 0 {
			fmt.Fprintf(&s.nodes, "delta_interval = %d.25\n", s.IntN(3))
		}
		if s.IntN(4) == 0 {
			fmt.Fprintf(&s.nodes, "public_visibility = %v\n", s.IntN(3) == 0)
		}

	default:
		fmt.Fprintf(&s.nodes, "process_priority = %d\n", s.IntN(9))
	}
}

// config writes a SceneReplicationConfig and returns its number. The configuration replicates the
// property "name" of up to three nodes: the node root, or nodes below it.
func (s *sceneText) config(root string) int {
	var below []string
	for _, p := range s.places {
		if p.path == root || root == "." {
			below = append(below, p.path)
		} else if rest, ok := strings.CutPrefix(p.path, root+"/"); ok {
			below = append(below, rest)
		}
	}

	s.count++
	fmt.Fprintf(&s.configs, "[sub_resource type=\"SceneReplicationConfig\" id=\"%d\"]\n", s.count)
	s.Shuffle(len(below), func(i, j int) { below[i], below[j] = below[j], below[i] })
	for i, node := range below[:min(len(below), s.IntN(4))] {
		if node == root {
			node = "."
		}
		fmt.Fprintf(&s.configs, "properties/%d/path = NodePath(\"%s:name\")\n"+
			"properties/%d/spawn = %v\nproperties/%d/replication_mode = %d\n",
			i, node, i, s.IntN(3) > 0, i, s.IntN(3))
	}
	return s.count
}

// text returns the text of the scene.
func (s *sceneText) text() string {
	var b strings.Builder
	fmt.Fprintln(&b, "[gd_scene format=3]")
	for i := range s.number {
		path := filepath.ToSlash(filepath.Join(s.dir, fmt.Sprintf("%d.tscn", i)))
		fmt.Fprintf(&b, "[ext_resource type=\"PackedScene\" path=%q id=\"%d\"]\n", path, i)
	}
	return b.String() + s.configs.String() + s.nodes.String()
}

// store writes the text of a new scene to its file.
func (g *game) store(t *testing.T, text string) {
	name := fmt.Sprintf("%d.tscn", len(g.texts))
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o600))
	g.texts = append(g.texts, text)
}

// compare compares the output of the engine with the results of Read and of a World.
func (g *game) compare(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(g.dir, "out"))
	require.NoError(t, err)
	sections := strings.Split(string(data), "SCENE ")[1:]
	require.Len(t, sections, len(g.texts))

	packets := 0
	sender := &tap{}
	world := multiplayer.New(multiplayer.Options{Sender: sender, FirstID: 1})
	require.NoError(t, fails(world.Connect(2)))
	spawner := world.Spawner("Spawner", "Players", nil)

	for i, want := range sections {
		s := g.read(t, i, ".tscn")
		require.Equal(t, s, g.read(t, i, ".scn"), "scene %d in binary form", i)

		sender.lines = nil
		name := fmt.Sprint("made", i)
		in := multiplayer.Instance{State: names(name, s), Configs: s.Configs()}
		require.NoError(t, fails(world.Spawn(spawner, uint8(i), name, in)))
		packets += len(sender.lines)
		got := fmt.Sprintln(i) + listed(s) + strings.Join(sender.lines, "")
		require.Equal(t, want, got, "scene %d:\n%s", i, g.texts[i])
	}
	require.Greater(t, packets, len(g.texts)/2)
}

// read reads a scene, and the scenes that it refers to, from files with the given extension.
func (g *game) read(t *testing.T, i int, extension string) *scenes.Scene {
	load := func(path string) (*resource.File, error) {
		name := strings.TrimSuffix(filepath.Base(path), ".tscn") + extension
		return resource.ReadFile(filepath.Join(g.dir, name), resource.Options{})
	}
	file, err := load(fmt.Sprintf("%d.tscn", i))
	require.NoError(t, err)

	s, err := scenes.Read(file, load)
	require.NoError(t, err)
	return s
}

// listed returns the lines that the engine writes for a scene.
func listed(s *scenes.Scene) string {
	var b strings.Builder
	for _, root := range s.Roots {
		fmt.Fprintln(&b, "ROOT", root.Node)
		for _, c := range root.Configs {
			var properties []string
			for _, p := range c.Properties {
				path := p.Path
				if !strings.Contains(path, ":") {
					path = ".:" + path
				}
				properties = append(properties,
					fmt.Sprint(path, " ", p.Spawn, " ", int(p.Replication)))
			}
			fmt.Fprintln(&b, "SYNC", c.Node, c.Interval.Milliseconds(),
				c.DeltaInterval.Milliseconds(), !c.Hidden, strings.Join(properties, ", "))
		}
	}
	for _, spawner := range s.Spawners {
		fmt.Fprintln(&b, "SPAWNER", spawner.Node, spawner.Parent, strings.Join(spawner.Scenes, " "))
	}
	return b.String()
}

// names returns a state for a scene whose root is spawned under the given name. The value of each
// property is the name of the node that has the property.
func names(name string, s *scenes.Scene) map[string]any {
	state := map[string]any{}
	for _, c := range s.Configs() {
		for _, p := range c.Properties {
			node, _, below := strings.Cut(p.Path, ":")
			if !below {
				node = name
			}
			state[p.Path] = variant.StringName(path.Base(node))
		}
	}
	return state
}

// A tap is a Sender that writes packets as text, in the same way as the engine's script.
type tap struct{ lines []string }

func (a *tap) Send(_ int32, m transport.Message) error {
	a.lines = append(a.lines, fmt.Sprintf("PACKET %x\n", m.Data))
	return nil
}

func (*tap) Disconnect(int32) {}

// fails returns the error of a function with two results.
func fails[T any](_ T, err error) error { return err }
