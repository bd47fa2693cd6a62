package objects_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	codectext "godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// standard is a nil Codec, which works like the codec of codec.Options{}.
var standard *codec.Codec

var full = codec.MustNew(codec.Options{FullObjects: true})

// TestExamples: every type has an Example, except Property, RID, Callable and Signal. Other
// Examples show these types.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Property", "RID", "Callable", "Signal")
}

func TestParseNodePath(t *testing.T) {
	names := func(names ...string) []string { return names }
	for text, want := range map[string]objects.NodePath{
		"":                 {},
		"/":                {Absolute: true},
		"a":                {Names: names("a")},
		"/root/Level/Door": {Names: names("root", "Level", "Door"), Absolute: true},
		"a//b/":            {Names: names("a", "b")},
		"../.":             {Names: names("..", ".")},
		"a:b:c":            {Names: names("a"), SubNames: names("b", "c")},
		":position:x":      {SubNames: names("position", "x")},
		"a:":               {Names: names("a")},
		"a::":              {Names: names("a")},
		"a:b:":             {Names: names("a"), SubNames: names("b")},
		":":                {},
		"::":               {},
		"a:b/c":            {Names: names("a"), SubNames: names("b/c")},
		"/:b":              {SubNames: names("b"), Absolute: true},
	} {
		got, err := objects.ParseNodePath(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		assert.Equal(t, want, objects.MustParseNodePath(got.String()), "text of %q again", text)
	}

	for _, text := range []string{"a::b", "::b", "a:b::", "a:b::c", "a:::", ":::", "/::x"} {
		_, err := objects.ParseNodePath(text)
		assert.ErrorContains(t, err, "empty subname", text)
		assert.Panics(t, func() { objects.MustParseNodePath(text) })
	}
}

// TestOldNodePath reads the old form of a node path in the dialects and modes that accept this
// form.
func TestOldNodePath(t *testing.T) {
	packet := func(text string) []byte {
		b := append([]byte{15, 0, 0, 0, byte(len(text)), 0, 0, 0}, text...)
		return append(b, make([]byte, -len(text)&3)...)
	}

	pages := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	lax := codec.MustNew(codec.Options{Dialect: codec.Godot3, Mode: codec.Lenient})
	usual := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	for _, text := range []string{"", "/", "a", "/a/b:c:d", "a::", ":x"} {
		for _, c := range []*codec.Codec{pages, lax} {
			whole := packet(text)
			assert.Equal(t, objects.MustParseNodePath(text), testkit.Decode(t, c, whole))
			require.NoError(t, c.Valid(whole))
			assert.Zero(t, testing.AllocsPerRun(20, func() { _ = c.Valid(whole) }), text)
		}

		testkit.RefuseDecode(t, usual, packet(text), variant.ErrNodePath)
	}

	for _, c := range []*codec.Codec{pages, lax} {
		testkit.RefuseDecode(t, c, packet("a::b"), variant.ErrNodePath)
	}

	whole := packet("abcdef")
	for i := 8; i < len(whole); i++ {
		testkit.RefuseDecode(t, pages, whole[:i], variant.ErrTruncated)
		testkit.RefuseDecode(t, lax, whole[:i], variant.ErrNodePath)
	}

	testkit.RefuseDecode(t, pages, packet("\xff"), variant.ErrUTF8)
}

// TestOldNodePathKeys: the old form and the new form of the same path are the same key.
func TestOldNodePathKeys(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	packet := testkit.Unhex(t, "12000000 03000000")
	packet = append(packet, testkit.Encode(t, c, objects.MustParseNodePath("/a/b:c"))...)
	// All three keys are the path /a/b:c, and all three values are null. The second key has the old
	// form: the path as one text. The third key counts 0 subnames, but has the flag that means one
	// more subname.
	packet = append(packet, testkit.Unhex(t, "00000000 "+
		"0f000000 06000000 2f612f623a63 0000 00000000 "+
		"0f000000 02000080 00000000 03000000 01000000 61000000 01000000 62000000 01000000 "+
		"63000000 00000000")...)

	assert.Equal(t, 1, testkit.Decode(t, c, packet).(variant.Dictionary).Len())
	strict := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3, Mode: codec.Strict})
	testkit.RefuseDecode(t, strict, packet, variant.ErrDuplicateKey)
}

