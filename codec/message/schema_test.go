package message_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/objects"
)

// The messages aim and aimed. The function with the name described registers them.
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

// described returns the Mux of a server if the argument server is true, and otherwise the Mux of
// its clients.
func described(server bool) *message.Mux[*log] {
	mux := message.New[*log](message.Options{})
	if server {
		message.Handle(mux, "aim", keep[aim])
		message.Handle(mux, "class", keep[ping])
		message.Declare[aimed](mux, "aimed")
		message.Declare[hit](mux, "hit")
	} else {
		message.Declare[aim](mux, "aim")
		message.Declare[ping](mux, "class")
		message.Handle(mux, "aimed", keep[aimed])
		message.Handle(mux, "hit", keep[hit])
	}

	return mux
}

// TestDescribeNamesEveryField: a description has each field with its Godot type and its rules.
func TestDescribeNamesEveryField(t *testing.T) {
	p := described(true).Schema()
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
	require.Contains(t, p.Markdown(), "\n`[\"hit\", target, at]`\n")
}

// TestHashIsThatOfTheSchema: a client with a mirror of the server's Mux has the same hash as the
// server. Any change of the messages changes the hash.
func TestHashIsThatOfTheSchema(t *testing.T) {
	hash := described(true).Schema().Hash()
	require.Len(t, hash, 8)
	require.Equal(t, hash, described(false).Schema().Hash())

	type aimInt struct {
		Dir math.Vector2i `godot:"dir"`
	}

	for name, change := range map[string]func(*message.Mux[*log]){
		"name": func(mux *message.Mux[*log]) { message.Handle(mux, "more", keep[ping]) },
		"type": func(mux *message.Mux[*log]) { message.Declare[aimInt](mux, "more") },
	} {
		mux := described(true)
		change(mux)
		require.NotEqual(t, hash, mux.Schema().Hash(), name)
	}

	empty := message.New[int](message.Options{}).Schema()
	other := message.New[int](message.Options{Key: "op"}).Schema()
	require.NotEqual(t, empty.Hash(), other.Hash(), "the key")
}

// TestStubHasItsFunctions: the GDScript has a function for each message to the server, and a
// function for all messages from the server, even if there are none.
func TestStubHasItsFunctions(t *testing.T) {
	stub := described(true).Schema().GDScript()
	require.Contains(t, stub, "\nstatic func aim(dir, text, items, bag, any):\n")
	require.Contains(t, stub, "\nstatic func receive(handler, m):\n")
	require.Contains(t, stub, "\t\t\"hit\": handler.on_hit(")

	empty := message.New[int](message.Options{}).Schema().GDScript()
	require.Contains(t, empty, "\nstatic func receive(handler, m):\n")
}

// TestEnginesUseTheStub: in both engines the GDScript of Schema makes messages that the Mux reads,
// and calls a function for each message that the Mux writes.
func TestEnginesUseTheStub(t *testing.T) {
	t.Parallel()
	mux := described(true)
	godot3 := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	for _, e := range []struct {
		engine     func(testing.TB) *enginetest.Engine
		codec      *codec.Codec
		base, work string
	}{
		{enginetest.Godot3, godot3, "SceneTree", "stub3.gd"},
		{enginetest.Godot4, nil, "Node", "stub4.gd"},
	} {
		engine := e.engine(t)
		dir := t.TempDir()
		script := filepath.Join(t.TempDir(), e.work)
		work, err := os.ReadFile(filepath.Join("testdata", e.work))
		require.NoError(t, err)
		text := "extends " + e.base + "\n" + mux.Schema().GDScript() + string(work)
		require.NoError(t, os.WriteFile(script, []byte(text), 0o600))

		var in bytes.Buffer
		enc := e.codec.NewEncoder(&in, codec.FrameU32)
		require.NoError(t, mux.Send(enc, aimed{N: [2]float64{1.5, 2.5}}))
		require.NoError(t, mux.Send(enc, hit{Target: 7, At: math.V3(1, 2, 3)}))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in.Bytes(), 0o600))

		printed := strings.Join(engine.Run(t, script, dir), "\n")
		require.Contains(t, printed, "aimed [1.5, 2.5]")
		require.Contains(t, printed, "hit 7 (1")

		out, err := os.ReadFile(filepath.Join(dir, "out"))
		require.NoError(t, err)
		l := new(log)
		require.NoError(t, mux.Serve(l, e.codec.NewDecoder(bytes.NewReader(out), codec.FrameU32)))
		require.Len(t, l.got, 2)
		first := l.got[0].(aim)
		require.Equal(t, "hi", first.Text)
		require.EqualValues(t, mux.Schema().Hash(), first.Any)
	}
}

