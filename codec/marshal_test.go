package codec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// goEntity is what benchEntity makes, as a struct.
type goEntity struct {
	ID    int             `godot:"id"`
	Name  string          `godot:"name"`
	Pos   math.Vector3    `godot:"pos"`
	Rot   math.Quaternion `godot:"rot"`
	Vel   math.Vector3    `godot:"vel"`
	HP    int             `godot:"hp"`
	Speed float64         `godot:"speed"`
	Alive bool            `godot:"alive"`
	Tags  []string        `godot:"tags,array"`
	Color math.Color      `godot:"color"`
}

func TestMarshalEntity(t *testing.T) {
	want := benchScene(3)
	packet, err := codec.Encode(want)
	require.NoError(t, err)
	var scene []goEntity
	require.NoError(t, codec.Unmarshal(packet, &scene))
	require.Len(t, scene, 3)
	assert.Equal(t, "Goblin 000001", scene[1].Name)
	assert.Equal(t, benchVector(2), scene[1].Vel)

	out, err := codec.Marshal(scene)
	require.NoError(t, err)
	assert.Equal(t, packet, out)
	v, err := codec.ToVariant(scene)
	require.NoError(t, err)
	assert.True(t, variant.Equal(want, v))
}