// TestTexts tests the output of String, MarshalText and %#v.
func TestTexts(t *testing.T) {
	check := func(v variant.Variant, want, source string) {
		text, err := v.(encoding.TextMarshaler).MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
		assert.Equal(t, "["+want+"]", variant.NewArray(v).String())
		assert.Equal(t, source, fmt.Sprintf("%#v", v))
		if v.Type() != variant.TypeNodePath {
			assert.Equal(t, want, fmt.Sprint(v))
		}
	}

	data, err := os.ReadFile("testdata/source.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		text, source, _ := strings.Cut(line, " | ")
		v, err := codectext.Parse(text, full)
		require.NoError(t, err, text)
		check(v, text, source)
	}

	both := objects.NewObject("A", objects.Prop("p", nil))
	both.ID = 3
	check(objects.Object{}, "null", "objects.Object{}")
	check(both, `Object(A,"p":null)`, `objects.Object{Class: "A", ID: 3, Properties: `+
		`[]objects.Property{{Name: "p", Value: nil}}}`)
	assert.Equal(t, `/root/a"b:x`, objects.MustParseNodePath(`/root/a"b:x`).String())

	timer := objects.NewObject("Timer", objects.Prop("wait", variant.Float(1)))
	assert.Equal(t, "[\n\tObject(Timer,\n\t\t\"wait\": 1.0\n\t)\n]",
		fmt.Sprintf("%+v", variant.NewArray(timer)))
	assert.Equal(t, timer.GoString(), fmt.Sprintf("%#v", timer))

	self := objects.NewObject("Node", objects.Prop("me", nil))
	self.Properties[0].Value = variant.NewArray(self)
	assert.Equal(t, 513, strings.Count(self.String(), "Object("))
	assert.Equal(t, 512, strings.Count(fmt.Sprintf("%#v", self), "objects.Object{"))
}

// TestUnmarshal writes the handles as JSON and text with the standard library, and reads them back.
func TestUnmarshal(t *testing.T) {
	type handles struct {
		Path   objects.NodePath
		ID     objects.RID
		Call   objects.Callable
		Signal objects.Signal
	}

	all := handles{Path: objects.MustParseNodePath("a:b"), ID: 1 << 63,
		Signal: objects.Signal{Name: "hit", Object: 5}}
	data, err := json.Marshal(all)
	require.NoError(t, err)
	assert.Equal(t, `{"Path":"np:a:b","ID":{"args":[9223372036854775808],"type":"RID"},`+
		`"Call":{"type":"Callable"},"Signal":{"args":[5,"hit"],"type":"Signal"}}`, string(data))
	var back handles
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, all, back)

	back = handles{}
	for text, into := range map[string]encoding.TextUnmarshaler{
		`NodePath("a:b")`: &back.Path, `RID(9223372036854775808)`: &back.ID,
		`Callable()`: &back.Call, `Signal(5, "hit")`: &back.Signal,
	} {
		require.NoError(t, into.UnmarshalText([]byte(text)))
	}
	assert.Equal(t, all, back)

	back.Path = objects.NodePath{}
	require.NoError(t, back.Path.UnmarshalJSON([]byte(`"NodePath(\"a:b\")"`)))
	assert.Equal(t, all.Path, back.Path, "as the key of a map")

	require.NoError(t, back.ID.UnmarshalText([]byte("RID(-9223372036854775808)")))
	assert.Equal(t, all.ID, back.ID, "as engines print it")
	parts := objects.NewObject("Node", objects.Prop("path", all.Path),
		objects.Prop("child", objects.NewObject("Timer")),
		objects.Prop("id", objects.Object{ID: 7}),
		objects.Prop("all", variant.NewArray(objects.RID(1), objects.Callable{}, all.Signal)))
	data, err = json.Marshal(parts)
	require.NoError(t, err)
	whole := codec.Value{Codec: full}
	require.NoError(t, json.Unmarshal(data, &whole))
	testkit.RequireEqual(t, parts, whole.V)

	for _, text := range []string{`"a:b"`, `NodePath()`, `NodePath(2, 1, "a")`} {
		assert.ErrorIs(t, back.Path.UnmarshalText([]byte(text)), variant.ErrSyntax, text)
	}
	assert.ErrorIs(t, back.ID.UnmarshalText([]byte("RID(1.5)")), variant.ErrRange)
	assert.ErrorIs(t, back.Call.UnmarshalText([]byte("Callable(1)")), variant.ErrSyntax)
}

