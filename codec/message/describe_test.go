package message_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
)

// The messages of a described protocol.
type (
	aim struct {
		Dir   math.Vector2      `godot:"dir,required"`
		Text  string            `godot:"text,max=20,omitempty"`
		Items []int32           `godot:"items,omitempty"`
		Bag   map[string]*aimed `godot:"bag,omitempty"`
		Any   any               `godot:"any,omitempty"`
	}
	aimed struct {
		_  struct{} `godot:"array"`
		At []math.Vector3
		N  [2]float64
		S  []struct {
			Deep *aim `godot:"deep"`
		}
	}
)

// described returns a Mux for a server, or for its clients.
func described(server bool) *message.Mux[*log] {
	mux := message.New[*log](message.Options{})
	if server {
		message.Handle(mux, "aim", keep[aim])
		message.Handle(mux, "class", keep[ping])
		message.Register[aimed](mux, "aimed")
		message.Register[hit](mux, "hit")
	} else {
		message.Register[aim](mux, "aim")
		message.Register[ping](mux, "class")
		message.Handle(mux, "aimed", keep[aimed])
		message.Handle(mux, "hit", keep[hit])
	}

	return mux
}

// TestDescribeNamesEveryField: with its type in Godot's words, and its rules.
func TestDescribeNamesEveryField(t *testing.T) {
	p := described(true).Describe()
	require.Equal(t, []message.Description{
		{Name: "aim", Fields: []message.Field{
			{Name: "dir", Type: "Vector2", Required: true},
			{Name: "text", Type: "String", Optional: true, Max: 20},
			{Name: "items", Type: "PackedInt32Array", Optional: true},
			{Name: "bag", Type: `Dictionary of String to [PackedVector3Array, ` +
				`PackedFloat64Array, Array of {"deep": {"dir": Vector2, "text": String, ` +
				`"items": PackedInt32Array, "bag": Dictionary of String to aimed or null, ` +
				`"any": Variant} or null}] or null`, Optional: true},
			{Name: "any", Type: "Variant", Optional: true},
		}},
		{Name: "class"},
	}, p.In)

	require.Contains(t, p.Markdown(), "| text | String | may be missing, at most 20 |\n")
	require.Contains(t, p.Markdown(), "\n`[\"hit\", Target, At]`\n")
}

// TestHashIsThatOfTheProtocol: a client that mirrors the server has it, and any change shows.
func TestHashIsThatOfTheProtocol(t *testing.T) {
	hash := described(true).Describe().Hash()
	require.Len(t, hash, 8)
	require.Equal(t, hash, described(false).Describe().Hash())

	type aimInt struct {
		Dir math.Vector2i `godot:"dir"`
	}

	for name, change := range map[string]func(*message.Mux[*log]){
		"name": func(mux *message.Mux[*log]) { message.Handle(mux, "more", keep[ping]) },
		"type": func(mux *message.Mux[*log]) { message.Register[aimInt](mux, "more") },
	} {
		mux := described(true)
		change(mux)
		require.NotEqual(t, hash, mux.Describe().Hash(), name)
	}

	empty := message.New[int](message.Options{}).Describe()
	other := message.New[int](message.Options{Key: "op"}).Describe()
	require.NotEqual(t, empty.Hash(), other.Hash(), "the key")
}

// TestEnginesUseTheStub: the GDScript of Describe makes messages that the Mux reads, and calls a
// function for each message that it writes, in both engines.
func TestEnginesUseTheStub(t *testing.T) {
	t.Parallel()
	mux := described(true)
	stub := mux.Describe().GDScript()
	handler := `
func on_aimed(at, n, s): print("aimed ", n)
func on_hit(target, at): print("hit ", target, " ", at)
`
	const work3 = `
func _init():
	var file = File.new()
	file.open(OS.get_environment("DIR") + "/out", File.WRITE)
	file.store_var(aim(Vector2(1, 2), "hi", null, null, PROTOCOL))
	file.store_var(class_())
	file.close()
	file.open(OS.get_environment("DIR") + "/in", File.READ)
	receive(self, file.get_var())
	receive(self, file.get_var())
	quit()
`
	const work4 = `
func _ready():
	var file = FileAccess.open(OS.get_environment("DIR") + "/out", FileAccess.WRITE)
	file.store_var(aim(Vector2(1, 2), "hi", null, null, PROTOCOL))
	file.store_var(class_())
	file.close()
	file = FileAccess.open(OS.get_environment("DIR") + "/in", FileAccess.READ)
	receive(self, file.get_var())
	receive(self, file.get_var())
	get_tree().quit()
`
	for _, e := range []struct {
		engine func(testing.TB) *enginetest.Engine
		codec  *codec.Codec
		script string
	}{
		{enginetest.Godot3, codec.MustNew(codec.Options{Dialect: codec.Godot3}),
			"extends SceneTree\n" + stub + handler + work3},
		{enginetest.Godot4, nil, "extends Node\n" + stub + handler + work4},
	} {
		engine := e.engine(t)
		dir := t.TempDir()
		script := filepath.Join(t.TempDir(), "stub.gd")
		require.NoError(t, os.WriteFile(script, []byte(e.script), 0o600))

		in, err := os.Create(filepath.Join(dir, "in"))
		require.NoError(t, err)
		enc := e.codec.NewEncoder(in, codec.FrameU32)
		require.NoError(t, mux.Send(enc, aimed{N: [2]float64{1.5, 2.5}}))
		require.NoError(t, mux.Send(enc, hit{Target: 7, At: math.V3(1, 2, 3)}))
		in.Close()

		printed := strings.Join(engine.Run(t, script, dir), "\n")
		require.Contains(t, printed, "aimed [1.5, 2.5]")
		require.Contains(t, printed, "hit 7 (1")

		out, err := os.Open(filepath.Join(dir, "out"))
		require.NoError(t, err)
		defer out.Close()
		var l log
		dec := e.codec.NewDecoder(out, codec.FrameU32)
		require.NoError(t, mux.Serve(&l, dec))
		require.Len(t, l.got, 2)
		require.Equal(t, "hi "+mux.Describe().Hash(),
			fmt.Sprint(l.got[0].(aim).Text, " ", l.got[0].(aim).Any))
	}
}
