package configfile

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// code is the text of an object. An engine that reads the text runs the script of the object. The
// script prints a word.
const code = `Object(Node,"script":Object(GDScript,"script/source":"extends Node` + "\n" +
	`func _init(): print('CODE RAN')` + "\n" + `"))`

// hostile are texts that try to end the section, key or value in which they are, so that an engine
// reads the rest of the text as other values. Some of them have code to run.
var hostile = append([]string{
	`Node]([]), ` + code + `, Array[Node`,
	`x"), ` + code + `, ("`,
	`x", "script":` + code + `, "y`,
	"x\"\nb=" + code + "\nc=\"",
	"x]\nb=" + code + "\n[y",
	"x\\]\nb=" + code + "\n[y",
	"x=" + code + "\ny",
	`\"=` + code + "\n",
}, live.Hostile...)

// places has a function for each part of a file that can contain any text. The function makes a
// setting that has a given text in this part.
var places = map[string]placing{
	"section": func(s string) (string, string, variant.Variant) { return s, "k", variant.Int(1) },
	"key":     func(s string) (string, string, variant.Variant) { return "s", s, variant.Int(1) },
	"top key": func(s string) (string, string, variant.Variant) { return "", s, variant.Int(1) },
	"String":  inValue(func(s string) variant.Variant { return variant.String(s) }),
	"key of a Dictionary": inValue(func(s string) variant.Variant {
		return variant.NewDictionary(variant.KV(s, variant.Int(1)))
	}),
	"StringName": inValue(func(s string) variant.Variant { return variant.StringName(s) }),
	"PackedStringArray": inValue(func(s string) variant.Variant {
		return packed.PackedStringArray{s}
	}),
	"NodePath": inValue(func(s string) variant.Variant {
		return objects.NodePath{Names: []string{s}}
	}),
	"subname": inValue(func(s string) variant.Variant {
		return objects.NodePath{SubNames: []string{s}}
	}),
	"Signal": inValue(func(s string) variant.Variant { return objects.Signal{Name: s} }),
	"class of items": inValue(typedBy(func(e variant.ElementType) variant.Variant {
		return variant.NewTypedArray(e)
	})),
	"class of keys": inValue(typedBy(func(e variant.ElementType) variant.Variant {
		return variant.Dictionary{Key: &e}
	})),
	"class of values": inValue(typedBy(func(e variant.ElementType) variant.Variant {
		return variant.Dictionary{Value: &e}
	})),
	"class of an object": inValue(func(s string) variant.Variant { return objects.NewObject(s) }),
	"property": inValue(func(s string) variant.Variant {
		return objects.NewObject("RefCounted", objects.Prop(s, variant.Int(1)))
	}),
	"script of items": inValue(func(s string) variant.Variant {
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Script: s})
	}),
}

// A placing returns a section, a key and a value. One of them has the text s.
type placing func(s string) (section, key string, v variant.Variant)

func inValue(value func(s string) variant.Variant) placing {
	return func(s string) (string, string, variant.Variant) {
		return "s", "k", variant.NewArray(value(s))
	}
}

func typedBy(value func(e variant.ElementType) variant.Variant) func(s string) variant.Variant {
	return func(s string) variant.Variant {
		return value(variant.ElementType{Type: variant.TypeObject, Class: s})
	}
}

// TestHostileTextStaysText: if Set accepts a value, it is read back under the same name and with
// the same parts, and the file has no other values.
func TestHostileTextStaysText(t *testing.T) {
	for _, row := range []struct {
		form text.Form
		c    *codec.Codec
	}{{text.VarToStr, full}, {text.Lossless, full}, {text.VarToStr, full3}} {
		accepted := 0

		for place, put := range places {
			for _, s := range hostile {
				section, key, v := put(s)
				f := New(row.c)
				f.Form = row.form
				require.NoError(t, f.Set("s", "before", variant.Int(1)))

				if f.Set(section, key, v) != nil {
					assert.Equal(t, "[s]\n\nbefore=1\n", f.String(), "%s %q", place, s)
					continue
				}

				accepted++
				require.NoError(t, f.Set("last", "after", variant.Int(2)))
				back := mustParse(t, f.String(), row.c)
				require.Len(t, back.index, 3, "%s %q: %s", place, s, f)
				got, ok := back.Get(section, key)
				require.True(t, ok, "%s %q", place, s)
				assert.True(t, sameParts(v, got, row.form, row.c == full3),
					"%s %q: %s", place, s, f)
			}
		}

		assert.Greater(t, accepted, 250)
	}
}