func TestObject(t *testing.T) {
	o := objects.NewObject("A", objects.Prop("p", variant.Int(1)),
		objects.Prop("p", variant.Int(2)), objects.Prop("q", nil))
	v, ok := o.Get("p")
	assert.True(t, ok)
	assert.Equal(t, variant.Int(2), v, "the last of a name counts")
	_, ok = o.Get("r")
	assert.False(t, ok)
	assert.False(t, o.IsNull() || objects.Object{ID: 1}.IsNull())
	assert.True(t, objects.Object{}.IsNull() && objects.Object{Properties: o.Properties}.IsNull())

	n := 0
	for step, part := range o.Parts() {
		assert.Equal(t, o.Properties[n], objects.Prop(step.Name, part))
		n++
		if n == 2 {
			break
		}
	}

	assert.Equal(t, 2, n)
}

// TestHandlePackets: the packet of a Signal has its name and the ID of its object. In the packet of
// a NodePath, only the first count may have the highest bit. If the second count has this bit, it
// is an error.
func TestHandlePackets(t *testing.T) {
	signal := testkit.Unhex(t, "1a000000 03000000 68697400 0500000000000000")
	assert.Equal(t, signal, testkit.Encode(t, standard, objects.Signal{Name: "hit", Object: 5}))

	path := testkit.Unhex(t, "16000000 01000080 00000080 00000000 01000000 61000000")
	assert.Equal(t, 8, testkit.RefuseDecode(t, standard, path, variant.ErrLength).Offset)
}

// TestNull writes null in the form of each dialect, and reads every form.
func TestNull(t *testing.T) {
	full := codec.Options{FullObjects: true}
	full3 := codec.Options{Dialect: codec.Godot3, FullObjects: true}
	page := codec.Options{Dialect: codec.DocsGodot4}
	fullPage := codec.Options{Dialect: codec.DocsGodot4, FullObjects: true}
	godot3 := codec.Options{Dialect: codec.Godot3}

	for _, c := range []struct {
		packet  string
		options codec.Options
		decoded bool // Encode writes this packet only for a value that was decoded from it
	}{
		{"00000000", codec.Options{}, false},
		{"00000000", full, false},
		{"11000000 00000000", page, false},
		{"11000000 00000000", fullPage, false},
		{"00000000", godot3, false},
		{"11000100 0000000000000000", godot3, true}, // written by release builds of 3.2 and 3.3
		{"11000000 00000000", full3, true},          // 3.0 and 3.1
		{"18000100 0000000000000000", full, true},
		{"18000000 00000000", full, true},
	} {
		cd, packet := codec.MustNew(c.options), testkit.Unhex(t, c.packet)
		if !c.decoded {
			assert.Equal(t, packet, testkit.Encode(t, cd, objects.Object{}))
			continue
		}

		v := testkit.Decode(t, cd, packet)
		testkit.RequireEqual(t, objects.Object{}, v)
		assert.True(t, v.(objects.Object).IsNull())
		assert.Equal(t, packet, testkit.Encode(t, cd, v), "a null is written as it was read")
	}

	v := testkit.Decode(t, codec.MustNew(full), testkit.Unhex(t, "18000000 00000000"))
	assert.Equal(t, make([]byte, 4), testkit.Encode(t, standard, v),
		"without full objects there is no such form")
}

// TestObjectForms writes an object that has a class and an ID, with and without the option
// FullObjects.
func TestObjectForms(t *testing.T) {
	both := objects.Object{Class: "A", ID: 5}
	page := codec.MustNew(codec.Options{Dialect: codec.DocsGodot4})
	full := codec.MustNew(codec.Options{FullObjects: true})
	whole := testkit.Unhex(t, "18000000 01000000 41000000 00000000")
	id := testkit.Unhex(t, "18000100 0500000000000000")
	assert.Equal(t, id, testkit.Encode(t, standard, both))
	assert.Equal(t, whole, testkit.Encode(t, full, both))
	assert.Equal(t, testkit.Unhex(t, "11000000 0500000000000000"), testkit.Encode(t, page, both))
	testkit.RefuseEncode(t, standard, objects.NewObject("A"), variant.ErrObject)
	testkit.RefuseDecode(t, standard, whole, variant.ErrObject)
	assert.Equal(t, objects.Object{ID: 1<<32 | 5},
		testkit.Decode(t, page, testkit.Unhex(t, "11000000 0500000001000000")))
}

