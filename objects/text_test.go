package objects_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/jsonvar"
	codectext "godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/variant"
)

func TestTextForms(t *testing.T) {
	timer := objects.NewObject("Timer", objects.Prop("wait", variant.Float(1)),
		objects.Prop("of", objects.Object{ID: 5}))
	assert.Equal(t, `Object(Timer,"wait":1.0,"of":Object(EncodedObjectAsID,"object_id":5))`,
		fmt.Sprint(timer))
	assert.Equal(t, timer.String(), fmt.Sprint(timer))
	assert.Equal(t, "[\n\tObject(Timer,\n\t\t\"wait\": 1.0,\n\t\t\"of\": "+
		"Object(EncodedObjectAsID,\"object_id\":5)\n\t)\n]",
		fmt.Sprintf("%+v", variant.NewArray(timer)))
	assert.Equal(t, timer.GoString(), fmt.Sprintf("%#v", timer))
	assert.Equal(t, "null", fmt.Sprint(objects.Object{}))

	self := objects.NewObject("Node", objects.Prop("me", nil))
	self.Properties[0].Value = variant.NewArray(self)
	assert.Equal(t, 513, strings.Count(self.String(), "Object("))
	assert.Equal(t, 512, strings.Count(fmt.Sprintf("%#v", self), "objects.Object{"))

	path := objects.MustParseNodePath("/root/A:b")
	assert.Equal(t, "/root/A:b", fmt.Sprint(path))

	for want, v := range map[string]interface{ MarshalText() ([]byte, error) }{
		`NodePath("/root/A:b")`: path, "RID(5)": objects.RID(5), "Callable()": objects.Callable{},
		`Signal(5, "hit")`: objects.Signal{Name: "hit", Object: 5},
		`Object(Timer)`:    objects.NewObject("Timer"),
	} {
		text, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
}

func TestUnmarshal(t *testing.T) {
	var all struct {
		Path   objects.NodePath
		ID     objects.RID
		Call   objects.Callable
		Signal objects.Signal
	}

	all.Path = objects.MustParseNodePath("a:b")
	all.ID = 1 << 63
	all.Signal = objects.Signal{Name: "hit", Object: 5}
	data, err := json.Marshal(all)
	require.NoError(t, err)
	assert.Equal(t, `{"Path":"np:a:b","ID":{"args":[9223372036854775808],"type":"RID"},`+
		`"Call":{"type":"Callable"},`+
		`"Signal":{"args":[5,"hit"],"type":"Signal"}}`, string(data))
	again := all
	again.Path = objects.NodePath{}
	again.ID = 0
	again.Signal = objects.Signal{}
	require.NoError(t, json.Unmarshal(data, &again))
	assert.Equal(t, all, again)

	var path objects.NodePath
	require.NoError(t, path.UnmarshalText([]byte(`NodePath("a:b")`)))
	assert.Equal(t, all.Path, path)
	assert.ErrorIs(t, path.UnmarshalText([]byte(`"a:b"`)), variant.ErrSyntax)
	var signal objects.Signal
	require.NoError(t, signal.UnmarshalText([]byte(`Signal(5, "hit")`)))
	assert.Equal(t, all.Signal, signal)
	var id objects.RID
	require.NoError(t, id.UnmarshalText([]byte(`RID(9223372036854775808)`)))
	assert.Equal(t, all.ID, id)
	require.NoError(t, id.UnmarshalText([]byte(`RID(-9223372036854775808)`)), "as engines print it")
	assert.Equal(t, all.ID, id)
	assert.ErrorIs(t, id.UnmarshalText([]byte(`RID(1.5)`)), variant.ErrRange)
	var call objects.Callable
	require.NoError(t, call.UnmarshalText([]byte(`Callable()`)))
	assert.ErrorIs(t, call.UnmarshalText([]byte(`Callable(1)`)), variant.ErrSyntax)
}

func TestLogValue(t *testing.T) {
	v := objects.NewObject("Timer", objects.Prop("wait", variant.Float(1))).LogValue()
	assert.Equal(t, slog.GroupValue(slog.String("class", "Timer"), slog.Float64("wait", 1)), v)
	assert.Equal(t, "Object(5)", objects.Object{ID: 5}.LogValue().String())
	assert.Equal(t, "null", objects.Object{}.LogValue().String())
}

// TestTextKeepsPathsOfOddNames: text and JSON keep a path whose names would be read as another path.
func TestTextKeepsPathsOfOddNames(t *testing.T) {
	for text, path := range map[string]objects.NodePath{
		`NodePath(0, 1, "a/b")`:        {Names: []string{"a/b"}},
		`NodePath(0, 3, "a", "", "a")`: {Names: []string{"a", "", "a"}},
		`NodePath(1, 1, "a:b")`:        {Names: []string{"a:b"}, Absolute: true},
		`NodePath(0, 1, "")`:           {Names: []string{""}},
		`NodePath(1, 1, "a", "b:c", "")`: {Names: []string{"a"}, SubNames: []string{"b:c", ""},
			Absolute: true},
		`NodePath(0, 0, "")`: {SubNames: []string{""}},
		`NodePath("/:x/y")`:  {SubNames: []string{"x/y"}, Absolute: true},
		`NodePath("")`:       {},
	} {
		b, err := path.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(b))
		assert.Equal(t, "["+text+"]", variant.NewArray(path).String())
		var back objects.NodePath
		require.NoError(t, back.UnmarshalText(b))
		assert.Equal(t, path, back)

		b, err = json.Marshal(path)
		require.NoError(t, err)
		back = objects.NodePath{}
		require.NoError(t, json.Unmarshal(b, &back), "%s", b)
		assert.Equal(t, path, back, "%s", b)
		v, err := jsonvar.Unmarshal(b, jsonvar.Options{})
		require.NoError(t, err)
		assert.Equal(t, path, v)

		s, err := codectext.Format(path, codectext.Options{Lossless: true})
		require.NoError(t, err)
		assert.Equal(t, text, s)
	}

	s, err := codectext.Format(objects.NodePath{Names: []string{"a/b"}}, codectext.Options{})
	require.NoError(t, err)
	assert.Equal(t, `NodePath("a/b")`, s, "as the engine writes it")

	for _, text := range []string{"NodePath(2, 0)", `NodePath(0, 2, "a")`, "NodePath(0)x",
		"NodePath(-1, 0)", `NodePath(0, "a")`, `NodePath(0, 18446744073709551615, "a")`} {
		var path objects.NodePath
		assert.ErrorIs(t, path.UnmarshalText([]byte(text)), variant.ErrSyntax, text)
	}
}