// TestSetRefusesAnotherValue: Set does not write a value that the engine would read as another
// value.
func TestSetRefusesAnotherValue(t *testing.T) {
	var godot4, lossless File
	lossless.Form = text.Lossless
	godot3 := *New(full3)

	key := func(f float64) variant.Pair { return variant.Pair{Key: variant.Float(f)} }

	unsupported := variant.ErrUnsupported
	beyondASCII := variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: "É"})
	one := variant.Int(1)

	for name, row := range map[string]struct {
		section, key string
		v            variant.Variant
		f            File
		kind         error
	}{
		"NUL":                        {"s", "k", variant.String("\x00"), godot4, variant.ErrNUL},
		"NUL, lossless":              {"s", "k", variant.String("\x00"), lossless, unsupported},
		"NUL in a key":               {"s", "\x00", one, godot4, unsupported},
		"NUL in a section":           {"n\x00q", "k", one, godot4, unsupported},
		"] in a section of Godot 3":  {"a]\nadmin=true\n[b", "k", one, godot3, unsupported},
		"beyond Latin-1 in Godot 3":  {"中", "k", one, godot3, unsupported},
		"a backslash before the end": {`s\`, "k", one, godot4, unsupported},
		"space around a section":     {" s", "k", one, godot4, unsupported},
		"no key":                     {"s", "", one, godot4, unsupported},
		"no UTF-8":                   {"\xff", "k", one, godot4, unsupported},
		"a class beyond ASCII":       {"s", "k", beyondASCII, godot4, unsupported},
		"\\a is read as a":           {"s", "k", variant.StringName("\a"), godot4, unsupported},
		"an RID of Godot 3":          {"s", "k", objects.RID(5), godot3, unsupported},
		"no type of Godot 3":         {"s", "k", math.Vector4{}, godot3, unsupported},
		"two keys of one text": {"s", "k", variant.NewDictionary(key(0.1234567), key(0.1234568)),
			godot3, unsupported},
		"an empty subname": {"s", "k", objects.NodePath{SubNames: []string{"", "a"}}, godot4,
			unsupported},
	} {
		f := row.f
		err := f.Set(row.section, row.key, row.v)
		require.ErrorIs(t, err, row.kind, name)

		var e *variant.Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, variant.OpFormat, e.Op, name)
		assert.Empty(t, f.String(), name)
	}
}

// TestTypesArePartsOfValues: sameParts returns false for values of different types. Only in Godot
// 3, which has no StringName, a StringName and a String are the same.
func TestTypesArePartsOfValues(t *testing.T) {
	name, s := variant.StringName("a"), variant.String("a")
	require.False(t, sameParts(name, s, text.VarToStr, false))
	require.True(t, sameParts(name, s, text.VarToStr, true))
	require.False(t, sameParts(variant.NewArray(name), variant.NewArray(s), text.VarToStr, false))
	require.False(t, sameParts(variant.Nil{}, math.V2(0, 0), text.VarToStr, false))
}

// TestBinaryOfHostileNamesIsRefused: DecodeProject refuses names whose text an engine would run.
func TestBinaryOfHostileNamesIsRefused(t *testing.T) {
	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: hostile[0]})
	packet, err := full.Encode(typed)
	if err == nil {
		data := []byte("ECFG\x01\x00\x00\x00\x01\x00\x00\x00a")
		data = binary.LittleEndian.AppendUint32(data, uint32(len(packet)))
		_, err = DecodeProject(append(data, packet...), full)
	}

	require.Error(t, err)

	named := "a]\nb=" + code
	data := []byte("ECFG\x01\x00\x00\x00")
	data = binary.LittleEndian.AppendUint32(data, uint32(len(named)+2))
	data = append(data, named+"/k\x04\x00\x00\x00\x00\x00\x00\x00"...)

	f, err := DecodeProject(data, full)
	require.NoError(t, err, "Godot 4 has an escape")
	require.Len(t, mustParse(t, f.String(), nil).index, 2)
	_, err = DecodeProject(data, full3)
	require.ErrorIs(t, err, variant.ErrUnsupported)
}

// TestSectionsOfGodot3AreLatin1: a codec for Godot 3 writes the name of a section in Latin-1. It
// writes the key in quotes, in UTF-8.
func TestSectionsOfGodot3AreLatin1(t *testing.T) {
	f := New(full3)
	require.NoError(t, f.Set("clé", "clé", variant.Int(1)))
	assert.Equal(t, "[cl\xe9]\n\n\"clé\"=1\n", f.String())
}

// TestKeysInKeysAreFast: if dictionaries are nested as keys, the time grows linearly with the
// length of the file.
func TestKeysInKeysAreFast(t *testing.T) {
	const depth = 1000
	s := "a=" + strings.Repeat("{", depth) + "[" + strings.Repeat("1,", 20_000) + "]" +
		strings.Repeat(":1,2:3}", depth)
	allocated := testing.AllocsPerRun(1, func() { mustParse(t, s, nil) })
	assert.Less(t, allocated, float64(len(s)))
}