// TestPropertyTwice: strict mode refuses an object that has the same property twice, even if
// another property is between the two.
func TestPropertyTwice(t *testing.T) {
	strict := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict})
	lax := codec.MustNew(codec.Options{FullObjects: true})
	for _, n := range []int{2, 5, 16, 17, 18, 100} {
		o := objects.NewObject("A")
		for i := range n - 1 {
			inner := objects.NewObject("B", objects.Prop("p0", nil), objects.Prop("p1", nil))
			o.Properties = append(o.Properties, objects.Prop(fmt.Sprint("p", i), inner))
		}

		packet := testkit.Encode(t, lax, o)
		require.NoError(t, strict.Valid(packet))
		testkit.RequireEqual(t, o, testkit.Decode(t, strict, packet))

		o.Properties = append(o.Properties, objects.Prop(fmt.Sprint("p", (n-1)/2), nil))
		packet = testkit.Encode(t, lax, o)
		testkit.Decode(t, lax, packet)
		e := testkit.RefuseDecode(t, strict, packet, variant.ErrDuplicateKey)
		require.Equal(t, len(packet)-12, e.Offset, "of the second name")
	}
}

func TestLogValue(t *testing.T) {
	v := objects.NewObject("Timer", objects.Prop("wait", variant.Float(1))).LogValue()
	assert.Equal(t, slog.GroupValue(slog.String("class", "Timer"), slog.Float64("wait", 1)), v)
	assert.Equal(t, "Object(5)", objects.Object{ID: 5}.LogValue().String())
	assert.Equal(t, "null", objects.Object{}.LogValue().String())
}

// TestTextKeepsPathsOfOddNames: text and JSON keep a path whose text would be read as another path.
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
		data, err := json.Marshal(path)
		require.NoError(t, err)

		var fromText, fromJSON objects.NodePath
		require.NoError(t, fromText.UnmarshalText(b))
		require.NoError(t, json.Unmarshal(data, &fromJSON), "%s", data)
		v, err := jsonvar.Parse(data, nil)
		require.NoError(t, err)
		assert.Equal(t, [3]any{path, path, path}, [3]any{fromText, fromJSON, v}, text)

		s, err := codectext.Lossless.Format(path, nil)
		require.NoError(t, err)
		assert.Equal(t, text, s)
	}

	s, err := codectext.Format(objects.NodePath{Names: []string{"a/b"}}, nil)
	require.NoError(t, err)
	assert.Equal(t, `NodePath("a/b")`, s, "as the engine writes it")

	for _, text := range []string{"NodePath(2, 0)", `NodePath(0, 2, "a")`, "NodePath(0)x",
		"NodePath(-1, 0)", `NodePath(0, "a")`, `NodePath(0, 18446744073709551615, "a")`} {
		var path objects.NodePath
		assert.ErrorIs(t, path.UnmarshalText([]byte(text)), variant.ErrSyntax, text)
	}
}

// TestClassAndID tests the methods ClassName and InstanceID for each kind of object.
func TestClassAndID(t *testing.T) {
	full := objects.NewObject("Node")
	require.Equal(t, "Node", full.ClassName())
	require.Zero(t, full.InstanceID())
	require.Equal(t, uint64(5), objects.Object{ID: 5}.InstanceID())
	require.Empty(t, objects.Object{ID: 5}.ClassName())
}

// TestNewNodePath: NewNodePath returns the same path as ParseNodePath for the text.
func TestNewNodePath(t *testing.T) {
	require.Equal(t, objects.MustParseNodePath("../Door"), objects.NewNodePath("..", "Door"))
	require.Equal(t, objects.NodePath{}, objects.NewNodePath())
}
