package scenes_test

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

func parse(t testing.TB, text string) *resource.File {
	f, err := resource.Decode([]byte(text), resource.Options{})
	require.NoError(t, err)
	return f
}

// TestRead: Read finds the synchronizers and spawners of a scene. Their configurations are in the
// scene or in a file.
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
	require.Equal(t, []scenes.Root{
		{Node: "Body", Configs: []multiplayer.SyncConfig{{
			Node: "A", Properties: properties, Hidden: true,
			Interval: 250 * time.Millisecond, DeltaInterval: 2 * time.Second,
		}}},
		{Node: ".", Configs: []multiplayer.SyncConfig{
			{Node: "Body/B", Properties: properties}, {Node: "C"},
		}},
	}, s.Roots)
	require.Equal(t, s.Roots[1].Configs, s.Configs())

	require.Equal(t, []scenes.Spawner{{
		Node: "Spawner", Parent: "Body", Scenes: []string{"res://coin.tscn", "res://player.tscn"},
	}}, s.Spawners)
	index, ok := s.Spawners[0].Scene("res://player.tscn")
	require.True(t, ok)
	require.Equal(t, uint8(1), index)
}

// loader returns a load function for the files of a game. The keys are the paths below res://.
func loader(t testing.TB, files map[string]string) func(string) (*resource.File, error) {
	return func(path string) (*resource.File, error) {
		text, ok := files[strings.TrimPrefix(path, "res://")]
		if !ok {
			return nil, fs.ErrNotExist
		}
		if text == "" {
			return nil, nil
		}
		return parse(t, text), nil
	}
}

// instances returns the heading of a scene with external files. The IDs of the files are 1, 2 and
// so on.
func instances(paths ...string) string {
	head := "[gd_scene format=3]\n"
	for i, path := range paths {
		head += fmt.Sprintf("[ext_resource type=\"\" path=\"res://%s\" id=\"%d\"]\n", path, i+1)
	}
	return head
}

// The scenes of a game. An engine spawns hero.tscn with the synchronizers Motion, Arms/Sword/Sync,
// Arms/Spare/Sync and Mood in this order. Their index does not matter.
var scenesOfGame = map[string]string{
	"sync.tscn": instances("always.tres") + `
[node name="Sync" type="MultiplayerSynchronizer"]
replication_config = ExtResource("1")
`,
	"always.tres": `[gd_resource type="SceneReplicationConfig"]
[resource]
properties/0/path = NodePath(".:position")
`,
	"unit.tscn": instances("sync.tscn") + `
[node name="Unit" type="Node2D"]
[node name="Motion" type="MultiplayerSynchronizer" parent="."]
[node name="Arms" type="Node2D" parent="."]
[node name="Spawner" type="MultiplayerSpawner" parent="Arms"]
spawn_path = NodePath(".")
[node name="Sword" type="Node2D" parent="Arms"]
[node name="Sync" parent="Arms/Sword" instance=ExtResource("1")]
root_path = NodePath("../../..")
replication_interval = 0.5
`,
	"model.glb": "",
	"hero.tscn": instances("unit.tscn", "sync.tscn", "model.glb") + `
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/path = NodePath(".:mood")
[node name="Hero" instance=ExtResource("1")]
[node name="Mood" type="MultiplayerSynchronizer" parent="." index="0"]
replication_config = SubResource("1")
[node name="Sync" parent="Arms/Sword" index="0"]
replication_interval = 2.0
public_visibility = false
[node name="Spawner" parent="Arms" index="0"]
_spawnable_scenes = PackedStringArray("res://arrow.tscn")
[node name="Spare" type="Node2D" parent="Arms" index="0"]
[node name="Sync" parent="Arms/Spare" instance=ExtResource("2")]
root_path = NodePath("../../..")
replication_config = SubResource("1")
[node name="Body" parent="." instance=ExtResource("3")]
[node name="Hand" parent="Body/Bones" index="1"]
[node name="Glove" type="MultiplayerSynchronizer" parent="Body/Bones/Hand"]
[node name="Later" parent="." instance_placeholder="res://unit.tscn"]
[editable path="Body"]
`,
}

// TestReadTree: the tree has the nodes of instanced and inherited scenes, with the changes of the
// scene.
func TestReadTree(t *testing.T) {
	load := loader(t, scenesOfGame)
	file, err := load("res://hero.tscn")
	require.NoError(t, err)
	s, err := scenes.Read(file, load)
	require.NoError(t, err)

	always := func(path string) []multiplayer.Property {
		return []multiplayer.Property{{Path: path, Spawn: true, Replication: multiplayer.Always}}
	}
	position, mood := always("position"), always("mood")
	const slow = 2 * time.Second
	require.Equal(t, []scenes.Root{
		{Node: ".", Configs: []multiplayer.SyncConfig{
			{Node: "Motion"},
			{Node: "Arms/Sword/Sync", Properties: position, Interval: slow, Hidden: true},
			{Node: "Arms/Spare/Sync", Properties: mood},
			{Node: "Mood", Properties: mood},
		}},
		{Node: "Body/Bones/Hand", Configs: []multiplayer.SyncConfig{{Node: "Glove"}}},
	}, s.Roots)
	require.Equal(t, []scenes.Spawner{
		{Node: "Arms/Spawner", Parent: "Arms/Spawner", Scenes: []string{"res://arrow.tscn"}},
	}, s.Spawners)
}

