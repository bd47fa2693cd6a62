package resource_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/variant/tree"
)

// After a sub-resource was added in front of another, all IDs are new. Diff shows only the change.
func ExampleDiff() {
	before, _ := resource.Parse([]byte(`[gd_resource type="Resource" format=2]
[sub_resource type="Gradient" id=1]
offsets = PoolRealArray( 0, 1 )
[resource]
glow = SubResource( 1 )
damage = 12
`), resource.Options{})

	after, _ := resource.Parse([]byte(`[gd_resource type="Resource" format=2]
[sub_resource type="Curve" id=1]
[sub_resource type="Gradient" id=2]
offsets = PoolRealArray( 0, 0.5 )
[resource]
glow = SubResource( 2 )
damage = 15
fade = SubResource( 1 )
`), resource.Options{})

	changes, err := resource.Diff(before, after, tree.DiffOptions{})
	fmt.Println(changes, err)
	// Output:
	// @ $["sub"]["1"].offsets
	// - PackedFloat32Array(0, 1)
	// + PackedFloat32Array(0, 0.5)
	// @ $["sub"]["1#0"]
	// + Object(Curve)
	// @ $["resource"].damage
	// - 12
	// + 15
	// @ $["resource"].fade
	// + SubResource("1#0")
	//  <nil>
}

// TestDiffOfForms: the text form and the binary form of one scene differ only in a null, which text
// leaves out. Diff ignores their IDs. A file does not differ from itself.
func TestDiffOfForms(t *testing.T) {
	read := func(name string) *resource.File {
		f, err := resource.ReadFile("../../testdata/resources/"+name, resource.Options{})
		require.NoError(t, err)
		return f
	}

	for _, name := range []string{"godot4/level", "godot4/derived", "godot4/sly",
		"godot3/derived"} {
		o := tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true}
		changes, err := resource.Diff(read(name+".tscn"), read(name+".scn"), o)
		require.NoError(t, err)

		for _, c := range changes {
			change := strings.TrimSpace(c.String())
			assert.True(t, strings.HasSuffix(change, ".script\n+ null"), "%s: %v", name, c)
		}
	}

	for _, name := range fixtures(t) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)

		f, err := resource.Parse(data, resource.Options{})
		if err != nil {
			continue // compressed
		}

		changes, err := resource.Diff(f, parse(t, data, resource.Options{}), tree.DiffOptions{})
		require.NoError(t, err)
		assert.Empty(t, changes, name)
	}
}
