package objects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

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

// TestOldNodePath reads the old form where it is one.
func TestOldNodePath(t *testing.T) {
	packet := func(text string) []byte {
		b := append([]byte{15, 0, 0, 0, byte(len(text)), 0, 0, 0}, text...)
		return append(b, make([]byte, -len(text)&3)...)
	}
	pages := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	lax := codec.MustNew(codec.Options{Dialect: codec.Godot3, Mode: codec.Lenient})
	for _, text := range []string{"", "/", "a", "/a/b:c:d", "a::", ":x"} {
		for _, c := range []*codec.Codec{pages, lax} {
			v, err := c.Decode(packet(text))
			require.NoError(t, err, text)
			assert.Equal(t, objects.MustParseNodePath(text), v)
			require.NoError(t, c.Valid(packet(text)))
			whole := packet(text)
			assert.Zero(t, testing.AllocsPerRun(20, func() { _ = c.Valid(whole) }), text)
		}
		_, err := codec.MustNew(codec.Options{Dialect: codec.Godot3}).Decode(packet(text))
		assert.ErrorIs(t, err, variant.ErrNodePath)
	}
	for _, c := range []*codec.Codec{pages, lax} {
		_, err := c.Decode(packet("a::b"))
		require.ErrorIs(t, err, variant.ErrNodePath)
		assert.Equal(t, err, c.Valid(packet("a::b")))
	}
	whole := packet("abcdef")
	for i := 8; i < len(whole); i++ {
		_, err := pages.Decode(whole[:i])
		assert.ErrorIs(t, err, variant.ErrTruncated)
		assert.Equal(t, err, pages.Valid(whole[:i]))
		_, err = lax.Decode(whole[:i])
		assert.ErrorIs(t, err, variant.ErrNodePath)
	}
	_, err := pages.Decode(packet("\xff"))
	assert.ErrorIs(t, err, variant.ErrUTF8)
}

// TestOldNodePathKeys has the old and the new form of one path meet as keys.
func TestOldNodePathKeys(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3})
	newForm, err := c.Encode(objects.MustParseNodePath("/a/b:c"))
	require.NoError(t, err)
	oldForm := []byte("\x0f\x00\x00\x00\x06\x00\x00\x00/a/b:c\x00\x00")
	property := []byte("\x0f\x00\x00\x00\x02\x00\x00\x80\x00\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00\x01\x00\x00\x00b\x00\x00\x00\x01\x00\x00\x00c\x00\x00\x00")
	null := []byte{0, 0, 0, 0}
	packet := []byte{18, 0, 0, 0, 3, 0, 0, 0}
	for _, key := range [][]byte{newForm, oldForm, property} {
		packet = append(append(packet, key...), null...)
	}
	v, err := c.Decode(packet)
	require.NoError(t, err)
	assert.Equal(t, 1, v.(variant.Dictionary).Len())
	strict := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3, Mode: codec.Strict})
	_, err = strict.Decode(packet)
	require.ErrorIs(t, err, variant.ErrDuplicateKey)
	assert.Equal(t, err, strict.Valid(packet))
}

func TestPrinting(t *testing.T) {
	path := objects.NodePath{Names: []string{"root", `a"b`}, SubNames: []string{"x"}, Absolute: true}
	for want, v := range map[string]fmt.Stringer{
		`/root/a"b:x`: path,
		"RID(5)":      objects.RID(5),
		"Callable()":  objects.Callable{},
		"null":        objects.Object{},
		`Object(EncodedObjectAsID,"object_id":-1)`: objects.Object{ID: 1<<64 - 1},
		`Object(Timer,"wait_time":1.0,"n":null)`:   objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(1)), objects.Prop("n", nil)),
	} {
		assert.Equal(t, want, v.String())
	}
	assert.Equal(t, `[NodePath("/root/a\"b:x")]`, variant.NewArray(path).String())
	for want, v := range map[string]any{
		`objects.NodePath{Names: []string{"root", "a\"b"}, SubNames: []string{"x"}, Absolute: true}`: path,
		"objects.NodePath{Absolute: false}":      objects.NodePath{},
		"objects.RID(5)":                         objects.RID(5),
		"objects.Callable{}":                     objects.Callable{},
		`objects.Signal{Name: "hit", Object: 5}`: objects.Signal{Name: "hit", Object: 5},
		"objects.Object{}":                       objects.Object{},
		`objects.Object{Class: "A", ID: 3, Properties: []objects.Property{{Name: "p", Value: variant.Int(1)}}}`: objects.Object{
			Class: "A", ID: 3, Properties: []objects.Property{objects.Prop("p", variant.Int(1))}},
	} {
		assert.Equal(t, want, fmt.Sprintf("%#v", v))
	}
	assert.Contains(t, objects.Signal{Name: "hit", Object: 5}.String(), "hit")
}

