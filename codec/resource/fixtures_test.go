package resource_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/codec/text"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/resourcetest"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// fixtures are the files that engines wrote.
func fixtures(t testing.TB) (names []string) {
	t.Helper()
	all, err := filepath.Glob("../../testdata/resources/godot*/*.json")
	require.NoError(t, err)
	for _, name := range all {
		names = append(names, strings.TrimSuffix(name, ".json"))
	}
	require.Len(t, names, 80)
	return names
}

// lost are the parts of values that engines do not store in their files.
var lost = map[string]string{
	"godot3/containers.tres": "resource 0.table: key {Sub 6} is missing",
	"godot4/cycle.tres": "resource 3.inside: got null, want sub-resource 0; " +
		"resource 5.inside: got null, want sub-resource 1",
}

// compare returns the number of values in a file that an engine wrote, and the differences from the
// engine's description.
func compare(t *testing.T, f *resource.File, name string) (values int, differences string) {
	t.Helper()
	description, err := os.ReadFile(name + ".json")
	require.NoError(t, err)
	result, err := resourcetest.Compare(f, description)
	require.NoError(t, err)
	return result.Values, strings.Join(result.Differences, "; ")
}

// TestFixtures compares each file with the description of its engine. Files that are compressed
// with Zstandard are compared in the module codec/savefile/zstd.
func TestFixtures(t *testing.T) {
	values, compressed := 0, 0
	for _, name := range fixtures(t) {
		f, err := resource.ReadFile(name, resource.Options{})
		if errors.Is(err, variant.ErrUnsupported) {
			compressed++
			continue
		}
		if !assert.NoError(t, err) {
			continue
		}

		n, differences := compare(t, f, name)
		values += n
		short := strings.TrimPrefix(filepath.ToSlash(name), "../../testdata/resources/")
		assert.Equal(t, lost[short], differences, name)
	}

	assert.Equal(t, 14, compressed)
	assert.Greater(t, values, 6000)
}

var liveFiles = flag.Int("resources", 100, "how many files each live engine writes")

// TestLiveResources makes engines write resources and scenes with random values, which are new in
// each run. It compares the files with the engines' descriptions.
func TestLiveResources(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, _ := live.Random(t)
		dir := t.TempDir()
		e.Run(t, e.Script("testdata/write"), dir, fmt.Sprintf("SEED=%d", seed),
			fmt.Sprintf("COUNT=%d", *liveFiles))

		descriptions, err := filepath.Glob(filepath.Join(dir, "*.json"))
		require.NoError(t, err)
		assert.Len(t, descriptions, *liveFiles)
		for _, description := range descriptions {
			name := strings.TrimSuffix(description, ".json")
			f, err := resource.ReadFile(name, resource.Options{})
			if assert.NoError(t, err) {
				_, differences := compare(t, f, name)
				assert.Empty(t, differences, filepath.Base(name))
			}
		}
	})
}

// TestExamples: every type with methods has an Example, except the types in the list. Programs use
// these types only together with a File, and the methods of File have Examples.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Connection", "External", "File", "Finding", "FindingKind",
		"Form", "Node", "Note", "Options", "Replicated", "Resource", "Scene", "Synchronizer", "UID")
}

const odd = "../../testdata/resources/odd"

// A verdict is the result of an engine for an odd file.
type verdict struct {
	Outcome string
	Shows   string
	Ran     []string // the lines that the code in the file has printed
}

// differs has the odd files for which Decode and an engine disagree, and the reason. Files for
// which the result of an engine is "unspecified" or "too slow" are not in it. Decode accepts only
// one of those files.
var differs = map[string]struct{ names, why string }{
	"loaded by engines only": {
		"05_offset_neg 07_strlen_2g 07_strlen_neg 09_bytes_4g 09_vec3_1g 14_props_4g 20_cut_10",
		"an engine goes on with what is there",
	},
	"too deep": {"zz_deep", "the option MaxDepth"},
	"classes":  {"14_class 14_node s_class s_subclass", "Decode knows no classes"},
	"other files": {
		"j_missing_ext j_missing_ext_used z_mutual1 z_mutual2 z_self", "Decode reads one file",
	},
	"one engine":   {"i_ext_after_sub c_ids_num k_dup_id s6_script w_base64", "the other takes it"},
	"with a note":  {"g_forward", "Decode notes it"},
	"without name": {"s2_noname", "Decode notes it"},
}

// TestOddFiles: for 250 odd and hostile files Decode agrees with the engines, except for the files
// in differs. If both read a file, Decode and the engine have the same values.
func TestOddFiles(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(odd, "expected.json"))
	require.NoError(t, err)
	var expected map[string]map[string]verdict
	require.NoError(t, json.Unmarshal(b, &expected))

	agree, differ, values, absent, compressed := 0, 0, 0, 0, 0
	for name, engines := range expected {
		for engine, want := range engines {
			dir := "g" + engine[:1]
			data, err := os.ReadFile(filepath.Join(odd, dir, name))
			if err != nil {
				absent++
				continue
			}
			if strings.Contains(name, "_rscc_") { // most need Zstandard
				compressed++
				continue
			}

			f, err := resource.Decode(data, resource.Options{})
			switch loaded := err == nil; {
			case loaded == (want.Outcome == "loaded") && want.Outcome != "unspecified":
				agree++
			case want.Outcome == "loaded" || want.Outcome == "refused" || loaded:
				assert.True(t, isListed(name), "%s/%s: %v, engine: %v", dir, name, err, want)
				differ++
			default:
				agree++
			}
			if f == nil {
				continue
			}

			if len(want.Ran) > 0 {
				assert.True(t, f.RunsCode(), "%s/%s", dir, name)
			}
			if checkShown(t, f, dir+"/"+name, want.Shows) {
				values++
			}
		}
	}

	t.Logf("%d verdicts as the engines, %d as listed, %d values equal", agree, differ, values)
	t.Logf("%d of compressed files are left to package zstd, %d files are too long for testdata",
		compressed, absent)
	assert.Greater(t, agree, 170)
	assert.Greater(t, values, 40)
}

