package codec_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// recording is a file of what an engine wrote, and how to read it.
type recording struct {
	file      string
	dialect   *variant.Dialect
	precision variant.Precision
}

// recorded are the files of values made at random.
var recorded = []recording{
	{"godot-3.2-single.jsonl", codec.Godot3, variant.Single},
	{"godot-4.2-single.jsonl", codec.Godot40, variant.Single},
	{"godot-4.6-single.jsonl", codec.Godot4, variant.Single},
	{"godot-4.6-double.jsonl", codec.Godot4, variant.Double},
	{"pandemonium-5.3-single.jsonl", codec.Pandemonium5, variant.Single},
}

// examples are further files of what engines wrote: values with a name, chosen by hand.
var examples = []recording{
	{"wire-3.2-single.jsonl", codec.Godot3, variant.Single},
	{"wire-4.6-single.jsonl", codec.Godot4, variant.Single},
	{"wire-4.6-double.jsonl", codec.Godot4, variant.Double},
}

// TestVectors checks every recorded value, see checkPacket.
func TestVectors(t *testing.T) {
	for _, r := range slices.Concat(recorded, examples) {
		t.Run(r.file, func(t *testing.T) {
			all := vectors.Load(t, r.file)
			for _, v := range all {
				if !t.Run(fmt.Sprintf("line %d %s", v.Line, v.Name), func(t *testing.T) {
					c := settings{r.dialect, r.precision, v.Full}.in(codec.Default)
					checkPacket(t, c, v.Value, asWritten(v.Value, v.Full, r.dialect), v.Hex, v.Dirty)
				}) {
					t.Logf("%s", v.V)
				}
			}
			assert.True(t, len(all) > 1000 || r.file[:4] == "wire")
		})
	}
}

// checkPacket requires that v encodes to the packet, that the packet decodes to want,
// which encodes to the packet again, and that Valid agrees. Another packet, if not
// empty, is only read.
func checkPacket(t *testing.T, c *codec.Codec, v, want variant.Variant, packet, another []byte) {
	require.Equal(t, packet, testkit.Encode(t, c, v))
	got := testkit.Decode(t, c, packet)
	testkit.RequireEqual(t, want, got)
	require.Equal(t, packet, testkit.Encode(t, c, got))
	require.NoError(t, c.Valid(packet))
	if len(another) > 0 {
		testkit.RequireEqual(t, want, testkit.Decode(t, c, another))
		require.NoError(t, c.Valid(another))
	}
}

// asWritten returns the value that decoding gives for v: a null object becomes a Nil, and
// without full objects the class of an object container becomes EncodedObjectAsID.
func asWritten(v variant.Variant, full bool, d *variant.Dialect) variant.Variant {
	elem := func(e *variant.ElementType, typed bool) *variant.ElementType {
		switch {
		case !typed:
			return nil
		case e == nil || e.Type != variant.TypeObject || full:
			return e
		default:
			return &variant.ElementType{Type: variant.TypeObject, Class: "EncodedObjectAsID"}
		}
	}
	switch v := v.(type) {
	case objects.Object:
		if v.IsNull() {
			return variant.Nil{}
		}
		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties, objects.Prop(p.Name, asWritten(p.Value, full, d)))
		}
		return out
	case variant.Array:
		out := variant.Array{Elem: elem(v.Elem, d.TypedArrays)}
		for _, item := range v.Items {
			out.Items = append(out.Items, asWritten(item, full, d))
		}
		return out
	case variant.Dictionary:
		out := variant.Dictionary{Key: elem(v.Key, d.TypedDictionaries), Value: elem(v.Value, d.TypedDictionaries)}
		for _, p := range v.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: asWritten(p.Key, full, d), Value: asWritten(p.Value, full, d)})
		}
		return out
	default:
		return v
	}
}