func TestObject(t *testing.T) {
	o := objects.NewObject("A", objects.Prop("p", variant.Int(1)), objects.Prop("p", variant.Int(2)), objects.Prop("q", nil))
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
		if n++; n == 2 {
			break
		}
	}
	assert.Equal(t, 2, n)
}

// TestNull writes null in the forms of each dialect, and reads every one of them.
func TestNull(t *testing.T) {
	for want, o := range map[string]codec.Options{
		"00000000":          {},
		"00000000 ":         {FullObjects: true},
		"1100000000000000":  {Dialect: codec.DocsGodot4},
		"1100000000000000 ": {Dialect: codec.DocsGodot4, FullObjects: true},
		"00000000  ":        {Dialect: codec.Godot3},
	} {
		c := codec.MustNew(o)
		packet, err := c.Encode(objects.Object{})
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSpace(want), fmt.Sprintf("%x", packet))
	}
	full := codec.MustNew(codec.Options{FullObjects: true})
	for _, packet := range [][]byte{{24, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {24, 0, 0, 0, 0, 0, 0, 0}} {
		v, err := full.Decode(packet)
		require.NoError(t, err)
		assert.True(t, variant.Equal(objects.Object{}, v), "%#v", v)
		again, err := full.Encode(v)
		require.NoError(t, err)
		assert.Equal(t, packet, again, "a null is written as it came")
	}
	v, err := full.Decode([]byte{24, 0, 0, 0, 0, 0, 0, 0})
	require.NoError(t, err)
	packet, err := codec.Encode(v)
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 0, 0}, packet, "without full objects there is no such form")
}

// TestObjectForms writes objects with all that one may have, in either setting.
func TestObjectForms(t *testing.T) {
	both := objects.Object{Class: "A", ID: 5}
	encode := func(o codec.Options, v variant.Variant) string {
		packet, err := codec.MustNew(o).Encode(v)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%x", packet)
	}
	assert.Equal(t, "180001000500000000000000", encode(codec.Options{}, both))
	assert.Equal(t, "18000000010000004100000000000000", encode(codec.Options{FullObjects: true}, both))
	assert.Equal(t, "110000000500000000000000", encode(codec.Options{Dialect: codec.DocsGodot4}, both))
	assert.Contains(t, encode(codec.Options{}, objects.NewObject("A")), "full objects are not allowed")
	_, err := codec.Decode([]byte("\x18\x00\x00\x00\x01\x00\x00\x00A\x00\x00\x00\x00\x00\x00\x00"))
	assert.ErrorIs(t, err, variant.ErrObject)
	v, err := codec.MustNew(codec.Options{Dialect: codec.DocsGodot4}).Decode([]byte{17, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0})
	require.NoError(t, err)
	assert.Equal(t, objects.Object{ID: 1<<32 | 5}, v)
}

// TestPropertyTwice: strict mode refuses a property that comes twice, at any distance.
func TestPropertyTwice(t *testing.T) {
	strict := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict})
	lax := codec.MustNew(codec.Options{FullObjects: true})
	for _, n := range []int{2, 5, 16, 17, 18, 100} {
		o := objects.NewObject("A")
		for i := range n - 1 {
			inner := objects.NewObject("B", objects.Prop("p0", nil), objects.Prop("p1", nil))
			o.Properties = append(o.Properties, objects.Prop(fmt.Sprint("p", i), inner))
		}
		packet, err := lax.Encode(o)
		require.NoError(t, err)
		require.NoError(t, strict.Valid(packet))
		got, err := strict.Decode(packet)
		require.NoError(t, err)
		require.True(t, variant.Equal(o, got))

		o.Properties = append(o.Properties, objects.Prop(fmt.Sprint("p", (n-1)/2), nil))
		packet, err = lax.Encode(o)
		require.NoError(t, err)
		_, err = lax.Decode(packet)
		require.NoError(t, err)
		_, err = strict.Decode(packet)
		require.ErrorIs(t, err, variant.ErrDuplicateKey)
		require.Equal(t, err, strict.Valid(packet))
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, len(packet)-12, e.Offset, "of the second name")
	}
}
