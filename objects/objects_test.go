package objects_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// standard is the codec of the functions of package codec.
var standard *codec.Codec

func TestParseNodePath(t *testing.T) {
	for text, want := range map[string]objects.NodePath{
		"":                 {},
		"/":                {Absolute: true},
		"a":                {Names: []string{"a"}},
		"/root/Level/Door": {Names: []string{"root", "Level", "Door"}, Absolute: true},
		"a//b/":            {Names: []string{"a", "b"}},
		"../.":             {Names: []string{"..", "."}},
		"a:b:c":            {Names: []string{"a"}, SubNames: []string{"b", "c"}},
		":position:x":      {SubNames: []string{"position", "x"}},
		"a:":               {Names: []string{"a"}},
		"a::":              {Names: []string{"a"}},
		"a:b:":             {Names: []string{"a"}, SubNames: []string{"b"}},
		":":                {},
		"::":               {},
		"a:b/c":            {Names: []string{"a"}, SubNames: []string{"b/c"}},
		"/:b":              {SubNames: []string{"b"}, Absolute: true},
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

// TestOldNodePath reads the old form of a node path in the dialects and modes that have it.
func TestOldNodePath(t *testing.T) {
	packet := func(text string) []byte {
		b := append([]byte{15, 0, 0, 0, byte(len(text)), 0, 0, 0}, text...)
		return append(b, make([]byte, -len(text)&3)...)
	}

	pages := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	lax := codec.MustNew(codec.Options{Dialect: codec.Godot3, Mode: codec.Lenient})
	for _, text := range []string{"", "/", "a", "/a/b:c:d", "a::", ":x"} {
		for _, c := range []*codec.Codec{pages, lax} {
			whole := packet(text)
			assert.Equal(t, objects.MustParseNodePath(text), testkit.Decode(t, c, whole))
			require.NoError(t, c.Valid(whole))
			assert.Zero(t, testing.AllocsPerRun(20, func() { _ = c.Valid(whole) }), text)
		}

		testkit.RefuseDecode(t, codec.MustNew(codec.Options{Dialect: codec.Godot3}), packet(text),
			variant.ErrNodePath)
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

// TestOldNodePathKeys: the old and the new form of one path are the same key.
func TestOldNodePathKeys(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	packet := testkit.Unhex(t, "12000000 03000000")
	for _, key := range [][]byte{
		testkit.Encode(t, c, objects.MustParseNodePath("/a/b:c")),
		// the old form, and then with the property apart
		testkit.Unhex(t, "0f000000 06000000 2f612f623a63 0000"),
		testkit.Unhex(t, "0f000000 02000080 00000000 03000000 01000000 61000000 01000000 "+
			"62000000 01000000 63000000"),
	} {
		packet = append(append(packet, key...), 0, 0, 0, 0)
	}

	assert.Equal(t, 1, testkit.Decode(t, c, packet).(variant.Dictionary).Len())
	strict := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3, Mode: codec.Strict})
	testkit.RefuseDecode(t, strict, packet, variant.ErrDuplicateKey)
}

func TestPrinting(t *testing.T) {
	path := objects.NodePath{Names: []string{"root", `a"b`}, SubNames: []string{"x"},
		Absolute: true}
	for want, v := range map[string]fmt.Stringer{
		`/root/a"b:x`: path,
		"RID(5)":      objects.RID(5),
		"Callable()":  objects.Callable{},
		"null":        objects.Object{},
		`Object(EncodedObjectAsID,"object_id":-1)`: objects.Object{ID: 1<<64 - 1},
		`Object(Timer,"n":null)`: objects.NewObject("Timer",
			objects.Prop("n", nil)),
	} {
		assert.Equal(t, want, v.String())
	}

	assert.Equal(t, `[NodePath("/root/a\"b:x")]`, variant.NewArray(path).String())
	for want, v := range map[string]any{
		`objects.NodePath{Names: []string{"root", "a\"b"}, SubNames: []string{"x"}, ` +
			`Absolute: true}`: path,
		"objects.NodePath{Absolute: false}":      objects.NodePath{},
		"objects.RID(5)":                         objects.RID(5),
		"objects.Callable{}":                     objects.Callable{},
		`objects.Signal{Name: "hit", Object: 5}`: objects.Signal{Name: "hit", Object: 5},
		"objects.Object{}":                       objects.Object{},
		`objects.Object{Class: "A", ID: 3, Properties: []objects.Property{{Name: "p", Value: ` +
			`variant.Int(1)}}}`: objects.Object{
			Class: "A", ID: 3, Properties: []objects.Property{objects.Prop("p", variant.Int(1))}},
	} {
		assert.Equal(t, want, fmt.Sprintf("%#v", v))
	}

	assert.Contains(t, objects.Signal{Name: "hit", Object: 5}.String(), "hit")
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

// TestNull writes null in the form of each dialect, and reads every form.
func TestNull(t *testing.T) {
	for _, c := range []struct {
		want    string
		options codec.Options
	}{
		{"00000000", codec.Options{}},
		{"00000000", codec.Options{FullObjects: true}},
		{"1100000000000000", codec.Options{Dialect: codec.DocsGodot4}},
		{"1100000000000000", codec.Options{Dialect: codec.DocsGodot4, FullObjects: true}},
		{"00000000", codec.Options{Dialect: codec.Godot3}},
	} {
		assert.Equal(t, testkit.Unhex(t, c.want), testkit.Encode(t, codec.MustNew(c.options),
			objects.Object{}))
	}

	for _, c := range []struct {
		packet  string
		options codec.Options
	}{
		// release builds of 3.2 and 3.3
		{"11000100 0000000000000000", codec.Options{Dialect: codec.Godot3}},
		// 3.0 and 3.1
		{"11000000 00000000", codec.Options{Dialect: codec.Godot3, FullObjects: true}},
		{"18000100 0000000000000000", codec.Options{FullObjects: true}},
		{"18000000 00000000", codec.Options{FullObjects: true}},
	} {
		cd, packet := codec.MustNew(c.options), testkit.Unhex(t, c.packet)
		v := testkit.Decode(t, cd, packet)
		testkit.RequireEqual(t, objects.Object{}, v)
		assert.True(t, v.(objects.Object).IsNull())
		assert.Equal(t, packet, testkit.Encode(t, cd, v), "a null is written as it was read")

		if c.packet == "18000000 00000000" {
			assert.Equal(t, make([]byte, 4), testkit.Encode(t, standard, v),
				"without full objects there is no such form")
		}
	}
}

// TestObjectForms writes an object that has a class and an ID, with and without full
// objects.
func TestObjectForms(t *testing.T) {
	both := objects.Object{Class: "A", ID: 5}
	page := codec.MustNew(codec.Options{Dialect: codec.DocsGodot4})
	full := codec.MustNew(codec.Options{FullObjects: true})
	whole := testkit.Unhex(t, "18000000 01000000 41000000 00000000")
	assert.Equal(t, testkit.Unhex(t, "18000100 0500000000000000"), testkit.Encode(t, standard, both))
	assert.Equal(t, whole, testkit.Encode(t, full, both))
	assert.Equal(t, testkit.Unhex(t, "11000000 0500000000000000"), testkit.Encode(t, page, both))
	testkit.RefuseEncode(t, standard, objects.NewObject("A"), variant.ErrObject)
	testkit.RefuseDecode(t, standard, whole, variant.ErrObject)
	assert.Equal(t, objects.Object{ID: 1<<32 | 5},
		testkit.Decode(t, page, testkit.Unhex(t, "11000000 0500000001000000")))
}

// TestPropertyTwice: strict mode refuses a property that stands twice, at any distance.
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
