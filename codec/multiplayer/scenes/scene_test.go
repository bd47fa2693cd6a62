package scenes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
	"godotvariant/variant"
)

const config = `properties/0/path = NodePath(".:position")
properties/0/spawn = true
properties/0/replication_mode = 1
properties/1/path = NodePath("Sprite:modulate")
properties/1/spawn = false
properties/1/replication_mode = 2
properties/2/path = NodePath(".:scale:x")
properties/2/spawn = true
properties/2/replication_mode = 0
`

func parse(t testing.TB, text string) *resource.File {
	f, err := resource.Parse([]byte(text), resource.Options{})
	require.NoError(t, err)
	return f
}

// scene returns a scene whose root has a child Body, with synchronizers and spawners.
func scene(nodes string) string {
	return `[gd_scene format=3]
[ext_resource type="SceneReplicationConfig" path="res://sync.tres" id="1"]
[sub_resource type="SceneReplicationConfig" id="2"]
` + config + `
[node name="World" type="Node2D"]
[node name="Body" type="Node2D" parent="."]
` + nodes
}

func TestRead(t *testing.T) {
	properties := []multiplayer.Property{
		{Path: "position", Spawn: true, Replication: multiplayer.Always},
		{Path: "Sprite:modulate", Replication: multiplayer.OnChange},
		{Path: "scale:x", Spawn: true},
	}
	load := func(path string) (*resource.File, error) {
		require.Equal(t, "res://sync.tres", path)
		return parse(t, "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n"+
			config), nil
	}

	s, err := scenes.Read(parse(t, scene(`
[node name="A" type="MultiplayerSynchronizer" parent="Body"]
replication_config = SubResource("2")
replication_interval = 0.25
delta_interval = 2.0
public_visibility = false
[node name="B" type="MultiplayerSynchronizer" parent="Body"]
root_path = NodePath("../..")
replication_config = ExtResource("1")
[node name="C" type="MultiplayerSynchronizer" parent="."]
[node name="Spawner" type="MultiplayerSpawner" parent="."]
_spawnable_scenes = PackedStringArray("res://coin.tscn", "res://player.tscn")
spawn_path = NodePath("../Body/.")
[node name="Later" type="MultiplayerSpawner" parent="."]
`)), load)
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

func TestReadErrors(t *testing.T) {
	for nodes, want := range map[string]struct {
		kind error
		text string
	}{
		`[node name="A" type="MultiplayerSynchronizer" parent="."]
root_path = NodePath("../Body")`: {variant.ErrUnsupported, `A: `},
		`[node name="A" type="MultiplayerSynchronizer" parent="Body"]
root_path = NodePath("../../..")`: {variant.ErrUnsupported, `Body/A: `},
		`[node name="A" type="MultiplayerSynchronizer" parent="Body"]
root_path = NodePath("/root/Body")`: {variant.ErrUnsupported, `"/root/Body"`},
		`[node name="A" type="MultiplayerSynchronizer" parent="."]
replication_config = ExtResource("1")`: {variant.ErrNotFound, `"res://sync.tres"`},
		`[node name="S" type="MultiplayerSpawner" parent="."]
spawn_path = NodePath("../..")`: {variant.ErrUnsupported, `S: `},
	} {
		s, err := scenes.Read(parse(t, scene(nodes)), nil)
		require.ErrorIs(t, err, want.kind)
		require.ErrorContains(t, err, want.text)
		require.Nil(t, s)
	}

	s, err := scenes.Read(parse(t, "[gd_resource type=\"Gradient\" format=3]\n[resource]\n"), nil)
	require.NoError(t, err)
	require.Empty(t, s.Configs())
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