// TestRegistration: mistakes of the program cause panics. The text of the panic names the mistake.
// If a part of a message has a type that no Variant has, the text has the path of this part.
func TestRegistration(t *testing.T) {
	type keyed struct {
		Type string `godot:"type"`
	}

	type object struct {
		_ struct{} `godot:"object=Node"`
	}

	type wrong struct {
		A int `godot:",nonsense"`
	}

	type typed struct {
		_    struct{} `godot:"array"`
		Type string   `godot:"type"`
	}

	type deep struct {
		List []map[string]*struct {
			C complex128 `godot:"c"`
		} `godot:"list"`
	}

	type channel struct{ C chan int }
	type function struct{ F func() }
	type fine struct {
		Any  any
		Self *fine
		When time.Time
	}

	const x, unusable = `message "x": `, `message "x": unusable Go type `
	const method = ": a message is a plain struct, without the methods of variant.Variant"
	for _, row := range []struct {
		want     string
		register func(mux *message.Mux[*log])
	}{
		{`message "move": it has a handler`, handling("move", keep[ping])},
		{`nil handler for "x"`, handling[ping]("x", nil)},
		{x + `message_test.move has the name "move"`, registering[move]("x")},
		{`message "move": message_test.move has the name "move"`, registering[move]("move")},
		{`message "move": it is the name of message_test.move`, registering[typed]("move")},
		{unusable + "message_test.keyed: field type: " +
			"the key of a field is that of the name of messages", registering[keyed]("x")},
		{unusable + "message_test.object: field _: a message can't be an object",
			registering[object]("x")},
		{unusable + `message_test.wrong: field A: no such option: "nonsense"`,
			registering[wrong]("x")},
		{unusable + "int: a message must be a struct", registering[int]("x")},
		{unusable + "*message_test.move: a message must be a struct", registering[*move]("x")},
		{unusable + "math.Vector2" + method, registering[math.Vector2]("x")},
		{unusable + "objects.Object" + method, handling("x", keep[objects.Object])},
		{x + `$["list"][…][…]["c"]: unusable Go type complex128: no Godot type can hold it`,
			registering[deep]("x")},
		{x + `$["c"]: unusable Go type chan int: no Godot type can hold it`,
			handling("x", keep[channel])},
		{x + `$["f"]: unusable Go type func(): no Godot type can hold it`,
			registering[function]("x")},
		{`message "y": unusable Go type message_test.move: field ` + "\xff: invalid UTF-8",
			func(*message.Mux[*log]) {
				message.Declare[move](message.New[*log](message.Options{Key: "\xff"}), "y")
			}},
	} {
		mux := newMux(message.Options{})
		require.PanicsWithValue(t, "godot: "+row.want, func() { row.register(mux) })

		var l log
		packet, err := mux.Append(nil, move{})
		require.NoError(t, err)
		require.NoError(t, mux.Dispatch(&l, packet), "it works as before")
	}

	mux := newMux(message.Options{})
	both[typed](mux, "an array has no key")
	message.Handle(mux, "second name of one type", keep[move])
	message.Declare[fine](mux, "fine")
}

// registering returns a function that calls Declare, and handling returns a function that calls
// Handle.
func registering[M any](name string) func(*message.Mux[*log]) {
	return func(mux *message.Mux[*log]) { message.Declare[M](mux, name) }
}

func handling[M any](name string, f func(*log, *M) error) func(*message.Mux[*log]) {
	return func(mux *message.Mux[*log]) { message.Handle(mux, name, f) }
}
