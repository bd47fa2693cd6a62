package scenes_test

import (
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

func parse(t testing.TB, text string) *resource.File {
	f, err := resource.Parse([]byte(text), resource.Options{})
	require.NoError(t, err)
	return f
}

// TestRead: a scene has its synchronizers and spawners, with configurations inside and in a file.
func TestRead(t *testing.T) {
	properties := []multiplayer.Property{
		{Path: "position", Spawn: true, Replication: multiplayer.Always},
		{Path: "Sprite:modulate", Replication: multiplayer.OnChange},
		{Path: "scale:x", Spawn: true},
	}
	load := func(path string) (*resource.File, error) {
		require.Equal(t, "res://sync.tres", path)
		return resource.ReadFile("testdata/sync.tres", resource.Options{})
	}
	file, err := resource.ReadFile("testdata/world.tscn", resource.Options{})
	require.NoError(t, err)

	s, err := scenes.Read(file, load)
	require.NoError(t, err)
	require.Equal(t, []scenes.Entity{
		{Node: "Body", Configs: []multiplayer.Config{{
			Node: "A", Properties: properties, Private: true,
			Interval: 250 * time.Millisecond, DeltaInterval: 2 * time.Second,
		}}},
		{Node: ".", Configs: []multiplayer.Config{
			{Node: "Body/B", Properties: properties}, {Node: "C"},
		}},
	}, s.Entities)
	require.Equal(t, s.Entities[1].Configs, s.Configs())

	require.Equal(t, []scenes.Spawner{{
		Node: "Spawner", Parent: "Body", Scenes: []string{"res://coin.tscn", "res://player.tscn"},
	}}, s.Spawners)
	index, ok := s.Spawners[0].Scene("res://player.tscn")
	require.True(t, ok)
	require.Equal(t, uint8(1), index)
}

// TestReadErrors: paths that lead out of the scene, and missing files, are refused.
func TestReadErrors(t *testing.T) {
	for _, row := range []struct {
		node, kind, property string
		err                  error
		text                 string
	}{
		{"A", "Synchronizer", `root_path = NodePath("../Body")`, variant.ErrUnsupported, "A: "},
		{"Body/A", "Synchronizer", `root_path = NodePath("../../..")`, variant.ErrUnsupported,
			"Body/A: "},
		{"Body/A", "Synchronizer", `root_path = NodePath("/root/Body")`, variant.ErrUnsupported,
			`"/root/Body"`},
		{"A", "Synchronizer", `replication_config = ExtResource("1")`, variant.ErrNotFound,
			`"res://sync.tres"`},
		{"S", "Spawner", `spawn_path = NodePath("../..")`, variant.ErrUnsupported, "S: "},
	} {
		text := fmt.Sprintf(`[gd_scene format=3]
[ext_resource type="SceneReplicationConfig" path="res://sync.tres" id="1"]
[node name="World" type="Node2D"]
[node name="Body" type="Node2D" parent="."]
[node name=%q type="Multiplayer%s" parent=%q]
%s`, path.Base(row.node), row.kind, path.Dir(row.node), row.property)
		s, err := scenes.Read(parse(t, text), nil)
		require.ErrorIs(t, err, row.err, row.property)
		require.ErrorContains(t, err, row.text)
		require.Nil(t, s)
	}

	s, err := scenes.Read(parse(t, "[gd_resource type=\"Gradient\" format=3]\n[resource]\n"), nil)
	require.NoError(t, err)
	require.Empty(t, s.Configs())
}

// TestSharedConfiguration: a configuration that many synchronizers use is read once, whether it is in
// the scene or in a file of its own.
func TestSharedConfiguration(t *testing.T) {
	const many = 1000
	var config, scene strings.Builder
	for i := range many {
		fmt.Fprintf(&config, "properties/%d/path = NodePath(\".:a\")\n", i)
	}
	for i := range many {
		fmt.Fprintf(&scene, "[node name=\"%d\" type=\"Node\" parent=\".\"]\n"+
			"[node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\"%d\"]\n"+
			"replication_config = CONFIG\n", i, i)
	}

	const class = "SceneReplicationConfig"
	nodes := "[node name=\"World\" type=\"Node\"]\n" + scene.String()
	separate := "[gd_resource type=\"" + class + "\"]\n[resource]\n" + config.String()
	for name, text := range map[string]string{
		"inside": "[gd_scene]\n[sub_resource type=\"" + class + "\" id=\"1\"]\n" + config.String() +
			strings.ReplaceAll(nodes, "CONFIG", `SubResource("1")`),
		"outside": "[gd_scene]\n[ext_resource path=\"res://a.tres\" type=\"\" id=\"1\"]\n" +
			strings.ReplaceAll(nodes, "CONFIG", `ExtResource("1")`),
	} {
		t.Run(name, func(t *testing.T) {
			loads := 0
			load := func(string) (*resource.File, error) {
				loads++
				return parse(t, separate), nil
			}
			file := parse(t, text)
			size := uint64(len(text) + len(separate))

			var all []resource.Synchronizer
			var err error
			most := 20 * size
			require.Less(t, testkit.LeastAllocated(most, func() {
				all, err = file.Synchronizers()
			}), most)
			require.NoError(t, err)
			require.Len(t, all, many)

			var s *scenes.Scene
			most = 200 * size
			require.Less(t, testkit.LeastAllocated(most, func() {
				loads = 0
				s, err = scenes.Read(file, load)
			}), most)
			require.NoError(t, err)
			require.Equal(t, name == "outside", loads == 1)
			require.Len(t, s.Entities, many)
			for _, e := range s.Entities {
				require.Len(t, e.Configs[0].Properties, many)
			}
		})
	}
}

// A game's own scene says what the server sends of a player.
func ExampleRead() {
	file, err := resource.Parse([]byte(`[gd_scene format=3]
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/path = NodePath(".:position")
properties/0/spawn = true
properties/0/replication_mode = 1
[node name="Player" type="Node2D"]
[node name="Sync" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("1")
replication_interval = 0.1
`), resource.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}

	player, err := scenes.Read(file, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range player.Configs() {
		fmt.Println(c.Node, c.Interval, c.Properties)
	}

	// Output:
	// Sync 100ms [{position true 1}]
}
