package resource_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/internal/enginetest"
)

// configs are SceneReplicationConfigs of several versions, and some odd ones.
func configs() (all []string) {
	flags := []string{"spawn = true", "spawn = false", "replication_mode = 0",
		"replication_mode = 1", "replication_mode = 2", "sync = true", "sync = false",
		"watch = true", "watch = false"}
	const path = "properties/0/path = NodePath(\".:a\")\n"

	for _, x := range flags {
		all = append(all, path+"properties/0/"+x)
		for _, y := range flags {
			all = append(all, path+"properties/0/"+x+"\nproperties/0/"+y)
		}
	}
	return append(all,
		path+"properties/2/path = NodePath(\".:b\")",
		path+"properties/1/path = NodePath(\"Arm:b:x\")\nproperties/1/spawn = false",
		"properties/0/spawn = false\n"+path,
		"properties/1/path = NodePath(\".:a\")",
	)
}

// TestLiveReplication: the engine reads the same properties from a SceneReplicationConfig.
func TestLiveReplication(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i, config := range configs() {
		s := "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n" + config + "\n"
		name := filepath.Join(dir, fmt.Sprintf("%d.tres", i))
		require.NoError(t, os.WriteFile(name, []byte(s), 0o600))
		for _, p := range parse(t, []byte(s), resource.Options{}).Main().Replicated() {
			want = append(want, fmt.Sprintf("%d %v %v %d", i, p.Path, p.Spawn, p.Mode))
		}
	}

	e := enginetest.Godot4(t)
	var got []string
	count := fmt.Sprintf("COUNT=%d", len(configs()))
	for _, line := range e.Run(t, "testdata/replication4.gd", dir, count) {
		if line[0] >= '0' && line[0] <= '9' {
			got = append(got, line)
		}
	}
	assert.Equal(t, want, got)
}

// The synchronizers of a scene, as codec/multiplayer needs them.
func ExampleFile_Synchronizers() {
	f, err := resource.Parse([]byte(`[gd_scene format=3]
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/path = NodePath(".:position")
properties/0/spawn = true
properties/0/replication_mode = 1
properties/1/path = NodePath("Sprite:modulate")
properties/1/spawn = true
properties/1/replication_mode = 2
[node name="Player" type="Node2D"]
[node name="Sync" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("1")
`), resource.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}

	synchronizers, err := f.Synchronizers()
	for _, s := range synchronizers {
		fmt.Println(s.Node, s.Root, err)
		for _, p := range s.Properties {
			fmt.Println(strings.TrimPrefix(p.Path.String(), ".:"), p.Spawn, p.Mode)
		}
	}
	// Output:
	// Sync .. <nil>
	// position true 1
	// Sprite:modulate true 2
}