func isListed(name string) bool {
	name = strings.TrimSuffix(name, filepath.Ext(name))
	for _, group := range differs {
		for listed := range strings.FieldsSeq(group.names) {
			if listed == name {
				return true
			}
		}
	}
	return false
}

var shown = regexp.MustCompile(`(?s)^Resource name="(.*?)"(?: a=(.*))?$`)

// checkShown compares resource_name and metadata/a with what an engine printed. It returns false if
// metadata/a can't be compared.
func checkShown(t *testing.T, f *resource.File, name, shows string) bool {
	m := shown.FindStringSubmatch(shows)
	if m == nil || f.Main() == nil {
		return false
	}
	if named, ok := f.Main().Get("resource_name"); ok {
		if s, ok := named.(variant.String); ok {
			assert.Equal(t, m[1], string(s), name)
		}
	}

	v, err := f.Lookup("resource.metadata/a")
	d := codec.Godot4
	if err != nil {
		v, err = f.Lookup(`resource.__meta__["a"]`)
		d = codec.Godot3
	}
	if m[2] == "" || err != nil || strings.Contains(m[2], "Object(") {
		return false
	}

	switch name {
	case "g3/07_str_nonul.res", "g3/07_str_bad_utf8.res", // read as Godot 4 reads them
		"g3/11_ext_inline.res", "g4/11_ext_inline.res", "g3/n_inline.tres", "g4/n_inline.tres",
		"g3/11_int_self.res",               // the engine has null in place of a reference
		"g4/e_crlf.tres", "g3/e_crlf.tres", // the engine prints no CR
		"g4/v_color.tres", "g3/v_color.tres": // the engine prints fewer digits
		return false
	}
	got, err := text.Format(v, codec.MustNew(codec.Options{Dialect: d}))
	require.NoError(t, err, name)
	assert.Equal(t, m[2], strings.Join(strings.Fields(got), " "), name)
	return true
}

// configs are SceneReplicationConfigs of several versions. Some of them are odd.
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

// TestLiveReplication: the engine and Replicated read the same properties from a
// SceneReplicationConfig.
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

// TestReplicatedWithoutPaths: Replicated ignores flags of properties that have no path yet.
func TestReplicatedWithoutPaths(t *testing.T) {
	f := parse(t, []byte(`[gd_resource type="SceneReplicationConfig" format=3]
[resource]
properties/0/spawn = false
properties/0/path = NodePath(".:a")
properties/1/spawn = false
`), resource.Options{})
	a := objects.NodePath{Names: []string{"."}, SubNames: []string{"a"}}
	assert.Equal(t, []resource.Replicated{{Path: a, Spawn: true, Mode: 1}}, f.Main().Replicated())
}

// TestSynchronizers: a synchronizer has the defaults of the engine for properties that its node
// does not have, and for values that the engine ignores.
func TestSynchronizers(t *testing.T) {
	f := parse(t, []byte(`[gd_scene format=3]
[ext_resource type="SceneReplicationConfig" path="res://sync.tres" id="1"]
[sub_resource type="SceneReplicationConfig" id="2"]
properties/0/path = NodePath(".:a")
[node name="Root" type="Node"]
[node name="Empty" type="MultiplayerSynchronizer" parent="."]
[node name="Full" type="MultiplayerSynchronizer" parent="."]
root_path = NodePath("../..")
replication_interval = 2
delta_interval = 0.5
public_visibility = false
replication_config = SubResource("2")
[node name="Odd" type="MultiplayerSynchronizer" parent="."]
root_path = null
replication_interval = -1.0
delta_interval = "1"
public_visibility = true
replication_config = ExtResource("1")
`), resource.Options{})

	all, err := f.Synchronizers()
	require.NoError(t, err)
	parent := objects.NodePath{Names: []string{".."}}
	a := objects.NodePath{Names: []string{"."}, SubNames: []string{"a"}}
	assert.Equal(t, []resource.Synchronizer{
		{Node: "Empty", Root: parent},
		{Node: "Full", Root: objects.NodePath{Names: []string{"..", ".."}},
			Properties: []resource.Replicated{{Path: a, Spawn: true, Mode: 1}},
			Interval:   2, DeltaInterval: 0.5, Private: true},
		{Node: "Odd", Config: f.External(resource.ExtResource{ID: "1"})},
	}, all)

	none, err := parse(t, []byte("[gd_resource type=\"Gradient\"]\n[resource]\n"),
		resource.Options{}).Synchronizers()
	require.NoError(t, err)
	assert.Empty(t, none)
}

// The synchronizers of a scene, in the form that codec/multiplayer needs.
func ExampleFile_Synchronizers() {
	f, err := resource.Decode([]byte(`[gd_scene format=3]
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