// TestSceneIndex: a packet has an index of 8 bits, so a spawner spawns the first 255 of its scenes.
// The index 255 means that there is no scene.
func TestSceneIndex(t *testing.T) {
	var s scenes.Spawner
	for i := range 300 {
		s.Scenes = append(s.Scenes, fmt.Sprint("res://", i))
	}

	for i, path := range s.Scenes {
		index, ok := s.Scene(path)
		require.Equal(t, i < 255, ok, path)
		if ok {
			require.Equal(t, uint8(i), index)
		}
	}
	_, ok := s.Scene("res://other")
	require.False(t, ok)
}

// TestReadTreeErrors: errors of a tree name the file and the node.
func TestReadTreeErrors(t *testing.T) {
	node := `[node name="A" type="Node" parent="."]` + "\n"
	root := `[node name="R" type="Node"]` + "\n"
	files := map[string]string{
		"resource.tres": "[gd_resource type=\"Gradient\"]\n[resource]\n",
		"leaf.tscn":     instances() + root + node,
		"out.tscn": instances() + root +
			"[node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n" +
			"root_path = NodePath(\"%Unique\")\n",
		"cycle.tscn": instances("back.tscn") + root +
			"[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n",
		"back.tscn": instances("cycle.tscn") +
			"[node name=\"Back\" instance=ExtResource(\"1\")]\n",
		"deep0": instances() + root,
		"wide0": instances() + root,
		"set0": instances() + root +
			"[node name=\"S\" type=\"MultiplayerSpawner\" parent=\".\"]\n" +
			strings.Repeat("a = 1\n", 10),
		"long0": instances() + root +
			"[node name=\"S\" type=\"MultiplayerSpawner\" parent=\".\"]\n",
		"model": "",
	}
	for i := range 70 {
		child := "[node name=%q parent=\".\" instance=ExtResource(\"1\")]\n"
		files[fmt.Sprint("deep", i+1)] = instances(fmt.Sprint("deep", i)) +
			"[node name=\"R\" instance=ExtResource(\"1\")]\n"
		for _, name := range []string{"wide", "set"} {
			files[fmt.Sprint(name, i+1)] = instances(fmt.Sprint(name, i)) + root +
				fmt.Sprintf(child, "A") + fmt.Sprintf(child, "B")
		}
		files[fmt.Sprint("long", i+1)] = instances(fmt.Sprint("long", i)) + root +
			fmt.Sprintf(child, strings.Repeat("n", 100))
	}

	use := "[node name=\"X\" parent=\".\" instance=ExtResource(\"1\")]\n"
	for _, row := range []struct {
		file, more string // the instanced file, and the text of the nodes after the instance
		err        error
		text       string
	}{
		{"none.tscn", "", fs.ErrNotExist, "X: res://none.tscn: file does not exist"},
		{"resource.tres", "", variant.ErrWrongType, "X: res://resource.tres: "},
		{"leaf.tscn", `[node name="A" parent="X"]` + `[node name="C" parent="X"]`,
			variant.ErrNotFound, "X/C: "},
		{"leaf.tscn", `[node name="C" type="Node" parent="X/B"]`, variant.ErrNotFound, `X/B/C: `},
		{"leaf.tscn", `[node name="C" type="Node" parent=".."]`,
			variant.ErrNotFound, `parent ".."`},
		{"leaf.tscn", `[node name="X" type="Node" parent="X/."]` +
			`[node name="X" type="Node" parent="."]`, variant.ErrUnsupported, `two nodes "X"`},
		{"leaf.tscn", `[node name="Y" parent="." instance=SubResource("1")]`,
			variant.ErrUnsupported, "Y: "},
		{"model", `[node name="S" type="MultiplayerSynchronizer" parent="X/Y/.."]` +
			`replication_config = ExtResource("1")`,
			variant.ErrNotFound, `X/S: not found: file "res://model"`},
		{"out.tscn", "", variant.ErrUnsupported, "res://out.tscn: X/Sync: "},
		{"cycle.tscn", "", variant.ErrDepth,
			`X: res://cycle.tscn: B: res://back.tscn: .: nested too deep: an instance of ` +
				`"res://cycle.tscn" in itself`},
		{"deep63", "", nil, ""},
		{"deep64", "", variant.ErrDepth, "X: res://deep64: .: res://deep63: "},
		{"wide16", "", nil, ""},
		{"wide17", "", variant.ErrLimit, "more than 262144 nodes"},
		{"set14", "", nil, ""},
		{"set15", "", variant.ErrLimit, "more than 262144 nodes"},
		{"long40", "", nil, ""},
		{"long41", "", variant.ErrLimit, "res://long0: …/S: "},
	} {
		text := instances(row.file) + "[sub_resource type=\"PackedScene\" id=\"1\"]\n"
		s, err := scenes.Read(parse(t, text+root+use+row.more), loader(t, files))
		if row.err == nil {
			require.NoError(t, err, row.file)
			continue
		}
		require.ErrorIs(t, err, row.err, row.file)
		require.ErrorContains(t, err, row.text)
		require.Nil(t, s)
	}

	_, err := scenes.Read(parse(t, instances("leaf.tscn")+root+use), nil)
	require.ErrorIs(t, err, variant.ErrNotFound)
	require.ErrorContains(t, err, `X: not found: file "res://leaf.tscn", without a function`)
}

// TestReadErrors: Read refuses paths that lead out of the scene, and missing files.
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

// TestSharedConfiguration: if many synchronizers have the same configuration, Read reads it once.
// The configuration may be in the scene or in its own file.
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
			require.Len(t, s.Roots, many)
			for _, e := range s.Roots {
				require.Len(t, e.Configs[0].Properties, many)
			}
		})
	}
}

// A scene file of the game says which properties of a player the server sends.
func ExampleRead() {
	file, err := resource.Decode([]byte(`[gd_scene format=3]
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
	// Sync 100ms [{position true always}]
}
