package findings_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// found returns the findings in a save with these records.
func found(
	t *testing.T, rule findings.Rule, o codec.Options, records ...variant.Variant,
) *findings.File {
	o.FullObjects = true
	c := codec.MustNew(o)
	var b bytes.Buffer
	for _, v := range records {
		require.NoError(t, frame.U32.NewEncoder(c, &b).Encode(v))
	}

	r, err := document.Open(&b, document.Options{})
	require.NoError(t, err)

	rule.Explain = func(err error) error { return err }
	f := findings.New("x.save")
	require.NoError(t, rule.Records(f, r))
	require.Equal(t, len(records), f.Records)
	return f
}

// TestRecords: Records finds objects, scripts, and numbers that would be rounded in single
// precision. Each finding has its record and path.
func TestRecords(t *testing.T) {
	timer := objects.NewObject("Timer", objects.Prop("wait", variant.Int(1)))
	scripted := objects.NewObject("Node", objects.Prop("script", variant.String("res://a.gd")))
	root := variant.NewDictionary(variant.KV("timer", timer), variant.KV("node", scripted))

	f := found(t, findings.Rule{}, codec.Options{}, root, variant.Int(5))
	require.Equal(t, map[findings.Kind]int{findings.Object: 1, findings.Script: 1}, f.Counts)

	paths := []string{}
	for _, one := range f.Findings {
		require.Zero(t, *one.Record)
		paths = append(paths, string(one.Kind)+" "+one.Path)
	}
	slices.Sort(paths)
	require.Equal(t, []string{`object $["timer"]`, `script $["node"]`}, paths)

	double := variant.NewArray(math.V2(0.1, 0.5))
	f = found(t, findings.Rule{}, codec.Options{Precision: variant.Double}, double)
	require.Equal(t, 1, f.Counts[findings.Rounded])
	require.Nil(t, f.Findings[0].Record, "the file has one record")

	f = found(t, findings.Rule{Precision: variant.Double},
		codec.Options{Precision: variant.Double}, double)
	require.Empty(t, f.Findings)
}

// TestScripts: Records finds a script in each of its forms: an object in a property, a path in a
// property, or the type of the parts of a container.
func TestScripts(t *testing.T) {
	code := objects.Prop("source", variant.String("extends Node"))
	inside := objects.NewObject("Node", objects.Prop("script", objects.NewObject("GDScript", code)))
	path := objects.Prop("resource_path", variant.String("res://a.gd"))
	outside := objects.NewObject("Node",
		objects.Prop("script", objects.NewObject("GDScript", path)))
	enemy := variant.ElementType{Type: variant.TypeObject, Class: "Node", Script: "res://enemy.gd"}
	plain := variant.ElementType{Type: variant.TypeInt}

	for _, c := range []struct {
		value variant.Variant
		want  string
	}{
		{inside, "script $ Node with a GDScript in the file"},
		{outside, `script $ Node with a GDScript from "res://a.gd"`},
		{variant.NewTypedArray(enemy), `script $ Array of items of the script "res://enemy.gd"`},
		{variant.NewTypedArray(plain), ""},
	} {
		var got []string
		for _, one := range found(t, findings.Rule{}, codec.Options{}, c.value).Findings {
			got = append(got, string(one.Kind)+" "+one.Path+" "+one.Text)
		}
		require.Equal(t, c.want, strings.Join(got, "; "))
	}
}

// TestDamagedObject: an object in front of damaged bytes is found, because the engine creates it.
func TestDamagedObject(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	node := objects.NewObject("Node", objects.Prop("a", variant.Int(1)),
		objects.Prop("b", variant.Int(2)))
	packet := testkit.Encode(t, c, node)

	r, err := document.Open(bytes.NewReader(frame.U32.Append(nil, packet[:len(packet)-4])),
		document.Options{})
	require.NoError(t, err)
	f := findings.New("x.save")
	rule := findings.Rule{Explain: func(err error) error { return err }}
	require.NoError(t, rule.Records(f, r))
	require.Equal(t, 1, f.Counts[findings.Object])
	require.Equal(t, 1, f.Counts[findings.Damaged])
}

// TestMost: a File counts all findings of a kind. It lists at most findings.Most of them, unless
// Rule.All is set.
func TestMost(t *testing.T) {
	var items []variant.Variant
	for range findings.Most + 5 {
		items = append(items, objects.NewObject("Timer"))
	}

	f := found(t, findings.Rule{}, codec.Options{}, variant.NewArray(items...))
	require.Len(t, f.Findings, findings.Most)
	require.Equal(t, findings.Most+5, f.Counts[findings.Object])

	f = found(t, findings.Rule{All: true}, codec.Options{}, variant.NewArray(items...))
	require.Len(t, f.Findings, findings.Most+5)
}

// TestFault: nonzero padding in a NodePath is not a fault, because engines do not clear it. Other
// nonzero padding is a fault.
func TestFault(t *testing.T) {
	strict := codec.MustNew(codec.Options{Mode: codec.Strict})
	path, err := strict.Encode(objects.MustParseNodePath("a"))
	require.NoError(t, err)
	text, err := strict.Encode(variant.String("a"))
	require.NoError(t, err)

	for packet, fine := range map[string]bool{string(path): true, string(text): false} {
		b := []byte(packet)
		b[len(b)-1] = 7
		_, err := strict.Decode(b)
		require.ErrorIs(t, err, variant.ErrPadding)
		require.Equal(t, fine, findings.Fault(strict, b, err) == nil)
	}

	require.ErrorIs(t, findings.Fault(strict, nil, variant.ErrDepth), variant.ErrDepth)
}

// TestForeigner: a Foreigner names the properties that have another name in the other engine.
func TestForeigner(t *testing.T) {
	full := codec.MustNew(codec.Options{FullObjects: true})
	node := objects.NewObject("Node2D", objects.Prop("pause_mode", variant.Int(1)))

	f := findings.NewForeigner(codec.Godot3, codec.Godot4)
	f.Look(0, codec.NewScanner(testkit.Encode(t, full, variant.NewArray(node)), full))
	require.Contains(t, f.Note(), "objects: 1;")
	require.Contains(t, f.Note(), "does not have: pause_mode (there process_mode)")

	f = findings.NewForeigner(codec.Godot3, codec.Godot4)
	node = objects.NewObject("Node2D", objects.Prop("position", math.V2(1, 2)))
	f.Look(0, codec.NewScanner(testkit.Encode(t, full, node), full))
	require.Regexp(t, "objects: 1; .*does not have$", f.Note())

	f = findings.NewForeigner(codec.Godot43, codec.Godot4)
	f.Look(0, codec.NewScanner(testkit.Encode(t, full, node), full))
	require.Empty(t, f.Note(), "both are Godot 4")
}
